"""fewest boards: several boards at once, as in Dordle, Quordle, Octordle and Sedecordle."""

from collections.abc import Sequence

import click
from rich.console import Console

from fewest.cli import session
from fewest.cli.options import PLAYERS, command, json_option, opener_option, option, setup_options
from fewest.cli.show import print_blocks, show, watching
from fewest.errors import FewestError
from fewest.play.boards import FEWEST_BOARDS, MOST_BOARDS, Boards, choose, suggest
from fewest.questions import boards as questions
from fewest.results import line
from fewest.results.prose import counted, listed
from fewest.setup import Setup

USUAL = 4
"""How many boards there are if nobody says."""

FEW = 8
"""Up to how many possible words are listed without being asked for."""

MANY = 100
"""Up to how many are listed for being asked."""

LONGEST = 8
"""Of how many words a reply may consist."""

BEST = 5
"""How many guesses are proposed."""

Turn = tuple[str, Boards]
"""A guess, and what is known after it."""

COMMANDS = (
    ("Enter", "the proposed guess"),
    ("GUESS", "another guess; the replies to it are asked for"),
    ("REPLY", "the reply of the next open board: HOW"),
    ("REPLY REPLY …", "the replies of several or all open boards, in their order"),
    ("GUESS REPLY …", "a guess and replies to it"),
    ("undo", "take back the replies just given, or the guess, or the last guess with all replies"),
    ("words", "the NOUNs that are possible on every open board; words 3 for those of board 3"),
    ("boards", "every guess and all replies so far"),
    ("help", "this"),
    ("quit", "leave; so do Ctrl-D and Ctrl-C"),
    ("=words", "guess a NOUN that is also a command"),
)


@command("boards")
@click.argument("wanted", metavar="[SECRET]...", nargs=-1)
@option(
    "-n",
    "--count",
    type=click.IntRange(FEWEST_BOARDS, MOST_BOARDS),
    help="How many boards: Dordle has 2, Quordle 4, Octordle 8, Sedecordle 16.",
    usual=f"{USUAL}, or as many as secrets",
)
@option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    help="Play so many games of drawn answers, and show how many guesses they take.",
    usual="help with a game that is played elsewhere",
)
@option("--seed", type=int, help="Which games to draw.", usual="0")
@setup_options("hard", usual=PLAYERS)
@opener_option
@json_option
def boards(
    *,
    setup: Setup,
    wanted: tuple[str, ...],
    count: int | None,
    games: int | None,
    seed: int | None,
    opener: str | None,
    as_json: bool,
) -> None:
    """Help with several boards at once, where every guess is made on all of them.

    Given secrets, show how they are found; given a number of games, how many guesses they take.

    Example: fewest boards --count 4

    Example: fewest boards cigar rebut sissy humph

    Example: fewest boards --count 8 --games 100 --edition original --secrets answers --prior uniform
    """
    if wanted and games is not None:
        raise FewestError("Choose one: secrets to find, or a number of games to draw.")
    if seed is not None and games is None:
        raise FewestError("A seed belongs to --games.")
    if as_json and not wanted and games is None:
        raise FewestError("JSON is for given secrets or for --games.")
    if wanted and count not in (None, len(wanted)):
        raise FewestError(f"{counted(len(wanted), 'secret')} cannot be on {count} boards; leave --count out.")
    if games is not None:
        with watching("Playing", as_json) as watch:
            made = questions.evaluate_boards(
                setup, watch, count=count or USUAL, games=games, seed=seed or 0, opener=opener
            )
        show(made, as_json)
    elif wanted:
        with session.thinking():
            solved = questions.solve_boards(setup, wanted, opener=opener)
        show(solved, as_json)
    else:
        start = questions.start(setup, count or USUAL)
        assist(start, None if opener is None else start.game.guesses[start.game.find_guess(opener)])


def assist(start: Boards, opener: str | None) -> None:
    """Help with a game that is played elsewhere."""
    with session.thinking():
        start.game.prepare()
    out = session.console()
    likelier = "" if start.beliefs[0].weights is None else ", some likelier than others"
    words = counted(len(start.beliefs[0]), start.game.noun)
    out.print(
        f"{start.game.title}, {len(start.beliefs)} boards: {words} may be the secret of each{likelier}.", style="dim"
    )
    out.print(
        "Type your guess, or Enter for the proposed one; then the replies of the open boards, one by one or all on a "
        f"line: {start.game.how_to_reply}. Or help.",
        style="dim",
    )
    session.converse(out, _Helper(out, start, opener).step)


class _Helper:
    """What is known so far, and what to say about it."""

    def __init__(self, out: Console, start: Boards, opener: str | None) -> None:
        self.out, self.start, self.opener = out, start, opener
        self.turns: list[Turn] = []
        self.proposal = ""
        self.pending: str | None = None
        """A guess to which replies are still to come."""
        self.replies: list[int] = []
        """Those that have come, of the first open boards."""
        self.shown = False

    @property
    def boards(self) -> Boards:
        """What is known now."""
        return self.turns[-1][1] if self.turns else self.start

    def step(self) -> bool:
        """Take one line; False says that all boards are done."""
        if not self.shown:
            self.show()
            self.shown = True
        line = session.ask(self.out, self.question())
        word, _, rest = line.lower().partition(" ")
        if word == "words" and len(rest) <= 2 and (not rest or rest.isdecimal()):
            self.list_words(rest)
        elif line.lower() in ("undo", "boards", "help", "?"):
            {"undo": self.undo, "boards": self.grid}.get(line.lower(), self.help)()
        else:
            self.take(line)
        if self.boards.open:
            return True
        self.grid()
        now = self.boards
        self.out.print(questions.verdict(len(now.beliefs), len(self.turns), now.limit))
        return False

    def question(self) -> str:
        """What is to be typed next."""
        if self.pending is None:
            return f"Guess {len(self.turns) + 1} [{self.proposal}]:"
        waiting = [board + 1 for board in self.boards.open[len(self.replies) :]]
        if self.replies or len(waiting) == 1:
            return f"Reply of board {waiting[0]} to {self.pending}:"
        which = " ".join(map(str, waiting)) if len(waiting) <= 8 else f"{len(waiting)} boards, {waiting[0]} first"
        return f"Replies to {self.pending} ({which}):"

    def take(self, line: str) -> None:
        """Take a guess, replies or both."""
        game = self.start.game
        first, *given = self.words_of(line) or [""]
        known, no_reply = game.normalise(first) in game.guess_index, bool(first) and not game.looks_like_reply(first)
        if line.startswith("=") or (known or no_reply if self.pending is None else known and no_reply):
            guess = game.guesses[game.find_guess(first)]
            if self.replies and guess != self.pending:
                raise FewestError(f"Some boards have replied to {self.pending}; undo takes that back.")
            self.pending = guess
        else:
            given = [first, *given] if first else given
            if self.pending is None:
                self.pending = self.proposal
            elif not given:
                raise FewestError(f"What is the reply to {self.pending}? undo takes the guess back.")
        if given:
            self.take_replies(self.pending, given)

    def words_of(self, line: str) -> list[str]:
        """A line as a guess, if it starts with one, and replies."""
        game, text = self.start.game, line.removeprefix("=").strip()
        alone = text.split()
        if self.pending is not None and text == line and all(map(game.looks_like_reply, alone)):
            return alone  # a guess with spaces between its symbols looks so too
        guess, rest = session.split_guess(game, text)
        return [*([guess] if guess else []), *self.replies_of(rest.replace("=", " ").split())]

    def replies_of(self, pieces: Sequence[str]) -> list[str]:
        """The replies that a line consists of: as many pieces at a time as are one, or else a single one."""
        found: list[str] = []
        while len(done := " ".join(found).split()) < len(pieces):
            left = pieces[len(done) :]
            ends = [
                end
                for end in range(1, min(len(left), LONGEST) + 1)
                if self.start.game.looks_like_reply(" ".join(left[:end]))
            ]
            found.append(" ".join(left[: max(ends, default=1)]))
        return found

    def take_replies(self, guess: str, given: Sequence[str]) -> None:
        """Take replies of the next open boards, or of all once more; if one of them is wrong, take none."""
        now = self.boards
        before = [] if len(given) == len(now.open) else self.replies
        waiting = now.open[len(before) :]
        if len(given) > len(waiting):
            wait = counted(len(waiting), "board is", "boards are")
            raise FewestError(f"{len(given)} replies were given, but {wait} to reply, from board {waiting[0] + 1} on.")
        after = [now.board_after(board, guess, text) for board, text in zip(waiting, given, strict=False)]
        self.replies = before + [belief.clues[-1].reply for belief in after]
        if len(self.replies) == len(now.open):
            replies: list[int | None] = [None] * len(now.beliefs)
            for board, reply in zip(now.open, self.replies, strict=True):
                replies[board] = reply
            self.turns.append((guess, now.after(guess, replies)))
            self.pending, self.replies, self.shown = None, [], False

    def undo(self) -> None:
        """Take back the replies just given, or else the guess that waits for them, or else the last turn."""
        if self.replies:
            self.out.print(f"{counted(len(self.replies), 'reply', 'replies')} to {self.pending} taken back.")
            self.replies = []
        elif self.pending is not None:
            self.out.print(f"{self.pending} is taken back.")
            self.pending = None
        elif not self.turns:
            raise FewestError("There is nothing to take back.")
        else:
            self.out.print(f"{self.turns.pop()[0]} and the replies to it are taken back.")
            self.shown = False

    def list_words(self, number: str) -> None:
        """List the words that are possible on one open board or on all."""
        shown = self.boards.open
        if number:
            shown = [board for board in shown if str(board + 1) == number.lstrip("0")]
            if not shown:
                raise FewestError(f"Board {number} is not open.")
        for board in shown:
            words = self.boards.beliefs[board].words
            more = f" and {len(words) - MANY:,} more" if len(words) > MANY else ""
            self.out.print(f"Board {board + 1}, {counted(len(words), self.start.game.noun)}:", style="bold")
            self.out.print(listed(words[:MANY]) + more)

    def help(self) -> None:
        """Explain what can be typed."""
        session.print_commands(self.out, COMMANDS, self.start.game)

    def grid(self) -> None:
        """Show every guess and all replies."""
        if not self.turns:
            raise FewestError("There is no guess yet.")
        self.out.print()
        now = self.boards
        heads = [
            belief.words[0] if now.done(board) else f"board {board + 1}" for board, belief in enumerate(now.beliefs)
        ]
        self.out.file.flush()
        print_blocks([questions.grid(heads, [*questions.turns_of(self.start, self.turns)]), line()])

    def show(self) -> None:
        """Show what is known of each board, and what to guess."""
        now = self.boards
        number = len(self.turns) + 1
        late = ", too many" if number > now.limit else ""
        self.out.print(f"\nGuess {number} of {now.limit}{late}: {counted(len(now.open), 'board')} open", style="bold")
        if self.turns:
            shown = session.table("board", "reply", f"{now.game.noun}s", "bits", "", left=0)
            shown.columns[4].justify = "left"
            for board in now.open:
                belief = now.beliefs[board]
                words = belief.words if len(belief) <= FEW else []
                reply = session.squares(self.out, now.game, belief.clues[-1].reply)
                shown.add_row(str(board + 1), reply, f"{len(belief):,}", f"{belief.entropy:.2f}", listed(words))
            self.out.print(shown)
            done = [f"{board + 1} {each.words[0]}" for board, each in enumerate(now.beliefs) if now.done(board)]
            if done:
                self.out.print(f"Done: {', '.join(done)}", style="green")
        self.suggest()

    def suggest(self) -> None:
        """Show the best guesses and propose the first."""
        now = self.boards
        if self.opener is not None and not self.turns:
            self.proposal = self.opener
            return
        if now.known:
            self.proposal = choose(now)
            return
        with session.thinking():
            found = suggest(now, BEST)
        self.proposal = found[0].guess
        self.out.print("Still needed: guesses after this one, an estimate summed over the boards", style="dim")
        shown = session.table("guess", "still needed", "bits", "boards found")
        for each in found:
            shown.add_row(each.guess, f"{each.score:.3f}", f"{each.bits:.2f}", f"{each.hits:.3f}")
        self.out.print(shown)

"""fewest boards: several boards at once, as in Dordle, Quordle, Octordle and Sedecordle."""

from collections.abc import Iterator, Sequence
from typing import Any

import click

from fewest.cli import session
from fewest.cli.click_types import command, option
from fewest.cli.options import json_option, opening_option, setup_options, word_options
from fewest.cli.show import print_blocks, print_line, show, show_progress
from fewest.errors import FewestError
from fewest.play.assisted import AssistedBoards
from fewest.play.boards import FEWEST_BOARDS, MOST_BOARDS, Boards, Proposal, choose_after, reason, suggest
from fewest.questions import boards as questions
from fewest.results import Block, Result, line, table
from fewest.results.prose import listed_some, pluralise
from fewest.setup import TODAY, Setup
from fewest.strategies.advice import WordPreference
from fewest.trees.tree import Opening

DEFAULT_BOARDS = 4

MAX_PROPOSALS = 5

MAX_POSITION_WORDS = 8
"""How many of the likeliest words of a board are listed with the position."""

MAX_LISTED_WORDS = 100
"""How many possible words of a board are listed on request."""

COMMANDS = (
    ("Enter", "take the proposed guess"),
    ("GUESS", "take another guess, and enter the replies to it next"),
    ("REPLY", "enter the reply of the next open board: HOW"),
    ("REPLY REPLY …", "enter the replies of several open boards, in their order"),
    ("GUESS REPLY …", "enter a guess and its replies at once"),
    ("undo", "take back the replies just given, the guess, or the last guess with all its replies"),
    ("words", "list the possible NOUNs of every open board; words 3 lists those of board 3"),
    ("boards", "see all guesses and replies so far"),
    ("help", "see this list"),
    ("quit", "leave; Ctrl-D and Ctrl-C work too"),
    ("=words", "guess a NOUN that is also a command"),
)


@command("boards")
@click.argument("secrets_to_find", metavar="[SECRET]...", nargs=-1)
@option(
    "-n",
    "--count",
    type=click.IntRange(FEWEST_BOARDS, MOST_BOARDS),
    help=f"How many boards, {FEWEST_BOARDS} to {MOST_BOARDS}: Dordle has 2, Quordle 4, Octordle 8, Sedecordle 16.",
    default_text=f"{DEFAULT_BOARDS}, or one for each secret",
)
@option(
    "--games",
    type=click.IntRange(1, 10_000_000),
    help="Play this many games with random answers, and show how many guesses they take.",
)
@option("--seed", type=int, help="The seed for the random answers of --games.", default_text="0")
@setup_options("hard", "rule", default=TODAY, uses_kept_past=True)
@word_options
@opening_option
@json_option
def boards(
    *,
    setup: Setup,
    secrets_to_find: tuple[str, ...],
    count: int | None,
    games: int | None,
    seed: int | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Help with several boards at once: every guess counts on all of them.

    Example: fewest boards --count 4

    To see how secrets are found: fewest boards cigar rebut sissy humph

    To play random games: fewest boards --count 8 --games 100 -e original
    """
    if secrets_to_find and games is not None:
        raise FewestError("Give secrets or --games, not both.")
    if seed is not None and games is None:
        raise FewestError("--seed needs --games.")
    if as_json and not secrets_to_find and games is None:
        raise FewestError("--json needs secrets or --games.")
    if secrets_to_find and count not in (None, len(secrets_to_find)):
        raise FewestError(
            f"{pluralise(len(secrets_to_find), 'secret')} cannot be on {count} boards; leave --count out."
        )
    if games is None and not secrets_to_find:
        assist(setup, count or DEFAULT_BOARDS, **options)
        return
    with show_progress("Playing") as watch:
        result: Result
        if games is None:
            result = questions.solve_boards(setup, secrets_to_find, **options)
        else:
            count = count or DEFAULT_BOARDS
            result = questions.evaluate_boards(setup, watch=watch, count=count, games=games, seed=seed or 0, **options)
    show(result, as_json)


def assist(setup: Setup, count: int, opener: tuple[str, ...], preference: WordPreference) -> None:
    """Help with a game that the user plays elsewhere."""
    start = Boards.start(setup.belief(), count)
    game = start.game
    preference.check(game)
    openers = Opening(game, opener).guesses
    with show_progress("Thinking"):
        game.prepare()
    print_line(f"You play {count} boards of {setup.title(game)}.", "dim")
    print_line(
        "Type a guess, or press Enter for the proposed one. Then type the replies of the open boards, one by one or "
        f"all on one line: {game.how_to_reply}. Type help for more.",
        "dim",
    )
    session.run_session(_BoardsSession(AssistedBoards(start), openers, preference).step)


class _BoardsSession:
    """A game that the user plays elsewhere, and the proposed guess."""

    def __init__(self, assisted: AssistedBoards, openers: tuple[str, ...], preference: WordPreference) -> None:
        self.assisted = assisted
        self.openers = openers
        self.preference = preference
        self.proposal = ""
        self.shown = False

    def step(self) -> bool:
        """Handle one line; False if all boards are done."""
        if not self.shown:
            self.show()
            self.shown = True
        line = session.ask(self.question())
        word, _, rest = line.lower().partition(" ")
        if word == "words" and len(rest) <= 2 and (not rest or rest.isdecimal()):
            self.list_words(rest)
        elif line.lower() == "undo":
            before = len(self.assisted.turns)
            print_line(self.assisted.undo())
            self.shown = len(self.assisted.turns) == before
        elif line.lower() == "boards":
            self.grid()
        elif line.lower() in ("help", "?"):
            session.print_commands(COMMANDS, self.assisted.start.game)
        else:
            self.shown = not self.assisted.take(line, self.proposal)
        now = self.assisted.boards
        if now.open:
            return True
        self.grid()
        print_line(questions.verdict(len(now.beliefs), len(self.assisted.turns), now.limit))
        return False

    def question(self) -> str:
        """The prompt for the next line."""
        guess = self.assisted.pending
        waiting = [board + 1 for board in self.assisted.waiting]
        if guess is None:
            return f"Guess {len(self.assisted.turns) + 1} [{self.proposal}]:"
        if self.assisted.replies or len(waiting) == 1:
            return f"Reply of board {waiting[0]} to {guess}:"
        which = " ".join(map(str, waiting)) if len(waiting) <= 8 else f"{len(waiting)} boards, {waiting[0]} first"
        return f"Replies to {guess} ({which}):"

    def list_words(self, number: str) -> None:
        """List the possible words of one open board or of all."""
        now = self.assisted.boards
        shown = [board for board in now.open if not number or board + 1 == int(number)]
        if not shown:
            raise FewestError(f"Board {number} is not open.")
        for board in shown:
            print_blocks(possible_words(now, board))

    def grid(self) -> None:
        """Show all guesses and replies."""
        if not self.assisted.turns:
            raise FewestError("There are no guesses yet.")
        print_blocks([line(), turns_grid(self.assisted.start, self.assisted.turns), line()])

    def show(self) -> None:
        """Show each open board and the best guesses."""
        now = self.assisted.boards
        number = len(self.assisted.turns) + 1
        print_blocks(position(now, number))
        if now.known or number <= len(self.openers):
            self.proposal = choose_after(now, number - 1, self.openers)
        else:
            with show_progress("Thinking"):
                best = suggest(now, MAX_PROPOSALS, self.preference)
            self.proposal = best[0].guess
            print_blocks(proposals(best))
        why = reason(now, self.proposal)
        if why:
            print_line(f"{self.proposal} {why}.")


def position(now: Boards, number: int) -> Iterator[Block]:
    """The position before a guess: the open boards, and those that are done."""
    late = " (over the limit)" if number > now.limit else ""
    yield line()
    yield line(f"Guess {number} of {now.limit}{late}: {pluralise(len(now.open), 'board')} open", "bold")
    if number == 1:
        return
    rows = []
    for board in now.open:
        belief = now.beliefs[board]
        reply = now.game.seen(*belief.clues[-1]).reply_alone()
        words = listed_some(belief.words, MAX_POSITION_WORDS)
        rows.append((f"{board + 1}", reply, f"{len(belief):,}", f"{belief.entropy:.2f}", words))
    if rows:
        yield table(("board", "reply", f"{now.game.noun}s", "bits", ""), rows, 0, prose=True)
    done = [f"{board + 1} {belief.words[0]}" for board, belief in enumerate(now.beliefs) if now.done(board)]
    if done:
        yield line(f"Done: {', '.join(done)}", "green")


def proposals(best: Sequence[Proposal]) -> Iterator[Block]:
    """A table of the best guesses."""
    yield line("Still needed: estimated guesses after this one, summed over the boards", "dim")
    rows = [(guess.guess, f"{guess.score:.3f}", f"{guess.bits:.2f}", f"{guess.hits:.3f}") for guess in best]
    yield table(("guess", "still needed", "bits", "boards found"), rows)


def possible_words(now: Boards, board: int) -> Iterator[Block]:
    """The possible words of a board, likeliest first, up to a maximum."""
    belief = now.beliefs[board]
    yield line(f"Board {board + 1}, {pluralise(len(belief), now.game.noun)}:", "bold")
    yield line(listed_some(belief.words, MAX_LISTED_WORDS))


def turns_grid(start: Boards, turns: Sequence[tuple[str, Boards]]) -> Block:
    """The grid of a game so far; boards that are done are named by their secrets."""
    now = turns[-1][1]
    heads = [belief.words[0] if now.done(board) else f"board {board + 1}" for board, belief in enumerate(now.beliefs)]
    return questions.grid(heads, [*questions.turns_of(start, turns)])

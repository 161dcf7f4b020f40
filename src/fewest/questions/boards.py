"""Solve, evaluate and play games on several boards at once."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fewest.belief import Belief
from fewest.errors import FewestError, about_clue
from fewest.play import boards
from fewest.play.boards import Boards, Proposal
from fewest.play.clues import find_secret, read_guess
from fewest.results import Block, Result, bars, line, table
from fewest.results.prose import pluralise
from fewest.setup import Setup
from fewest.strategies.advice import DEFAULT_PREFERENCE, WordPreference
from fewest.trees.evaluation import GuessCounts
from fewest.trees.tree import Openers, Opening
from fewest.watch import UNWATCHED, Watch

MAX_PROPOSALS = 5

MAX_HINT_SECRETS = 20
"""How many possible secrets of each board are listed with a hint."""


@dataclass(frozen=True)
class BoardsTurn:
    """A guess on all boards; boards that were done before have no reply."""

    guess: str
    replies: tuple[str | None, ...]
    """The reply of each board, as the game writes it."""
    squares: tuple[str | None, ...]
    """The replies as coloured squares."""
    remaining: tuple[int, ...]
    """The number of possible secrets of each board after the guess; 0 for boards that are done."""


@dataclass(frozen=True, repr=False)
class BoardsSolved(Result, rows="turns"):
    """A game on given secrets, one per board."""

    label: str
    title: str
    secrets: tuple[str, ...]
    """The secret of each board."""
    turns: tuple[BoardsTurn, ...]
    """The guesses in order."""
    guesses: int
    """The number of guesses."""
    max_guesses: int
    won: bool
    """Whether all boards are done within the limit."""

    def blocks(self) -> Iterator[Block]:
        """A line per guess and a column per board."""
        yield line(f"{len(self.secrets)} boards of {self.title}", "dim")
        yield grid(self.secrets, self.turns)
        yield line()
        yield line(verdict(len(self.secrets), self.guesses, self.max_guesses))


def grid(heads: Sequence[str], turns: Sequence[BoardsTurn]) -> Block:
    """A line per guess and a column per board: the reply, and the number of secrets left."""
    width = max(len(f"{left:,}") for left in turns[0].remaining)
    rows = []
    for turn in turns:
        cells = [
            "" if squares is None else f"{squares} {f'{left:,}' if left else '':>{width}}"
            for squares, left in zip(turn.squares, turn.remaining, strict=True)
        ]
        rows.append((turn.guess, *cells))
    return table(("guess", *heads), rows, len(heads) + 1)


def verdict(count: int, taken: int, limit: int) -> str:
    """The outcome of a finished game as a sentence."""
    of = f" of {limit} guesses" if taken <= limit else f" guesses, over the limit of {limit}"
    boards = "Both boards" if count == 2 else f"All {count} boards"
    return f"{boards} found in {taken}{of}."


def _start(
    setup: Setup, count: int, belief: Belief | None = None, preference: WordPreference = DEFAULT_PREFERENCE
) -> Boards:
    """Make boards without clues, and check that the preference fits the game."""
    first = Boards.start(setup.belief() if belief is None else belief, count)
    preference.check(first.game)
    return first


def solve_boards(
    setup: Setup, secrets: Sequence[str], *, opener: Openers = None, preference: WordPreference = DEFAULT_PREFERENCE
) -> BoardsSolved:
    """Show how given secrets are found."""
    first = _start(setup, len(secrets), preference=preference)
    game = first.game
    words = tuple(find_secret(game, word) for word in secrets)
    played = boards.solve(first, words, opener, preference)
    turns = tuple(turns_of(first, played))
    return BoardsSolved(game.label, setup.title(game), words, turns, len(turns), first.limit, len(turns) <= first.limit)


def turns_of(before: Boards, played: Sequence[tuple[str, Boards]]) -> Iterator[BoardsTurn]:
    """Convert played guesses to turns."""
    game = before.game
    for guess, after in played:
        replies = [None if before.done(at) else each.clues[-1].reply for at, each in enumerate(after.beliefs)]
        yield BoardsTurn(
            guess=guess,
            replies=tuple(None if reply is None else game.reply_text(reply) for reply in replies),
            squares=tuple(None if reply is None else game.squares(reply) for reply in replies),
            remaining=tuple(0 if after.done(at) else len(each) for at, each in enumerate(after.beliefs)),
        )
        before = after


@dataclass(frozen=True, repr=False)
class BoardsEvaluated(GuessCounts, Result):
    """Statistics of a sample of games."""

    label: str
    title: str
    guesses: int
    """The number of allowed guesses."""
    answers: int
    boards: int
    """The number of boards per game."""
    further_openers: tuple[str, ...]
    """The further fixed guesses after the opener."""
    games: int
    """The number of games."""
    seed: int
    win_rate: float
    """The fraction of games within the limit."""
    seconds: float
    seconds_per_game: float
    """The mean time per game."""

    def blocks(self) -> Iterator[Block]:
        """The statistics and the distribution."""
        first = ", then ".join((self.opener, *self.further_openers))
        yield line(f"{self.boards} boards starting with {first}", "bold", (f" on {self.title}", ""))
        games = f"{pluralise(self.games, 'game')} (seed {self.seed})"
        yield line(f"mean {self.mean:.4f} guesses over {games}, worst {self.worst}")
        yield bars(self.histogram, self.max_guesses)
        within = f"{self.win_rate:.2%} within {self.max_guesses} guesses, {pluralise(self.losses, 'game')} lost"
        yield line(f"{within}; {self.seconds_per_game:.3f} seconds each", "dim")


def evaluate_boards(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    count: int,
    games: int,
    seed: int = 0,
    opener: Openers = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> BoardsEvaluated:
    """Play a random sample of games."""
    first = _start(setup, count, preference=preference)
    game = first.game
    game.prepare()
    started = time.perf_counter()
    result = boards.evaluate(first, games, seed, opener, watch, preference)
    seconds = time.perf_counter() - started
    return BoardsEvaluated(
        label=game.label,
        title=setup.title(game),
        guesses=len(game.guesses),
        answers=len(game.answers),
        boards=count,
        further_openers=Opening(game, opener).guesses[1:],
        games=games,
        seed=seed,
        win_rate=1 - result.losses / games,
        **result.counts,
        seconds=round(seconds, 3),
        seconds_per_game=round(seconds / games, 4),
    )


@dataclass(frozen=True)
class Board:
    """One of several boards."""

    replies: tuple[str, ...]
    """The reply to each guess until the board was done."""
    done: bool
    """Whether the secret was guessed."""
    remaining: int
    """The number of possible secrets."""
    likely: int
    """The number of likely secrets."""
    words: tuple[str, ...]
    """Some of the possible secrets, if a hint was requested."""
    secret: str | None
    """The secret; null until the board is done or the game is over."""


@dataclass(frozen=True, repr=False)
class BoardsGame(Result, rows="proposals"):
    """A game on several boards so far."""

    label: str
    length: int
    max_guesses: int
    boards: tuple[Board, ...]
    """The state of each board."""
    won: bool
    """Whether all boards are done."""
    over: bool
    """Whether the game is won or lost."""
    proposals: tuple[Proposal, ...]
    """The best guesses, if a hint was requested."""

    def blocks(self) -> Iterator[Block]:
        """The number of boards found, and a line per board."""
        yield line(f"{sum(each.done for each in self.boards)} of {len(self.boards)} boards of {self.label} found")
        rows = [(f"{at + 1}", each.secret or "", f"{each.remaining:,}") for at, each in enumerate(self.boards)]
        yield table(("board", "found", "possible"), rows)


def play_boards(
    setup: Setup,
    *,
    count: int,
    seed: int,
    guesses: Sequence[str],
    hint: bool = False,
    belief: Belief | None = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> BoardsGame:
    """Replay a game on several boards from its seed and guesses; the preference is for the hint."""
    now = _start(setup, count, belief, preference)
    game = now.game
    secrets = boards.draw(now, 1, seed)[0]
    for place, text in enumerate(guesses):
        if not now.open or place == now.limit:
            raise FewestError("The game is over; start another.").about(place)
        with about_clue(place):
            now = now.guess_all(read_guess(game, text, (), hard=False), secrets)
    over = not now.open or len(guesses) == now.limit
    return _boards_game(
        now, over, preference, lists_words=hint, proposes=hint and not over, secrets=secrets if over else None
    )


def assist_boards(
    setup: Setup,
    turns: Sequence[tuple[str, Sequence[str | None]]],
    *,
    count: int,
    belief: Belief | None = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> BoardsGame:
    """The position of a game played elsewhere, after guesses with the replies of every board.

    A board that is done replies None. Errors name the guess and the board.
    """
    now = _start(setup, count, belief, preference)
    game = now.game
    for place, (text, replies) in enumerate(turns):
        if not now.open:
            raise FewestError(f"All boards were done after guess {place}; remove the guesses after it.").about(place)
        with about_clue(place):
            now = now.after(read_guess(game, text, (), hard=False), replies)
    over = not now.open or len(turns) >= now.limit
    return _boards_game(now, over, preference, lists_words=True, proposes=True)


def _boards_game(
    now: Boards,
    over: bool,
    preference: WordPreference,
    *,
    lists_words: bool,
    proposes: bool,
    secrets: Sequence[str] | None = None,
) -> BoardsGame:
    """Make the result; without `secrets` it shows only those of boards that are done."""
    game = now.game

    def secret(at: int) -> str | None:
        if secrets is not None:
            return secrets[at]
        return now.beliefs[at].words[0] if now.done(at) else None

    return BoardsGame(
        label=game.label,
        length=len(game.guesses[0]),
        max_guesses=now.limit,
        boards=tuple(
            Board(
                replies=tuple(game.reply_text(clue.reply) for clue in each.clues),
                done=now.done(at),
                remaining=len(each),
                likely=each.likely,
                words=tuple(each.words[:MAX_HINT_SECRETS]) if lists_words else (),
                secret=secret(at),
            )
            for at, each in enumerate(now.beliefs)
        ),
        won=not now.open,
        over=over,
        proposals=tuple(
            replace(proposal, why=boards.reason(now, proposal.guess))
            for proposal in (boards.suggest(now, MAX_PROPOSALS, preference) if proposes else ())
        ),
    )

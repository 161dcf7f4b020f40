"""What to guess next, and why."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from fewest.belief import MAX_LISTED, Belief
from fewest.errors import FewestError
from fewest.games.game import Seen
from fewest.results import Block, Result, line, table
from fewest.results.prose import listed, lowered, percent
from fewest.setup import Setup
from fewest.strategies import (
    ESTIMATORS,
    Advice,
    Lookahead,
    Strategy,
    Suggestion,
    Within,
    advise,
    strategy,
    worth_proving,
)
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Secret:
    """A secret that is possible."""

    word: str
    """The secret."""
    chance: float
    """How likely it is."""


@dataclass(frozen=True)
class Suggestions(Result):
    """What is known in a position, and what to guess."""

    label: str
    """What is played."""
    title: str
    """The same for people, with its sizes."""
    hard: bool
    turn: int
    """Which guess is the next."""
    max_guesses: int
    clues: tuple[Seen, ...]
    remaining: int
    """How many secrets are possible."""
    bits: float
    """Bits of uncertainty."""
    won: bool
    """Whether the secret is found."""
    secrets: tuple[Secret, ...] | None
    """The possible secrets, the likelier first; null where there are more than were asked for."""
    strategy: str
    """What the guesses are best by."""
    why: str
    """The same in a sentence."""
    proved: bool
    """Whether it is proved that no guess is better than the first."""
    late: bool
    """Whether so few guesses are left that only those count that are likeliest to finish in time."""
    estimates: bool
    """Whether scores are expected numbers of guesses."""
    sharpens: bool
    """Whether exact search is worth while here."""
    suggestions: tuple[Suggestion, ...]
    """The best guesses, best first."""

    def blocks(self) -> Iterator[Block]:
        """The clues, what they leave, and the best guesses."""
        for clue in self.clues:
            yield clue.tiles(both=True)
        noun = "secret remains" if self.remaining == 1 else "secrets remain"
        yield line(
            f"Guess {self.turn} of {self.max_guesses}: {self.remaining:,} {noun} ({self.bits:.2f} bits), {self.title}"
        )
        if self.secrets is not None and len(self.secrets) == self.remaining:
            yield line(listed([each.word for each in self.secrets]), "bold")
        yield line()
        yield line(self.why, "dim")
        heads = ("guess", "expected" if self.proved else "score", "bits", "hit", "parts", "worst part")
        rows = [
            (
                each.guess,
                self._score(each, 4),
                f"{each.bits:.3f}",
                f"{each.hit:.2%}",
                f"{each.parts}",
                f"{each.largest:,}",
            )
            for each in self.suggestions
        ]
        yield table(heads, rows)

    def brief(self) -> Iterator[Block]:
        """The best guesses alone, in fewer figures."""
        head = "expected" if self.proved else "estimate" if self.estimates else "score"
        rows = [(each.guess, self._score(each, 3), f"{each.bits:.2f}", percent(each.hit)) for each in self.suggestions]
        yield line(self.why, "dim")
        yield table(("guess", head, "bits", "hit"), rows)

    def _score(self, each: Suggestion, digits: int) -> str:
        """A score; what is estimated among proved ones has a mark."""
        return f"{'~' if self.proved and each.expected is None else ''}{each.score:.{digits}f}"

    def __repr__(self) -> str:
        best = self.suggestions[0].guess if self.suggestions else "nothing"
        return f"<Suggestions: {best}, {'proved' if self.proved else 'by ' + self.strategy}, {self.remaining:,} left>"


def suggest(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    count: int = 10,
    by: str | None = None,
    opener: str | None = None,
    words: int | None = MAX_LISTED,
    partial: bool = False,
    belief: Belief | None = None,
) -> Suggestions:
    """Suggest the best next guesses: by a strategy, or by the rule that every adviser follows.

    The possible secrets are listed where there are no more than some words; or as many of them as that. What the setup
    says is known may be given, if it is worked out already.
    """
    belief = setup.belief() if belief is None else belief
    game, turn, limit = belief.game, len(belief.clues) + 1, setup.limit(belief.game)
    if belief.won:
        raise FewestError(f"The game is won: {belief.words[0]!r} is the secret.")
    if turn > limit:
        raise FewestError(f"All {limit} guesses are made; --max-guesses allows more.")
    if opener is not None and belief.clues:
        raise FewestError(f"The first guess was {belief.clues[0].guess!r}; an opener comes before any clue.")
    among = None if opener is None else [game.guesses[belief.find_guess(opener)]]
    advice = _advice(belief, limit, count, among, by, watch)
    if not advice.suggestions:
        raise FewestError(f"The strategy {advice.strategy.name} never guesses {opener!r} here; leave the opener to it.")
    return _told(belief, advice, limit, words, by is not None, partial)


def propose(
    belief: Belief,
    limit: int,
    watch: Watch = UNWATCHED,
    *,
    count: int,
    by: str | None = None,
    opener: str | None = None,
) -> Suggestions:
    """Suggest guesses in the middle of a game, where few words suffice; an opener that is not judged leaves none."""
    among = None if opener is None or belief.clues else [opener]
    advice = _advice(belief, limit, count, among, by, watch)
    told = _told(belief, advice, limit, 0, by is not None)
    useful = tuple(each for each in advice.suggestions if each.hit or each.bits) or (*advice.suggestions[:1],)
    return replace(told, why=why_in_brief(advice, by), suggestions=useful)


def _advice(
    belief: Belief, limit: int, count: int, among: Sequence[str] | None, by: str | None, watch: Watch
) -> Advice:
    """The guesses that are best by a strategy, or by the rule that every adviser follows."""
    if by is None:
        return advise(belief, limit, count, among, watch=watch)
    chosen = strategy(by)
    return Advice(chosen, chosen.suggest(belief, count, among), late=False)


def suggest_at_once(
    setup: Setup, belief: Belief, *, count: int, words: int, by: str | None = None, opener: str | None = None
) -> Suggestions:
    """Suggest guesses without exact search: a first answer, while the exact one is on its way. A won game has none."""
    play: Strategy = strategy() if by is None else strategy(by)
    limit = setup.limit(belief.game)
    if by is None:
        play = Within(play, limit)
    among = None if opener is None or belief.clues else [opener]
    found = [] if belief.won else play.suggest(belief, count, among)
    if len(belief) == 1:  # to guess it takes one guess, whatever the strategy says
        found = [replace(each, expected=1.0) for each in found]
    return _told(belief, Advice(play, found, late=False), limit, words, by is not None, partial=True)


def _told(
    belief: Belief, advice: Advice, limit: int, words: int | None, chosen: bool, partial: bool = False
) -> Suggestions:
    """What is known and advised, as plain data; `partial` lists some of the secrets where they are too many."""
    game = belief.game
    many = len(belief) if words is None else words
    listing = partial or len(belief) <= many
    return Suggestions(
        label=game.label,
        title=str(game),
        hard=belief.hard,
        turn=len(belief.clues) + 1,
        max_guesses=limit,
        clues=tuple(game.seen(*clue) for clue in belief.clues),
        remaining=len(belief),
        bits=belief.entropy,
        won=belief.won,
        secrets=tuple(Secret(*each) for each in belief.ranked[:many]) if listing else None,
        strategy=advice.strategy.name,
        why=why(advice, chosen),
        proved=advice.proved,
        late=advice.late,
        estimates=advice.proved or isinstance(advice.strategy, Lookahead) or advice.strategy.name in ESTIMATORS,
        sharpens=worth_proving(belief),
        suggestions=tuple(each for each in advice.suggestions if each.bits or each.hit or not partial),
    )


def why(advice: Advice, chosen: bool) -> str:
    """Say what the guesses are best by; `chosen` says that the player has chosen the strategy."""
    play = advice.strategy
    late = "Likeliest to finish in time. " if advice.late else ""
    if not advice.proved:
        lead = "Best by" if chosen else "Not proved, for that takes longer than a second; best by"
        return f"{late}{lead} {play.name}: {lowered(play.summary)}"
    estimated = any(each.expected is None for each in advice.suggestions)
    return f"{late}Proved: expected guesses, this one included, with perfect play" + ("; ~ is estimated" * estimated)


def why_in_brief(advice: Advice, by: str | None) -> str:
    """Say in fewer words what the guesses are best by; `by` is the strategy that the player has named, if any."""
    play = advice.strategy
    late = "; likeliest to finish in time" if advice.late else ""
    if advice.proved:
        return f"Proved: guesses still needed on average, with perfect play{late}"
    if by is None:
        return f"Estimated by {play.name}: guesses still needed on average{late}"
    return f"By {by}: {lowered(play.summary).removesuffix('.')}{late}"

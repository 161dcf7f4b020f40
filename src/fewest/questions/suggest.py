"""Suggest the next guess."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from fewest.belief import MAX_LISTED, Belief
from fewest.checks import checked
from fewest.errors import FewestError, NoGuessLeftError
from fewest.games.game import Feedback
from fewest.questions.lists import Secret, likely_first
from fewest.results import Block, Result, line, table
from fewest.results.prose import came_before, fitting, in_time, lowered, percent, within
from fewest.scorers import SCORERS
from fewest.setup import Setup
from fewest.strategies import (
    DEFAULT_PREFERENCE,
    Advice,
    AdviceOptions,
    Suggestion,
    WordPreference,
    advise,
    strategy,
    worth_proving,
)
from fewest.strategies.advice import EXACT_SECONDS, worth_valuing
from fewest.trees.tree import Openers, Opening
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class Suggestions(Result, rows="suggestions"):
    """A position and the best guesses."""

    label: str
    """The game and its edition."""
    title: str
    """The game and the prior, for people: the list with its sizes, and how likely each secret is."""
    noun: str
    """What a secret is called."""
    hard: bool
    turn: int
    """The number of the next guess, from 1."""
    max_guesses: int
    clues: tuple[Feedback, ...]
    remaining: int
    """The number of possible secrets."""
    likely: int
    """The number of likely secrets: at least a tenth as likely as the likeliest."""
    bits: float
    """Bits of uncertainty."""
    won: bool
    """Whether the secret is found."""
    secrets: tuple[Secret, ...]
    """The possible secrets, likeliest first, up to a maximum."""
    strategy: str
    """The strategy that ranks the guesses."""
    why: str
    """A sentence that explains the ranking."""
    proved: bool
    """Whether the first guess is proved optimal; if `known_words` is given, among those words."""
    exact: bool
    """Whether the expected guesses of the first guess are exact; it may be a common word within the margin."""
    tolerance: float
    """The largest error of exact values, in guesses: 0 unless the weights have too many digits to add up exactly."""
    margin: float
    """The margin: a common word comes first if it needs at most this many guesses more than the best."""
    known_words: int | None
    """Suggest only this many of the most frequent words, besides likely secrets; null for all."""
    few_guesses_left: bool
    """Whether only the guesses with the best chance to finish in time are considered."""
    streak: bool
    """Whether the chance to find the secret within the guess limit comes before the number of guesses."""
    in_time: float | None
    """The chance to find the secret within the guess limit, with perfect play after the first guess; null if unknown or
    not requested."""
    estimates: bool
    """Whether scores estimate the number of guesses."""
    can_improve: bool
    """Whether exact search can improve the result: find the best guess, or the values of the others if it is known."""
    suggestions: tuple[Suggestion, ...]
    """The suggested guesses, best first; a common word may come before the best."""
    best: Suggestion | None
    """The best guess if a common word comes before it, else null."""
    past: dict[str, str]
    """The past answers among the words above, with the date when each was last used; empty if the date is not known."""
    without_past: Suggestion | None
    """Before the first clue, the proved first guess of the game without past answers; null if no past answers are
    given, or nothing is proved."""

    def blocks(self, everything: bool = False) -> Iterator[Block]:
        """The clues, the likely secrets or all that fit, and the best guesses."""
        for clue in self.clues:
            yield clue.tiles(both=True)
        fit = fitting(self.remaining, self.likely, self.noun)
        hard = ", hard mode" if self.hard else ""
        yield line(f"Guess {self.turn} of {self.max_guesses}{hard}: {fit} ({self.bits:.2f} bits), {self.title}")
        yield from likely_first(self.secrets, self.likely, self.remaining, "--list shows all", everything)
        yield line()
        yield line(self.why, "dim")
        heads = ("guess", "expected" if self.exact else "score", "bits", "hit", "parts", "worst part")
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
        yield from self._came_before()

    def brief(self) -> Iterator[Block]:
        """The best guesses only, with fewer columns."""
        head = "expected" if self.exact else "estimate" if self.estimates else "score"
        rows = [(each.guess, self._score(each, 3), f"{each.bits:.2f}", percent(each.hit)) for each in self.suggestions]
        yield line(self.why, "dim")
        yield table(("guess", head, "bits", "hit"), rows)
        yield from self._came_before()

    def _came_before(self) -> Iterator[Block]:
        """The past answers among the guesses and the shown secrets."""
        count = self.remaining if self.remaining <= MAX_LISTED else self.likely
        shown = {*(secret.word for secret in self.secrets[:count]), *(each.guess for each in self.suggestions)}
        past = {word: day for word, day in self.past.items() if word in shown}
        if past:
            yield line(came_before(past), "dim")

    def _score(self, each: Suggestion, digits: int) -> str:
        """Format a score; ~ marks an estimate among exact values."""
        return f"{'~' if self.exact and each.expected is None else ''}{each.score:.{digits}f}"

    def __repr__(self) -> str:
        best = self.suggestions[0].guess if self.suggestions else "nothing"
        return f"<Suggestions: {best}, {'proved' if self.proved else 'by ' + self.strategy}, {self.remaining:,} left>"


@checked
def suggest(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    count: int = 10,
    by: str | None = None,
    opener: Openers = None,
    words: int | None = MAX_LISTED,
    partial: bool = False,
    replies: str | None = None,
    seconds: float = EXACT_SECONDS,
    belief: Belief | None = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> Suggestions:
    """Suggest the best next guesses by a strategy, or by `advise` with a budget of exact search.

    The `words` likeliest secrets are listed. `partial` also accepts a game that is over, and leaves out useless
    guesses. `replies` is the style of the replies in clues, see `Game.reply_as`. `belief` must be that of the setup;
    giving it saves time. `preference` works only with `advise`.
    """
    if count < 1:
        raise FewestError(f"Ask for at least one suggestion, not {count:,}.")
    if words is not None and words < 0:
        raise FewestError(f"The number of listed secrets must be 0 or more, not {words:,}.")
    belief = setup.belief() if belief is None else belief
    game, turn = belief.game, len(belief.clues) + 1
    limit = setup.limit(game)
    game.require_style(replies)
    is_over = belief.won or turn > limit
    if belief.won and not partial:
        raise FewestError(f"The game is won: {belief.words[0]!r} is the secret.")
    if is_over and not partial:
        raise NoGuessLeftError(limit)
    opening = Opening(game, opener)
    if opener and turn > len(opening.guesses):
        raise FewestError(f"--opener sets the first guesses, but this is guess {turn}; leave it out.")
    fixed = opening.guess(belief)
    options = AdviceOptions(limit, count, _only(fixed), 0 if is_over else seconds, preference)
    advice = _advice(belief, options, by, watch)
    if not advice.suggestions:
        raise FewestError(f"The strategy {advice.strategy.name} never guesses {fixed!r} here; leave --opener out.")
    if partial:
        advice = replace(advice, suggestions=_certain(belief, advice.suggestions))
    return _suggestions(setup, belief, advice, by, words, partial, replies)


def _certain(belief: Belief, suggestions: list[Suggestion]) -> list[Suggestion]:
    """Suggest nothing after the win, and give a single secret left its exact value of 1."""
    if belief.won:
        return []
    return [replace(each, expected=1.0) for each in suggestions] if len(belief) == 1 else suggestions


def propose(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    belief: Belief,
    count: int,
    by: str | None = None,
    fixed: str | None = None,
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> Suggestions:
    """Suggest useful guesses, or a fixed guess; nothing if the strategy does not rank it.

    `belief` is the current position; hard mode may have been switched since the start.
    """
    limit = setup.limit(belief.game)
    advice = _advice(belief, AdviceOptions(limit, count, _only(fixed), preference=preference), by, watch)
    useful = [each for each in advice.suggestions if each.hit or each.bits] or advice.suggestions[:1]
    return _suggestions(setup, belief, replace(advice, suggestions=useful), by, 0, False, None)


def _only(fixed: str | None) -> list[str] | None:
    """The guesses to choose from: the fixed one, if there is one."""
    return None if fixed is None else [fixed]


def _advice(belief: Belief, options: AdviceOptions, by: str | None, watch: Watch = UNWATCHED) -> Advice:
    """The best guesses by a strategy, or by `advise`."""
    if by is None:
        return advise(belief, options, watch)
    require_no_preference(by, options.preference)
    chosen = strategy(by)
    return Advice(chosen, chosen.suggest(belief, options.count, options.among), few_guesses_left=False)


def require_no_preference(by: str, preference: WordPreference) -> None:
    """Raise an error for a preference together with a strategy, which has its own ranking."""
    if preference.is_chosen or preference.streak:
        raise FewestError(
            f"--margin, --known-words and --streak cannot be combined with --strategy {by}; "
            "leave out --strategy or the others."
        )


def _suggestions(
    setup: Setup, belief: Belief, advice: Advice, by: str | None, words: int | None, partial: bool, replies: str | None
) -> Suggestions:
    """Make the result; `words`, `partial` and `replies` are as in `suggest`."""
    game = belief.game
    secrets = tuple(Secret(*ranked) for ranked in [*belief][:words])
    guesses = tuple(each for each in advice.suggestions if each.bits or each.hit or not partial)
    named = dict.fromkeys((*(each.guess for each in guesses), *(secret.word for secret in secrets)))
    without_past = _without_past(setup, belief, advice.preference)
    return Suggestions(
        label=game.label,
        title=setup.title(game),
        noun=game.noun,
        hard=belief.in_hard_mode,
        turn=len(belief.clues) + 1,
        max_guesses=setup.limit(game),
        clues=tuple(game.seen(*clue, replies) for clue in belief.clues),
        remaining=len(belief),
        likely=belief.likely,
        bits=belief.entropy,
        won=belief.won,
        secrets=secrets,
        strategy=advice.strategy.name,
        why=_why(advice, by is not None, game.noun) + ("" if advice.exact else _proved_without(without_past)),
        proved=advice.proved,
        exact=advice.exact,
        tolerance=advice.tolerance,
        margin=advice.preference.margin or 0.0,
        known_words=advice.preference.known_words,
        few_guesses_left=advice.few_guesses_left,
        streak=advice.preference.streak,
        in_time=advice.in_time,
        estimates=advice.exact or _estimates(advice.strategy.name),
        can_improve=(worth_valuing if advice.exact else worth_proving)(belief),
        suggestions=guesses,
        best=advice.best,
        past=setup.came(game, named),
        without_past=without_past,
    )


def _without_past(setup: Setup, belief: Belief, preference: WordPreference) -> Suggestion | None:
    """The first guess by shipped values, which exist only without past answers."""
    if setup.past is None or belief.clues:
        return None
    start = replace(setup, past=None, past_weight=None).belief(belief.game)
    advice = advise(start, AdviceOptions(setup.limit(belief.game), 1, seconds=0, preference=preference))
    return advice.suggestions[0] if advice.exact else None


def _proved_without(first: Suggestion | None) -> str:
    """A sentence about the proved first guess without past answers, if it is known."""
    return "" if first is None else f" Without past answers: {first.guess}, {first.expected:.3f} (proved)."


def _estimates(strategy: str) -> bool:
    """Whether the scores of a built-in strategy estimate the number of guesses."""
    return strategy == "lookahead" or (strategy in SCORERS and SCORERS[strategy].estimates)


def _why(advice: Advice, chosen: bool, noun: str) -> str:
    """Explain the ranking; `chosen` means that the user chose the strategy."""
    lead_in = "Likeliest to finish in time. " if advice.few_guesses_left else ""
    if advice.in_time is not None:
        lead_in = f"Safest for a streak: {in_time(advice.in_time, noun)}. "
    elif advice.preference.streak:
        lead_in += "Finding the safest guess takes too long here, so this is the usual advice. "
    count, common = advice.preference.known_words, _common(advice)
    among = "" if count is None else f" among the {count:,} most frequent words and the likely secrets"
    if not advice.exact:
        summary = lowered(advice.strategy.summary).removesuffix(".")
        return f"{lead_in}{'Best' if chosen else 'Estimated'} by {advice.strategy.name}{among}: {summary}{common}."
    lead = "Proved" + (f" {within(advice.tolerance)}" if advice.tolerance else "")
    some = any(each.expected is None for each in advice.suggestions)
    estimated = "; ~ marks estimates" if some else ""
    return f"{lead_in}{lead}{among}: guesses needed on average with perfect play, counting this one{estimated}{common}"


def _common(advice: Advice) -> str:
    """Say that a common word comes before the best guess, unless both have the same rounded value."""
    if advice.best is None or f"{advice.best.score:.4f}" == f"{advice.suggestions[0].score:.4f}":
        return ""
    value = advice.best.score if advice.best.expected is None else advice.best.expected
    within = f"common words within {advice.preference.margin:g} of it come first"
    return f". Best of all: {advice.best.guess}, {value:.4f}; {within}"

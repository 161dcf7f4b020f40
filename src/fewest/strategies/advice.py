"""The rule for advice to players, shared by every command and the page so that they agree.

1. With at most two guesses left, only the guesses with the best chance to finish in time are considered
   (`guess_limit.py`). For a safe streak that chance comes first from the start, wherever exact search can compute it
   (`_Adviser.keep_streak`).
2. The first guess comes from the shipped table of openers and the second from the shipped book, if they know the best.
3. Small positions are searched exactly. The budget is work, not time, so that every machine gives the same answer. Once
   the best guess is known, larger positions too are searched for the values of other guesses.
4. Otherwise the default strategy decides.
5. A word that people know goes before a rarer one that is better by at most the margin; among equally good guesses the
   most common word goes first.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from fewest._core import Stopped, StopToken
from fewest.belief import Belief, are_among
from fewest.errors import FewestError, TooDeepError
from fewest.games.game import Game, Indices
from fewest.search.proof import Valued
from fewest.search.prover import OptimalPlay, Prover, search_order
from fewest.search.shipped_values import known_start, known_values
from fewest.splits import Scores, Split
from fewest.strategies.greedy import TIE_TOLERANCE, default_strategy
from fewest.strategies.guess_limit import (
    CHANCE_TOLERANCE,
    FINISH_SLACK,
    LATE_GUESSES,
    chances_to_finish,
    has_few_guesses_left,
    likeliest_to_finish,
)
from fewest.strategies.optimal import SMALL_POSITION_SECRETS, Optimal, best, describe, value_in_turn
from fewest.strategies.protocol import Strategy, Suggestion, suggestion
from fewest.trees.tree import grow
from fewest.watch import UNWATCHED, Watch

WORK_PER_SECOND = 3e8
"""The work of exact search that one core of 2.8 GHz does in about a second."""

EXACT_SECONDS = 1.0
"""The budget of the search for the best guess, in units of WORK_PER_SECOND. The search for a more common
word that is as good and the search for alternatives each get this budget once more."""

MAX_HARD_MODE_PAIRS = 50_000_000
"""In hard mode, the largest table of allowed pairs of guesses that exact search builds."""

MAX_VALUED_SECRETS = 4_000
"""Up to this many secrets, a given guess is valued exactly, since its parts are far smaller than the position. That
covers nearly all positions of today's game after one clue, and takes 0.1 to 1.6 seconds (bench/value_times.py)."""

MAX_CANDIDATES = 300
"""How many guesses, in the order of the default strategy, are searched for alternatives to the best."""

COMMON_WORDS = 4_000
"""A word is common if it is one of this many most frequent words and an answer of the list. Nine of ten answers of real
games are."""

DEFAULT_MARGIN = 0.02
"""The default of `WordPreference.margin`."""


@dataclass(frozen=True)
class WordPreference:
    """Which guesses a person prefers."""

    margin: float | None = None
    """How many more guesses on average than the best guess a common word may take; None for the default."""
    known_words: int | None = None
    """Suggest only this many of the most frequent words, and likely secrets."""
    streak: bool = False
    """Whether the chance to find the secret within the guess limit comes before the number of guesses."""

    def __post_init__(self) -> None:
        """Check the numbers."""
        if self.margin is not None and not 0 <= self.margin < math.inf:
            raise FewestError(f"The margin must be 0 guesses or more, such as 0.01, not {self.margin}.")
        if self.known_words is not None and self.known_words < 1:
            raise FewestError(f"--known-words must be 1 or more, not {self.known_words}.")

    @property
    def is_chosen(self) -> bool:
        """Whether the person asked for common words, rather than for the default or the best guess."""
        return bool(self.margin) or self.known_words is not None

    def margin_in(self, game: Game) -> float:
        """The margin in a game: 0 if it has no common words."""
        if game.frequency_places is None:
            return 0.0
        return DEFAULT_MARGIN if self.margin is None else self.margin

    def check(self, game: Game) -> None:
        """Refuse a choice in a game without common words."""
        if self.is_chosen and game.frequency_places is None:
            words = f"No word of {game.label} has a known frequency" if game.has_words else f"{game.name} has no words"
            raise FewestError(f"{words}; leave --margin and --known-words out.")

    def guesses(self, belief: Belief) -> list[str] | None:
        """The guesses to choose from: the most frequent words and the likely secrets; None for all."""
        if self.known_words is None or belief.game.frequency_places is None:
            return None
        known = known_words(belief, self.known_words)
        columns = np.flatnonzero(known) if belief.allowed is None else belief.allowed[known[belief.allowed]]
        return [belief.game.guesses[column] for column in columns.tolist()]


NO_PREFERENCE = WordPreference(margin=0.0)
"""The best guess first, even a rare word; among equally good guesses, the most common."""

DEFAULT_PREFERENCE = WordPreference()
"""The default for players: a common word first if it is almost as good as the best guess."""


def known_words(belief: Belief, count: int | None = None) -> NDArray[np.bool_]:
    """Whether each guess of the game is a known word: common (or one of the `count` most frequent), or a likely secret.

    All are in games without word frequencies.
    """
    game = belief.game
    if game.frequency_places is None:
        return np.ones(len(game.guesses), np.bool_)
    known: NDArray[np.bool_] = game.frequency_places < (COMMON_WORDS if count is None else count)
    if count is None:
        curated = np.zeros(len(game.guesses), np.bool_)
        curated[game.answer_guesses] = True  # leave out plurals, names and vulgar words
        known &= curated
    known[game.secret_guesses[belief.secrets[belief.are_likely]]] = True
    return known


@dataclass(frozen=True)
class Advice:
    """Suggestions for a position, best first."""

    strategy: Strategy
    """The strategy that ranked the first suggestion."""
    suggestions: list[Suggestion]
    few_guesses_left: bool
    """Whether only the guesses with the best chance to finish in time are considered."""
    preference: WordPreference = NO_PREFERENCE
    """The preference for words that was applied, with the margin of the game."""
    best: Suggestion | None = None
    """The best known guess, if a common word within the margin goes before it."""
    in_time: float | None = None
    """The chance to find the secret within the guess limit, if you asked for a safe streak and the chance is known."""

    @property
    def exact(self) -> bool:
        """Whether the expected guesses of the first suggestion are exact."""
        return bool(self.suggestions) and self.suggestions[0].expected is not None

    @property
    def tolerance(self) -> float:
        """The largest possible error of the values, in guesses; 0 unless weights had to be rounded."""
        return max((suggested.tolerance for suggested in self.suggestions), default=0.0)

    @property
    def proved(self) -> bool:
        """Whether the first suggestion is proved optimal among the guesses considered.

        For a safe streak this means that no guess has a better chance to finish in time, and none has the same chance
        with fewer guesses.
        """
        return self.exact and self.best is None


@dataclass(frozen=True)
class AdviceOptions:
    """Options of `advise`."""

    max_guesses: int
    """The guess limit, counting the clues."""
    count: int = 10
    """How many guesses to suggest."""
    among: Sequence[str] | None = None
    """The guesses to choose from; None for all."""
    seconds: float = EXACT_SECONDS
    """The budget of exact search, in units of WORK_PER_SECOND."""
    preference: WordPreference = NO_PREFERENCE


def advise(
    belief: Belief,
    options: AdviceOptions,
    watch: Watch = UNWATCHED,
    prover: Prover | None = None,
    scored: tuple[Split, Scores] | None = None,
) -> Advice:
    """Suggest guesses, best first.

    `prover` must cover this belief, and `scored` must be the scores of the default strategy; both only save time.
    """
    options.preference.check(belief.game)
    margin = options.preference.margin_in(belief.game)
    options = replace(options, preference=replace(options.preference, margin=margin))
    default = default_strategy()
    few_guesses_left = options.among is None and has_few_guesses_left(belief, options.max_guesses)
    keeps_streak = options.preference.streak and worth_proving(belief, options.seconds)
    if (
        options.among is None
        and scored is None
        and options.preference.known_words is None
        and not few_guesses_left | keeps_streak
    ):
        start = _known_start(belief, options)
        if start is not None:
            return start
    among = _to_choose_from(belief, options)
    left = options.max_guesses - len(belief.clues)
    if few_guesses_left:
        among = likeliest_to_finish(belief, left, among, 0.0 if options.preference.streak else FINISH_SLACK)
    whole, scores = scored or default.scorer.scores(belief)
    adviser = _Adviser(belief, replace(options, among=among), watch, few_guesses_left, whole, scores)
    if keeps_streak and left > LATE_GUESSES:
        return adviser.keep_streak(left) or adviser.advise(prover)
    advice = adviser.advise(prover)
    return replace(advice, in_time=adviser.late_chance(advice, left)) if options.preference.streak else advice


def _known_start(belief: Belief, options: AdviceOptions) -> Advice | None:
    """Advice for the first guess from shipped values, without a split; None if too few openers are known."""
    start = known_start(belief)
    if start is None or not start.values:
        return None
    values, facts, least = start.values, start.facts, start.values[0]
    margin = options.preference.margin_in(belief.game)
    is_enough = len(values) >= options.count and values[-1].cost > least.cost_within(margin)
    if not (is_enough or start.is_all):
        return None
    first = _known_words_first(belief, values, least, margin)[: options.count]
    suggestions = [Suggestion(value.guess, value.mean, *facts[value.guess], value.mean) for value in first]
    best_known = Suggestion(least.guess, least.mean, *facts[least.guess], least.mean)
    is_best = first[0].cost == least.cost
    return Advice(Optimal(), suggestions, False, options.preference, None if is_best else best_known)


def _known_words_first(belief: Belief, values: Sequence[Valued], least: Valued, margin: float) -> list[Valued]:
    """Sort exact values, best first, but with known words within the margin of `least` before all others.

    Among equally good guesses, the most common word goes first.
    """
    game, places = belief.game, belief.game.frequency_places
    if places is None:
        return sorted(values, key=lambda value: value.cost)  # stable
    known, within = known_words(belief), least.cost_within(margin)

    def key(value: Valued) -> tuple[bool, int, int]:
        column = game.guess_index[value.guess]
        goes_first = value.cost <= within and (margin == 0 or bool(known[column]))
        return not goes_first, value.cost, int(places[column])

    return sorted(values, key=key)


def _to_choose_from(belief: Belief, options: AdviceOptions) -> Sequence[str] | None:
    """The guesses to choose from; None for all. The last secret is guessed regardless of the preference."""
    among = options.among
    known = options.preference.guesses(belief) if len(belief) > 1 else None
    if known is None or among is None:
        return among if known is None else known
    both = [guess for guess in among if guess in {*known}]
    if not both:
        raise FewestError(
            f"{among[0]!r} is not among the {options.preference.known_words:,} most frequent words; "
            "raise --known-words."
        )
    return both


@dataclass(frozen=True)
class _Adviser:
    """One call of `advise`: the position, the options, and the scores of the default strategy for every guess."""

    belief: Belief
    options: AdviceOptions
    watch: Watch
    few_guesses_left: bool
    whole: Split
    scores: Scores

    def advise(self, prover: Prover | None) -> Advice:
        """Suggest the guesses with exact values, and then those with estimates."""
        belief, options, count = self.belief, self.options, self.options.count
        margin = options.preference.margin_in(belief.game)
        values = known_values(belief, count, options.among, self.whole, margin)
        searches = (worth_valuing if values else worth_proving)(belief, options.seconds)
        candidates = max(MAX_CANDIDATES, count) if searches else count
        ranked = default_strategy().rank(belief, (self.whole, self.scores), candidates, options.among)
        if values:
            values = _known_words_first(belief, values, min(values, key=lambda value: value.cost), margin)
        is_book = bool(values and belief.clues)
        if searches and (len(values) < count or (is_book and margin not in (0, DEFAULT_MARGIN))):
            prover = prover or Prover(belief, stop=self.watch.stop, rounds=True)
            # the book has the preferred word for the default margin
            prefers = not values or margin not in (0, DEFAULT_MARGIN)
            values = self._prove(prover, values, ranked, prefers)
        return self._exact(values, ranked, prover.tolerance if prover else 0.0) if values else self._estimated(ranked)

    def keep_streak(self, left: int) -> Advice | None:
        """Suggest guesses with the best chance to find the secret within the guesses left, then the fewest guesses.

        None if the budget is too small to find them.
        """
        belief, options, stop = self.belief, self.options, self.watch.stop
        ranked = default_strategy().rank(
            belief, (self.whole, self.scores), max(MAX_CANDIDATES, options.count), options.among
        )
        try:
            if options.among is None:
                prover = Prover(belief, max_guesses=left, stop=stop, rounds=True)
                cost, guess = prover.best(belief, stop=self._budget())
                if guess is not None:  # every secret can be found in time
                    values = [Valued(cost, prover.mean(cost, belief), guess)]
                    values = self._prove(prover, values, ranked, prefers=True)
                    return replace(self._exact(values, ranked, prover.tolerance), in_time=1.0)
            return self._miss_least(left, ranked)
        except (Stopped, TooDeepError):
            self.watch.check()
            return None

    def late_chance(self, advice: Advice, left: int) -> float | None:
        """The chance of the first suggestion to find the secret in time; None if that would take a search."""
        belief = self.belief
        if len(belief) == 1:
            return float(left > 0)
        if not (advice.suggestions and has_few_guesses_left(belief, self.options.max_guesses)):
            return None
        place = int(np.searchsorted(self.whole.guesses, belief.find_guess(advice.suggestions[0].guess)))
        return min(1.0, float(chances_to_finish(belief, left)[place]))

    def _miss_least(self, left: int, ranked: Sequence[Suggestion]) -> Advice | None:
        """Suggest the guess with the best chance to finish in time, where not every secret can be found in time.

        The search may round weights, so the play that it finds is valued again with the exact weights.
        """
        belief, options, stop = self.belief, self.options, self._budget()
        prover = Prover(belief, stop=self.watch.stop, target=left, rounds=True)
        if options.among is None:
            cost, guess = prover.best(belief, stop=stop)
            values = [] if guess is None else [Valued(cost, prover.mean(cost, belief), guess)]
        else:
            values = value_in_turn(prover, belief, self.whole, options.among, 1, stop)
        if not values:
            return None
        least, common = self._most_common(prover, values[0])
        (mean, in_time), (mean_of_common, in_time_of_common) = (
            self._play(prover, each, left) for each in (least, common)
        )
        if in_time_of_common < in_time * (1 - CHANCE_TOLERANCE):  # by the exact weights
            common, mean_of_common = least, mean
        first, best = describe(
            belief, [Valued(0, mean_of_common, common.guess), Valued(0, mean, least.guess)], self.whole
        )
        best_known = best if best.guess != first.guess else None
        exact = [first] if best_known is None else [first, best]
        suggestions = [*exact, *self._calibrated(best, exact, ranked)][: options.count]
        return Advice(Optimal(), suggestions, self.few_guesses_left, options.preference, best_known, in_time=in_time)

    def _play(self, prover: Prover, first: Valued, left: int) -> tuple[float, float]:
        """The mean of the best play after a guess, and its chance to find the secret within the guesses left."""
        belief = self.belief
        depths = grow(OptimalPlay(prover, self._budget()), belief, first.guess).depths()
        taken = np.array([depths[belief.game.secrets[secret]] for secret in belief.secrets])
        is_in_time = taken <= left
        in_time = 1.0 if is_in_time.all() else min(1.0, float(belief.secret_chances @ is_in_time))
        return float(belief.secret_chances @ taken), in_time

    def _most_common(self, prover: Prover, least: Valued) -> tuple[Valued, Valued]:
        """The most common word that is as good as the best, and the known word within the margin that goes first."""
        belief, among, margin = self.belief, self.options.among, self.options.preference.margin_in(self.belief.game)
        tied = preferred(prover, belief, least, self.whole, among, 0.0, self._budget())
        if margin == 0:
            return tied, tied
        return tied, preferred(prover, belief, tied, self.whole, among, margin, self._budget())

    def _exact(self, values: Sequence[Valued], ranked: Sequence[Suggestion], tolerance: float) -> Advice:
        """Make advice from exact values, followed by estimates."""
        belief, options, count = self.belief, self.options, self.options.count
        margin = options.preference.margin_in(belief.game)
        least = min(values, key=lambda value: value.cost)
        rest = _known_words_first(belief, values[1:], least, margin)
        ordered = [values[0], *rest]  # so that the first guess does not depend on the count
        exact = describe(belief, ordered, self.whole, tolerance)
        best_known = exact[ordered.index(least)] if ordered[0].cost > least.cost else None
        estimated = self._calibrated(best_known or exact[0], exact, ranked)
        return Advice(Optimal(), [*exact, *estimated][:count], self.few_guesses_left, options.preference, best_known)

    def _prove(
        self, prover: Prover, known: Sequence[Valued], ranked: Sequence[Suggestion], prefers: bool
    ) -> list[Valued]:
        """The best guess and then others, with exact values; empty if the budget is too small and none is known.

        With `prefers`, look for common words that are as good or within the margin, and put them first.
        """
        belief, options = self.belief, self.options
        values = [*known]
        try:
            if not values:
                is_small = options.among is None and len(belief) <= SMALL_POSITION_SECRETS
                values = [best(prover, belief, self._budget())] if is_small else self._value(prover, options.among, 1)
            if prefers:
                least = min(values, key=lambda value: value.cost)
                tied, common = self._most_common(prover, least)
                self.watch.check()
                values = [*dict.fromkeys((common, tied, *values))]
            valued = {value.guess for value in values}
            others = [suggested.guess for suggested in ranked if suggested.guess not in valued]
            if len(values) < options.count and others:
                values += self._value(prover, others, options.count - len(values))
        except (Stopped, TooDeepError):
            self.watch.check()  # raises if the caller stopped the search, rather than the budget
        return values

    def _budget(self) -> StopToken:
        """The stop token of one search: it ends after the work of the budget."""
        return work_token(self.watch, self.options.seconds)

    def _value(self, prover: Prover, among: Sequence[str] | None, count: int) -> list[Valued]:
        """The best guesses with their exact values; `among` limits the choice."""
        return value_in_turn(prover, self.belief, self.whole, among, count, self._budget())

    def _calibrated(
        self, first: Suggestion, exact: Sequence[Suggestion], ranked: Sequence[Suggestion]
    ) -> list[Suggestion]:
        """The guesses without an exact value; their estimates are shifted by the error of the best guess's estimate."""
        place = int(np.searchsorted(self.whole.guesses, self.belief.find_guess(first.guess)))
        moved = first.score - float(self.scores[place])
        known = {suggested.guess for suggested in exact}
        return [
            replace(suggested, score=max(first.score, suggested.score + moved))
            for suggested in ranked
            if suggested.guess not in known
        ]

    def _estimated(self, ranked: list[Suggestion]) -> Advice:
        """Make advice from the estimates of the default strategy."""
        belief, whole, scores, count = self.belief, self.whole, self.scores, self.options.count
        advice = Advice(default_strategy(), ranked[:count], self.few_guesses_left, self.options.preference)
        if len(belief) == 1:  # the last secret takes exactly one guess
            only = [replace(each, expected=1.0) if each.hit == 1 else each for each in ranked]
            return replace(advice, suggestions=only[:count])
        places = belief.game.frequency_places
        if places is None or not ranked:
            return advice
        first = ranked[0]
        margin = self.options.preference.margin_in(belief.game)
        useful = (whole.parts > 1) & are_among(belief, whole.guesses, self.options.among)
        near = useful & (scores <= first.score + TIE_TOLERANCE)
        known_near = useful & (scores <= first.score + margin) & known_words(belief)[whole.guesses]
        columns = np.flatnonzero(known_near if margin > TIE_TOLERANCE and known_near.any() else near)
        tied = np.round(scores[columns] / TIE_TOLERANCE)
        columns = columns[np.lexsort((places[whole.guesses[columns]], tied))][:count]
        common = [suggestion(belief, whole, column, float(scores[column])) for column in columns]
        known = {suggested.guess for suggested in common}
        rest = [suggested for suggested in ranked if suggested.guess not in known]
        best_known = first if common and common[0].score > first.score + TIE_TOLERANCE else None
        return replace(advice, suggestions=[*common, *rest][:count], best=best_known)


def preferred(
    prover: Prover,
    belief: Belief,
    first: Valued,
    whole: Split,
    among: Sequence[str] | None = None,
    margin: float = 0.0,
    stop: StopToken | None = None,
) -> Valued:
    """The guess to prefer to the best guess, `first`.

    If `first` is a rare word: the best known word within the margin, if there is one. Otherwise the most common word
    that is as good as `first`. If the search is stopped, the best found so far.
    """
    places: Indices | None = belief.game.frequency_places
    if places is None:
        return first
    useful = (whole.parts > 1) & are_among(belief, whole.guesses, among)
    lower = prover.least_costs(belief, whole) + prover.penalty * prover.missed_and_total(first.cost)[0]
    known = known_words(belief)
    most = prover.cost_within(first.cost, belief, margin)
    if margin > 0 and not known[belief.find_guess(first.guess)]:
        near = useful & known[whole.guesses] & (lower <= most)
        names = [belief.game.guesses[column] for column in whole.guesses[near].tolist()]
        order = search_order(prover, belief, whole, names)
        found = _cheapest(prover, belief, whole.guesses[order], most, stop)
        if found is not None:
            return found
    fits = useful & (lower <= first.cost) & (places[whole.guesses] < places[belief.find_guess(first.guess)])
    columns = whole.guesses[fits]
    common = columns[np.argsort(places[columns])]
    return _cheapest(prover, belief, common, first.cost, stop, least=first.cost) or first


def _cheapest(
    prover: Prover, belief: Belief, columns: Indices, most: int, stop: StopToken | None, least: int = 0
) -> Valued | None:
    """The cheapest of some guesses, with a cost up to `most`; of equally cheap ones, the most common word.

    None if all cost more. Stops at the first that costs at most `least`.
    """
    places = belief.game.frequency_places
    assert places is not None
    found: Valued | None = None
    bound = most + 1
    try:
        for column in columns.tolist():
            guess = belief.game.guesses[column]
            is_more_common = found is not None and places[column] < places[belief.game.guess_index[found.guess]]
            cost = prover.cost_of_guess(guess, belief, bound + is_more_common, stop=stop)
            if cost < bound + is_more_common:
                found, bound = Valued(cost, prover.mean(cost, belief), guess), cost
            if bound <= least:
                break
    except (Stopped, TooDeepError):
        pass
    return found


def work_token(watch: Watch, seconds: float) -> StopToken:
    """A token that stops a search after the work of these seconds (see WORK_PER_SECOND), or with the watch."""
    return StopToken(watch.stop, work=seconds * WORK_PER_SECOND)


def worth_proving(belief: Belief, seconds: float = EXACT_SECONDS) -> bool:
    """Whether a position is small enough to search for the best guess; the limit grows with the budget."""
    return len(belief) <= SMALL_POSITION_SECRETS * max(1.0, seconds) and _is_searchable(belief, seconds)


def worth_valuing(belief: Belief, seconds: float = EXACT_SECONDS) -> bool:
    """Whether a position is small enough to search for the exact values of given guesses."""
    most = max(MAX_VALUED_SECRETS, SMALL_POSITION_SECRETS * seconds)
    return len(belief) <= most and _is_searchable(belief, seconds)


def _is_searchable(belief: Belief, seconds: float) -> bool:
    """Whether there is anything to search, a budget for it, and room for the table of hard mode."""
    guesses = len(belief.game.guesses) if belief.allowed is None else len(belief.allowed)
    quick = not belief.hard or guesses**2 <= MAX_HARD_MODE_PAIRS * max(1.0, seconds)
    return seconds > 0 and len(belief) > 1 and quick and not belief.won


@dataclass(frozen=True)
class Advised:
    """Plays the first suggestion of `advise`."""

    max_guesses: int
    preference: WordPreference = NO_PREFERENCE
    name: str = "auto"

    def choose(self, belief: Belief) -> str:
        """Return the first suggestion."""
        options = AdviceOptions(self.max_guesses, count=1, preference=self.preference)
        return advise(belief, options).suggestions[0].guess

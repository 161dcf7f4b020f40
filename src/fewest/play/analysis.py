"""Analysis of a game: the value of each guess, and how much of the outcome was skill and how much luck.

Let v(H) be the expected guesses of optimal play from a belief H, and q(H, g) the same with the next guess g given. A
guess loses q - v >= 0 by lack of skill. Its reply leaves H', and gains q - (1 + v(H')) by luck. The sums telescope: the
guesses taken, plus those still expected, equal v at the start plus the losses minus the gains. That holds for estimates
of v and q too.

What is proved stays proved: where only one of the two values is known exactly, the other one is that and the estimated
difference, so that both are on one scale. The budget of a position is counted work, so a game always gets the
same marks. With at most two guesses left, the best guess is the one with the best chance to finish in time, and v is
its value. A guess with a lower chance loses at least the difference.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np

from fewest._core import Stopped, StopToken
from fewest.belief import Belief, Clue
from fewest.errors import FewestError, TooDeepError
from fewest.games.game import Feedback
from fewest.play.clues import share
from fewest.results import Block, Cell, Result, line, render, table
from fewest.results.prose import percent, pluralise, within
from fewest.scorers import DEFAULT, SCORERS
from fewest.search import Prover
from fewest.search.shipped_values import known_openers, known_values
from fewest.strategies.advice import (
    EXACT_SECONDS,
    NO_PREFERENCE,
    AdviceOptions,
    WordPreference,
    advise,
    work_token,
    worth_valuing,
)
from fewest.strategies.guess_limit import chances_to_finish
from fewest.strategies.protocol import Suggestion
from fewest.watch import UNWATCHED, Watch

PERFECT = 99
"""The best mark."""

TIE_TOLERANCE = 1e-6
"""Estimates that differ by no more are equal. Exact values are equal only if they are the same."""

LISTED_WORDS = 500
"""How many of the secrets left are listed."""

MAX_SECONDS = 86_400.0
"""The largest budget for a position: a day."""


@dataclass(frozen=True)
class Turn(Feedback):
    """One guess, and what it was worth."""

    before: int
    """How many secrets were possible before it."""
    after: int
    """How many were possible after its reply."""
    bits_before: float
    """Bits of uncertainty before it."""
    bits_after: float
    """Bits of uncertainty after its reply."""
    bits_expected: float
    """How many bits the reply would tell on average."""
    bits_got: float
    """How many it told."""
    hit: float
    """How likely the guess was to be the secret."""
    expected: float
    """Guesses needed on average, this one included, with perfect play after it."""
    best: str
    """A guess that no other beats; the guess itself, if it is one."""
    best_expected: float
    """Guesses needed on average with perfect play."""
    best_bits: float
    """How many bits the best guess would tell on average."""
    best_hit: float
    """How likely the best guess was to be the secret."""
    exact: bool
    """Whether the value of the guess is exact; else it is estimated."""
    best_exact: bool
    """Whether the value of the best guess is exact."""
    left: float
    """Guesses needed on average after the reply; 0 once the secret is found."""
    left_exact: bool
    """Whether that is exact."""
    percentile: float
    """How likely a reply was that leaves more to do, those that leave as much counted half."""
    size_expected: float
    """How many secrets were to be expected after the reply, on average."""
    noun: str
    """What a secret is called."""
    words_before: tuple[str, ...]
    """Secrets that were possible before it, likeliest first; at most as many as were asked for."""
    words_after: tuple[str, ...]
    """Those possible after its reply."""
    line: tuple[Feedback, ...]
    """How the solver would have gone on from here to the end, the best guess first, or the preferred one; empty if the
    secret is unknown."""
    preferred: str | None = None
    """The guess that is advised to whoever prefers common words, as `suggest` does; null if nobody does."""
    preferred_expected: float | None = None
    """Guesses needed on average with that one, and perfect play after it."""
    preferred_exact: bool = False
    """Whether that is exact."""
    lost: float = field(init=False)
    """How many guesses a better guess would have saved on average: `expected` less `best_expected`, both in hundredths,
    so that what is shown adds up."""
    gained: float = field(init=False)
    """How many guesses the reply saved compared with the average reply: `expected` less 1 and `left`, in hundredths
    too. Below 0 if it was an unlucky one."""
    perfect: bool = field(init=False)
    """Whether no other guess is better."""
    skill: int = field(init=False)
    """From 0, a guess for nothing, to 99, a guess that no other beats by a hundredth: what it lost, off 98."""
    luck: int = field(init=False)
    """From 0, the worst of many replies, to 99, the best of many; 50 is as usual."""
    why: str = field(init=False)
    """Why the best guess was better; empty if it was not, or by less than a hundredth of a guess."""
    skill_text: str = field(init=False)
    """The choice in a sentence."""
    luck_text: str = field(init=False)
    """The reply in a sentence."""

    def __post_init__(self) -> None:
        """Work out the marks."""
        lost = self.expected - self.best_expected
        perfect = lost <= 0
        is_tied = perfect or _cents(self.expected) == _cents(self.best_expected)
        made = {
            "lost": (_cents(self.expected) - _cents(self.best_expected)) / 100,
            "gained": (_cents(self.expected) - 100 - _cents(self.left)) / 100,
            "perfect": perfect,
            "skill": PERFECT if is_tied else round((PERFECT - 1) * max(0.0, 1 - lost)),
            "luck": round(PERFECT * self.percentile),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)
        object.__setattr__(self, "why", "" if is_tied else why(self))
        object.__setattr__(self, "skill_text", skill_text(self))
        object.__setattr__(self, "luck_text", luck_text(self))

    @property
    def sure(self) -> bool:
        """Whether what was lost is exact."""
        return self.exact and self.best_exact


@dataclass(frozen=True)
class Analysis(Result):
    """A game, guess by guess."""

    label: str
    """What was played."""
    title: str
    """The same for people, with its sizes."""
    name: str
    """The same for people, in a word or two."""
    hard: bool
    rule: str
    """Whether `any` guess would do, but for hard mode, or it had to be `consistent`, that is fit all clues."""
    max_guesses: int
    seconds: float = field(compare=False)
    """About how long the exact value of one position was allowed to take."""
    turns: tuple[Turn, ...]
    """What each guess was worth, in their order."""
    secret: str | None
    """What was looked for; null if that is not known."""
    note: str = ""
    """What is to be said about the whole game, such as which guess broke hard mode; mostly empty."""
    error: float = 0.0
    """Within how many guesses exact values hold: 0 unless the weights have too many digits to be added up."""
    solved: bool = field(init=False)
    """Whether the secret was found."""
    outcome: str = field(init=False)
    """`won` within the guesses allowed, `lost`, or `open` if there are guesses left."""
    guesses: int = field(init=False)
    """How many guesses were made."""
    par: float = field(init=False)
    """Guesses that perfect play takes on average from the start, in hundredths. `guesses` and `left` are `par` and
    `lost` less `gained`."""
    lost: float = field(init=False)
    """Guesses that better guesses would have saved on average: the sum of those of the turns."""
    gained: float = field(init=False)
    """Guesses that lucky replies saved: the sum of those of the turns."""
    left: float = field(init=False)
    """Guesses still needed on average, in hundredths; 0 if the secret was found."""
    skill: int = field(init=False)
    """The mean skill of the guesses, but for the secret once it is known: that is no choice."""
    luck: int = field(init=False)
    """The mean luck of the guesses whose reply was not certain."""
    exact: bool = field(init=False)
    """Whether every value is exact."""
    share: str = field(init=False)
    """The game to show to others: no word of it."""
    summary: str = field(init=False)
    """The verdict in a sentence."""
    equation: str = field(init=False)
    """The guesses as those of perfect play, plus what choices lost, minus what luck gained."""

    def __post_init__(self) -> None:
        """Sum up the turns."""
        turns = self.turns
        made = {
            "solved": turns[-1].left == 0,
            "outcome": self._outcome(),
            "guesses": len(turns),
            "par": _cents(turns[0].best_expected) / 100,
            "lost": sum(_cents(turn.lost) for turn in turns) / 100,
            "gained": sum(_cents(turn.gained) for turn in turns) / 100,
            "left": _cents(turns[-1].left) / 100,
            "skill": _mean([turn.skill for turn in turns if turn.before > 1 or not turn.perfect], PERFECT),
            "luck": _mean([turn.luck for turn in turns if turn.bits_expected > 0], (PERFECT + 1) // 2),
            "exact": all(turn.sure and turn.left_exact for turn in turns),
        }
        for name, value in made.items():
            object.__setattr__(self, name, value)
        mark = f"{'*' if self.hard else ''} · skill {self.skill} · luck {self.luck}"
        shared = share(f"fewest {self.name}", turns, self.outcome == "won", self.max_guesses, mark)
        object.__setattr__(self, "share", render(shared))
        object.__setattr__(self, "summary", summary(self))
        object.__setattr__(self, "equation", total(self))

    def _outcome(self) -> str:
        if self.turns[-1].left == 0:
            return "won" if len(self.turns) <= self.max_guesses else "lost"
        return "open" if len(self.turns) < self.max_guesses and self.secret is None else "lost"

    def blocks(self) -> Iterator[Block]:
        """A row per guess, each guess in sentences, the verdict, and the game as one sum."""
        yield line(self.title, "dim")
        if self.note:
            yield line(self.note, "red")
        prefers = any(turn.preferred is not None for turn in self.turns)
        heads = (*HEADS, "preferred") if prefers else HEADS
        yield table(heads, [(*_cells(turn), *((turn.preferred or "",) if prefers else ())) for turn in self.turns])
        if not self.exact:
            time = "a second" if self.seconds == 1 else f"{self.seconds:g} seconds"
            yield line(f"~ is estimated: the exact value takes longer than {time}", "dim")
        if self.error:
            yield line(f"Values hold {within(self.error)}: the weights have too many digits to be added up", "dim")
        yield line()
        for number, turn in enumerate(self.turns, start=1):
            yield line(f"{number}. {turn.skill_text} {turn.luck_text}")
            if turn.why:
                yield line(f"{turn.guess} lost {_number(turn.lost, turn.sure)}: {turn.why}", "dim")
            if turn.preferred_expected is not None and turn.preferred not in (None, turn.guess, turn.best):
                takes = _number(turn.preferred_expected, turn.preferred_exact)
                yield line(f"Of the words you prefer, {turn.preferred} goes first: it takes {takes}", "dim")
            if turn.why and turn.line:
                yield line(f"The solver goes on with {line_text(turn)}.", "dim")
        yield line(self.summary, "bold")
        yield line(verdict(self))
        yield line(self.equation, "bold")

    def __repr__(self) -> str:
        return f"<Analysis of {self.name}: {verdict(self)}>"


HEADS = (
    "guess",
    "secrets",
    "mean\nbits",
    "bits\ngot",
    "it\ntakes",
    "best\ntakes",
    "lost",
    "gained",
    "skill",
    "luck",
    "best\nguess",
)


def _cells(turn: Turn) -> tuple[Cell, ...]:
    """A row of the table."""
    sure = turn.exact and turn.left_exact
    return (
        turn.tiles(),
        f"{turn.before:,}→{turn.after:,}",
        f"{turn.bits_expected:.1f}",
        f"{turn.bits_got:.1f}",
        _number(turn.expected, turn.exact),
        _number(turn.best_expected, turn.best_exact),
        _number(turn.lost, turn.sure),
        _number(turn.gained, sure, sign="+"),
        str(turn.skill),
        str(turn.luck),
        turn.best,
    )


def _cents(guesses: float) -> int:
    """Guesses in rounded hundredths; all shown numbers are sums of these, so that they add up."""
    return round(100 * guesses)


def _number(guesses: float, exact: bool, sign: str = "") -> str:
    """Format guesses in hundredths; estimates are marked with ~."""
    return f"{'' if exact else '~'}{_cents(guesses) / 100:{sign}.2f}"


def verdict(made: Analysis) -> str:
    """The outcome in one line."""
    marks = f"skill {made.skill}, luck {made.luck}"
    last = made.turns[-1]
    if made.solved:
        return f"{last.guess}: found in {len(made.turns)}, {marks}"
    left = _number(made.left, last.left_exact)
    return f"not found, {pluralise(last.after, 'secret')} left: perfect play takes {left} more, {marks}"


def total(made: Analysis) -> str:
    """The game as an equation: guesses = optimal play + losses by choices - gains by luck."""
    turns = made.turns
    exact = all(turn.sure for turn in turns)
    left = "" if made.solved else f" + {_number(made.left, turns[-1].left_exact)} still expected"
    taken = pluralise(len(turns), "guess", "guesses")
    par = f"{taken}{left} = {_number(made.par, turns[0].best_exact)} for perfect play"
    choices = f"+ {_number(made.lost, exact)} lost by choices"
    sign, kind = ("-", "gained by luck") if made.gained >= 0 else ("+", "lost by bad luck")
    return f"{par} {choices} {sign} {_number(abs(made.gained), made.exact)} {kind}"


LUCKY, UNLUCKY = 60, 40
"""Marks from here up are lucky, and from there down unlucky."""

NEAR = 4 / 3
"""How many times as many words as expected are about as many."""

SKILLS = ((PERFECT, "perfectly played"), (90, "almost perfectly played"), (75, "well played"), (50, "fairly played"))
"""What marks for skill mean, from the best down."""

WEAK = "weakly played"


def skill_word(skill: int) -> str:
    """What a mark for skill means.

    >>> skill_word(92), skill_word(12)
    ('almost perfectly played', 'weakly played')
    """
    return next((text for least, text in SKILLS if skill >= least), WEAK)


def luck_word(luck: int) -> str:
    """What a mark for luck means."""
    return "lucky" if luck >= LUCKY else "unlucky" if luck <= UNLUCKY else "with the usual luck"


def summary(made: Analysis) -> str:
    """The game in one sentence: the outcome beside perfect play, skill and luck."""
    taken = pluralise(made.guesses, "guess", "guesses")
    noun, about = made.turns[0].noun, "" if made.turns[0].best_exact else "about "
    secret = "" if made.secret is None else made.secret.upper()
    if made.outcome == "won":
        start = f"{secret} in {taken}"
    elif made.outcome == "lost":
        start = f"Lost: {secret or f'the {noun}'} was not found in {made.max_guesses if made.solved else taken}"
    else:
        start = f"Not finished: {pluralise(made.turns[-1].after, noun)} left after {taken}"
    skill, luck = skill_word(made.skill), luck_word(made.luck)
    well = made.skill >= SKILLS[-1][0]
    joint = "but" if (well and made.luck <= UNLUCKY) or (not well and made.luck >= LUCKY) else "and"
    return f"{start}, where perfect play takes {about}{made.par:.2f} on average; {skill}, {joint} {luck}."


def skill_text(turn: Turn) -> str:
    """What a guess was worth beside the best one, in a sentence."""
    guess, best = turn.guess.upper(), turn.best.upper()
    if turn.perfect and turn.before == 1:
        return f"{guess} was the only {turn.noun} left."
    takes = f"{guess} takes {'' if turn.exact else 'about '}{turn.expected:.2f} guesses on average from here"
    if not turn.perfect and turn.lost == 0:
        return f"{takes}, to the hundredth as few as the best, {best}."
    if turn.perfect:
        return f"{takes}: no guess {'takes fewer' if turn.best_exact else 'is known to take fewer'}."
    return f"{takes}, the best, {best}, {'' if turn.best_exact else 'about '}{turn.best_expected:.2f}."


def luck_text(turn: Turn) -> str:
    """What the reply left beside what was to be expected, in a sentence whose last word is that of the mark."""
    guess = turn.guess.upper()
    if turn.bits_expected == 0:
        return "No luck was needed." if turn.hit == 1 else "Its reply was certain, and told nothing."
    word = "lucky" if turn.luck >= LUCKY else "unlucky" if turn.luck <= UNLUCKY else "as usual"
    if turn.left == 0:
        return f"It was the {turn.noun}, with a chance of {percent(turn.hit)}: {word}."
    few = turn.size_expected
    expected = f"{few:.1f}" if few < 10 else f"{few:,.0f}"
    text = f"{guess} left {pluralise(turn.after, turn.noun)} where {expected} were to be expected"
    better = f"the chance of a better reply was {percent(1 - turn.percentile)}"
    worse = f"the chance of a worse reply was {percent(turn.percentile)}"
    if turn.luck <= UNLUCKY:
        text += f", but {better}" if turn.after <= few else ""
    elif turn.luck >= LUCKY:
        text += f", but {worse}" if turn.after >= few else ""
    elif not few / NEAR <= turn.after <= few * NEAR:
        text += f", and {better}"
    return f"{text}: {word}."


def line_text(turn: Turn) -> str:
    """The words of the solver from here on."""
    return ", ".join(each.guess.upper() for each in turn.line)


def _mean(marks: Sequence[int], default: int) -> int:
    return round(sum(marks) / len(marks)) if marks else default


def analyse(
    belief: Belief,
    clues: Iterable[Clue | str],
    seconds: float = EXACT_SECONDS,
    watch: Watch = UNWATCHED,
    *,
    max_guesses: int | None = None,
    secret: str | None = None,
    words: int = LISTED_WORDS,
    preference: WordPreference = NO_PREFERENCE,
) -> Analysis:
    """Analyse a game from a belief on; `seconds` is the budget of exact search for each position.

    The best guess is the one that `strategies.advise` gives; `max_guesses` is by default the game's. `secret` is that
    of a lost game, and of the words left at most `words` are listed. A preference changes no mark, for these go by the
    best guess of all: the guess that it prefers is named beside that.
    """
    preference.check(belief.game)
    if not 0 <= seconds <= MAX_SECONDS:
        raise FewestError(
            f"The seconds for a position go from 0 to {MAX_SECONDS:,.0f}, a day; {seconds} is none of them."
        )
    beliefs = [belief]
    for clue in clues:
        if beliefs[-1].won:
            raise FewestError("The game goes on after it is won; give the guesses up to the secret.")
        beliefs.append(beliefs[-1].after_all([clue]))
    if len(beliefs) == 1:
        raise FewestError("There is nothing to analyse: give the guesses of a game.")
    made: list[Clue | None] = [after.clues[-1] for after in beliefs[1:]]
    if not beliefs[-1].won:
        made.append(None)
    valued: list[_Position] = []
    limit = max_guesses or belief.game.max_guesses
    for each, made_here in zip(beliefs, made, strict=False):
        watch.update(len(valued), len(made))
        valued.append(_Position(each, made_here, seconds, limit, watch.silent, preference))
    game, last = belief.game, beliefs[-1]
    only = last.words[0] if len(last) == 1 else None
    if last.won or (secret is None and len(beliefs) > limit):
        secret = only
    lines = _lines(valued, beliefs, secret or only, _Solver(limit, seconds, watch.silent, preference))
    listed = [tuple(each.words[:words]) for each in beliefs]
    steps = zip(valued, beliefs[1:], [*valued[1:], None], pairwise(listed), lines, strict=False)
    return Analysis(
        label=game.label,
        title=str(game),
        name=game.title,
        hard=belief.in_hard_mode,
        rule="consistent" if game.consistent else "any",
        max_guesses=limit,
        seconds=seconds,
        turns=tuple(_turn(*step) for step in steps),
        secret=secret,
        error=max(each.error for each in valued),
    )


@dataclass(frozen=True)
class _Solver:
    """Plays as everything advises."""

    max_guesses: int
    seconds: float
    watch: Watch
    preference: WordPreference

    def choose(self, belief: Belief) -> str:
        """The best guess."""
        if len(belief) == 1:
            return belief.words[0]
        options = AdviceOptions(self.max_guesses, 1, seconds=self.seconds, preference=self.preference)
        return advise(belief, options, self.watch).suggestions[0].guess

    def play(self, belief: Belief, guess: str, secret: str) -> tuple[Feedback, ...]:
        """Go on with a guess, until the secret is found."""
        game, seen = belief.game, list[Feedback]()
        while True:
            reply = game.reply(guess, secret)
            seen.append(game.seen(guess, reply))
            if reply == game.win or len(seen) == MAX_LINE:
                return tuple(seen)
            belief = belief.after(guess, reply)
            guess = self.choose(belief)


MAX_LINE = 20
"""A line that has not found the secret by then is cut."""


def _lines(
    valued: Sequence["_Position"], beliefs: Sequence[Belief], secret: str | None, solver: _Solver
) -> list[tuple[Feedback, ...]]:
    """How the solver goes on from each position; after a guess that no other beats, as from the next position."""
    lines: list[tuple[Feedback, ...]] = []
    for at in range(len(beliefs) - 2, -1, -1):
        here, made = valued[at], beliefs[at + 1].clues[-1]
        if secret is None:
            lines.append(())
        elif here.best == made.guess and lines:
            lines.append((here.belief.game.seen(*made), *lines[-1]))
        else:
            lines.append(solver.play(here.belief, here.preferred or here.best, secret))
    return lines[::-1]


def _turn(
    position: "_Position",
    after: Belief,
    later: "_Position | None",
    listed: tuple[tuple[str, ...], tuple[str, ...]],
    line: tuple[Feedback, ...],
) -> Turn:
    guess, reply = after.clues[-1]
    whole, at, at_best = position.whole, position.find(guess), position.find(position.best)
    return Turn(
        **vars(after.game.seen(guess, reply)),
        before=len(position.belief),
        after=len(after),
        bits_before=position.belief.entropy,
        bits_after=after.entropy,
        bits_expected=float(whole.entropy[at]),
        bits_got=max(0.0, -math.log2(after.chance)),
        hit=float(whole.hit[at]),
        expected=position.guess_value,
        best=position.best,
        best_expected=position.value,
        best_bits=float(whole.entropy[at_best]),
        best_hit=float(whole.hit[at_best]),
        exact=position.guess_exact,
        best_exact=position.exact,
        left=0.0 if later is None else later.value,
        left_exact=later is None or later.exact,
        percentile=position.percentile,
        size_expected=math.fsum(len(part) * part.chance for _, part in position.belief.parts(guess)),
        noun=after.game.noun,
        words_before=listed[0],
        words_after=listed[1],
        line=line,
        preferred=position.preferred,
        preferred_expected=position.preferred_value,
        preferred_exact=position.preferred_exact,
    )


def percentile(left: Mapping[int, tuple[float, float]], reply: int, tolerance: float = TIE_TOLERANCE) -> float:
    """The probability of a worse reply than the given one, plus half that of one that is equal within a tolerance.

    `left` has the guesses needed after each reply and its probability.

    >>> percentile({0: (2.0, 0.5), 1: (1.5, 0.25), 2: (0.0, 0.25)}, reply=1)
    0.625
    """
    got = left[reply][0]
    worse = math.fsum(chance for more, chance in left.values() if more > got + tolerance)
    same = math.fsum(chance for more, chance in left.values() if abs(more - got) <= tolerance)
    return worse + same / 2


class _Position:
    """The value of a belief, and of the guess made there: exact within the budget, else estimated."""

    preferred: str | None = None
    preferred_value: float | None = None
    preferred_exact = False

    def __init__(
        self,
        belief: Belief,
        clue: Clue | None,
        seconds: float,
        max_guesses: int,
        watch: Watch,
        preference: WordPreference,
    ) -> None:
        self.belief = belief
        self.whole, self.scores = scored = SCORERS[DEFAULT].scores(belief)
        self.guess_value = self.percentile = 0.0
        prover = Prover(belief, stop=watch.stop, rounds=True) if worth_valuing(belief, seconds) else None
        self.error = 0.0 if prover is None else prover.error
        options = AdviceOptions(max_guesses, 1, seconds=seconds)
        advice = advise(belief, options, watch, prover, scored)
        best = advice.suggestions[0]
        self.best, self.value, self.exact = best.guess, best.score, advice.proved
        if best.expected is not None:
            self.value = best.expected
        self.guess_exact = self.exact
        if clue is not None:
            self._value_guess(clue, prover, work_token(watch, seconds))
            watch.check()
            if advice.late:
                chances = chances_to_finish(belief, max_guesses - len(belief.clues))
                missed = float(chances[self.find(self.best)] - chances[self.find(clue.guess)])
                self.guess_value = max(self.guess_value, self.value + missed)
            if not preference.is_plain:
                found = advise(belief, replace(options, preference=preference), watch, prover, scored)
                self._prefer(found.suggestions[0])
            is_exact = self.exact and self.guess_exact and not advice.late
            if self.guess_value <= self.value + (self.error if is_exact else TIE_TOLERANCE):
                self.guess_value, self.best = self.value, clue.guess

    def _prefer(self, first: Suggestion) -> None:
        """Name a guess beside the best, with its value: exact if that is known, else estimated as that of a guess."""
        known = first.expected if first.expected is not None else self._known(first.guess)
        self.preferred, self.preferred_exact = first.guess, known is not None
        self.preferred_value = self._estimate(first.guess) if known is None else known

    def find(self, guess: str) -> int:
        """The index of a guess in the split."""
        return int(np.searchsorted(self.whole.guesses, self.belief.find_guess(guess)))

    def _value_guess(self, clue: Clue, prover: Prover | None, stop: StopToken) -> None:
        """Find the value of the guess and the percentile of its reply, exactly or else estimated."""
        if prover is not None:
            try:
                cost = prover.cost_of_guess(clue.guess, self.belief, stop=stop)

                def value(part: Belief) -> float:
                    here = prover.covering(part)
                    return here.mean(here.best(part, stop=stop)[0], part)

                tolerance = TIE_TOLERANCE if prover.error else 0.0
                self.guess_value = prover.mean(cost, self.belief)
                self.percentile = self._percentile(clue, value, tolerance)
                self._take_exact(clue.guess)
                return
            except (Stopped, TooDeepError):
                pass
        self.percentile = self._percentile_at_once(clue)
        known = self._known(clue.guess)
        if known is not None:
            self.guess_value = known
            self._take_exact(clue.guess)
        else:
            self.guess_value, self.guess_exact = self._estimate(clue.guess), False

    def _take_exact(self, guess: str) -> None:
        """The value of the guess is exact: where that of the best is estimated, it moves as far as the guess's own."""
        self.guess_exact = True
        if not self.exact:
            saved = max(0.0, float(self.scores[self.find(guess)] - self.scores[self.find(self.best)]))
            self.value = max(1.0, self.guess_value - (saved if self.belief.hard else min(saved, 1.0)))

    def _known(self, guess: str) -> float | None:
        """The exact value of a guess that takes no search."""
        if len(self.belief) == 1:
            return 1.0 if guess == self.best else 2.0
        if self.exact and guess == self.best:
            return self.value
        table = known_openers(self.belief)
        found = None if table is None else table.value(self.belief, guess)
        return None if found is None else found.mean

    def _estimate(self, guess: str) -> float:
        """Estimate the value of a guess: it loses at most one guess, and a useless guess exactly that.

        Where the best guess is proved, another one is never said to be as good.
        """
        belief, whole, scores = self.belief, self.whole, self.scores
        at, best = self.find(guess), self.find(self.best)
        found = max(self.value, float(scores[at]))
        if self.exact:
            found = self.value + max(2 * TIE_TOLERANCE, float(scores[at] - scores[best]))
        wasted = 1 + self.value
        if whole.parts[at] == 1 and whole.hit[at] == 0:
            found = max(found, wasted)
        return found if belief.hard else min(found, wasted)  # hard mode may forbid the best guess after this one

    def _percentile_at_once(self, clue: Clue) -> float:
        """By the guesses needed after each reply, if all are known without search, else by bits."""
        known = {reply: known_values(part) for reply, part in self.belief.parts(clue.guess) if len(part) > 1}
        if not all(known.values()):
            return self._percentile_by_bits(clue)
        return self._percentile(
            clue, lambda part: 1.0 if len(part) == 1 else known[part.clues[-1].reply][0].mean, tolerance=0.0
        )

    def _percentile_by_bits(self, clue: Clue) -> float:
        return self._percentile(clue, lambda part: part.entropy)

    def _percentile(self, clue: Clue, value: Callable[[Belief], float], tolerance: float = TIE_TOLERANCE) -> float:
        win = self.belief.game.win
        parts = self.belief.parts(clue.guess)
        left = {reply: (-1.0 if reply == win else value(part), part.chance) for reply, part in parts}
        return percentile(left, clue.reply, tolerance)


def why(turn: Turn) -> str:
    """Why the best guess was better, in a sentence."""
    if turn.best_hit == 1:
        return f"only {turn.best} was left."
    reasons: list[str] = []
    digits = 1 if f"{turn.best_bits:.1f}" != f"{turn.bits_expected:.1f}" else 2
    bits, best_bits = (f"{value:.{digits}f}" for value in (turn.bits_expected, turn.best_bits))
    if float(best_bits) > float(bits):
        reasons.append(f"would have told {best_bits} bits instead of {bits}")
    hit, best_hit = percent(turn.hit, "none"), percent(turn.best_hit, "none")
    if hit != best_hit and turn.best_hit > turn.hit:
        reasons.append(f"would have hit with a chance of {best_hit} instead of {hit}")
    return f"{turn.best} {' and '.join(reasons) or 'would have left what takes fewer guesses, with no more bits told'}."

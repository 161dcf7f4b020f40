"""Analysis of a game: the value of each guess, and how much of the outcome was skill and how much luck.

The values are computed in `analysis_values`, the sentences written in `analysis_prose`.
"""

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any

from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.games.game import Feedback
from fewest.play import analysis_prose as prose
from fewest.play.analysis_prose import PERFECT, cents
from fewest.play.analysis_values import Position
from fewest.play.clues import share
from fewest.results import Block, Result, line, render, table
from fewest.results.prose import came_before, within
from fewest.strategies.advice import DEFAULT_PREFERENCE, EXACT_SECONDS, AdviceOptions, WordPreference, advise
from fewest.watch import UNWATCHED, Watch

LISTED_WORDS = 500
"""How many of the possible secrets are listed by default."""

MAX_SECONDS = 86_400.0
"""The largest budget for a position, in seconds: a day."""

COACH_MARGIN = 0.1
"""The default margin: a common word is named instead of the best guess if it needs at most this many guesses more.

It is wider than the margin of `suggest`. Where `suggest` names a common word, the analysis names the same one."""

MAX_LINE = 20
"""The most guesses of a shown line of play."""


@dataclass(frozen=True)
class Turn(Feedback):
    """A guess and its value."""

    before: int
    """The number of possible secrets before the guess."""
    after: int
    """The number of possible secrets after its reply."""
    bits_before: float
    """The uncertainty before the guess, in bits."""
    bits_after: float
    """The uncertainty after its reply, in bits."""
    bits_expected: float
    """The information that the reply gives on average, in bits."""
    bits_got: float
    """The information that the reply gave, in bits."""
    hit: float
    """How likely the guess was to be the secret."""
    expected: float
    """Guesses needed on average, counting this one, with perfect play after it."""
    best: str
    """The best guess. If several guesses are best, and the guess that was made is one of them, it is named here."""
    best_expected: float
    """Guesses needed on average with perfect play."""
    best_bits: float
    """The information that the reply to the best guess gives on average, in bits."""
    best_hit: float
    """How likely the best guess was to be the secret."""
    exact: bool
    """Whether the value of the guess is exact rather than an estimate."""
    best_exact: bool
    """Whether the value of the best guess is exact."""
    left: float
    """Guesses needed on average after the reply; 0 once the secret is found."""
    left_exact: bool
    """Whether `left` is exact."""
    percentile: float
    """The probability of a worse reply, plus half the probability of an equally good one."""
    size_expected: float
    """The expected number of possible secrets after the reply."""
    noun: str
    """What a secret is called."""
    words_before: tuple[str, ...]
    """The possible secrets before the guess, likeliest first, up to the requested number."""
    words_after: tuple[str, ...]
    """The possible secrets after its reply."""
    line: tuple[Feedback, ...]
    """How the solver would have played from here to the end, the preferred guess first; empty if the secret is
    unknown."""
    preferred: str
    """The guess that `suggest` names first: a common word if one is almost as good as the best."""
    preferred_expected: float
    """Guesses needed on average with the preferred guess, and perfect play after it."""
    preferred_exact: bool
    """Whether `preferred_expected` is exact."""
    preferred_bits: float
    """The information that the reply to the preferred guess gives on average, in bits."""
    preferred_hit: float
    """How likely the preferred guess was to be the secret."""
    overlooked: str = ""
    """A sentence that says which earlier clue the guess ignores and the preferred guess does not; empty
    otherwise."""
    lost: float = field(init=False)
    """How many guesses the best guess would have saved on average: `expected` minus `best_expected`, both rounded to
    hundredths, so that the shown numbers add up."""
    gained: float = field(init=False)
    """How many guesses the reply saved compared with the average reply: `expected` minus 1 minus `left`, rounded to
    hundredths. Negative if the reply was unlucky."""
    saved: float = field(init=False)
    """How many guesses the preferred guess would have saved on average, rounded to hundredths; negative if it is
    worse."""
    perfect: bool = field(init=False)
    """Whether no other guess is better."""
    skill: int = field(init=False)
    """The mark for the choice, from 0 (a wasted guess) to 99 (within 0.01 of the best guess)."""
    luck: int = field(init=False)
    """The mark for the reply, from 0 (the worst possible) to 99 (the best possible); 50 is average."""
    mistake: str = field(init=False)
    """What was wrong with the guess, in a sentence; empty if it lost little or no simple reason explains it."""
    skill_text: str = field(init=False)
    """A comment on the choice: the mistake, and what the preferred guess would have saved; may be empty."""
    luck_text: str = field(init=False)
    """A short sentence about the reply; empty if it was about average."""

    def __post_init__(self) -> None:
        """Compute the marks and the sentences."""
        lost = self.expected - self.best_expected
        perfect = lost <= 0
        shown = (cents(self.expected) - cents(self.best_expected)) / 100
        _set(
            self,
            lost=shown,
            saved=(cents(self.expected) - cents(self.preferred_expected)) / 100,
            gained=(cents(self.expected) - 100 - cents(self.left)) / 100,
            perfect=perfect,
            skill=PERFECT if perfect or shown == 0 else prose.skill(lost),
            luck=round(PERFECT * self.percentile),
        )
        _set(self, mistake=prose.mistake(self))
        _set(self, skill_text=prose.skill_text(self), luck_text=prose.luck_text(self))

    @property
    def sure(self) -> bool:
        """Whether `lost` is exact."""
        return self.exact and self.best_exact


@dataclass(frozen=True)
class Analysis(Result, rows="turns"):
    """The analysis of a game, guess by guess."""

    label: str
    """The label of the game or word list."""
    title: str
    """What was played, for people, with its sizes."""
    name: str
    """What was played, for people, in a word or two."""
    hard: bool
    rule: str
    """`any` if every guess was allowed, apart from hard mode; `consistent` if guesses had to fit all clues."""
    max_guesses: int
    seconds: float = field(compare=False)
    """The budget for the exact value of one position, in seconds of work."""
    turns: tuple[Turn, ...]
    """The guesses in order, each with its value."""
    secret: str | None
    """The secret; null if it is not known."""
    note: str = ""
    """A remark about the whole game, such as which guess broke hard mode; usually empty."""
    tolerance: float = 0.0
    """The largest error of exact values, in guesses: 0 unless the weights have too many digits to add up exactly."""
    past: dict[str, str] = field(default_factory=dict)
    """The past answers among the guesses, the best guesses and the words left, with the date when each was last used;
    the date is empty if it is not known."""
    solved: bool = field(init=False)
    """Whether the secret was found."""
    outcome: str = field(init=False)
    """`won` within the guesses allowed, `lost`, or `open` if there are guesses left."""
    guesses: int = field(init=False)
    """How many guesses were made."""
    par: float = field(init=False)
    """Guesses that perfect play needs on average from the start, rounded to hundredths. `guesses` plus `left` equals
    `par` plus `lost` minus `gained`."""
    lost: float = field(init=False)
    """Guesses that better choices would have saved on average, summed over the turns."""
    gained: float = field(init=False)
    """Guesses that lucky replies saved, summed over the turns."""
    left: float = field(init=False)
    """Guesses still needed on average, rounded to hundredths; 0 if the secret was found."""
    skill: int = field(init=False)
    """The mean skill of the guesses, leaving out those where only one secret was left and guessed."""
    luck: int = field(init=False)
    """The mean luck of the guesses, leaving out those whose reply was certain."""
    exact: bool = field(init=False)
    """Whether every value is exact."""
    share: str = field(init=False)
    """The game as text to share, without its words."""
    summary: str = field(init=False)
    """The result in a sentence."""
    equation: str = field(init=False)
    """The game as a sum: the guesses of perfect play, plus those lost by choices, minus those gained by luck."""

    def __post_init__(self) -> None:
        """Sum up the turns."""
        turns = self.turns
        _set(
            self,
            solved=turns[-1].left == 0,
            outcome=self._outcome(),
            guesses=len(turns),
            par=cents(turns[0].best_expected) / 100,
            lost=sum(cents(turn.lost) for turn in turns) / 100,
            gained=sum(cents(turn.gained) for turn in turns) / 100,
            left=cents(turns[-1].left) / 100,
            skill=_mean([turn.skill for turn in turns if turn.before > 1 or not turn.perfect], PERFECT),
            luck=_mean([turn.luck for turn in turns if turn.bits_expected > 0], (PERFECT + 1) // 2),
            exact=all(turn.sure and turn.left_exact for turn in turns),
        )
        mark = f"{'*' if self.hard else ''} · skill {self.skill} · luck {self.luck}"
        shared = share(f"fewest {self.name}", turns, self.outcome == "won", self.max_guesses, mark)
        _set(self, share=render(shared), summary=prose.summary(self), equation=prose.total(self))

    def _outcome(self) -> str:
        if self.turns[-1].left == 0:
            return "won" if len(self.turns) <= self.max_guesses else "lost"
        return "open" if len(self.turns) < self.max_guesses and self.secret is None else "lost"

    def blocks(self) -> Iterator[Block]:
        """A row per guess, sentences about each, the verdict, and the game as a sum."""
        yield line(self.title, "dim")
        if self.note:
            yield line(self.note, "red")
        yield table(prose.HEADS, [prose.cells(turn) for turn in self.turns])
        if not self.exact:
            time = "a second" if self.seconds == 1 else f"{self.seconds:g} seconds"
            yield line(f"~ marks estimates: the exact value takes longer than {time}", "dim")
        if self.tolerance:
            yield line(
                f"Values are exact {within(self.tolerance)}: the weights have too many digits to add exactly", "dim"
            )
        yield line()
        for number, turn in enumerate(self.turns, start=1):
            said = " ".join(filter(None, (turn.skill_text, turn.luck_text)))
            if said:
                yield line(f"{number}. {turn.guess.upper()}: {said}")
            if turn.mistake and turn.line:
                played = ", ".join(step.guess.upper() for step in turn.line)
                yield line(f"The solver would play {played} instead.", "dim")
        yield line(self.summary, "bold")
        yield line(f"Skill {self.skill}, luck {self.luck}")
        yield line(self.equation, "bold")
        named = {word for turn in self.turns for word in (turn.guess, turn.best, turn.preferred)} | {self.secret}
        shown = {word: day for word, day in self.past.items() if word in named}
        if shown:
            yield line(came_before(shown), "dim")

    def __repr__(self) -> str:
        return f"<Analysis of {self.name}: {self.summary}>"


def _set(result: Any, **values: Any) -> None:
    """Set derived fields of a frozen dataclass."""
    for name, value in values.items():
        object.__setattr__(result, name, value)


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
    preference: WordPreference = DEFAULT_PREFERENCE,
) -> Analysis:
    """Analyse a game that starts from a belief.

    `seconds` is the budget of exact search for each position, `max_guesses` the guess limit (by default that of the
    game), `secret` the secret of a lost game, and `words` how many of the words left are listed. The best guess is the
    first choice of `strategies.advise`. Marks always compare with the best guess of all; a preference only changes
    which guess the sentences name.
    """
    preference.check(belief.game)
    if preference.margin is None and belief.game.frequency_places is not None:
        preference = replace(preference, margin=COACH_MARGIN)
    if not 0 <= seconds <= MAX_SECONDS:
        raise FewestError(f"Choose 0 to {MAX_SECONDS:,.0f} seconds (a day) for each position, not {seconds}.")
    beliefs = _beliefs(belief, clues)
    played: list[Clue | None] = [after.clues[-1] for after in beliefs[1:]]
    if not beliefs[-1].won:
        played.append(None)
    limit = max_guesses or belief.game.max_guesses
    options = AdviceOptions(limit, 1, seconds=seconds, preference=preference)
    positions: list[Position] = []
    for here, clue in zip(beliefs, played, strict=False):
        watch.update(len(positions), len(played))
        positions.append(Position(here, clue, options, watch.silent))
    game, last = belief.game, beliefs[-1]
    only = last.words[0] if len(last) == 1 else None
    if last.won or (secret is None and len(beliefs) > limit):
        secret = only
    lines = _lines(positions, beliefs, secret or only, options, watch.silent)
    listed = [tuple(here.words[:words]) for here in beliefs]
    steps = zip(positions, beliefs[1:], [*positions[1:], None], pairwise(listed), lines, strict=False)
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
        tolerance=max(position.tolerance for position in positions),
    )


def _beliefs(start: Belief, clues: Iterable[Clue | str]) -> list[Belief]:
    """The belief before each guess, and after the last one."""
    beliefs = [start]
    for clue in clues:
        if beliefs[-1].won:
            raise FewestError("The game was won before its last guess; leave out the guesses after the secret.")
        beliefs.append(beliefs[-1].after_all([clue]))
    if len(beliefs) == 1:
        raise FewestError("There is nothing to analyse: give the guesses of a game.")
    return beliefs


def _lines(
    positions: Sequence[Position], beliefs: Sequence[Belief], secret: str | None, options: AdviceOptions, watch: Watch
) -> list[tuple[Feedback, ...]]:
    """How the solver would play on from each position; after a best guess, as from the next position."""
    lines: list[tuple[Feedback, ...]] = []
    for here, after in zip(positions[len(beliefs) - 2 :: -1], beliefs[:0:-1], strict=True):
        clue = after.clues[-1]
        if secret is None:
            lines.append(())
        elif here.best == clue.guess and lines:
            lines.append((here.belief.game.seen(*clue), *lines[-1]))
        else:
            lines.append(_go_on(here.belief, here.preferred, secret, options, watch))
    return lines[::-1]


def _go_on(belief: Belief, guess: str, secret: str, options: AdviceOptions, watch: Watch) -> tuple[Feedback, ...]:
    """Play a guess, then the first choice of `advise`, until the secret is found."""
    game, seen = belief.game, list[Feedback]()
    while True:
        reply = game.reply(guess, secret)
        seen.append(game.seen(guess, reply))
        if reply == game.win or len(seen) == MAX_LINE:
            return tuple(seen)
        belief = belief.after(guess, reply)
        guess = belief.words[0] if len(belief) == 1 else advise(belief, options, watch).suggestions[0].guess


def _turn(
    position: Position,
    after: Belief,
    later: Position | None,
    listed: tuple[tuple[str, ...], tuple[str, ...]],
    line: tuple[Feedback, ...],
) -> Turn:
    guess, reply = after.clues[-1]
    whole, place, best_place = position.whole, position.find(guess), position.find(position.best)
    preferred_place = position.find(position.preferred)
    return Turn(
        **vars(after.game.seen(guess, reply)),
        before=len(position.belief),
        after=len(after),
        bits_before=position.belief.entropy,
        bits_after=after.entropy,
        bits_expected=float(whole.entropy[place]),
        bits_got=max(0.0, -math.log2(after.chance)),
        hit=float(whole.hit[place]),
        expected=position.guess_value,
        best=position.best,
        best_expected=position.value,
        best_bits=float(whole.entropy[best_place]),
        best_hit=float(whole.hit[best_place]),
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
        preferred_bits=float(whole.entropy[preferred_place]),
        preferred_hit=float(whole.hit[preferred_place]),
        overlooked=prose.overlooked(after.game, position.belief.clues, guess, position.preferred),
    )

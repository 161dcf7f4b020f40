"""Analysis of a game: the value of each guess, and how much of the outcome was skill and how much luck.

`analysis_values` says what is computed, and `analysis_prose` has the sentences.
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
"""How many of the secrets left are listed."""

MAX_SECONDS = 86_400.0
"""The largest budget for a position: a day."""

COACH_MARGIN = 0.1
"""How many guesses more than the best a common word may take to be named instead, unless a person says otherwise.

It is wider than that of `suggest`, which plays to win: where that knows a common word, this one is the same."""

MAX_LINE = 20
"""A line that has not found the secret by then is cut."""


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
    """How the solver would have gone on from here to the end, the preferred guess first; empty if the secret is
    unknown."""
    preferred: str
    """The guess that `suggest` names first: a common word if one is almost as good as the best."""
    preferred_expected: float
    """Guesses needed on average with that one, and perfect play after it."""
    preferred_exact: bool
    """Whether that is exact."""
    preferred_bits: float
    """How many bits it would tell on average."""
    preferred_hit: float
    """How likely it was to be the secret."""
    overlooked: str = ""
    """What the clues before it had told already, in a sentence, where the guess disregards it and the preferred one
    does not; else empty."""
    lost: float = field(init=False)
    """How many guesses a better guess would have saved on average: `expected` less `best_expected`, both in hundredths,
    so that what is shown adds up."""
    gained: float = field(init=False)
    """How many guesses the reply saved compared with the average reply: `expected` less 1 and `left`, in hundredths
    too. Below 0 if it was an unlucky one."""
    saved: float = field(init=False)
    """How many guesses the preferred guess would have saved on average, in hundredths; below 0 if it is worse."""
    perfect: bool = field(init=False)
    """Whether no other guess is better."""
    skill: int = field(init=False)
    """From 0, a guess for nothing, to 99, a guess that no other beats by a hundredth: see `prose.skill`."""
    luck: int = field(init=False)
    """From 0, the worst of many replies, to 99, the best of many; 50 is as usual."""
    mistake: str = field(init=False)
    """What was wrong with the guess, in a sentence; empty if it lost little, or without a reason that can be named."""
    skill_text: str = field(init=False)
    """The choice in a sentence or two: the mistake, and what the preferred guess would have saved; may be empty."""
    luck_text: str = field(init=False)
    """The reply in a short sentence; empty if it was about as good as usual."""

    def __post_init__(self) -> None:
        """Work out the marks."""
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
    past: dict[str, str] = field(default_factory=dict)
    """The guesses, the best guesses and the words left that are past answers, and when each came last: a date, or empty
    if that is not known."""
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
        """A row per guess, each guess in sentences, the verdict, and the game as one sum."""
        yield line(self.title, "dim")
        if self.note:
            yield line(self.note, "red")
        yield table(prose.HEADS, [prose.cells(turn) for turn in self.turns])
        if not self.exact:
            time = "a second" if self.seconds == 1 else f"{self.seconds:g} seconds"
            yield line(f"~ marks estimates: the exact value takes longer than {time}", "dim")
        if self.error:
            yield line(f"Values are exact {within(self.error)}: the weights have too many digits to add up", "dim")
        yield line()
        for number, turn in enumerate(self.turns, start=1):
            said = " ".join(filter(None, (turn.skill_text, turn.luck_text)))
            if said:
                yield line(f"{number}. {turn.guess.upper()}: {said}")
            if turn.mistake and turn.line:
                yield line(f"The solver would play {', '.join(step.guess.upper() for step in turn.line)}.", "dim")
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
    """Set fields of a frozen dataclass that follow from the others."""
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
    """Analyse a game from a belief on; `seconds` is the budget of exact search for each position.

    The best guess is the one that `strategies.advise` gives; `max_guesses` is by default the game's. `secret` is that
    of a lost game, and of the words left at most `words` are listed. A preference changes no mark, for these go by the
    best guess of all: the guess that it prefers is the one to compare with.
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
        error=max(position.error for position in positions),
    )


def _beliefs(start: Belief, clues: Iterable[Clue | str]) -> list[Belief]:
    """What was known before each guess, and after the last one."""
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
    """How the solver goes on from each position; after a guess that no other beats, as from the next position."""
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
    """Make a guess and then what `advise` says, until the secret is found."""
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

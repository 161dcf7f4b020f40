"""The sentences and the table of an analysis."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from fewest.belief import Clue
from fewest.games.game import Game
from fewest.results import Cell
from fewest.results.prose import capital, percent, pluralise

if TYPE_CHECKING:
    from fewest.play.analysis import Analysis, Turn

PERFECT = 99
"""The best mark."""

LUCKY, UNLUCKY = 60, 40
"""Marks from LUCKY up are lucky, marks up to UNLUCKY unlucky."""

STEEPNESS = 1.5
"""The exponent by which skill falls with the loss: a loss of 0.05 guesses keeps 97, a loss of a whole guess 0."""

WORTH_NAMING = 0.05
"""A guess that loses less than this, in guesses, is not called a mistake."""

ALMOST_NOTHING = 0.02
"""Guesses whose values differ by at most this are called about as good."""

NEAR = 4 / 3
"""A number of words within this factor of the average counts as average."""

LITTLE = 0.75
"""A guess tells little if it gains less than this fraction of the bits of the other guess."""

CHANCE = 0.05
"""From this probability on, a guess counts as a likely secret."""

SKILLS = (
    (PERFECT, "perfectly played"),
    (95, "almost perfectly played"),
    (85, "well played"),
    (65, "fairly well played"),
)
"""The lowest mark for each description of skill, best first."""

WEAK = "poorly played"

HEADS = ("guess", "left", "needs", "best\nneeds", "lost", "skill", "luck", "better\nguess")
"""The heads of the columns of `cells`."""


def cells(turn: "Turn") -> tuple[Cell, ...]:
    """A row of the table."""
    return (
        turn.tiles(),
        f"{turn.before:,}→{turn.after:,}",
        format_guesses(turn.expected, turn.exact),
        format_guesses(turn.best_expected, turn.best_exact),
        format_guesses(turn.lost, turn.sure),
        str(turn.skill),
        str(turn.luck),
        turn.preferred if turn.saved > 0 else "",
    )


def skill(lost: float) -> int:
    """The mark of a guess that loses `lost` guesses on average, from 98 down.

    >>> [skill(lost) for lost in (0.01, 0.05, 0.25, 0.5, 1.0)]
    [98, 97, 86, 63, 0]
    """
    return round((PERFECT - 1) * (1 - float(min(1.0, lost) ** STEEPNESS)))


def cents(guesses: float) -> int:
    """A number of guesses in whole hundredths. All shown numbers are sums of these, so they add up."""
    return round(100 * guesses)


def format_guesses(guesses: float, exact: bool, sign: str = "") -> str:
    """Format guesses in hundredths; estimates are marked with ~."""
    return f"{'' if exact else '~'}{cents(guesses) / 100:{sign}.2f}"


def _about(guesses: float, exact: bool) -> str:
    """Format guesses for a sentence; estimates get 'about'."""
    return f"{'' if exact else 'about '}{guesses:.2f}"


def total(analysis: "Analysis") -> str:
    """The game as an equation: guesses = perfect play + lost by choices - gained by luck."""
    turns = analysis.turns
    exact = all(turn.sure for turn in turns)
    left = "" if analysis.solved else f" + {format_guesses(analysis.left, turns[-1].left_exact)} still expected"
    taken = pluralise(len(turns), "guess", "guesses")
    par = f"{taken}{left} = {format_guesses(analysis.par, turns[0].best_exact)} for perfect play"
    choices = f"+ {format_guesses(analysis.lost, exact)} lost by choices"
    sign, kind = ("-", "gained by luck") if analysis.gained >= 0 else ("+", "lost by bad luck")
    return f"{par} {choices} {sign} {format_guesses(abs(analysis.gained), analysis.exact)} {kind}"


def skill_word(skill: int) -> str:
    """Describe a mark for skill.

    >>> skill_word(96), skill_word(12)
    ('almost perfectly played', 'poorly played')
    """
    return next((text for least, text in SKILLS if skill >= least), WEAK)


def summary(analysis: "Analysis") -> str:
    """The game in a sentence: the outcome, perfect play, skill and luck."""
    taken = pluralise(analysis.guesses, "guess", "guesses")
    start_turn, noun = analysis.turns[0], analysis.turns[0].noun
    secret = "" if analysis.secret is None else analysis.secret.upper()
    if analysis.outcome == "won":
        start = f"{secret} in {taken}"
    elif analysis.outcome == "lost":
        limit = analysis.max_guesses if analysis.solved else taken
        start = f"Lost: {secret or f'the {noun}'} was not found in {limit}"
    else:
        start = f"Not finished: {pluralise(analysis.turns[-1].after, noun)} left after {taken}"
    luck, well = analysis.luck, analysis.skill >= SKILLS[-1][0]
    joint = "but" if (well and luck <= UNLUCKY) or (not well and luck >= LUCKY) else "and"
    lucky = f", {joint} {'lucky' if luck >= LUCKY else 'unlucky'}" if not UNLUCKY < luck < LUCKY else ""
    marks = f"{skill_word(analysis.skill)}{lucky}"
    return f"{start} (perfect play needs {_about(analysis.par, start_turn.best_exact)} on average): {marks}."


def skill_text(turn: "Turn") -> str:
    """Comment on the choice; empty if there was no choice."""
    preferred = turn.preferred.upper()
    if turn.perfect and turn.before == 1:
        return ""
    if turn.perfect and turn.guess == turn.preferred:
        return "The best guess." if turn.best_exact else "The best guess by estimate."
    if turn.guess == turn.preferred:
        return "The best common word." if turn.lost else f"A tie with {turn.best.upper()}."
    if turn.saved <= 0:
        return f"A tie with {preferred}." if turn.saved == 0 else "The best guess." if turn.perfect else ""
    if turn.saved <= ALMOST_NOTHING:
        return f"About as good as {preferred}."
    about = "" if turn.exact and turn.preferred_exact else "about "
    saving = "a whole guess" if turn.saved == 1 else f"{about}{turn.saved:.2f} guesses"
    tells_more = not turn.mistake and turn.saved >= WORTH_NAMING and turn.preferred_bits > turn.bits_expected
    reason = f"tells more {turn.noun}s apart and " if tells_more else ""
    beside = ""
    if cents(turn.lost - turn.saved) >= cents(WORTH_NAMING):
        beside = f" ({turn.best.upper()}, the best of all, would have saved {turn.lost:.2f})"
    return f"{turn.mistake} {preferred} {reason}would have saved {saving}{beside}.".lstrip()


def mistake(turn: "Turn") -> str:
    """Name what was wrong with a guess; empty if it lost little or no simple reason explains it."""
    guess, other, noun = turn.guess.upper(), turn.preferred.upper(), turn.noun
    if turn.saved < WORTH_NAMING:
        return ""
    if turn.preferred_hit == 1:
        return turn.overlooked or f"There was only one {noun} left."
    if turn.overlooked:
        return turn.overlooked
    tells_little = turn.bits_expected < LITTLE * turn.preferred_bits
    if turn.hit == 0:
        if turn.preferred_hit >= CHANCE:
            return f"{other} fitted all clues; {guess} could not be the {noun}."
        return f"It could not be the {noun}, and it told you little." if tells_little else ""
    if turn.preferred_hit >= max(CHANCE, 2 * turn.hit):
        return f"{other} was likelier: {percent(turn.preferred_hit)}, against {percent(turn.hit)} for {guess}."
    if tells_little:
        if turn.hit < CHANCE:
            return f"A long shot ({percent(turn.hit)}) that told you little."
        return f"A gamble: a {percent(turn.hit)} chance to be the {noun}, but little to learn if it was not."
    return ""


def overlooked(game: Game, clues: Sequence[Clue], guess: str, other: str) -> str:
    """Say which clue a guess ignores and another guess does not; empty otherwise.

    A guess ignores a clue if it was made before, has an absent letter, or has a letter where it cannot be.
    """
    if any(clue.guess == guess for clue in clues):
        return f"You had already guessed {guess.upper()}."
    marked = [(clue.guess, game.marks(clue.reply)) for clue in clues]
    coloured = [(past, marks) for past, marks in marked if marks is not None and game.has_words]
    found = {letter for past, marks in coloured for letter, mark in zip(past, marks, strict=True) if mark}
    absent = {letter for past, _ in coloured for letter in past} - found
    wasted = [capital(letter) for letter in dict.fromkeys(guess) if letter in absent and letter not in other]
    if wasted:
        return f"You already knew there is no {_either(wasted)}."
    misplaced = {(place, past[place]) for past, marks in coloured for place, mark in enumerate(marks) if mark < 2}
    again = [place for place, letter in enumerate(guess) if (place, letter) in misplaced and guess[place] in found]
    again = [place for place in again if other[place] != guess[place]]
    if not again:
        return ""
    letters = " and ".join(f"{capital(guess[place])} is not the {_ordinal(place + 1)} letter" for place in again)
    return f"You already knew that {letters}."


def _ordinal(place: int) -> str:
    names = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return names[place - 1] if place <= len(names) else f"{place}th"


def _either(letters: list[str]) -> str:
    return " or ".join([", ".join(letters[:-1]), letters[-1]] if len(letters) > 1 else letters)


def luck_text(turn: "Turn") -> str:
    """Comment on the reply; empty if it was about average."""
    if turn.bits_expected == 0 or UNLUCKY < turn.luck < LUCKY:
        return ""
    word = "Lucky" if turn.luck >= LUCKY else "Unlucky"
    if turn.left == 0:
        return "It paid off." if turn.mistake else f"{word}: a {percent(turn.hit)} chance." if turn.hit < 1 / 3 else ""
    usual = turn.size_expected
    if not (turn.after * NEAR < usual if word == "Lucky" else turn.after > usual * NEAR):
        return f"{word}."
    expected = f"{usual:.1f}" if usual < 10 else f"{usual:,.0f}"
    return f"{word}: {pluralise(turn.after, turn.noun)} left, {expected} is average."

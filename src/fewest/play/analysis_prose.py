"""The sentences and the table of an analysis."""

from typing import TYPE_CHECKING

from fewest.results import Cell
from fewest.results.prose import percent, pluralise

if TYPE_CHECKING:
    from fewest.play.analysis import Analysis, Turn

PERFECT = 99
"""The best mark."""

LUCKY, UNLUCKY = 60, 40
"""Marks from here up are lucky, and from there down unlucky."""

NEAR = 4 / 3
"""How many times as many words as expected are about as many."""

SKILLS = ((PERFECT, "perfectly played"), (90, "almost perfectly played"), (75, "well played"), (50, "fairly played"))
"""What marks for skill mean, from the best down."""

WEAK = "weakly played"

HEADS = (
    *("guess", "secrets", "mean\nbits", "bits\ngot", "it\ntakes", "best\ntakes"),
    *("lost", "gained", "skill", "luck", "best\nguess"),
)
"""The heads of the columns of `cells`."""


def cells(turn: "Turn") -> tuple[Cell, ...]:
    """A row of the table."""
    return (
        turn.tiles(),
        f"{turn.before:,}→{turn.after:,}",
        f"{turn.bits_expected:.1f}",
        f"{turn.bits_got:.1f}",
        format_guesses(turn.expected, turn.exact),
        format_guesses(turn.best_expected, turn.best_exact),
        format_guesses(turn.lost, turn.sure),
        format_guesses(turn.gained, turn.exact and turn.left_exact, sign="+"),
        str(turn.skill),
        str(turn.luck),
        turn.best,
    )


def cents(guesses: float) -> int:
    """Guesses in rounded hundredths; all shown numbers are sums of these, so that they add up."""
    return round(100 * guesses)


def format_guesses(guesses: float, exact: bool, sign: str = "") -> str:
    """Format guesses in hundredths; estimates are marked with ~."""
    return f"{'' if exact else '~'}{cents(guesses) / 100:{sign}.2f}"


def _about(guesses: float, exact: bool) -> str:
    """The same for a sentence."""
    return f"{'' if exact else 'about '}{guesses:.2f}"


def verdict(analysis: "Analysis") -> str:
    """The outcome in one line."""
    marks = f"skill {analysis.skill}, luck {analysis.luck}"
    last = analysis.turns[-1]
    if analysis.solved:
        return f"{last.guess}: found in {len(analysis.turns)}, {marks}"
    left = format_guesses(analysis.left, last.left_exact)
    return f"not found, {pluralise(last.after, 'secret')} left: perfect play takes {left} more, {marks}"


def total(analysis: "Analysis") -> str:
    """The game as an equation: guesses = optimal play + losses by choices - gains by luck."""
    turns = analysis.turns
    exact = all(turn.sure for turn in turns)
    left = "" if analysis.solved else f" + {format_guesses(analysis.left, turns[-1].left_exact)} still expected"
    taken = pluralise(len(turns), "guess", "guesses")
    par = f"{taken}{left} = {format_guesses(analysis.par, turns[0].best_exact)} for perfect play"
    choices = f"+ {format_guesses(analysis.lost, exact)} lost by choices"
    sign, kind = ("-", "gained by luck") if analysis.gained >= 0 else ("+", "lost by bad luck")
    return f"{par} {choices} {sign} {format_guesses(abs(analysis.gained), analysis.exact)} {kind}"


def skill_word(skill: int) -> str:
    """What a mark for skill means.

    >>> skill_word(92), skill_word(12)
    ('almost perfectly played', 'weakly played')
    """
    return next((text for least, text in SKILLS if skill >= least), WEAK)


def luck_word(luck: int, usual: str = "as usual") -> str:
    """What a mark for luck means."""
    return "lucky" if luck >= LUCKY else "unlucky" if luck <= UNLUCKY else usual


def summary(analysis: "Analysis") -> str:
    """The game in one sentence: the outcome beside perfect play, skill and luck."""
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
    marks = f"{skill_word(analysis.skill)}, {joint} {luck_word(luck, 'with the usual luck')}"
    return f"{start}, where perfect play takes {_about(analysis.par, start_turn.best_exact)} on average; {marks}."


def skill_text(turn: "Turn") -> str:
    """What a guess was worth beside the best one, in a sentence."""
    guess, best = turn.guess.upper(), turn.best.upper()
    if turn.perfect and turn.before == 1:
        return f"{guess} was the only {turn.noun} left."
    takes = f"{guess} takes {_about(turn.expected, turn.exact)} guesses on average from here"
    if not turn.perfect and turn.lost == 0:
        return f"{takes}, to the hundredth as few as the best, {best}."
    if turn.perfect:
        return f"{takes}: no guess {'takes fewer' if turn.best_exact else 'is known to take fewer'}."
    return f"{takes}, the best, {best}, {_about(turn.best_expected, turn.best_exact)}."


def luck_text(turn: "Turn") -> str:
    """What the reply left beside what was to be expected, in a sentence whose last word is that of the mark."""
    if turn.bits_expected == 0:
        return "No luck was needed." if turn.hit == 1 else "Its reply was certain, and told nothing."
    word = luck_word(turn.luck)
    if turn.left == 0:
        return f"It was the {turn.noun}, with a chance of {percent(turn.hit)}: {word}."
    few = turn.size_expected
    expected = f"{few:.1f}" if few < 10 else f"{few:,.0f}"
    text = f"{turn.guess.upper()} left {pluralise(turn.after, turn.noun)} where {expected} were to be expected"
    better = f"the chance of a better reply was {percent(1 - turn.percentile)}"
    if turn.luck <= UNLUCKY:
        text += f", but {better}" if turn.after <= few else ""
    elif turn.luck >= LUCKY:
        text += f", but the chance of a worse reply was {percent(turn.percentile)}" if turn.after >= few else ""
    elif not few / NEAR <= turn.after <= few * NEAR:
        text += f", and {better}"
    return f"{text}: {word}."


def why(turn: "Turn") -> str:
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

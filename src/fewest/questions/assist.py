"""What is known in the middle of a game that is played elsewhere."""

from collections.abc import Iterator

from fewest.belief import MAX_LISTED, Belief
from fewest.results import Block, Columns, line
from fewest.results.prose import counted, percent

LIKELIEST = 5
"""How many of many possible words are named."""

WORTH_NAMING = 0.01
"""The likeliest of many words are named only if the first is as likely as this."""

HARDLY = 0.1
"""A word that is less likely than this part of the likeliest is listed without saying how likely it is."""


def position(belief: Belief, max_guesses: int) -> Iterator[Block]:
    """The guesses so far, how many words are possible, and all of them or the likeliest."""
    yield from board(belief)
    yield line()
    left, noun, made = len(belief), belief.game.noun, len(belief.clues)
    if made >= max_guesses:
        guesses = counted(max_guesses, "guess is", "guesses are")
        yield line(f"{guesses} made and {counted(left, f'{noun} is', f'{noun}s are')} possible")
    else:
        hard = ", hard mode" if belief.hard else ""
        bits = f" ({belief.entropy:.2f} bits)" if left > 1 else ""
        yield line(f"Guess {made + 1} of {max_guesses}{hard}: {counted(left, noun)} possible{bits}")
    if left <= MAX_LISTED:
        yield from possible_words(belief)
    elif belief.weights is not None and belief.weights.max() >= WORTH_NAMING:
        named = ", ".join(f"{word} {percent(chance)}" for word, chance in belief.ranked[:LIKELIEST])
        yield line(f"Likeliest: {named}")


def board(belief: Belief) -> Iterator[Block]:
    """The guesses in the colours of their replies, after an empty line."""
    if belief.clues:
        yield line()
    for clue in belief.clues:
        yield belief.game.seen(*clue).tiles()


def possible_words(belief: Belief) -> Iterator[Block]:
    """Every word that is possible; those that hardly are come last, without saying how little."""
    ranked = belief.ranked
    if belief.weights is None:
        yield Columns(tuple(word for word, _ in ranked), "bold")
        return
    likely = [(word, chance) for word, chance in ranked if chance >= ranked[0][1] * HARDLY]
    yield Columns(tuple(f"{word} {percent(chance):>5}" for word, chance in likely), "bold")
    if len(likely) < len(ranked):
        yield line("Hardly:", "dim")
        yield Columns(tuple(word for word, _ in ranked[len(likely) :]), "dim")

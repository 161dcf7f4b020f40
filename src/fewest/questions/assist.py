"""The position of a game that is played elsewhere."""

from collections.abc import Iterator

from fewest.belief import MAX_LISTED, Belief
from fewest.results import Block, Columns, line
from fewest.results.prose import percent, pluralise

MAX_LIKELIEST = 5
"""How many words are listed if too many are possible."""

MIN_LISTED_CHANCE = 0.01
"""They are listed only if the likeliest has at least this probability."""

UNLIKELY_FRACTION = 0.1
"""A word is unlikely if its probability is below this fraction of the likeliest word's."""


def position(belief: Belief, max_guesses: int) -> Iterator[Block]:
    """The guesses so far, the number of possible words, and all of them or the likeliest."""
    yield from board(belief)
    yield line()
    left = len(belief)
    noun = belief.game.noun
    guesses_made = len(belief.clues)
    if guesses_made >= max_guesses:
        guesses = pluralise(max_guesses, "guess is", "guesses are")
        yield line(f"{guesses} made and {pluralise(left, f'{noun} is', f'{noun}s are')} possible")
    else:
        hard = ", hard mode" if belief.in_hard_mode else ""
        bits = f" ({belief.entropy:.2f} bits)" if left > 1 else ""
        yield line(f"Guess {guesses_made + 1} of {max_guesses}{hard}: {pluralise(left, noun)} possible{bits}")
    if left <= MAX_LISTED:
        yield from possible_words(belief)
    elif belief.weights is not None and belief.probabilities.max() >= MIN_LISTED_CHANCE:
        named = ", ".join(f"{word} {percent(chance)}" for word, chance in belief.ranked[:MAX_LIKELIEST])
        yield line(f"Likeliest: {named}")


def board(belief: Belief) -> Iterator[Block]:
    """The guesses in the colours of their replies."""
    if belief.clues:
        yield line()
    for clue in belief.clues:
        yield belief.game.seen(*clue).tiles()


def possible_words(belief: Belief) -> Iterator[Block]:
    """All possible words; unlikely ones come last, without probabilities."""
    ranked = belief.ranked
    if belief.weights is None:
        yield Columns(tuple(word for word, _ in ranked), "bold")
        return
    likely = [(word, chance) for word, chance in ranked if chance >= ranked[0][1] * UNLIKELY_FRACTION]
    yield Columns(tuple(f"{word} {percent(chance):>5}" for word, chance in likely), "bold")
    if len(likely) < len(ranked):
        yield line("Hardly:", "dim")
        yield Columns(tuple(word for word, _ in ranked[len(likely) :]), "dim")

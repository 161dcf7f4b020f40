"""Hints: the best next guess in a sentence."""

from collections.abc import Iterator
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.results import Block, Result, line
from fewest.results.prose import capital, in_time, percent
from fewest.strategies import DEFAULT_PREFERENCE, AdviceOptions, WordPreference, advise
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True, repr=False)
class Hint(Result):
    """The best guess and its statistics."""

    guess: str
    """The best guess."""
    noun: str
    """The word for a secret, such as word or code."""
    remaining: int
    bits: float
    """The expected information of the reply, in bits."""
    hit: float
    """The probability that the guess is the secret."""
    mean: float
    """The expected number of guesses from here on."""
    how: str
    """Where the mean comes from: a proof, an exact search, or the estimate of a strategy. With a safe streak, also the
    chance to find the secret in time."""

    def step(self, number: int) -> Iterator[Block]:
        """Hints in steps: the number of words left, then the first letter of the best guess, then the whole guess."""
        if number == 1:
            fit = f"1 {self.noun} fits" if self.remaining == 1 else f"{self.remaining:,} {self.noun}s fit"
            yield line(f"Hint: {fit}. Ask again for a letter.")
        elif number == 2:
            yield line(f"Hint: the best guess begins with {capital(self.guess[0])}. Ask again for the {self.noun}.")
        else:
            yield from self.blocks()

    def blocks(self) -> Iterator[Block]:
        """One sentence."""
        if self.remaining == 1:
            yield line(f"Hint: {self.guess}, the only {self.noun} that fits.")
            return
        hit = f"{percent(self.hit)} chance to be the {self.noun}" if self.hit else f"cannot be the {self.noun}"
        yield line(
            f"Hint: {self.guess}. {self.remaining:,} {self.noun}s fit. {self.mean:.2f} guesses to go on average "
            f"({self.how}); {hit}; {self.bits:.2f} bits."
        )


def hint(
    belief: Belief, max_guesses: int, watch: Watch = UNWATCHED, *, preference: WordPreference = DEFAULT_PREFERENCE
) -> Hint:
    """The first suggestion of `advise`."""
    noun = belief.game.noun
    if len(belief) == 1:
        return Hint(belief.words[0], noun, 1, 0.0, 1.0, 1.0, "proved")
    advice = advise(belief, AdviceOptions(max_guesses, count=1, preference=preference), watch=watch)
    best = advice.suggestions[0]
    mean = best.score
    how = f"estimated by {advice.strategy.name}"
    if best.expected is not None:
        mean = best.expected
        how = "proved" if advice.proved else f"exact, a common word within {advice.preference.margin:g} of the best"
        if preference.known_words is not None:
            how += f" among the {preference.known_words:,} most frequent words and the likely secrets"
    if advice.in_time is not None:
        how += f"; {in_time(advice.in_time, noun)}"
    return Hint(best.guess, noun, len(belief), best.bits, best.hit, mean, how)

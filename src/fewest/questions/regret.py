"""Measure the regret of the guesses of a game: how many guesses each one wasted on average, exactly."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import FewestError, about_clue
from fewest.games.game import Feedback
from fewest.play.clues import find_allowed, find_secret
from fewest.results import Block, Result, line, table
from fewest.search.prover import Prover
from fewest.search.shipped_values import known_value, known_values
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True, repr=False)
class Move(Feedback):
    """A guess, its reply, and its exact regret."""

    remaining: int
    """The number of possible secrets before the guess."""
    expected: float
    """Guesses needed on average, counting this one, with perfect play after it."""
    best: str
    """The best guess; the guess itself if no other is better."""
    best_expected: float
    """Guesses needed on average with perfect play."""
    regret: float
    """How many guesses the best guess saves on average: `expected` minus `best_expected`."""


@dataclass(frozen=True, repr=False)
class Regret(Result, rows="moves"):
    """The regret of each guess of a game."""

    title: str
    """What was played, for people."""
    secret: str
    moves: tuple[Move, ...]
    """The guesses, in order."""
    total: float
    """The sum of the regrets."""

    def blocks(self) -> Iterator[Block]:
        """A line with the total and a table of the moves."""
        yield line(f"{self.total:.4f} guesses wasted on average", "bold", (f" ({self.title})", ""))
        rows = [
            (each.guess, each.reply, f"{each.remaining:,}", f"{each.expected:.4f}", each.best, f"{each.regret:.4f}")
            for each in self.moves
        ]
        yield table(("guess", "reply", "left before", "expected", "best", "regret"), rows)


@checked
def regret(
    setup: Setup, guesses: Sequence[str], secret: str, *, watch: Watch = UNWATCHED, belief: Belief | None = None
) -> Regret:
    """Measure how much worse each guess was than the best one, by exact search without a guess limit.

    The guesses follow the clues of the setup. A value that is not shipped may take seconds of search, or much longer in
    a large game; `watch` can stop it. `belief` must be that of the setup; giving it saves time.
    """
    if not guesses:
        raise FewestError('Give the guesses as a list, such as ["crane", "sloth"].')
    belief = setup.belief() if belief is None else belief
    game = belief.game
    answer = find_secret(game, secret)
    if answer not in belief:
        raise FewestError(f"{answer!r} does not fit the clues of the setup; leave out the clues, or change the secret.")
    values = _Values(watch)
    moves = list[Move]()
    for place, text in enumerate(guesses):
        watch.update(place, len(guesses))
        if belief.won:
            raise FewestError(f"{answer!r} was already found; leave {text!r} out.")
        with about_clue(place):
            guess = find_allowed(game, text, belief.clues, belief.hard)
        expected, (best_expected, best) = values.of(guess, belief), values.best(belief)
        moves.append(
            Move(
                **vars(game.seen(guess, reply := game.reply(guess, answer))),
                remaining=len(belief),
                expected=expected,
                best=guess if expected == best_expected else best,
                best_expected=best_expected,
                regret=expected - best_expected,
            )
        )
        belief = belief.after(guess, reply)
    return Regret(setup.title(game), answer, (*moves,), math.fsum(each.regret for each in moves))


class _Values:
    """Exact values: the shipped ones where they are known, otherwise those of one prover for the whole game."""

    def __init__(self, watch: Watch) -> None:
        self._stop = watch.stop
        self._prover: Prover | None = None

    def _searching(self, belief: Belief) -> Prover:
        """The prover, made when the first value is not known."""
        if self._prover is None:
            self._prover = Prover(belief, stop=self._stop)
        return self._prover

    def best(self, belief: Belief) -> tuple[float, str]:
        """The guesses needed with perfect play, and the best guess."""
        if len(belief) == 1:
            return 1.0, belief.words[0]
        known = known_values(belief)
        if known:
            return known[0].mean, known[0].guess
        prover = self._searching(belief)
        cost, guess = prover.best(belief, stop=self._stop)
        assert guess is not None
        return prover.mean(cost, belief), guess

    def of(self, guess: str, belief: Belief) -> float:
        """The guesses needed with this guess and perfect play after it."""
        if len(belief) == 1:
            return 1.0 if guess == belief.words[0] else 2.0
        known = known_value(belief, guess)
        if known is not None:
            return known.mean
        prover = self._searching(belief)
        return prover.mean(prover.cost_of_guess(guess, belief, stop=self._stop), belief)

"""Beliefs: the possible secrets, their probabilities, and the allowed guesses."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import fsum, gcd, lcm
from typing import Any, NamedTuple, overload

import numpy as np
from numpy.typing import NDArray

from fewest.checks import checked, fit
from fewest.errors import ArgumentError, ContradictionError, FewestError, GuessError, ReplyError
from fewest.games.game import Game, Indices, Reply
from fewest.results import Block, Shown, line
from fewest.results.prose import listed_some, pluralise
from fewest.system.files import digest
from fewest.words.prior import OwnPrior, Weight, exact_weight

MAX_LISTED = 20
"""How many secrets are listed by default."""

LIKELY_FRACTION = 0.1
"""A possible secret is likely if it is at least this fraction as likely as the likeliest."""

Weights = NDArray[np.int64] | NDArray[np.object_]
"""Exact weights: whole numbers if 64 bits hold them, else fractions."""

Probabilities = NDArray[np.float64]

UNIFORM = "uniform"
"""The prior of secrets that are all equally likely."""

SMALLEST_CHANCE = 1e-300
"""Replaces positive probabilities that are too small for a float."""

LARGEST_SUM = 1 << 62
"""The limit for the sum of whole weights, so that it fits in 64 bits."""

MAX_SCALE_BITS = 4096
"""The most bits of the common denominator of weights; with more, the sum is not computed exactly."""


class Clue(NamedTuple):
    """A guess and its reply."""

    guess: str
    reply: int

    @classmethod
    @checked
    def parse(cls, text: str, game: Game) -> "Clue":
        """Parse a clue such as crane=01200."""
        guess, equals, reply = text.rpartition("=")
        if not equals or not guess.strip():
            raise ReplyError(
                f"{text!r} is not a clue. Write the guess, an equals sign and the reply, as in crane=01200."
            )
        return cls(game.guesses[game.find_guess(guess.strip())], Reply(game.parse_reply(reply), game))

    def text(self, game: Game) -> str:
        """Write a clue in the form that `parse` reads."""
        return f"{self.guess}={game.reply_text(self.reply)}"


@dataclass(frozen=True, eq=False, repr=False)
class Belief(Shown):
    """The possible secrets, with a probability each, and the allowed guesses.

    >>> from fewest import Wordle
    >>> belief = Belief.start(Wordle.edition("original")).after("crane", "01200").after("sloth", "00000")
    >>> len(belief), belief.words
    (5, ['award', 'diary', 'dwarf', 'guard', 'quark'])

    It is a sequence of words with their probabilities, likeliest first:

    >>> [word for word, probability in belief if probability >= 0.2] == belief.words
    True
    >>> belief[0], "dwarf" in belief, "crane" in belief
    (('award', 0.2), True, False)

    `words` and `probabilities` are in that order too. The arrays for formulas (`secrets`, `weights`, `secret_chances`
    and `are_likely`) share another order, that of the game's table.
    """

    game: Game
    secrets: Indices
    """Rows of the game's table, in alphabetical order."""
    weights: Weights | None = None
    """The exact weight of each secret, in proportion to its probability; None if all are equally likely."""
    allowed: Indices | None = None
    """Columns of the game's table, in alphabetical order; None if all guesses are allowed."""
    hard: bool = False
    """Whether clues restrict the guesses: in hard mode, or if every guess must fit all clues."""
    clues: tuple[Clue, ...] = ()
    """The clues since the start."""
    chance: float = 1.0
    """The probability of the last reply, before it came."""
    prior: str | None = None
    """The prior at the start: `uniform`, or a digest of the weights; None if it is not known."""
    start_bits: float | None = None
    """The uncertainty at the start in bits, to six digits; None if all secrets were equally likely."""

    @classmethod
    @checked
    def start(
        cls,
        game: Game,
        weights: Sequence[Weight] | Mapping[str, Weight] | NDArray[Any] | None = None,
        *,
        hard: bool = False,
    ) -> "Belief":
        """Start with all secrets of a game, equally likely or with the given `weights`.

        Weights are by word, or in the order of the game's secrets. They are exact: a float counts as the decimal number
        that prints it, so 0.1 is one tenth.
        """
        hard = hard or game.consistent
        if hard and not (game.hard_mode or game.consistent):
            raise game.without_hard_mode()
        secrets = np.arange(len(game.secrets), dtype=np.int32)
        if weights is None:
            return cls(game, secrets, hard=hard, prior=UNIFORM)
        if hasattr(weights, "items"):
            weights = OwnPrior.of(weights).weigh(game.secrets, game.secrets, game.normalise)
        if len(weights) != len(secrets):
            raise FewestError(f"{len(weights):,} weights for {len(secrets):,} secrets; give one weight per secret.")
        try:
            exact = [exact_weight(weight) for weight in weights]
        except ValueError:  # infinity or NaN
            exact = []
        signs = [weight.numerator for weight in exact]
        if min(signs, default=-1) < 0 or not any(signs):
            raise FewestError("Weights must be 0 or more, and at least one above 0.")
        if not all(signs):
            secrets = secrets[np.array(signs, np.object_) > 0]
            exact = [weight for weight in exact if weight.numerator]
        known = exact_weights(exact)
        start = cls(game, secrets, known, hard=hard, prior=_digest(secrets, known))
        return replace(start, start_bits=round(start.entropy, 6))

    @classmethod
    def of(cls, value: object) -> "Belief | None":
        """The belief of a setup, or at the start of a game; None for other values."""
        if isinstance(value, Game):
            return cls.start(value)
        make = None if isinstance(value, type) else getattr(value, "belief", None)
        made = make() if callable(make) else None
        return made if isinstance(made, cls) else None

    def __len__(self) -> int:
        """The number of possible secrets."""
        return len(self.secrets)

    @property
    def won(self) -> bool:
        """Whether the last reply was the win."""
        return bool(self.clues) and self.clues[-1].reply == self.game.win

    @property
    def in_hard_mode(self) -> bool:
        """Whether hard mode is on, rather than the stricter rule of a game that guesses fit all clues."""
        return self.hard and not self.game.consistent

    def __iter__(self) -> Iterator[tuple[str, float]]:
        """Each possible secret with its probability, likeliest first."""
        return iter(self._ranked)

    @overload
    def __getitem__(self, place: int) -> tuple[str, float]: ...

    @overload
    def __getitem__(self, place: slice) -> list[tuple[str, float]]: ...

    def __getitem__(self, place: int | slice) -> tuple[str, float] | list[tuple[str, float]]:
        """The secret at a place with its probability, or those of a slice; place 0 is the likeliest."""
        if not isinstance(place, int | slice | np.integer):
            raise ArgumentError(f"A Belief is indexed by place, as in belief[0], not by {place!r}.")
        return self._ranked[place]

    def __contains__(self, word: object) -> bool:
        """Whether a word is a possible secret."""
        return word in self.words

    @property
    def words(self) -> list[str]:
        """The possible secrets, likeliest first, then in alphabetical order."""
        return [word for word, _ in self._ranked]

    @property
    def probabilities(self) -> list[float]:
        """The probability of each of `words`, in the same order."""
        return [probability for _, probability in self._ranked]

    @cached_property
    def _ranked(self) -> list[tuple[str, float]]:
        order = range(len(self)) if self.weights is None else np.argsort(-self.weights, kind="stable")
        chances = self.secret_chances.tolist()
        return [(self.game.secrets[self.secrets[i]], chances[i]) for i in order]

    @cached_property
    def secret_chances(self) -> Probabilities:
        """The probability of each secret, in the order of `secrets`: alphabetical, for arrays."""
        if self.weights is None:
            return np.full(len(self), 1 / len(self))
        if self.weights.dtype != object:
            return np.asarray(self.weights / self.weights.sum())
        top, bottom = max(self.weights).as_integer_ratio()  # divide as integers: fast, and without overflow
        chances = [each.numerator * bottom / (each.denominator * top) for each in self.weights]
        array = np.maximum(chances, SMALLEST_CHANCE)
        return np.asarray(array / array.sum())

    @property
    def are_likely(self) -> NDArray[np.bool_]:
        """Which of `secrets` are likely; all, if they are equally likely. They are the first of `words`."""
        likely: NDArray[np.bool_] = self.secret_chances >= LIKELY_FRACTION * self.secret_chances.max()
        return likely

    @property
    def likely(self) -> int:
        """How many secrets are likely."""
        return int(self.are_likely.sum())

    @property
    def entropy(self) -> float:
        """The uncertainty about the secret in bits."""
        if self.weights is None:
            return float(np.log2(len(self)))
        return float(max(0.0, -(self.secret_chances * np.log2(self.secret_chances)).sum()))

    def mean(self, numbers: Sequence[int]) -> float:
        """The mean of a number for each secret, weighted; correctly rounded if the weights are whole numbers."""
        if self.weights is None:
            return sum(numbers) / len(self)
        if self.weights.dtype == object:
            return fsum(self.secret_chances * numbers)
        weights: list[int] = self.weights.tolist()
        return sum(weight * number for weight, number in zip(weights, numbers, strict=True)) / sum(weights)

    @checked
    def among(self, words: Iterable[str]) -> "Belief":
        """Restrict the belief to some secrets."""
        wanted = np.unique([self.game.find_secret(word) for word in words]).astype(np.int32)
        if not len(wanted):
            raise FewestError("Name at least one possible secret.")
        others = [self.game.secrets[secret] for secret in wanted[~np.isin(wanted, self.secrets)]]
        if others:
            raise FewestError(f"{others[0]!r} is not among the {pluralise(len(self), 'possible secret')}.")
        kept = np.isin(self.secrets, wanted)
        if kept.all():
            return self
        secrets, weights = self.secrets[kept], None if self.weights is None else self.weights[kept]
        prior = None
        if not self.clues and self.prior is not None:
            weights = None if weights is None else exact_weights(weights)
            prior = _digest(secrets, np.ones(len(secrets), np.int64) if weights is None else weights)
        return replace(self, secrets=secrets, weights=weights, prior=prior)

    @checked
    def after(self, guess: str, reply: int | str) -> "Belief":
        """The belief after a reply to a guess."""
        column = self.find_guess(guess)
        code = self.game.parse_reply(reply) if isinstance(reply, str) else reply
        self.game.require_reply(code)
        keep = np.flatnonzero(self.game.column(self.secrets, column) == code)
        clue = Clue(self.game.guesses[column], Reply(code, self.game))
        if not len(keep):
            raise self._contradiction(clue)
        return self._part(clue, keep)

    @checked
    def after_all(self, clues: Iterable[Clue | str]) -> "Belief":
        """The belief after several clues."""
        belief = self
        for clue in clues:
            belief = belief.after(*(Clue.parse(clue, self.game) if isinstance(clue, str) else clue))
        return belief

    def parts(self, guess: str) -> Iterator[tuple[int, "Belief"]]:
        """The belief after each possible reply to a guess, the win included."""
        column = self.find_guess(guess)
        replies = self.game.column(self.secrets, column)
        order = np.argsort(replies, kind="stable")
        codes, starts = np.unique(replies[order], return_index=True)
        for code, keep in zip(codes.tolist(), np.split(order, starts[1:]), strict=True):
            reply = Reply(code, self.game)
            yield reply, self._part(Clue(self.game.guesses[column], reply), keep)

    def find_guess(self, guess: str) -> int:
        """The column of a guess; an error if it is not allowed."""
        column = self.game.find_guess(guess)
        if self.allowed is not None and not (self.allowed == column).any():
            if self.game.consistent:
                raise GuessError(f"{guess!r} is not allowed: it does not fit {self._clues_text()}.")
            raise GuessError(f"{guess!r} is not allowed in hard mode: it must use all hints of {self._clues_text()}.")
        return column

    def records(self) -> list[dict[str, Any]]:
        """A row per possible secret, likeliest first."""
        return [{"word": word, "probability": probability} for word, probability in self]

    def blocks(self) -> Iterator[Block]:
        """The clues, the number of possible secrets, and the first of them."""
        for guess, reply in self.clues:
            yield self.game.seen(guess, reply).tiles(both=True)
        yield line(f"{pluralise(len(self), 'secret')} ({self.entropy:.2f} bits), {self.game}")
        yield line(listed_some(self.words, MAX_LISTED), "bold")

    def __repr__(self) -> str:
        after = f" after {self._clues_text()}" if self.clues else ""
        hard = ", hard mode" if self.in_hard_mode else ""
        return f"<Belief: {pluralise(len(self), 'secret')} of {self.game.label}{after}{hard}>"

    def _part(self, clue: Clue, keep: NDArray[np.intp]) -> "Belief":
        weights, chance = None, len(keep) / len(self)
        if self.weights is not None:
            weights = self.weights[keep]
            if len(keep) < len(self):  # otherwise the reply is certain, and the chance exactly 1
                chance = float(self.secret_chances[keep].sum())
        allowed = self.allowed
        if self.hard:
            mask = self.game.allowed_after(*clue)
            allowed = np.flatnonzero(mask).astype(np.int32) if allowed is None else allowed[mask[allowed]]
        clues = (*self.clues, clue)
        known = self.prior, self.start_bits
        return Belief(self.game, self.secrets[keep], weights, allowed, self.hard, clues, chance, *known)

    def _clues_text(self) -> str:
        return " ".join(clue.text(self.game) for clue in self.clues)

    def _contradiction(self, clue: Clue) -> ContradictionError:
        clues = (*self.clues, clue)
        outside = words_outside(self.game, clues)
        if outside:
            return not_listed(self.game, clues, outside)
        text = f"Clue {len(self.clues) + 1}, {clue.text(self.game)}, cannot be right: "
        word, listed = "secret", ""
        if self.game.has_words:
            word, listed = "word", "; the word may also be missing from the list"
        check = f"Check {'the replies' if self.clues else 'the reply'}{listed}."
        if not self.clues and len(self) == len(self.game.secrets):
            return ContradictionError(f"{text}no {word} of {self.game.title} gives that reply. {check}")
        noun = "secret" if self.clues else "possible secret"
        after = f" left after {self._clues_text()}" if self.clues else ""
        if len(self) == 1:
            return ContradictionError(f"{text}the only {noun}{after} does not give that reply. {check}")
        return ContradictionError(f"{text}none of the {len(self):,} {noun}s{after} gives that reply. {check}")


def as_belief(value: object, what: str) -> Belief:
    """A belief, or that of a setup or game; the error for other values names the argument. For calls in hot loops."""
    belief: Belief = value if isinstance(value, Belief) else fit(value, Belief, what)
    return belief


def are_among(belief: Belief, columns: Indices, guesses: Iterable[str] | None) -> NDArray[np.bool_]:
    """A mask of the columns that belong to some guesses (None for all); an error if a guess is not allowed."""
    if guesses is None:
        return np.ones(len(columns), np.bool_)
    return np.isin(columns, [belief.find_guess(guess) for guess in guesses])


MAX_NAMED = 3
"""How many words outside a list an error names."""


def words_outside(game: Game, clues: Sequence[Clue]) -> list[str]:
    """The allowed guesses that fit the clues if no secret does; empty if a secret fits."""
    wide = game.with_every_guess()
    if wide is None:
        return []
    left = np.arange(len(wide.secrets), dtype=np.int32)
    for guess, reply in clues:
        left = left[wide.column(left, wide.guess_index[guess]) == reply]
    words = [wide.secrets[at] for at in left.tolist()]
    return [] if {*words} & {*game.secrets} else words


def not_listed(game: Game, clues: Sequence[Clue], outside: Sequence[str]) -> ContradictionError:
    """The error for clues that only allowed guesses outside the answers fit."""
    texts = " ".join(clue.text(game) for clue in clues)
    do = pluralise(len(outside), "other allowed guess does", "other allowed guesses do")
    every = "such as " if len(outside) > MAX_NAMED else ""
    named = ", ".join(outside[:MAX_NAMED])
    error = ContradictionError(f"No answer of {game.label} fits {texts}, but {do} ({every}{named}).")
    error.unlisted = True
    return error


def whole_weights(weights: Sequence[Weight] | Weights, below: int = LARGEST_SUM) -> NDArray[np.int64] | None:
    """Scale weights to the smallest whole numbers; None if their sum reaches a limit.

    >>> print(whole_weights([0.25, 0.1, 3]))
    [ 5  2 60]
    """
    if isinstance(weights, np.ndarray) and weights.dtype == np.int64:
        reduced: NDArray[np.int64] = weights // np.gcd.reduce(weights)
        return reduced if int(reduced.sum()) < below else None
    exact = [exact_weight(weight).as_integer_ratio() for weight in weights]
    scale = 1
    for denominator in {denominator for _, denominator in exact}:
        scale = lcm(scale, denominator)
        if scale.bit_length() > MAX_SCALE_BITS:
            return None
    numbers = [numerator * (scale // denominator) for numerator, denominator in exact]
    divisor = gcd(*numbers)
    return None if sum(numbers) >= below * divisor else np.array([number // divisor for number in numbers], np.int64)


def exact_weights(weights: Sequence[Weight] | Weights) -> Weights:
    """Weights without rounding: whole numbers if 64 bits hold them, else fractions."""
    found = whole_weights(weights)
    return np.array([exact_weight(weight) for weight in weights], np.object_) if found is None else found


def _digest(secrets: Indices, weights: Weights) -> str:
    """A digest of the exact weights of some secrets."""
    if weights.dtype == object:
        return digest(f"{secrets.tolist()} {[*map(str, weights)]}")
    return digest(secrets.astype("<i4").tobytes() + weights.astype("<i8").tobytes())

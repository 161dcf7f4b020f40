"""How likely each word is, as a person writes it down."""

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

from fewest.errors import WordListError
from fewest.words.lists import normalise, read_lines


def read_weights(path: Path | str, words: Sequence[str]) -> list[Fraction]:
    """Read a file with a word and its weight per line; every one of the words must have a weight above 0, once.

    A weight is a whole number, a decimal or a fraction, and taken exactly. Other words are passed over.
    """
    weights: dict[str, Fraction] = {}
    wanted = set(words)
    for number, line in enumerate(read_lines(Path(path)), start=1):
        fields = line.replace(",", " ").replace("=", " ").split()
        if not fields:
            continue
        where = f"{path}, line {number}"
        if len(fields) != 2:
            raise WordListError(f"{where}: write a word and its weight, as in: crane 0.25")
        word = normalise(fields[0])
        try:
            weight = Fraction(fields[1])
        except (ValueError, ZeroDivisionError):
            raise WordListError(f"{where}: {fields[1]!r} is no weight; write a number such as 3 or 0.25.") from None
        if weight <= 0:
            raise WordListError(f"{where}: the weight of {word!r} must be above 0.")
        if word in weights:
            raise WordListError(f"{where}: {word!r} has a weight already.")
        if word in wanted:
            weights[word] = weight
    missing = [word for word in words if word not in weights]
    if missing:
        more = f" and {len(missing) - 1:,} more" if len(missing) > 1 else ""
        raise WordListError(f"{path}: no weight for {missing[0]!r}{more}; give every answer a weight.")
    return [weights[word] for word in words]

"""What the engine of the page is loaded with: words, curves and proved values, as typed in `engine/loaded.js`."""

from dataclasses import replace
from typing import Any

from fewest.belief import Belief
from fewest.curves import shipped_curves
from fewest.search.shipped_values import book, known_openers
from fewest.setup import TODAY, Setup
from fewest.words import EDITIONS, edition
from fewest.words.prior import RANKED

BITS = 4
"""The number of words that one hexadecimal digit covers, with a bit for each."""


def engine_data() -> dict[str, Any]:
    """The data, as JSON."""
    ranked = RANKED.read_text(encoding="utf-8").split()
    starts = [setup.belief() for setup in (*(Setup(edition=name) for name in EDITIONS), TODAY)]
    every = [*starts, *(replace(start, hard=True) for start in starts)]
    return {
        "words": "".join(ranked),
        "editions": {name: _edition(name, ranked) for name in EDITIONS},
        "curves": {curve.name: {"bits": curve.bits, "guesses": curve.guesses} for curve in shipped_curves()},
        "openers": {_name(start): found for start in every if (found := _openers(start))},
        "books": {_name(start): found for start in every if (found := _book(start))},
    }


def _name(start: Belief) -> str:
    return f"{start.game.label}{'-hard' if start.hard else ''}"


def _edition(name: str, ranked: list[str]) -> dict[str, str]:
    words = edition(name)
    bits = {"guesses": _bits(ranked, words.guesses), "answers": _bits(ranked, words.answers)}
    return {**bits, "fingerprint": words.fingerprint}


def _bits(ranked: list[str], chosen: tuple[str, ...]) -> str:
    """A bit for each word that says whether it is chosen; the first word has the lowest bit of the first digit."""
    among = {*chosen}
    groups = (ranked[at : at + BITS] for at in range(0, len(ranked), BITS))
    return "".join(f"{sum((word in among) << bit for bit, word in enumerate(group)):x}" for group in groups)


def _openers(start: Belief) -> dict[str, Any] | None:
    """What is known of each opener: an exact cost, or minus a lower bound."""
    table = known_openers(start)
    if table is None:
        return None
    pairs = zip(table.costs.tolist(), table.lower.tolist(), strict=True)
    return {"weight": table.weight, "costs": [cost or -lower for cost, lower in pairs]}


def _book(start: Belief) -> dict[str, Any] | None:
    shipped = book(start)
    return None if shipped is None else {"replies": shipped.replies, "start": shipped.start}

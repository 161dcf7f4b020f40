"""The data of the page's engine."""

import json
from typing import Any

import pytest

from fewest.search.shipped_values import known_openers, known_values
from fewest.setup import TODAY, Setup
from fewest.web.engine_data import engine_data
from fewest.words import EDITIONS, edition


@pytest.fixture(scope="module")
def data() -> dict[str, Any]:
    """The data as read from its file."""
    loaded: dict[str, Any] = json.loads(json.dumps(engine_data()))
    return loaded


@pytest.mark.parametrize("name", EDITIONS)
def test_the_bits_of_an_edition_tell_its_words(data: dict[str, Any], name: str) -> None:
    ranked = [data["words"][at : at + 5] for at in range(0, len(data["words"]), 5)]
    told = data["editions"][name]
    for kind in ("guesses", "answers"):
        chosen = [word for at, word in enumerate(ranked) if int(told[kind][at // 4], 16) >> at % 4 & 1]
        assert sorted(chosen) == [*getattr(edition(name), kind)]
    assert told["fingerprint"] == edition(name).fingerprint


@pytest.mark.parametrize(
    ("label", "setup"),
    [("nyt-2023/guesses", TODAY), ("nyt-2023", Setup(edition="nyt-2023")), ("original-hard", Setup(hard=True))],
)
def test_openers_have_an_exact_cost_or_a_lower_bound(data: dict[str, Any], label: str, setup: Setup) -> None:
    table = known_openers(setup.belief())
    assert table is not None
    found = data["openers"][label]
    assert found["weight"] == table.weight
    assert [max(cost, 0) for cost in found["costs"]] == table.costs.tolist()
    assert [abs(cost) for cost in found["costs"]] == table.lower.tolist()


def test_a_book_tells_the_best_second_guess(data: dict[str, Any]) -> None:
    weight, guess, cost = data["books"]["original"]["replies"]["salet"]["00000"][:3]
    best = known_values(Setup(edition="original").belief().after("salet", "00000"))[0]
    assert (guess, cost, cost / weight) == (best.guess, best.cost, best.mean)
    assert set(data["books"]) == {*EDITIONS, "nyt-2023/guesses"} < set(data["curves"])

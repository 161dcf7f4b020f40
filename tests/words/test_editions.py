"""What is written down of the editions is what was proved and published."""

import json
from pathlib import Path

import pytest

from fewest.search.shipped_values import opener_table
from fewest.words import EDITIONS, edition
from fewest.words.editions import EDITION_FACTS
from tests import samples

PUBLISHED = json.loads((Path(__file__).parents[1] / "published" / "optimal.json").read_text(encoding="utf-8"))["exact"]


def test_every_edition_has_an_opener_that_may_be_guessed() -> None:
    assert [*EDITION_FACTS] == [*EDITIONS]
    assert all(facts.opener in edition(name).guesses for name, facts in EDITION_FACTS.items())


@pytest.mark.parametrize("name", EDITIONS)
def test_totals_are_the_least_of_the_shipped_openers(name: str) -> None:
    facts, game = EDITION_FACTS[name], samples.edition(name)
    table = opener_table(game)
    assert table is not None
    assert facts.total == table.costs[table.costs > 0].min() == table.costs[game.guess_index[facts.opener]]


@pytest.mark.parametrize("name", ["original", "nyt-2023"])
def test_totals_are_the_least_that_are_published(name: str) -> None:
    totals = {
        each["opener"]: each["total"]
        for each in PUBLISHED
        if each["edition"] == name and not {"hard", "max_guesses"} & {*each}
    }
    facts = EDITION_FACTS[name]
    assert min(totals.items(), key=lambda item: item[1]) == (facts.opener, facts.total)

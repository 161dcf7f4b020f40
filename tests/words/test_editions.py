"""What is written down of the editions is what was proved and published."""

import json
from pathlib import Path

from fewest.words import EDITIONS, edition
from fewest.words.editions import EDITION_FACTS

PUBLISHED = json.loads((Path(__file__).parents[1] / "published" / "optimal.json").read_text(encoding="utf-8"))["exact"]


def test_every_edition_has_an_opener_that_may_be_guessed() -> None:
    assert [*EDITION_FACTS] == [*EDITIONS]
    assert all(facts.opener in edition(name).guesses for name, facts in EDITION_FACTS.items())


def test_totals_are_the_least_that_are_published() -> None:
    for name, facts in EDITION_FACTS.items():
        totals = {
            each["opener"]: each["total"]
            for each in PUBLISHED
            if each["edition"] == name and not {"hard", "max_guesses"} & {*each}
        }
        assert not totals or min(totals.items(), key=lambda item: item[1]) == (facts.opener, facts.total)

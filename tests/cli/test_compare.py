import json

import pytest

from fewest.strategies import classic
from tests.cli.running import Call, Result, assert_refused


def rows(result: Result) -> list[list[str]]:
    """The cells of a table in Markdown."""
    assert result.code == 0
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in result.out.splitlines()]


@pytest.mark.slow
def test_editions_and_openers_are_compared(call: Call) -> None:
    result = call("compare", "-e", "original", "-e", "nyt-2022", "-s", "entropy", "--opener", "salet", "--json")
    assert (result.code, result.err) == (0, "")
    compared = [(row["label"], row["answers"], row["opener"]) for row in json.loads(result.out)]
    assert compared == [("original", 2315, "salet"), ("nyt-2022", 2309, "salet")]


def test_every_strategy_is_compared_by_default(call: Call, lists: list[str]) -> None:
    head, rule, *body = rows(call("compare", "--markdown", *lists))
    assert head[:4] == ["edition", "strategy", "opener", "mean"]
    assert {*rule} == {"---"}
    assert [row[1] for row in body] == [*classic()]
    assert {len(row) for row in (head, rule, *body)} == {9}


def test_an_opener_must_be_allowed_in_every_edition(call: Call) -> None:
    editions = ["-e", "nyt-2022", "-e", "original"]
    assert_refused(call("compare", *editions, "--opener", "koran"), "'koran' is not an allowed guess in original")


@pytest.mark.parametrize("width", [80, 200])
def test_a_narrow_screen_has_every_column_and_tells_rows_apart(
    width: int, call: Call, lists: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, _, *body = rows(call("compare", "--markdown", *lists))
    monkeypatch.setenv("COLUMNS", str(width))
    shown = call("compare", *lists).out
    assert max(map(len, shown.splitlines())) <= width
    assert all(shown.count(head) for head in ("strategy", "opener", "mean", "total", "worst", "lost", "seconds"))
    for edition, strategy, *cells in body:
        lines = [line.split() for line in shown.splitlines() if line.startswith(f"{edition}  {strategy} ")]
        told = [cell for line in lines for cell in line[len(f"{edition} {strategy}".split()) :]]
        assert told[:5] == cells[:5]

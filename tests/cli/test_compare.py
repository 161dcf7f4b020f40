from fewest.strategies import classic
from tests.cli.running import Call, Result, assert_refused


def rows(result: Result) -> list[list[str]]:
    """The cells of a Markdown table."""
    assert result.code == 0
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in result.out.splitlines()]


def test_every_strategy_is_compared_by_default(call: Call, lists: list[str]) -> None:
    head, rule, *body = rows(call("compare", "--markdown", *lists))
    assert head[:4] == ["edition", "strategy", "opener", "mean"]
    assert {*rule} == {"---"}
    assert [row[1] for row in body] == [*classic()]
    assert {len(row) for row in (head, rule, *body)} == {9}


def test_an_opener_must_be_allowed_in_every_edition(call: Call) -> None:
    editions = ["-e", "nyt-2022", "-e", "original"]
    assert_refused(call("compare", *editions, "--opener", "koran"), "'koran' is not an allowed guess in original")

"""The tools that make the shipped tables and books."""

import json
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from fewest import Belief
from fewest.search import Prover, Store, shipped_values
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import Book, book_path, known_values, opener_table
from fewest.setup import Setup
from fewest.words import edition
from tests import samples

TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> Any:
    """A tool as a module."""
    spec = spec_from_file_location(name, TOOLS / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    made: ModuleType = module_from_spec(spec)
    spec.loader.exec_module(made)
    return made


def kept(path: Path, *found: Settled) -> str:
    """A store about original with some results."""
    with Store(path) as store:
        store.begin(Prover(Belief.start(samples.edition("original")), memory=1 << 20), 12_972, 12_972)
        store.add(found, 6)
    return str(path)


@pytest.mark.slow
def test_a_store_becomes_a_table_and_more_of_it_a_larger_one(
    tmp_path: Path, nothing_known: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = samples.edition("original")
    main = tool("build_openers").main
    main([kept(tmp_path / "a.db", Settled("salet", 7920, 7920, 1.0, 7920), Settled("crane", 6900, None))])
    shipped_values._read_table.cache_clear()
    main([kept(tmp_path / "b.db", Settled("reast", 7923, 7923, 1.0, IMPOSSIBLE))])
    shipped_values._read_table.cache_clear()
    for limit, reast in ((None, 7923), (6, IMPOSSIBLE)):
        table = opener_table(game, max_guesses=limit)
        assert table is not None
        costs = {game.guesses[at]: cost for at, cost in enumerate(table.costs.tolist()) if cost}
        assert (costs, table.least, table.is_complete) == ({"salet": 7920, "reast": reast}, 7920, False)
    assert [each.guess for each in known_values(Belief.start(game), 3)] == ["salet", "reast"]
    assert "original-6.openers: 2 of 12,972 openers" in capsys.readouterr().out
    for name, opener, cost in (("c.db", "reast", 7924), ("d.db", "crate", 7919)):
        with pytest.raises(SystemExit, match=r"contradicts the table|cost less than 7,920"):
            main([kept(tmp_path / name, Settled(opener, cost, cost, 1.0, cost))])
    with pytest.raises(SystemExit, match="Name the stores"):
        main([])


def test_a_book_goes_on_from_what_it_holds(
    tmp_path: Path, nothing_known: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    build = tool("build_books")
    words = tmp_path / "words.txt"
    words.write_text("\n".join([word for word in edition("original").answers if word.endswith("ch")]), encoding="utf-8")
    setup = Setup(answers=str(words), prior="frequency")
    monkeypatch.setattr(build, "SETUPS", {"small": setup})
    monkeypatch.setattr(build, "OPENERS", ("batch", "salet", "finch"))
    monkeypatch.setattr(build, "SAVE_SECONDS", 0.0)
    searched: list[int] = []
    search = build.search

    def stop_after_five(*arguments: Any) -> Any:
        if len(searched) == 5:
            raise KeyboardInterrupt
        searched.append(len(arguments[0]))
        return search(*arguments)

    monkeypatch.setattr(build, "search", stop_after_five)
    with pytest.raises(KeyboardInterrupt):
        build.main(["small"])
    path = book_path(setup.game())
    half = json.loads(path.read_bytes())["replies"]
    assert sum(map(len, half.values())) == 5

    def count(*arguments: Any) -> Any:
        searched.append(len(arguments[0]))
        return search(*arguments)

    monkeypatch.setattr(build, "search", count)
    build.main(["small"])
    made = Book.load(path)
    assert made is not None
    assert [*made.replies] == ["batch", "finch"]
    start = setup.belief()
    parts = [part for opener in made.replies for _, part in start.parts(opener) if len(part) > 1]
    assert sorted(searched) == sorted(map(len, parts))
    for part in parts:
        (found,) = known_values(part)
        prover = Prover(part)
        least = prover.best(part)[0]
        assert least == found.cost == prover.cost_of_guess(found.guess, part)
        assert found.mean == prover.mean(found.cost, part)
    with pytest.raises(SystemExit, match="There is no book 'large'; the books are small"):
        build.main(["large"])

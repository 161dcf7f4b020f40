from pathlib import Path

import pytest

from fewest import Belief, FewestError
from fewest.questions.prove import prove
from fewest.search import Proof, Store, Unfinished
from fewest.search.resources import INTERRUPTED, Resources, guesses_left, memory_bytes
from fewest.setup import Setup
from fewest.watch import UNWATCHED, Watch
from tests import samples
from tests.questions.checks import pressing_ctrl_c


def test_resources_that_exclude_each_other_are_refused() -> None:
    with pytest.raises(FewestError, match="--threads does not apply to a cluster"):
        Resources(cluster="tls://a:1", threads=1)


def test_a_search_says_how_it_ended(tmp_path: Path) -> None:
    belief = Belief.start(samples.ending_in("ch"))
    resources = Resources(threads=1, store=tmp_path / "store.db")
    for watch, kind, wanted in (
        (pressing_ctrl_c(), Unfinished, INTERRUPTED),
        (Watch().within(0), Unfinished, "out of time"),
        (UNWATCHED, Proof, ""),
    ):
        found, ended = resources.search(belief, None, None, 1, 1 << 20, watch)
        assert type(found) is kind
        assert ended == wanted
    with Store.existing(tmp_path / "store.db") as kept:
        assert kept.known()


@pytest.mark.parametrize(
    ("most", "hard", "clues", "left"),
    [
        (None, False, 0, None),
        (None, True, 0, 6),
        (None, True, 1, 5),
        (0, False, 0, None),
        (0, True, 1, None),
        (4, False, 0, 4),
        (4, True, 1, 3),
    ],
)
def test_the_limit_counts_the_clues(most: int | None, hard: bool, clues: int, left: int | None) -> None:
    here = Belief.start(samples.ending_in("ch"), hard=hard).after_all(["batch=00022"] * clues)
    assert guesses_left(Setup(max_guesses=most), here) == left


def test_a_proof_without_guesses_left_is_refused() -> None:
    with pytest.raises(FewestError, match="No guesses left: the limit is 1"):
        guesses_left(Setup(max_guesses=1), Belief.start(samples.ending_in("ch")).after("batch", "00022"))


def test_too_much_memory_is_refused_with_the_figures(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("fewest.search.resources.available_memory", lambda: 2 << 30)
    message = r"^--memory 100000 would take 104\.9 GB, and this machine has 2\.1 GB free; ask for less\.$"
    with pytest.raises(FewestError, match=message):
        prove(Setup(game="numbers:most=3"), resources=Resources(memory=100_000))
    assert memory_bytes(2048, 1) == memory_bytes(None, 2048) == 2 << 30
    assert memory_bytes(None, 4096) == 4 << 30, "what is taken by default grows as it is needed"

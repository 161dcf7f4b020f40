import random
import shutil
from pathlib import Path

import pytest

from fewest import FewestError, Prover
from fewest.questions.audit import Wrong, audit
from fewest.search import Store
from fewest.setup import Setup
from fewest.watch import Progress, Watch
from tests.questions.checks import check
from tests.questions.conftest import Place
from tests.search.tampering import damage, tell_lie


@pytest.fixture
def store(place: Place, tmp_path: Path) -> Path:
    """A copy of the store that a test may damage."""
    return Path(shutil.copy(place.store, tmp_path / "copy.db"))


def test_a_store_of_a_proof_is_true(place: Place, setup: Setup) -> None:
    heard: list[Progress] = []
    made = audit(setup, place.store, watch=Watch(heard.append), sample=6, seed=3, memory=4)
    with Store.existing(place.store) as kept:
        known, trees = kept.known(), kept.trees()
    drawn = random.Random(3).sample(sorted(known), 6)
    assert (made.known, made.sample, made.seed, made.wrong) == (len(known), 6, 3, ())
    assert (made.file, made.trees) == (str(place.store), len(trees))
    assert heard == [*(Progress(at, 6, opener) for at, opener in enumerate(drawn)), Progress(6, 6)]
    check(made)
    assert f"6 of {len(known)} openers proved again: all agree with the store" in str(made)


def test_no_more_are_proved_again_than_there_are(place: Place, setup: Setup) -> None:
    made = audit(setup, place.store, sample=1000, memory=4)
    assert made.sample == made.known > 50


def test_wrong_entries_are_named_with_their_true_cost(place: Place, setup: Setup, store: Path) -> None:
    prover = Prover(place.belief)
    with Store.existing(store) as kept:
        opener = next(each.opener for each in kept.known().values() if each.cost is None)
    truth = prover.cost_of_guess(opener, prover.belief)
    tell_lie(store, "UPDATE settled SET lower = :lower WHERE opener = :opener", {"lower": truth + 1, "opener": opener})
    made = audit(setup, store, sample=1000, memory=4)
    assert made.wrong == (Wrong(opener, truth + 1, None, truth),)
    check(made)
    assert str(made).splitlines()[1].split() == [opener, f"{truth + 1}", f"{truth}"]


def test_a_store_that_knows_nothing_is_refused(setup: Setup, store: Path) -> None:
    damage(store, "DELETE FROM settled; DELETE FROM trees")
    with pytest.raises(FewestError, match="no opener is settled yet"):
        audit(setup, store)
    with pytest.raises(FewestError, match="there is no such store"):
        audit(setup, store.with_name("missing.db"))

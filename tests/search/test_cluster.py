import json
import os
import pickle
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, _core
from fewest.errors import FewestError
from fewest.games import make_game
from fewest.search import Proof, Prover, Store, cluster, prove
from fewest.search.cluster import ClusterPool, value_openers
from fewest.search.prover import IMPOSSIBLE
from fewest.search.workers import OpenerJob, Valuation, WorkerPool
from fewest.watch import Progress, Watch
from tests import samples
from tests.cases import first
from tests.cli.running import assert_refused, run
from tests.search.cases import summary

distributed: Any = pytest.importorskip("distributed")

ORIGINAL = samples.edition("original")
GAME = samples.wordle(
    *(word for word in ORIGINAL.answers if word.endswith("ch")), guesses=tuple(ORIGINAL.guesses[::15])
)
ALIKE = samples.wordle(
    *(word for word in ORIGINAL.answers if word.endswith("ch")), guesses=tuple(ORIGINAL.guesses[::150])
)
MASTERMIND = make_game("mastermind:pegs=3,colours=4")
MEMORY = 1 << 22


class Channel:
    """Carries a bound between threads."""

    def __init__(self) -> None:
        self.bound = IMPOSSIBLE

    def post(self, bound: int) -> None:
        self.bound = bound

    def reader(self) -> Callable[[], int]:
        return lambda: self.bound


def made(executor: Executor, size: int, channel: Any) -> Callable[[Prover, Belief], WorkerPool]:
    """A factory of pools from an executor."""
    return lambda prover, belief: ClusterPool(executor, prover, belief, MEMORY, lambda: size, channel)


@pytest.fixture(scope="module")
def executor() -> Iterator[Executor]:
    with ThreadPoolExecutor(3) as executor:
        yield executor


@pytest.fixture
def channel() -> Any:
    return Channel()


def started(hard: bool = False) -> Belief:
    return Belief.start(ALIKE, hard=hard)


PROVERS: dict[str, Callable[[], Prover]] = {
    "plain": lambda: Prover(started()),
    "weights": lambda: Prover(started(), [1 + place % 7 for place in range(len(ALIKE.secrets))]),
    "prior": lambda: Prover(Belief.start(ALIKE, [1 + place % 5 for place in range(len(ALIKE.secrets))])),
    "hard": lambda: Prover(started(hard=True), max_guesses=6),
    "limit": lambda: Prover(started(), max_guesses=4),
    "impossible": lambda: Prover(started(), max_guesses=2),
    "clues": lambda: Prover(started().after("catch", ALIKE.parse_reply("00022"))),
    "hard clues": lambda: Prover(started(hard=True).after("match", ALIKE.parse_reply("00022"))),
    "mastermind": lambda: Prover(Belief.start(MASTERMIND)),
    "aim": lambda: Prover(Belief.start(MASTERMIND), max_guesses=4, target=3),
}


@pytest.mark.parametrize("name", PROVERS)
def test_workers_find_the_same_proof(
    name: str, executor: Executor, channel: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every lower bound that is posted restarts all running searches."""
    monkeypatch.setattr(cluster, "BOUND_POLL_SECONDS", 1e-4)
    proof = prove(PROVERS[name](), top=2, pool=made(executor, 3, channel))
    assert summary(proof) == summary(prove(PROVERS[name](), top=2))


class Patient:
    """A prover that waits with a bound of 100 or more until it is stopped."""

    def __init__(self, searching: threading.Event) -> None:
        self.searching, self.bounds = searching, list[int]()

    def cost_of_guess(self, opener: str, belief: Belief, bound: int, stop: _core.StopToken, *, evenly: bool) -> int:
        self.bounds.append(bound)
        self.searching.set()
        ends = time.monotonic() + 60
        while bound >= 100 and time.monotonic() < ends:
            stop.check()
        return 60 if opener == "cheap" else bound


def test_a_bound_posted_during_a_search_is_noticed(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    searching = threading.Event()
    prover = Patient(searching)
    monkeypatch.setattr(cluster, "BOUND_POLL_SECONDS", 0.01)
    monkeypatch.setattr(cluster, "kept_prover", lambda pickled: (prover, started()))
    with ThreadPoolExecutor(1) as pool:
        jobs = [OpenerJob("cheap", IMPOSSIBLE), OpenerJob("dear", IMPOSSIBLE), OpenerJob("dear", 40)]
        future = pool.submit(value_openers, b"", jobs, channel)
        assert searching.wait(60)
        channel.post(99)
        costs = [(each.cost, each.bound) for each in future.result(60)]
    assert costs == [(60, 99), (99, 99), (40, 40)]
    assert prover.bounds == [IMPOSSIBLE, 99, 99, 40]


class Broken(Executor):
    """Workers that fail."""

    def __init__(self, error: BaseException | None, at_once: bool = False) -> None:
        self.error, self.at_once = error, at_once

    def submit(self, *asked: Any, **more: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        if self.error is None:
            future.cancel()
            future.set_running_or_notify_cancel()
        elif self.at_once:
            raise self.error
        else:
            future.set_exception(self.error)
        return future


FAILURES: list[tuple[BaseException | None, str]] = [
    (None, r"All workers of the cluster are disconnected; start some and try again\.$"),
    (CancelledError(), r"All workers of the cluster are disconnected; start some and try again\.$"),
    (MemoryError(), r"The workers of the cluster failed: MemoryError\.$"),
    (
        ModuleNotFoundError("No module named 'fewest'"),
        r"The workers of the cluster failed: No module named 'fewest'\.$",
    ),
    (
        RuntimeError("All died. The last was tcp://127.0.0.1:1.\nSee more."),
        r"The workers of the cluster failed: All died\.$",
    ),
    (FewestError("The table is too large."), r"^The table is too large\.$"),
]


@pytest.mark.parametrize("at_once", [False, True])
@pytest.mark.parametrize(("error", "message"), FAILURES)
def test_failing_workers_are_reported_in_one_sentence(error: BaseException, message: str, at_once: bool) -> None:
    prover = Prover(started())
    with pytest.raises(FewestError, match=message):
        prove(prover, pool=made(Broken(error, at_once), 2, Channel()))


def test_batches_grow_until_workers_stay_busy(channel: Any) -> None:
    with ThreadPoolExecutor(1) as pool:
        workers = ClusterPool(pool, Prover(started()), started(), MEMORY, lambda: 5, channel)
        assert (workers.size, workers.batch_size) == (6, 1)
        for seconds, expected in ((1.0, 2), (0.0, 4), (0.0, 8), (1e9, 1)):
            workers._update_pace([Valuation(1, 1, seconds), Valuation(1, 1, seconds)])
            assert workers.batch_size == expected
        for _ in range(60):
            workers._update_pace([Valuation(1, 1, 0.0)])
        assert workers.batch_size == cluster.MAX_BATCH


def test_closing_a_pool_ends_running_calls(channel: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """An endless search only ends when it is interrupted."""
    monkeypatch.setattr(cluster, "BOUND_POLL_SECONDS", 0.01)
    searching = threading.Event()
    monkeypatch.setattr(cluster, "kept_prover", lambda pickled: (Patient(searching), started()))
    with ThreadPoolExecutor(1) as pool:
        workers = ClusterPool(pool, Prover(started()), started(), MEMORY, lambda: 1, channel)
        first, second = (workers.value([OpenerJob("dear", IMPOSSIBLE)]) for _ in range(2))
        assert searching.wait(60)
        workers.close()
        for valued in (first, second):
            assert [(each.cost, each.bound) for each in valued.result(60)] == [(0, 0)]


def test_a_pickled_prover_asks_the_same(channel: Any) -> None:
    prover = Prover(started(), [1 + place for place in range(len(ALIKE.secrets))], 5)
    pickled = cluster.pickle_prover(prover, prover.belief, MEMORY)
    sent, belief = cluster.kept_prover(pickled)
    assert cluster.kept_prover(pickle.loads(pickle.dumps(pickled)))[0] is sent
    assert sent.cost_of_guess("catch", belief) == prover.cost_of_guess("catch", prover.belief)


def test_workers_value_openers_within_a_second_limit(executor: Executor, channel: Any) -> None:
    belief = started()
    some = [*belief.game.guesses[::40]]
    here = prove(Prover(belief), None, some, len(some), 1, within=3)
    there = prove(Prover(belief), None, some, len(some), within=3, pool=made(executor, 2, channel))
    assert [*here.ranking] == [*there.ranking]
    limited = Prover(belief, max_guesses=3)
    assert {each.guess: each.within for each in there.ranking} == {
        guess: limited.cost_of_guess(guess, belief) for guess in some
    }


@pytest.fixture(scope="module")
def machines() -> Iterator[Any]:
    """Two worker processes, for all tests here."""
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL"
    ) as machines:
        yield machines


@pytest.fixture
def client(machines: Any) -> Iterator[Any]:
    with distributed.Client(machines) as client:
        client.wait_for_workers(2)
        yield client


def on(client: Any, prover: Prover, **options: Any) -> Proof:
    """A proof by the workers of a cluster."""
    return prove(prover, pool=lambda prover, belief: cluster.make_pool(client, prover, belief, MEMORY), **options)


def words(folder: Path) -> list[str]:
    """Options that name the game."""
    answers, guesses = folder / "answers.txt", folder / "guesses.txt"
    answers.write_text("\n".join(GAME.secrets))
    guesses.write_text("\n".join(GAME.guesses))
    return ["--answers", str(answers), "--guesses", str(guesses)]


@pytest.mark.parametrize("hard", first(1, [False, True]))
def test_a_cluster_finds_the_same_proof(hard: bool, client: Any, tmp_path: Path) -> None:
    belief = Belief.start(GAME, hard=hard)
    weights = [1 + place % 3 for place in range(len(belief))] if hard else None
    with Store(tmp_path / "store.db") as store:
        proof = on(client, Prover(belief, weights), top=3, store=store)
    assert summary(proof) == summary(prove(Prover(belief, weights), top=3))
    with Store(tmp_path / "store.db") as store:
        assert on(client, Prover(belief, weights), top=3, store=store).resumed == proof.openers


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_nothing(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "MAX_BATCH", 16)
    killed: list[int] = []

    def report(status: Progress) -> None:
        if not killed:
            killed.append(min(client.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    proof = on(client, Prover(Belief.start(GAME)), top=40, watch=Watch(report))
    assert summary(proof) == summary(prove(Prover(Belief.start(GAME)), top=40))
    client.wait_for_workers(2)
    assert len(killed) == 1
    assert killed[0] not in client.run(os.getpid).values()


def test_every_thread_can_read_the_posted_bound(client: Any) -> None:
    channel = cluster.BoundChannel("fewest-test")
    channel.post(IMPOSSIBLE)
    assert client.submit(lambda channel: channel.reader()(), channel, pure=False).result() == IMPOSSIBLE
    channel.post(17)
    assert client.submit(lambda channel: channel.reader()(), channel, pure=False).result() == 17


@pytest.mark.slow
def test_a_lost_scheduler_is_reported_in_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    program = (
        "import sys\n"
        "from distributed import LocalCluster\n"
        "if __name__ == '__main__':\n"
        "    cluster = LocalCluster(n_workers=1, processes=False, dashboard_address='127.0.0.1:0', protocol='tcp')\n"
        "    print(cluster.scheduler_address, flush=True)\n"
        "    sys.stdin.read()\n"
    )
    pipe = subprocess.PIPE
    command = [sys.executable, "-c", program]
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, encoding="utf-8") as scheduler:
        try:
            assert scheduler.stdout is not None
            address = scheduler.stdout.readline().strip()

            def report(status: Progress) -> None:
                monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT_SECONDS", 3)  # connecting may be slow
                scheduler.kill()

            with (
                pytest.raises(FewestError, match=r"(?i)^.*(workers|scheduler).*\.$"),
                cluster.connect(address) as client,
            ):
                on(client, Prover(Belief.start(GAME)), top=len(GAME.guesses), watch=Watch(report))
        finally:
            scheduler.kill()


@pytest.mark.slow
def test_a_cluster_without_workers_warns(tmp_path: Path) -> None:
    with distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL") as empty:
        address = empty.scheduler_address
        result = run("rank", "--json", *words(tmp_path), "--cluster", address, "--seconds", "3", "--memory", "4")
    assert result.err == (
        f"fewest: the cluster has no workers yet, so the proof waits for them; start some with: dask worker {address}\n"
    )
    assert (result.code, json.loads(result.out)["settled"]) == (3, 0)


def certificates(folder: Path) -> dict[str, str]:
    """Dask's configuration for a test authority and a certificate signed by it."""
    new = ["openssl", "req", "-newkey", "rsa:2048", "-nodes", "-subj"]
    for command in (
        [*new, "/CN=authority", "-x509", "-keyout", "ca.key", "-out", "ca.pem"],
        [*new, "/CN=cluster", "-keyout", "cluster.key", "-out", "cluster.csr"],
        ["openssl", "x509", "-req", "-in", "cluster.csr", "-CA", "ca.pem", "-CAkey", "ca.key", "-out", "cluster.pem"],
    ):
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
    told = {"COMM__REQUIRE_ENCRYPTION": "true", "COMM__TLS__CA_FILE": f"{folder}/ca.pem"}
    for who in ("SCHEDULER", "WORKER", "CLIENT"):
        told |= {f"COMM__TLS__{who}__CERT": f"{folder}/cluster.pem", f"COMM__TLS__{who}__KEY": f"{folder}/cluster.key"}
    return {f"DASK_DISTRIBUTED__{name}": value for name, value in told.items()}


@pytest.mark.slow
@pytest.mark.skipif(shutil.which("openssl") is None, reason="there is no openssl")
def test_a_cluster_with_tls_needs_a_certificate(tmp_path: Path) -> None:
    told, lists = certificates(tmp_path), words(tmp_path)
    program = (
        "import sys\n"
        "from distributed import LocalCluster, Security\n"
        "if __name__ == '__main__':\n"
        "    options = dict(n_workers=1, threads_per_worker=1, dashboard_address='127.0.0.1:0', protocol='tls://')\n"
        "    with LocalCluster(security=Security(), **options) as cluster:\n"
        "        print(cluster.scheduler_address, flush=True)\n"
        "        sys.stdin.read()\n"
    )
    pipe = subprocess.PIPE
    with subprocess.Popen(
        [sys.executable, "-c", program], stdin=pipe, stdout=pipe, encoding="utf-8", env={**os.environ, **told}
    ) as scheduler:
        assert scheduler.stdout is not None
        address = scheduler.stdout.readline().strip()
        assert address.startswith("tls://127.0.0.1:")
        options = ["prove", "--json", *lists, "--memory", "4", "--cluster"]
        result = run(*options, address, **told)
        assert (result.code, result.err) == (0, "")
        assert json.loads(result.out)["total"] == prove(Prover(Belief.start(GAME))).best[0].cost
        assert_refused(run(*options, address), "tls://.*: Dask's configuration names no certificates; see docs/cluster")
        assert_refused(
            run(*options, address.replace("tls", "tcp")), "tcp://.*: there is no Dask scheduler at this address"
        )
        scheduler.communicate(timeout=60)

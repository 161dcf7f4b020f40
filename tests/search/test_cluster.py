import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from fewest import Belief, Wordle
from fewest.errors import FewestError, OutOfTimeError
from fewest.search import Proof, Prover, Store, cluster, prove
from fewest.search import workers as module
from fewest.search.proof import Findings
from fewest.search.prover import IMPOSSIBLE
from fewest.watch import Progress, Watch
from tests import samples
from tests.cases import first
from tests.cli.running import Call, Result, assert_refused, run
from tests.waiting import wait_until

distributed: Any = pytest.importorskip("distributed")

ORIGINAL = samples.edition("original")
GAME = samples.wordle(
    *(word for word in ORIGINAL.answers if word.endswith("ch")), guesses=tuple(ORIGINAL.guesses[::15])
)
MEMORY = 1 << 22


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


def found(proof: Proof) -> tuple[object, ...]:
    return proof.best, proof.lower_bound, proof.settled, proof.openers, proof.tree


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
    assert found(proof) == found(prove(Prover(belief, weights), top=3))
    with Store(tmp_path / "store.db") as store:
        assert on(client, Prover(belief, weights), top=3, store=store).resumed == proof.openers


@pytest.mark.slow
def test_a_worker_that_is_killed_changes_nothing(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BATCH", 16)
    killed: list[int] = []

    def report(status: Progress) -> None:
        if not killed:
            killed.append(min(client.run(os.getpid).values()))
            os.kill(killed[0], signal.SIGKILL)

    proof = on(client, Prover(Belief.start(GAME)), top=40, watch=Watch(report))
    assert found(proof) == found(prove(Prover(Belief.start(GAME)), top=40))
    client.wait_for_workers(2)
    assert len(killed) == 1
    assert killed[0] not in client.run(os.getpid).values()


def has_opened(key: str) -> bool:
    """Whether a worker has worked on a question."""
    return key in module._kept_provers


@pytest.mark.slow
def test_a_worker_that_joins_is_used(machines: Any, client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MAX_BATCH", 16)
    prover = Prover(Belief.start(GAME))
    workers = cluster.make_pool(client, prover, prover.belief, MEMORY)
    sizes = [workers.size]
    before = {*client.nthreads()}

    def report(status: Progress) -> None:
        if len(client.nthreads()) < 3:
            machines.scale(3)
            client.wait_for_workers(3)
            sizes.append(workers.size)

    try:
        proof = prove(prover, top=len(GAME.guesses), pool=lambda *_: workers, watch=Watch(report))
        assert sizes == [3, 4]
        (joined,) = {*client.nthreads()} - before
        assert client.run(has_opened, workers._pickled.key, workers=[joined]) == {joined: True}
    finally:
        machines.scale(2)
    assert found(proof) == found(prove(Prover(Belief.start(GAME)), top=len(GAME.guesses)))


def test_the_bound_is_on_a_board_that_all_can_read(client: Any) -> None:
    channel = cluster.DaskBoundChannel("fewest-test")
    channel.post(IMPOSSIBLE)
    assert client.submit(lambda channel: channel.reader()(), channel, pure=False).result() == IMPOSSIBLE
    channel.post(17)
    assert client.submit(lambda channel: channel.reader()(), channel, pure=False).result() == 17


def test_a_board_without_a_bound_says_nothing(client: Any) -> None:
    def read() -> int:
        from fewest.search import cluster

        cluster.SCHEDULER_TIMEOUT_SECONDS = 0.1  # type: ignore[assignment]
        try:
            return cluster.DaskBoundChannel("fewest-nothing").reader()()
        finally:
            cluster.SCHEDULER_TIMEOUT_SECONDS = 10

    assert client.submit(read, pure=False).result() == IMPOSSIBLE


@pytest.mark.parametrize("where", first(0, ["cluster", "workers"]))
def test_the_program_finds_the_same_on_workers(where: str, machines: Any, tmp_path: Path) -> None:
    lists, expected = words(tmp_path), prove(Prover(Belief.start(GAME)))
    options = {"cluster": ["--cluster", machines.scheduler_address], "workers": ["--workers", "2"]}[where]
    store = ["--store", str(tmp_path / "store.db")]
    result = run("prove", "--json", "--memory", "4", *lists, *options, *store)
    assert (result.code, result.err) == (0, "")
    data = json.loads(result.out)
    assert (data["total"], data["opener"], data["proved"]) == (expected.best[0].cost, expected.best[0].guess, True)
    again = json.loads(run("prove", "--json", *lists, *store).out)
    assert (again["resumed"], again["total"]) == (expected.openers, expected.best[0].cost)


@pytest.mark.slow
def test_ctrl_c_reaches_only_the_program(tmp_path: Path) -> None:
    """A terminal sends it to all processes; the workers must neither die of it nor write anything."""
    program = [
        sys.executable,
        "-c",
        "import sys, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from fewest.cli import main; sys.argv[0] = 'fewest'; main()",
    ]
    store = tmp_path / "store.db"
    command = [*program, "rank", "--json", *words(tmp_path), "--store", str(store), "--workers", "2", "--memory", "4"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdout=pipe, stderr=pipe, encoding="utf-8", start_new_session=True) as process:
        wait_until(lambda: process.poll() is not None or count_settled(store), "an opener is settled")
        os.killpg(process.pid, signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert err == ""
    data = json.loads(out)
    assert (process.returncode, data["proved"]) in ((130, False), (0, True))
    game = Wordle.from_files(str(tmp_path / "answers.txt"), str(tmp_path / "guesses.txt"))
    with Store(store) as kept:
        known: Findings
        try:
            known = prove(Prover(Belief.start(game)), top=len(game.guesses), store=kept, watch=Watch().within(0))
        except OutOfTimeError as ended:
            known = ended.so_far
    assert known.resumed == data["settled"] > 0


def count_settled(path: Path) -> int:
    try:
        with Store.existing(path) as store:
            return len(store.known())
    except FewestError:
        return 0


@pytest.mark.slow
def test_a_scheduler_that_vanishes_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
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
                monkeypatch.setattr(cluster, "SCHEDULER_TIMEOUT_SECONDS", 3)  # not sooner: to connect may take its time
                scheduler.kill()

            with (
                pytest.raises(FewestError, match=r"^The (workers|scheduler) .*\.$"),
                cluster.connect(address, None) as client,
            ):
                on(client, Prover(Belief.start(GAME)), top=len(GAME.guesses), watch=Watch(report))
        finally:
            scheduler.kill()


@pytest.mark.slow
def test_a_cluster_without_workers_is_said_to_have_none(tmp_path: Path) -> None:
    with distributed.LocalCluster(n_workers=0, dashboard_address="127.0.0.1:0", silence_logs="CRITICAL") as empty:
        address = empty.scheduler_address
        result = run("rank", "--json", *words(tmp_path), "--cluster", address, "--seconds", "3", "--memory", "4")
    assert result.err == (
        f"fewest: the cluster has no workers yet, so the proof waits for them; start some with: dask worker {address}\n"
    )
    assert (result.code, json.loads(result.out)["settled"]) == (3, 0)


def test_workers_that_do_not_start_are_one_sentence(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    causes = {
        "a process ended at once": RuntimeError("Nanny failed"),
        "Too many open files": OSError(24, "Too many open files"),
    }
    for why, cause in causes.items():

        def fail(cause: Exception = cause, **options: object) -> None:
            raise RuntimeError("Nanny failed to start.") from cause

        monkeypatch.setattr(distributed, "LocalCluster", fail)
        result = call("prove", *words(tmp_path), "--workers", "2")
        assert_refused(
            result, rf"^fewest: The workers did not start \({why}\); start fewer with --workers, or leave it out"
        )


@pytest.mark.slow
def test_a_machine_that_allows_few_open_files_is_named(
    tmp_path: Path, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cluster, "allow_open_files", lambda count: 20)
    result = call("prove", *words(tmp_path), "--workers", "2")
    assert_refused(
        result, r"^fewest: So many workers need about 64 open files, and this machine allows 20; allow more with"
    )


@pytest.mark.slow
def test_a_worker_that_is_killed_while_it_starts_is_one_sentence(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "fewest", "prove", *words(tmp_path), "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8") as process:
        wait_until(lambda: process.poll() is not None or started_by(process.pid), "a worker starts")
        for worker in started_by(process.pid):
            os.kill(worker, signal.SIGKILL)
        out, err = process.communicate(timeout=60)
    if process.returncode == 0:  # another was started in time
        assert (err, "(proved)" in out) == ("", True)
    else:
        message = r"^fewest: The workers did not start \(a process ended at once\); "
        assert_refused(Result(process.returncode, out, err), message)


def started_by(process: int) -> list[int]:
    """The workers that a process has started."""
    found = subprocess.run(["ps", "-eo", "pid,ppid,args"], capture_output=True, text=True, check=True).stdout
    rows = (line.split(None, 2) for line in found.splitlines()[1:])
    return [int(pid) for pid, parent, command in rows if parent == str(process) and "spawn_main" in command]


def certificates(folder: Path) -> dict[str, str]:
    """What tells Dask of an authority of our own, and of a certificate that it has signed."""
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
def test_a_cluster_that_speaks_tls_takes_those_who_have_a_certificate(tmp_path: Path) -> None:
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
        assert_refused(run(*options, address.replace("tls", "tcp")), "tcp://.*: no Dask scheduler answers there")
        scheduler.communicate(timeout=60)

import subprocess
import sys
import threading
from typing import Any

import pytest

from fewest import Belief, Prover, _core, split
from fewest.system.threads import limit_threads, threads
from tests import samples


def test_a_limit_holds_inside_its_block_and_only_for_its_thread() -> None:
    """In free-threaded Python it also holds for threads started inside the block."""
    usual = threads()
    assert usual >= 1
    seen: list[int] = []
    with limit_threads(1):
        assert threads() == 1
        other = threading.Thread(target=lambda: seen.append(threads()))
        other.start()
        other.join(60)
        with limit_threads(3):
            assert threads() == 3
        with limit_threads(None):
            assert threads() == 1
    inherited = getattr(sys.flags, "thread_inherit_context", False)
    assert (threads(), seen) == (usual, [1 if inherited else usual])


def test_the_core_respects_the_limit_of_threads(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[int] = []

    def watch(name: str, place: int | str) -> None:
        real = getattr(_core, name)

        def watched(*given: Any, **named: Any) -> Any:
            told.append(given[place] if isinstance(place, int) else named[place])
            return real(*given, **named)

        monkeypatch.setattr(_core, name, watched)

    watch("split", 8)
    watch("fill_reply_table", 3)
    watch("make_search", "threads")
    with limit_threads(1):
        belief = Belief.start(samples.wordle("crane", "slate", "rebut"), hard=True)
        split(belief)
        Prover(belief)
    assert len(told) >= 3
    assert {*told} == {1}


NO_ROOM = """
import resource
import numpy as np
from fewest import _core

words, table = np.zeros((5, 4096), np.uint8), np.zeros((4096, 4096), np.uint8)
pages = int(open("/proc/self/statm").read().split()[0])
resource.setrlimit(resource.RLIMIT_AS, (pages * resource.getpagesize() + (40 << 20), resource.RLIM_INFINITY))
try:
    _core.fill_reply_table(words, words, table, 64)
except _core.NoThread as error:
    print(error)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="there is no telling how much memory is used")
def test_a_thread_that_cannot_be_started_is_an_error() -> None:
    """Threads need memory for their stacks, and the process has almost none left."""
    done = subprocess.run([sys.executable, "-c", NO_ROOM], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (
        0,
        "this machine does not let the program start another thread\n",
        "",
    )

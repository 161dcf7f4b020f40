"""Features that only some systems have, and their fallbacks."""

import os
import re
from pathlib import Path

import pytest

import fewest
from fewest.system import machine
from tests import samples

PACKAGE = Path(fewest.__file__).parent
CORE = Path(__file__).parents[2] / "src" / "core"

PARTICULAR = re.compile(
    r"""\b(sysconf|sched_getaffinity|memfd_create|pthread_\w+|sigmask|fork|setsid|O_[A-Z]+|geteuid|getuid|statvfs
    |set_start_method|getrusage|fcntl|msvcrt|winreg|platform)\b|/proc\b|os\.kill|os\.name|import\ resource\b""",
    re.VERBOSE,
)
"""Names that are missing on some systems, or that identify the system."""

ALLOWED = {"cli/__init__.py": {"O_RDONLY", "O_WRONLY"}}
"""Matches that every system has."""


def test_nothing_else_asks_which_system_it_is() -> None:
    for path in PACKAGE.rglob("*.py"):
        name = path.relative_to(PACKAGE).as_posix()
        if not name.startswith("system/"):
            found = {match[0] for match in PARTICULAR.finditer(path.read_text(encoding="utf-8"))}
            assert found <= ALLOWED.get(name, set()), name


def test_one_header_of_the_core_asks_which_system_it_is() -> None:
    asks = re.compile(
        r"__linux__|_WIN32|_MSC_VER|__APPLE__|__GNUC__|__clang__|<sys/|<unistd|<windows|cpuid|__builtin_cpu"
    )
    found = {path.name for path in CORE.iterdir() if asks.search(path.read_text(encoding="utf-8"))}
    assert found == {"portable.h"}


def test_the_cores_are_those_that_may_be_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 3, 5}, raising=False)
    assert machine.cores() == 3
    monkeypatch.delattr(os, "sched_getaffinity")
    monkeypatch.setattr(os, "cpu_count", lambda: 7)
    assert machine.cores() == 7
    monkeypatch.setattr(os, "cpu_count", lambda: None)
    assert machine.cores() == 1


def test_the_memory_is_known_or_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sysconf", {"SC_PHYS_PAGES": 1000, "SC_PAGE_SIZE": 4096}.__getitem__, raising=False)
    assert machine.physical_memory() == 4_096_000
    monkeypatch.setattr(os, "sysconf", lambda name: -1)
    assert machine.physical_memory() is None

    def unknown(name: str) -> int:
        raise ValueError("unrecognized configuration name")

    monkeypatch.setattr(os, "sysconf", unknown)
    assert machine.physical_memory() is None
    monkeypatch.delattr(os, "sysconf")
    assert machine.physical_memory() is None
    assert samples.wordle("crane", "sloth").table.shape == (2, 2)


@pytest.mark.parametrize(("version", "stack"), [("glibc 2.36", 0), ("", machine.THREAD_STACK_BYTES)])
def test_threads_get_a_stack_where_the_system_gives_little(
    version: str, stack: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "confstr", lambda name: version, raising=False)
    assert machine.thread_stack() == stack


def test_a_system_that_is_not_glibc_gets_a_large_stack(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "confstr", raising=False)
    assert machine.thread_stack() == machine.THREAD_STACK_BYTES


def test_the_memory_of_a_container_counts(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    most, now = tmp_path / "max", tmp_path / "stat"
    monkeypatch.setattr(machine, "MEMORY_FILES", ())
    free = machine.available_memory()
    monkeypatch.setattr(machine, "MEMORY_FILES", ((str(most), str(now), "anon"),))
    for limit, taken, expected in (
        ("1000", "400", 600),
        ("1000", "1001", 0),
        ("max", "400", None),
        ("1000", None, None),
    ):
        most.write_text(f"{limit}\n")
        now.unlink(missing_ok=True)
        if taken is not None:
            now.write_text(f"file 900\nanon {taken}\n")
        found = machine.available_memory()
        assert found == expected if expected is not None else free is None or (found or 0) > 1000

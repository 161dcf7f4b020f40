"""What one system has and another lacks: each with what is done without it."""

import os
import sys
import threading
from contextlib import suppress


def cores() -> int:
    """The number of cores that this process may use, or else of all."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def physical_memory() -> int | None:
    """The bytes of memory of this machine; None where the system does not say."""
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
    return pages * size if pages > 0 < size else None


MEMORY_FILES = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.stat", "anon"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.stat", "total_rss"),
)
"""Where Linux says how much memory a container may take, and how much its programs have taken: cached files, which it
counts too, give way."""


def available_memory() -> int | None:
    """The bytes of memory that programs may still take, or else of all of it; None where the system does not say."""
    found = []
    with suppress(OSError, ValueError, StopIteration):
        with open("/proc/meminfo", encoding="ascii") as file:
            line = next(line for line in file if line.startswith("MemAvailable:"))
        found.append(int(line.split()[1]) << 10)
    for limit, counts, taken in MEMORY_FILES:
        with (
            suppress(OSError, ValueError, KeyError),
            open(limit, encoding="ascii") as most,
            open(counts, encoding="ascii") as now,
        ):
            found.append(max(0, int(most.read()) - int(dict(line.split() for line in now)[taken])))
    return min(found) if found else physical_memory()


PATIENT_NICENESS = 10
"""The niceness of threads for long searches."""


def lower_priority() -> None:
    """Let other threads go before this one and those that it starts, where the system tells threads apart."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        usual = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(usual, PATIENT_NICENESS))


THREAD_STACK_BYTES = 16 << 20
"""A stack that the deepest search fits in many times."""


def thread_stack() -> int:
    """The stack that a new thread should get; 0 for what the system gives.

    glibc gives as much as the shell allows, 8 MB as a rule. Others give as little as 128 KB.
    """
    try:
        return 0 if os.confstr("CS_GNU_LIBC_VERSION") else THREAD_STACK_BYTES
    except (AttributeError, OSError, ValueError):
        return THREAD_STACK_BYTES

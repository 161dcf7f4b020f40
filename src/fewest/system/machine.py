"""Features that only some systems have, each with a fallback."""

import os
import sys
import threading
from contextlib import suppress


def cores() -> int:
    """The number of cores that this process may use, or else the number of all cores."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def physical_memory() -> int | None:
    """The memory of this machine in bytes; None if the system does not say."""
    try:
        pages, size = os.sysconf("SC_PHYS_PAGES"), os.sysconf("SC_PAGE_SIZE")
    except (AttributeError, OSError, ValueError):
        return None
    return pages * size if pages > 0 < size else None


MEMORY_FILES = (
    ("/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory.stat", "anon"),
    ("/sys/fs/cgroup/memory/memory.limit_in_bytes", "/sys/fs/cgroup/memory/memory.stat", "total_rss"),
)
"""The files in which Linux gives the memory limit of a container and the memory that its programs use. Cached files are
not counted, since they make room when needed."""


def available_memory() -> int | None:
    """The memory that is still available in bytes, or else all memory; None if the system does not say."""
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
    """Lower the priority of this thread and of those that it starts, if the system has priorities for threads."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        usual = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(usual, PATIENT_NICENESS))


THREAD_STACK_BYTES = 16 << 20
"""A stack many times larger than the deepest search needs."""


def thread_stack() -> int:
    """The stack size for a new thread; 0 means the default of the system.

    With glibc the default is the limit of the shell, usually 8 MB. Elsewhere it can be as small as 128 KB.
    """
    try:
        return 0 if os.confstr("CS_GNU_LIBC_VERSION") else THREAD_STACK_BYTES
    except (AttributeError, OSError, ValueError):
        return THREAD_STACK_BYTES

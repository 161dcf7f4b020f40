"""What one system has and another lacks: each with what is done without it."""

import os
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress


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


def allow_open_files(count: int) -> int:
    """How many files this process may have open at a time; the limit is raised to `count` where that is allowed."""
    try:
        import resource
    except ImportError:
        return count  # the system has no such limit
    limit, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    if limit == resource.RLIM_INFINITY or limit >= count:
        return count
    allowed = count if most == resource.RLIM_INFINITY else min(count, most)
    with suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (max(limit, allowed), most))
        return max(limit, allowed)
    return limit


def may_be_alive(process: int) -> bool:
    """Whether a process of this machine exists, also one of another user; True where it cannot be asked for."""
    if os.name != "posix":  # elsewhere os.kill knows no signal that does nothing
        return True
    try:
        os.kill(process, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:
        pass
    return True


PATIENT_NICENESS = 10
"""The niceness of threads for long searches."""


def lower_priority() -> None:
    """Let other threads go before this one and those that it starts, where the system tells threads apart."""
    if sys.platform == "linux":
        thread = threading.get_native_id()
        usual = os.getpriority(os.PRIO_PROCESS, thread)
        os.setpriority(os.PRIO_PROCESS, thread, max(usual, PATIENT_NICENESS))


def create_memory_file(name: str, size: int) -> tuple[int, str] | None:
    """Memory as a file, all 0, which lives as long as a process has it open: its descriptor and its path.

    None where the system has no such files, or no paths by which other processes find them.
    """
    if not hasattr(os, "memfd_create"):
        return None
    file = os.memfd_create(name)
    path = f"/proc/{os.getpid()}/fd/{file}"
    if not os.path.exists(path):
        os.close(file)
        return None
    os.ftruncate(file, size)
    return file, path


def is_memory_file(path: str, name: str) -> bool:
    """Whether a path leads to the memory of that name; on another machine it may lead anywhere."""
    try:
        return name in os.readlink(path)
    except (OSError, ValueError):
        return False


@contextmanager
def ctrl_c_blocked() -> Iterator[None]:
    """Keep Ctrl-C from all threads and processes that are started inside the block, where signals can be blocked.

    So is SIGHUP: a terminal that is closed sends it to all of them, and the program ends them itself.
    """
    import signal

    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    from multiprocessing import resource_tracker

    resource_tracker.ensure_running()  # if it started inside the block, it would unblock the signal
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT, signal.SIGHUP})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def replace_file(new: str, old: str) -> bool:
    """Put a file in the place of another at once; False where the system refuses since someone reads the other."""
    with suppress(PermissionError):
        os.replace(new, old)
        return True
    return False


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

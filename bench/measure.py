"""Compare whole programs from a cold start: wall seconds, CPU seconds, peak memory."""

import os
import statistics
import subprocess
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
"""The environment of the programs. With that variable Python would compile our source again in every run."""


@dataclass(frozen=True)
class Run:
    """The measurements of one run of a program."""

    seconds: float
    cpu_seconds: float
    megabytes: float
    output: str


def run(command: Sequence[str], codes: Sequence[int] = (0,)) -> Run:
    """Run a program, which must end with one of these exit codes."""
    started = time.perf_counter()
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=ENVIRONMENT)
    assert process.stdout is not None
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - started
    if os.waitstatus_to_exitcode(status) not in codes:
        raise SystemExit(f"failed: {' '.join(command)}")
    return Run(seconds, usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, output)


def compare(commands: Mapping[str, Sequence[str]], rounds: int, codes: Sequence[int] = (0,)) -> dict[str, Run]:
    """Run every program once per round, so that slow phases of the machine affect all. Print and return medians."""
    runs: dict[str, list[Run]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, command in commands.items():
            runs[name].append(run(command, codes))
    medians = {
        name: Run(
            statistics.median(each.seconds for each in all_runs),
            statistics.median(each.cpu_seconds for each in all_runs),
            max(each.megabytes for each in all_runs),
            all_runs[-1].output,
        )
        for name, all_runs in runs.items()
    }
    first = next(iter(medians.values()))
    print(f"{'program':44} {'seconds':>9} {'CPU s':>9} {'peak MB':>9} {'ratio':>8}")
    for name, median in medians.items():
        ratio = median.seconds / first.seconds
        print(f"{name:44} {median.seconds:9.3f} {median.cpu_seconds:9.3f} {median.megabytes:9.0f} {ratio:8.1f}")
    return medians

"""What a cluster of processes costs beside threads of one process: the whole proof of a list, on the same cores.

python bench/cluster.py [--edition original] [--workers 2] [--rounds 1]

Whole processes, one after the other in turn; the ratio is that of CPU seconds, whatever else the machine does.
"""

import argparse
import json
import os
import resource
import subprocess
import sys
import time
from pathlib import Path


def run(*arguments: str) -> tuple[float, float, int]:
    """Wall and CPU seconds of a proof, workers included, and the total that it proved."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    command = [str(Path(sys.executable).with_name("fewest")), "prove", "--json", *arguments]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    wall = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return wall, cpu, json.loads(done.stdout)["total"]


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--edition", default="original")
    parser.add_argument("--workers", type=int, default=len(os.sched_getaffinity(0)))
    parser.add_argument("--rounds", type=int, default=1)
    arguments = parser.parse_args()
    ways = {
        f"{arguments.workers} threads": ["--threads", str(arguments.workers)],
        f"{arguments.workers} workers": ["--workers", str(arguments.workers)],
    }
    print(f"{'way':12} {'wall s':>8} {'CPU s':>8} {'total':>8} {'ratio':>6}")
    for _ in range(arguments.rounds):
        base = 0.0
        for name, options in ways.items():
            wall, cpu, total = run("--edition", arguments.edition, *options)
            base = base or cpu
            print(f"{name:12} {wall:8.1f} {cpu:8.1f} {total:8,} {cpu / base:6.2f}", flush=True)


if __name__ == "__main__":
    main()

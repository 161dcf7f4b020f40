"""All comparisons with other programs in one run, with versions: the figures of docs/measured.md.

python bench/peers.py [--prover PATH] [--doddle PATH] [--mastermind COMMAND]

PATH and COMMAND are as in prove.py, evaluate.py and family.py; programs not given are skipped. Takes half an hour.
"""

import argparse
import platform
import subprocess
import sys
from pathlib import Path

import fewest

HERE = Path(__file__).parent
ROWS = ("salet", "tarse", "sample", "hard", "hard-never", "hard-sample")
"""Rows that the other prover can answer within minutes."""


def processor() -> str:
    """The name of the processor, if known."""
    told = Path("/proc/cpuinfo")
    names = told.read_text(encoding="utf-8").splitlines() if told.exists() else []
    return next((line.partition(":")[2].strip() for line in names if line.startswith("model name")), platform.machine())


def bench(script: str, *arguments: str) -> None:
    """Run a script of this folder."""
    print(f"\n## {script} {' '.join(arguments)}", flush=True)
    subprocess.run([sys.executable, str(HERE / script), *arguments], check=True)


def main() -> None:
    """Run the comparisons with the given programs."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--prover", help="the program wordle of Alex Selby, built from its author's source")
    parser.add_argument("--doddle", help="the program doddle in its own environment")
    parser.add_argument("--mastermind", help="a command that plays Mastermind 5x8 by entropy")
    given = parser.parse_args()
    print(f"{processor()}, {platform.system()}, Python {platform.python_version()}, fewest {fewest.__version__}")
    if given.doddle:
        pip = [str(Path(given.doddle).with_name("python")), "-m", "pip", "list"]
        installed = subprocess.run(pip, capture_output=True, text=True, check=True).stdout
        print(*(line for line in installed.splitlines() if line.startswith(("doddle", "numba ", "numpy"))), sep="\n")
        bench("evaluate.py", "--rounds", "1", "--doddle", given.doddle)
        bench("boards.py", "--doddle", given.doddle, "--games", "150", "--theirs", "50")
    if given.prover:
        bench("prove.py", "--peer", given.prover, *(option for row in ROWS for option in ("--row", row)))
    if given.mastermind:
        bench("family.py", "--rounds", "1", "--peer", given.mastermind)


if __name__ == "__main__":
    main()

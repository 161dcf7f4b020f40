"""Games other than Wordle from a cold process: heuristic play on large ones, and exact proofs.

python bench/family.py [--peer COMMAND] [--rounds 3]    COMMAND plays all games of Mastermind 5x8 by entropy, such as a
program around the solver of mikemag/Mastermind, and is measured in turns with ours. Compare CPU seconds, because ours
uses threads.
"""

import argparse
import json
import shlex
import sys
from pathlib import Path

from measure import compare, run

FEWEST = str(Path(sys.executable).with_name("fewest"))

LARGE = "mastermind:pegs=5,colours=8"

HEURISTICS = {
    "Mastermind 6x9, entropy": ["evaluate", "--game", "mastermind:pegs=6,colours=9", "--strategy", "entropy"],
    "Nerdle, entropy": ["evaluate", "--game", "nerdle", "--strategy", "entropy"],
    "Bulls and Cows 5 of 10, entropy": ["evaluate", "--game", "bulls-and-cows:length=5", "--strategy", "entropy"],
}

PROOFS = {
    "Mastermind 4x6": ["prove", "--game", "mastermind"],
    "Mastermind 4x7": ["prove", "--game", "mastermind:pegs=4,colours=7"],
    "Mastermind 5x5": ["prove", "--game", "mastermind:pegs=5,colours=5"],
    "Bulls and Cows 4 of 8": ["prove", "--game", "bulls-and-cows:symbols=8"],
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", help="a command that plays Mastermind 5x8 by entropy")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    commands = {"fewest, Mastermind 5x8 by entropy": [FEWEST, "evaluate", "--game", LARGE, "--strategy", "entropy"]}
    if arguments.peer:
        commands["peer"] = shlex.split(arguments.peer)
    found = compare(commands, arguments.rounds)
    if arguments.peer:
        print(found["peer"].output)
    for title, group in (("By heuristics", HEURISTICS), ("Proofs", PROOFS)):
        print(f"\n{title:34} {'seconds':>9} {'CPU s':>9} {'peak MB':>9} {'total':>9}")
        for name, options in group.items():
            took = run([FEWEST, *options, "--json"])
            total = json.loads(took.output)["total"]
            print(f"{name:34} {took.seconds:9.2f} {took.cpu_seconds:9.2f} {took.megabytes:9.0f} {total:9,}")


if __name__ == "__main__":
    main()

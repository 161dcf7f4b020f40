"""The published optima, proved over every opener: minutes to hours in all; `make proofs` runs it.

Each line is a command of fewest, what it must find, and the source of the figure. Names on the command line choose some
of them: python bench/proofs.py original original-hard
"""

import json
import subprocess
import sys
import time
from pathlib import Path

FEWEST = str(Path(sys.executable).with_name("fewest"))

PROOFS = {
    "original": ("--edition original", "salet", 7920),
    "original-top": ("--edition original --top 10", "salet", 7920),
    "original-five": ("--edition original --max-guesses 5", "salet", 7920),
    "original-four": ("--edition original --max-guesses 4", None, None),
    "original-hard": ("--edition original --hard --max-guesses 6", "salet", 8122),
    "nyt-2023-tarse": ("--edition nyt-2023 --opener tarse", "tarse", 11219),
    "nyt-2023-hard-tarse": ("--edition nyt-2023 --hard --max-guesses 6 --opener tarse", "tarse", 11627),
    "nyt-2023": ("--edition nyt-2023", "tarse", 11219),
    "nyt-2023-hard": ("--edition nyt-2023 --hard --max-guesses 6", "tarse", 11627),
}


def main(names: list[str]) -> None:
    """Prove what is named, or all, and fail on any other result."""
    for name in names or PROOFS:
        options, opener, total = PROOFS[name]
        started = time.perf_counter()
        result = subprocess.run([FEWEST, "prove", *options.split(), "--json"], stdout=subprocess.PIPE, check=False)
        found = json.loads(result.stdout)
        print(f"{name}: {found['opener']} {found['total']}, {time.perf_counter() - started:.0f} seconds", flush=True)
        for each in found["openers"][1:]:
            print(f"    {each['opener']} {each['total']}")
        if not found["proved"] or (found["opener"], found["total"]) != (opener, total):
            raise SystemExit(f"{name}: expected {opener} {total}, proved; got {found}")


if __name__ == "__main__":
    main(sys.argv[1:])

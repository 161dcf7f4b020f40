"""Entropy on nyt-2022 from a cold process, compared with plain numpy and, if given, doddle.

python bench/evaluate.py [--doddle PATH]    PATH is the program `doddle` in its own environment:
doddle 1.6.0 needs numpy below 2 (python -m venv .venv-doddle; .venv-doddle/bin/pip install doddle==1.6.0 'numpy<2').
"""

import argparse
import json
import sys
from pathlib import Path

from measure import compare

HERE = Path(__file__).parent
FEWEST = str(Path(sys.executable).with_name("fewest"))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--doddle", help="the program doddle in its own environment")
    parser.add_argument("--rounds", type=int, default=5)
    arguments = parser.parse_args()
    evaluate = [FEWEST, "evaluate", "--strategy", "entropy", "--edition", "nyt-2022", "--json"]
    numpy = [sys.executable, str(HERE / "plain_numpy.py"), "nyt-2022"]
    print("Evaluate entropy on nyt-2022, with the search for the opener")
    found = compare({"fewest evaluate": evaluate, "plain numpy": numpy}, arguments.rounds)
    means = {name: json.loads(each.output)["mean"] for name, each in found.items()}
    print(f"means: {means}\n")
    if arguments.doddle:
        doddle = [arguments.doddle, "benchmark", "--guess=CRATE", "--solver=ENTROPY"]
        print("Compared with doddle, which gets its opener and plays its own list")
        compare({"fewest evaluate": evaluate, "doddle benchmark": doddle}, rounds=1)


if __name__ == "__main__":
    main()

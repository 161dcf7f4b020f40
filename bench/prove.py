"""The prover beside Alex Selby's wordle, the best public one known to us: CPU seconds on the same lists, in one run.

python bench/prove.py --peer PATH      where PATH is that program, built from its author's source
"""

import argparse
import json
import sys
import tempfile
from importlib import resources
from pathlib import Path

from measure import compare

FEWEST = str(Path(sys.executable).with_name("fewest"))
SAMPLE = 60
"""Every so many of the allowed guesses of `original` are refuted in the comparison."""


def beside(peer: str) -> None:
    """Compare CPU seconds for two exact values, and for refuting a sample of openers."""
    data = resources.files("fewest.words") / "data"

    def ours(edition: str, *openers: str) -> list[str]:
        named = [argument for opener in openers for argument in ("--opener", opener)]
        return [FEWEST, "prove", "--threads", "1", "--json", "--edition", edition, *named]

    def theirs(edition: str, *options: str) -> list[str]:
        return [peer, "-a", str(data / f"{edition}.guesses.txt"), "-h", str(data / f"{edition}.answers.txt"), *options]

    for edition, opener, total in (("original", "salet", 7920), ("nyt-2023", "tarse", 11219)):
        print(f"The exact value of {opener} on {edition}")
        found = compare({"fewest prove": ours(edition, opener), "wordle": theirs(edition, "-w", opener)}, rounds=1)
        assert json.loads(found["fewest prove"].output)["total"] == total
    guesses = (data / "original.guesses.txt").read_text(encoding="utf-8").split()[::SAMPLE]
    print(f"That {len(guesses)} other openers of original take at least 7,920")
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as sample:
        sample.write("\n".join(guesses) + "\n")
        sample.flush()
        refute = theirs("original", "-t", sample.name, "-b", "7920", "-s")
        compare({"fewest prove": ours("original", "salet", *guesses), "wordle": refute}, rounds=1)


def main() -> None:
    """Measure beside a peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", required=True, help="the program wordle, built from its author's source")
    beside(parser.parse_args().peer)


if __name__ == "__main__":
    main()

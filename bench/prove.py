"""The prover beside itself and, where it is built, beside Alex Selby's wordle, the best public one known to us.

python bench/prove.py                  the signature: a count of positions that only changes when the search does
python bench/prove.py --peer PATH      CPU seconds beside the program at PATH, on the same lists, in one run

The signature is the number of positions that one thread looks into for a fixed set of questions: quote it when a change
alters it; a refactoring must not.
"""

import argparse
import json
import sys
import tempfile
from importlib import resources
from pathlib import Path

from measure import compare

from fewest import Belief, Prover, Wordle, prove

FEWEST = str(Path(sys.executable).with_name("fewest"))
SAMPLE = 60
"""Every so many of the allowed guesses of `original` are refuted in the comparison."""


def signature() -> int:
    """The positions looked into for salet, for a sample of other openers, with weights, with a limit, in hard mode."""
    game = Wordle.edition("original")
    plain, hard = Belief.start(game), Belief.start(game, hard=True).after("salet", "01000")
    weights = [1 + index % 3 for index in range(len(game.secrets))]
    nodes = 0
    for prover, openers in (
        (Prover(plain, memory=1 << 24), ["salet", *game.guesses[:: 20 * SAMPLE]]),
        (Prover(plain, weights=weights, memory=1 << 24), ["salet"]),
        (Prover(plain, max_guesses=5, memory=1 << 24), ["salet"]),
        (Prover(hard, memory=1 << 24), None),
    ):
        proof = prove(prover, openers=openers, threads=1)
        print(f"{proof.best[0].guess} {proof.best[0].cost:,}: {proof.nodes:,} positions")
        nodes += proof.nodes
    return nodes


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
    """Print the signature, or measure beside a peer."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", help="the program wordle, built from its author's source")
    peer = parser.parse_args().peer
    if peer:
        beside(peer)
    else:
        print(f"signature {signature()}")


if __name__ == "__main__":
    main()

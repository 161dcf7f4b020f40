"""Splits: how long it takes to split beliefs of some sizes by every guess, on one thread.

python bench/splits.py                        milliseconds by the number of secrets
python bench/splits.py --peer OTHER/python    beside another build of fewest, in turns, as a ratio
"""

import argparse
import json
import subprocess
import sys
import time

SIZES = (10, 20, 40, 80, 160, 320, 640, 1000, 2309)


def measure() -> "dict[int, float]":
    """The least milliseconds of some tries for each size."""
    import numpy as np

    from fewest import Belief, Wordle, curves, splits

    splits.threads = lambda: 1  # type: ignore[attr-defined]
    game = Wordle.edition("original")
    game.prepare()
    curve, rng, found = curves.shipped_curve(game), np.random.default_rng(1), {}
    for size in SIZES:
        secrets = np.sort(rng.choice(len(game.secrets), size, replace=False)).astype(np.int32)
        belief, least = Belief(game, secrets), float("inf")
        for _ in range(15):
            began = time.perf_counter()
            splits.split(belief, curve)
            least = min(least, 1e3 * (time.perf_counter() - began))
        found[size] = least
    return found


def main() -> None:
    """Measure, in turns with the peer if there is one."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", help="the Python of another build")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--raw", action="store_true", help=argparse.SUPPRESS)
    given = parser.parse_args()
    if given.raw:
        print(json.dumps(measure()))
        return
    builds = [sys.executable, *([given.peer] if given.peer else [])]
    least: dict[str, dict[str, float]] = {build: {} for build in builds}
    for _ in range(given.rounds):
        for build in builds:
            done = subprocess.run([build, __file__, "--raw"], capture_output=True, text=True, check=True)
            for size, each in json.loads(done.stdout).items():
                least[build][size] = min(each, least[build].get(size, each))
    for size in map(str, SIZES):
        ours, *theirs = (least[build][size] for build in builds)
        print(f"{size:>5} secrets: {ours:7.2f} ms" + "".join(f", {each / ours:.2f} times as fast" for each in theirs))


if __name__ == "__main__":
    main()

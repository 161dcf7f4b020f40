"""The time to prove the best second guess of today's game, for every reply to popular openers.

python bench/today.py                        the openers of the shipped book
python bench/today.py --opener crane         one only; may be repeated

Today's game is the list nyt-2023 with every allowed guess possible, by the prior `today`. Each position is proved from
scratch, without the book, on all cores; positions of one secret or two are left out.
"""

import argparse
import os
import time

from fewest import Belief, Prover, prove
from fewest.search.shipped_values import book
from fewest.setup import Setup


def seconds_of(part: Belief, threads: int) -> float:
    """The time of the proof of a position."""
    began = time.perf_counter()
    prove(Prover(part), threads=threads)
    return time.perf_counter() - began


def main() -> None:
    """Prove and print a row for each opener."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--opener", action="append", help="only this one")
    start = Setup(edition="nyt-2023", secrets="guesses", prior="today").belief()
    shipped = book(start)
    assert shipped is not None
    threads = os.cpu_count() or 1
    print(f"{threads} threads\n| opener | positions | within a second | median | longest | reply |")
    print("| --- | --- | --- | --- | --- | --- |")
    for opener in parser.parse_args().opener or shipped.replies:
        parts = {start.game.reply_text(reply): part for reply, part in start.parts(opener) if len(part) > 2}
        taken = sorted((seconds_of(part, threads), reply) for reply, part in parts.items())
        quick = sum(seconds < 1 for seconds, _ in taken) / len(taken)
        longest, reply = taken[-1]
        median = taken[len(taken) // 2][0]
        print(f"| {opener} | {len(taken)} | {quick:.1%} | {median:.3f} | {longest:.1f} | {reply} |", flush=True)


if __name__ == "__main__":
    main()

"""Write the shipped books of second guesses; run as python tools/build_books.py [BOOK...].

For each opener and each reply to it, the best guess and its exact cost are searched from nothing. A book is written all
the time, and a run goes on from what it holds; delete the file to begin anew.
"""

import sys
import time
from dataclasses import replace

from fewest import Belief
from fewest.search import Prover
from fewest.search.shipped_values import Book, _read_book, book_path, known_openers
from fewest.setup import Setup
from fewest.splits import split
from fewest.strategies.advice import AdviceOptions, advise, most_common
from fewest.strategies.optimal import best
from fewest.words import EDITIONS

OPENERS = (
    "adieu", "arise", "audio", "crane", "crate", "irate", "least", "raise",
    "reast", "roate", "salet", "slate", "soare", "stare", "tarse", "trace",
)  # fmt: skip
"""The best of some edition (salet, tarse, reast and their like), what strategies that look one guess ahead find (raise,
arise, soare, roate), and what people like and sites recommend (crane, slate, trace, stare, irate, adieu, audio)."""

SETUPS = {edition: Setup(edition=edition) for edition in EDITIONS} | {
    "today": Setup(edition=EDITIONS[-1], secrets="guesses", prior="today")
}
"""What each book is about; today's is what players of the daily game ask by default."""

SAVE_SECONDS = 2.0
"""How often a book is written."""

STARTS = 100
"""How many openers are kept where none is proved to be the best."""

MEMORY = 1 << 29
"""The size of the transposition table."""


def open_book(start: Belief, name: str) -> Book:
    """The book so far, or an empty one if there is none, or if it is about other words or another prior."""
    assert start.prior is not None
    made_by = f"python tools/build_books.py {name}"
    found = Book.load(book_path(start.game))
    if found is not None and (found.game, found.prior) == (start.game.fingerprint, start.prior):
        return Book(found.game, found.prior, made_by, found.replies)
    return Book(start.game.fingerprint, start.prior, made_by)


def search(part: Belief) -> tuple[str, int, int]:
    """The guess to make in a position, its cost, and the summed weight of the secrets, as advice searches it.

    It is the best; of several, the most common word.
    """
    prover = Prover(part, memory=MEMORY)
    found = most_common(prover, part, best(prover, part), split(part))
    return found.guess, found.cost, int(prover.weights.sum())


def build(name: str) -> None:
    """Write a book."""
    belief = SETUPS[name].belief()
    made, path = open_book(belief, name), book_path(belief.game)
    saved = time.monotonic()
    for opener in (opener for opener in OPENERS if opener in belief.game.guess_index):
        replies = made.replies.setdefault(opener, {})
        began = time.monotonic()
        for reply, part in sorted(belief.parts(opener), key=lambda each: len(each[1])):
            text = belief.game.reply_text(reply)
            if len(part) == 1 or text in replies:
                continue
            replies[text] = search(part)
            if time.monotonic() - saved > SAVE_SECONDS:
                made.save(path)
                saved = time.monotonic()
        print(f"{name} {opener}: {len(replies)} replies, {time.monotonic() - began:.1f} seconds", flush=True)
    replace(made, start=()).save(path)
    start = () if known_openers(belief) else best_by_estimate(belief)
    replace(made, start=start).save(path)


def best_by_estimate(belief: Belief) -> list[tuple[str, float, float, float, int, int]]:
    """The openers that are advised, which takes the replies to all of them."""
    _read_book.cache_clear()  # it must not be read what is to be written
    found = advise(belief, AdviceOptions(belief.game.max_guesses, STARTS, seconds=0)).suggestions
    return [(each.guess, each.score, each.bits, each.hit, each.parts, each.largest) for each in found]


def main(names: list[str]) -> None:
    """Write the books that are named, or all."""
    unknown = [name for name in names if name not in SETUPS]
    if unknown:
        raise SystemExit(f"There is no book {unknown[0]!r}; the books are {', '.join(SETUPS)}.")
    for name in names or SETUPS:
        build(name)


if __name__ == "__main__":
    main(sys.argv[1:])

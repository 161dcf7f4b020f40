"""Search the exact values that are shipped with the program, and write them: python tools/build_values.py NAME...

A name stands for a game, its rules and a prior; `today` is what players of the daily game ask about by default. For
each name, three steps are done, and Ctrl-C leaves them to be gone on with:

1. Openers are valued, and the best of all is proved. Results are kept in a store.
2. What the store knows becomes a table of openers; run this again when it knows more. The best play becomes the curve
   by which the default strategy estimates, where it has one of its own.
3. The best second guess is searched after each reply to the openers that people like to play, which makes a book.

With --curves, the best play in hard mode and ultra-hard becomes curves, and nothing else is done; with --past FILE, so
does the best play by each rule with these past answers known.
"""

import argparse
import itertools
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from fewest import Belief
from fewest.curves import HARD, PAST, Floats, curve_path, fit
from fewest.errors import FewestError
from fewest.games.game import CONSISTENT
from fewest.learning.training import Samples, record
from fewest.search import Prover, Store
from fewest.search.proof import Settled
from fewest.search.prover import IMPOSSIBLE, OptimalPlay
from fewest.search.resources import Resources, guesses_left
from fewest.search.shipped_values import (
    STARTS,
    Book,
    OpenerTable,
    book_path,
    distinct_openers,
    known_openers,
)
from fewest.setup import TODAY, Setup
from fewest.splits import split
from fewest.strategies.advice import DEFAULT_MARGIN, preferred
from fewest.strategies.optimal import best
from fewest.trees.tree import grow
from fewest.watch import Progress, Watch
from fewest.words import EDITIONS

BOOK_OPENERS = (
    "salet", "tarse", "reast", "soare", "roate", "raise", "arise", "slate", "crane", "trace",
    "crate", "stare", "irate", "adieu", "audio", "least", "tears", "tales", "rates", "tares",
    "arose", "alert", "alter", "later", "snare", "share", "stale", "steal", "roast", "train",
    "trail", "saint", "stone", "store", "atone", "ratio", "react", "heart", "earth", "great",
    "learn", "plate", "place", "ocean", "canoe", "house", "about", "story", "sauce", "teary",
    "1123", "1122", "1234", "0123",
)  # fmt: skip
"""The best of some game, what strategies that look one guess ahead find, and what people like to begin with."""

PROVED = 100
"""How many of the best openers are proved to be the best, where not all are valued."""

SAVE_SECONDS = 2.0
"""How often a book is written."""

REPORT_SECONDS = 60.0
"""How often progress is printed."""

MEMORY = 1 << 30
"""The size of a transposition table."""


CURVE_OPENERS = {"": "salet", HARD: "slate", CONSISTENT: "slate"}
"""The openers whose best play becomes a curve, by the rule; all are among the best."""


@dataclass(frozen=True)
class Plan:
    """What is valued."""

    setup: Setup
    within: int | None = None
    """A second guess limit, under which the openers are valued too."""
    openers: int | None = None
    """How many openers are valued exactly; None for all."""
    book: bool = True
    """Whether there is a book."""
    curve: bool = False
    """Whether the curve by which the default strategy estimates is fitted to the best play."""
    rule_curves: bool = False
    """Whether there are curves of hard mode and ultra-hard."""


PLANS = {
    **{name: Plan(Setup(edition=name), within=6, rule_curves=True) for name in EDITIONS},
    "original-hard": Plan(Setup(edition="original", hard=True, max_guesses=0), book=False),
    "original-hard-6": Plan(Setup(edition="original", hard=True, max_guesses=6), book=False),
    "mastermind": Plan(Setup(spec="mastermind")),
    "bulls-and-cows": Plan(Setup(spec="bulls-and-cows")),
    "today": Plan(TODAY, openers=2_200, curve=True, rule_curves=True),
}


def likely_openers(belief: Belief, count: int) -> list[str]:
    """The openers of the book, and those that are most promising.

    Others are not worth their time: the value of a word such as MAFIA takes a hundred times as long.
    """
    game = belief.game
    promising = (game.guesses[column] for column in distinct_openers(belief, split(belief)).tolist())
    known = (opener for opener in BOOK_OPENERS if opener in game.guess_index)
    return [*dict.fromkeys((*known, *promising))][:count]


def take_over(plan: Plan, belief: Belief, path: Path) -> None:
    """Tell a store the exact values that the shipped table has and it has not."""
    left = guesses_left(plan.setup, belief)
    table = known_openers(belief, left)
    if table is None or plan.within is not None:
        return
    with Store(path) as store:
        store.begin(Prover(belief, None, left, 1 << 20), len(table.costs), 1)
        known = {opener for opener, settled in store.known().items() if settled.cost is not None}
        costs = zip(belief.game.guesses, table.costs.tolist(), strict=True)
        store.add([Settled(opener, cost, cost) for opener, cost in costs if cost and opener not in known])


def value_openers(name: str, plan: Plan, belief: Belief, path: Path) -> bool:
    """Value openers, into a store; whether it came to its end."""
    left = guesses_left(plan.setup, belief)
    everything = len(belief.game.guesses)
    steps: list[tuple[list[str] | None, int]] = [(None, everything)]
    if plan.openers is not None:
        steps = [(None, 1), (likely_openers(belief, plan.openers), plan.openers), (None, PROVED)]
    resources = Resources(store=path)
    for openers, top in steps:
        watch = Watch(Reporter(f"{name}, the best {top:,} of {len(openers or belief.game.guesses):,}"))
        _, ended = resources.search(belief, left, openers, top, MEMORY, watch, within=plan.within)
        if ended:
            return False
    return True


class Reporter:
    """Prints progress now and then."""

    def __init__(self, what: str) -> None:
        self.what, self.last = what, time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Print it, unless that was done a moment ago."""
        now = time.monotonic()
        if now - self.last > REPORT_SECONDS or progress.done == progress.total:
            self.last = now
            print(f"{self.what}: {progress.done:,} of {progress.total:,}, {progress.text}", flush=True)


def table_of(store: Store, prover: Prover, limit: int | None, made_by: str) -> OpenerTable:
    """What a store knows of the openers: under its own guess limit, or under a second one.

    A search values one opener of each symmetry orbit; the others cost as much.
    """
    index, orbits = prover.belief.game.guess_index, prover.orbit_ids(prover.belief)
    costs, lower = np.zeros((2, len(index)), np.int64)
    for opener in store.known(limit).values():
        cost = opener.cost if limit is None else opener.within
        if opener.lower >= IMPOSSIBLE:
            cost = IMPOSSIBLE
        alike = orbits == orbits[index[opener.opener]]
        costs[alike] = cost or 0
        lower[alike] = cost or opener.lower
    return OpenerTable(costs, lower, store.about()["weight"], made_by)


def joined(table: OpenerTable, before: OpenerTable | None) -> OpenerTable:
    """A table with what an earlier one knows too; they must not contradict each other."""
    if before is None:
        return table
    costs, lower = np.maximum(table.costs, before.costs), np.maximum(table.lower, before.lower)
    both = (table.costs > 0) & (before.costs > 0)
    known = costs > 0
    if (table.costs[both] != before.costs[both]).any() or (lower[known] > costs[known]).any():
        raise FewestError("The store contradicts the shipped table.")
    return replace(table, costs=costs, lower=lower)


def write_tables(name: str, plan: Plan, belief: Belief, path: Path) -> None:
    """Write every table that a store has values for."""
    with Store.existing(path) as store:
        prover = Prover(belief, None, guesses_left(plan.setup, belief), 1 << 20)
        store.require_same(prover)
        store.check(prover)
        for limit in (None, *store.limits()):
            max_guesses = limit or store.about()["max_guesses"]
            found = table_of(store, prover, limit, f"python tools/build_values.py {name}")
            table = joined(found, known_openers(belief, max_guesses))
            target = table.save(belief, max_guesses)
            known = np.count_nonzero(table.costs)
            print(f"{target.name}: {known:,} of {len(table.costs):,} openers, {target.stat().st_size:,} bytes")


def write_curve(name: str, belief: Belief, path: Path) -> None:
    """Fit a curve to every position of the best play that a store has."""
    with Store.existing(path) as store:
        opener, _ = min(store.trees(), key=lambda opener_and_cost: opener_and_cost[1])
        tree = store.tree(opener, belief)
    assert tree is not None
    samples = record(tree, belief)
    curve = fit(samples.bits, samples.guesses, samples.weights, name=belief.game.label)
    curve.save(curve_path(belief.game.label), made_by=f"python tools/build_values.py {name}")


def write_rule_curves(name: str, plan: Plan, past: Path | None) -> None:
    """Fit a curve to the best play in hard mode and in ultra-hard, and by every rule with past answers known."""
    for rule, known in itertools.product(CURVE_OPENERS, ("", PAST) if past else ("",)):
        if not rule + known:
            continue  # play without either has another curve
        rules: dict[str, Any] = {HARD: {"hard": True}, CONSISTENT: {"rule": "consistent"}}.get(rule, {})
        belief = replace(plan.setup, past=str(past) if known else None, **rules).belief()
        samples = best_play(belief, CURVE_OPENERS[rule])
        label = f"{belief.game.label.removesuffix(CONSISTENT)}{rule}{known}"
        curve = fit(samples.bits, samples.guesses, samples.weights, name=label)
        with_past = " --past past-answers.csv" if known else ""
        curve.save(curve_path(label), made_by=f"python tools/build_values.py {name} --curves{with_past}")
        print(f"{label}: {curve.guesses[-1]:.4f} after {CURVE_OPENERS[rule]}", flush=True)


def best_play(start: Belief, opener: str) -> Samples:
    """Every position of the best play after an opener; each part is searched by itself, which takes less memory."""
    columns: list[tuple[Floats, Floats, Floats]] = []
    mean = 1.0
    for reply, part in start.parts(opener):
        if reply == start.game.win:
            continue
        seen = record(grow(OptimalPlay(Prover(part), None), part), part)
        columns.append((seen.bits, seen.guesses, seen.weights * part.chance))
        mean += part.chance * float(seen.guesses[-1])
    columns.append((np.array([start.entropy]), np.array([mean]), np.ones(1)))
    return Samples(*(np.concatenate(column) for column in zip(*columns, strict=True)))


def open_book(start: Belief, name: str) -> Book:
    """The book so far, or an empty one if there is none, or if it is about other words or another prior."""
    assert start.prior is not None
    made_by = f"python tools/build_values.py {name}"
    before = Book.load(book_path(start.game))
    if before is not None and (before.game, before.prior) == (start.game.fingerprint, start.prior):
        return replace(before, made_by=made_by)
    return Book(start.game.fingerprint, start.prior, made_by)


def second_guess(part: Belief) -> list[str | int]:
    """What a book has of a position, as advice searches it: see `Book.replies`.

    Of several guesses that are the best, it is the most common word.
    """
    prover, whole = Prover(part, memory=MEMORY), split(part)
    found = preferred(prover, part, best(prover, part), whole)
    values = dict.fromkeys((found, preferred(prover, part, found, whole, margin=DEFAULT_MARGIN)))
    return [int(prover.weights.sum()), *(fact for value in values for fact in (value.guess, value.cost))]


def write_book(name: str, belief: Belief) -> None:
    """Write the book, going on from what it holds."""
    book, path = open_book(belief, name), book_path(belief.game)
    saved = time.monotonic()
    for opener in (opener for opener in BOOK_OPENERS if opener in belief.game.guess_index):
        replies = book.replies.setdefault(opener, {})
        began = time.monotonic()
        for reply, part in sorted(belief.parts(opener), key=lambda reply_and_part: len(reply_and_part[1])):
            text = belief.game.reply_text(reply)
            if len(part) == 1 or text in replies:
                continue
            replies[text] = second_guess(part)
            if time.monotonic() - saved > SAVE_SECONDS:
                book.save(path)
                saved = time.monotonic()
        print(f"{name} {opener}: {len(replies)} replies, {time.monotonic() - began:.1f} seconds", flush=True)
    replace(book, start=best_openers(belief)).save(path)


def best_openers(belief: Belief) -> dict[str, tuple[float, float, int, int]]:
    """The best openers of the table, one of each symmetry orbit, with what a split tells of each."""
    table = known_openers(belief)
    if table is None:
        return {}
    whole = split(belief)
    distinct = [belief.game.guesses[column] for column in distinct_openers(belief, whole).tolist()]
    values = table.best(belief, STARTS, distinct, whole)
    columns = [int(np.searchsorted(whole.guesses, belief.game.guess_index[value.guess])) for value in values]
    return {
        value.guess: (
            float(whole.entropy[column]),
            float(whole.hit[column]),
            int(whole.parts[column]),
            int(whole.largest[column]),
        )
        for value, column in zip(values, columns, strict=True)
    }


def main(arguments: list[str] | None = None) -> None:
    """Do what is named."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME", choices=[*PLANS], help=", ".join(PLANS))
    parser.add_argument("--stores", type=Path, default=Path("build/stores"), help="the folder of the stores")
    parser.add_argument("--take-over", action="store_true", help="believe the shipped tables, where a store is lost")
    parser.add_argument("--only-write", action="store_true", help="write what the stores know, and value no opener")
    parser.add_argument("--curves", action="store_true", help="fit the curves of hard mode and ultra-hard, no more")
    parser.add_argument(
        "--past", type=Path, help="with --curves: a file of past answers, and fit curves with these known"
    )
    chosen = parser.parse_args(arguments)
    if chosen.past is not None and not chosen.curves:
        parser.error("--past belongs to --curves")
    chosen.stores.mkdir(parents=True, exist_ok=True)
    for name in chosen.names:
        plan, path = PLANS[name], chosen.stores / f"{name}.db"
        if chosen.curves:
            if not plan.rule_curves:
                raise SystemExit(f"{name} has no curves of its own; leave --curves out.")
            write_rule_curves(name, plan, chosen.past)
            continue
        belief = plan.setup.belief()
        if chosen.take_over:
            take_over(plan, belief, path)
        ended = not chosen.only_write and not value_openers(name, plan, belief, path)
        write_tables(name, plan, belief, path)
        if plan.curve:
            write_curve(name, belief, path)
        if ended:
            raise SystemExit(f"{name}: not all is valued; the same command goes on.")
        if plan.book:
            write_book(name, belief)


if __name__ == "__main__":
    main()

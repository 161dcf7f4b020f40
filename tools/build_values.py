"""Compute and write the exact values that fewest ships: python tools/build_values.py NAME...

A name stands for a game, its rules and a prior; `today` is the default of the commands for players. Each name takes
three steps. After Ctrl-C, the same command continues:

1. Value the openers and prove which is the best. Results are kept in a store.
2. Write the values of the store as a table of openers, and fit the curve of the default strategy to the best play, for
   names with their own curve. Run this again when the store contains more.
3. Search the best second guess after each reply to popular openers, and write them as a book.

With --curves, only fit the curves of hard mode and ultra-hard; with --past FILE, also those for each rule with these
past answers known.
"""

import argparse
import itertools
import time
from dataclasses import dataclass, replace
from pathlib import Path

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
"""Openers of the book: the best of some game, those of simple strategies, and popular ones."""

PROVED = 100
"""The number of best openers to prove, if not all openers are valued."""

SAVE_SECONDS = 2.0
"""The time between two writes of a book."""

REPORT_SECONDS = 60.0
"""The time between two lines of progress."""

MEMORY = 1 << 30
"""The size of a transposition table."""


CURVE_OPENERS = {"": "salet", HARD: "slate", CONSISTENT: "slate"}
"""The openers whose best play becomes a curve, by rule; all are among the best."""


@dataclass(frozen=True)
class Plan:
    """What to compute for a name."""

    setup: Setup
    within: int | None = None
    """A second limit on guesses to value the openers with."""
    openers: int | None = None
    """The number of openers to value exactly; None for all."""
    book: bool = True
    """Whether to write a book."""
    curve: bool = False
    """Whether to fit the curve of the default strategy to the best play."""
    rule_curves: bool = False
    """Whether to fit curves of hard mode and ultra-hard."""


PLANS = {
    **{name: Plan(Setup(edition=name), within=6, rule_curves=True) for name in EDITIONS},
    "original-hard": Plan(Setup(edition="original", hard=True, max_guesses=0), book=False),
    "original-hard-6": Plan(Setup(edition="original", hard=True, max_guesses=6), book=False),
    "mastermind": Plan(Setup(game="mastermind")),
    "bulls-and-cows": Plan(Setup(game="bulls-and-cows")),
    "today": Plan(TODAY, openers=2_200, curve=True, rule_curves=True),
}


def likely_openers(belief: Belief, count: int) -> list[str]:
    """The openers of the book, and the most promising others.

    Poor openers are left out, because the value of a word such as MAFIA takes a hundred times as long.
    """
    game = belief.game
    promising = (game.guesses[column] for column in distinct_openers(belief, split(belief)).tolist())
    known = (opener for opener in BOOK_OPENERS if opener in game.guess_index)
    return [*dict.fromkeys((*known, *promising))][:count]


def take_over(plan: Plan, belief: Belief, path: Path) -> None:
    """Copy the exact values of the shipped table that a store lacks into the store."""
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
    """Value openers and store the results. Returns whether all are done."""
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
    """Prints progress from time to time."""

    def __init__(self, what: str) -> None:
        self.what, self.last = what, time.monotonic()

    def __call__(self, progress: Progress) -> None:
        """Print the progress, unless it was printed recently."""
        now = time.monotonic()
        if now - self.last > REPORT_SECONDS or progress.done == progress.total:
            self.last = now
            print(f"{self.what}: {progress.done:,} of {progress.total:,}, {progress.text}", flush=True)


def table_of(store: Store, prover: Prover, limit: int | None, made_by: str) -> OpenerTable:
    """The values of openers in a store, for its own guess limit or for a second one.

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
    """Merge a table with an earlier one; they must not contradict each other."""
    if before is None:
        return table
    costs, lower = np.maximum(table.costs, before.costs), np.maximum(table.lower, before.lower)
    both = (table.costs > 0) & (before.costs > 0)
    known = costs > 0
    if (table.costs[both] != before.costs[both]).any() or (lower[known] > costs[known]).any():
        raise FewestError("The store contradicts the shipped table.")
    return replace(table, costs=costs, lower=lower)


def write_tables(name: str, plan: Plan, belief: Belief, path: Path) -> None:
    """Write all tables for which a store has values."""
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
    """Fit a curve to all positions of the best play in a store."""
    with Store.existing(path) as store:
        opener, _ = min(store.trees(), key=lambda opener_and_cost: opener_and_cost[1])
        tree = store.tree(opener, belief)
    assert tree is not None
    samples = record(tree, belief)
    curve = fit(samples.bits, samples.guesses, samples.weights, name=belief.game.label)
    curve.save(curve_path(belief.game.label), made_by=f"python tools/build_values.py {name}")


def write_rule_curves(name: str, plan: Plan, past: Path | None) -> None:
    """Fit curves to the best play in hard mode and ultra-hard, and for every rule with past answers known."""
    for rule, known in itertools.product(CURVE_OPENERS, ("", PAST) if past else ("",)):
        if not rule + known:
            continue  # plain play has a curve already
        setup = replace(plan.setup, hard=rule == HARD, past=str(past) if known else None)
        belief = (replace(setup, rule="consistent") if rule == CONSISTENT else setup).belief()
        samples = best_play(belief, CURVE_OPENERS[rule])
        label = f"{belief.game.label.removesuffix(CONSISTENT)}{rule}{known}"
        curve = fit(samples.bits, samples.guesses, samples.weights, name=label)
        with_past = " --past past-answers.csv" if known else ""
        curve.save(curve_path(label), made_by=f"python tools/build_values.py {name} --curves{with_past}")
        print(f"{label}: {curve.guesses[-1]:.4f} after {CURVE_OPENERS[rule]}", flush=True)


def best_play(start: Belief, opener: str) -> Samples:
    """All positions of the best play after an opener. Each part is searched separately, to save memory."""
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
    """The book so far, or an empty one if it is missing or made for other words or another prior."""
    assert start.prior is not None
    made_by = f"python tools/build_values.py {name}"
    before = Book.load(book_path(start.game))
    if before is not None and (before.game, before.prior) == (start.game.fingerprint, start.prior):
        return replace(before, made_by=made_by)
    return Book(start.game.fingerprint, start.prior, made_by)


def second_guess(part: Belief) -> list[str | int]:
    """The entry of a position in a book, searched as advice does; see `Book.replies`.

    Among equally good guesses it is the most common word.
    """
    prover, whole = Prover(part, memory=MEMORY), split(part)
    found = preferred(prover, part, best(prover, part), whole)
    values = dict.fromkeys((found, preferred(prover, part, found, whole, margin=DEFAULT_MARGIN)))
    return [int(prover.weights.sum()), *(fact for value in values for fact in (value.guess, value.cost))]


def write_book(name: str, belief: Belief) -> None:
    """Write the book, continuing from the entries that it has."""
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
    """The best openers of the table, one of each symmetry orbit, with their splits."""
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
    """Build the values of the names on the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="+", metavar="NAME", choices=[*PLANS], help=", ".join(PLANS))
    parser.add_argument("--stores", type=Path, default=Path("build/stores"), help="the folder of the stores")
    parser.add_argument("--take-over", action="store_true", help="copy the shipped values into lost stores")
    parser.add_argument("--only-write", action="store_true", help="write the values in the stores, without a search")
    parser.add_argument("--curves", action="store_true", help="only fit the curves of hard mode and ultra-hard")
    parser.add_argument("--past", type=Path, help="with --curves: a file of past answers to fit more curves with")
    chosen = parser.parse_args(arguments)
    if chosen.past is not None and not chosen.curves:
        parser.error("--past belongs to --curves")
    chosen.stores.mkdir(parents=True, exist_ok=True)
    for name in chosen.names:
        plan, path = PLANS[name], chosen.stores / f"{name}.db"
        if chosen.curves:
            if not plan.rule_curves:
                raise SystemExit(f"{name} has no curves for rules. Leave out --curves.")
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
            raise SystemExit(f"{name}: not all openers are valued. Run the same command to continue.")
        if plan.book:
            write_book(name, belief)


if __name__ == "__main__":
    main()

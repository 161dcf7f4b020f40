"""Write the shipped tables of openers from stores, finished or not; run as python tools/build_openers.py STORE...

Each store is made, and gone on with after any interruption, by: fewest rank --edition EDITION --within 6 --store STORE
Stores of the same game may be given together. A table lists what is known so far: run this again when more is.
"""

import sys
from pathlib import Path

import numpy as np

from fewest.errors import FewestError
from fewest.search import Prover, Store
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import OpenerTable, opener_table, table_path
from fewest.words.lists import EDITION_FACTS


def costs_of(store: Store, prover: Prover, limit: int | None) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """What a store knows of the cost of each guess: under its own limit, or under a second one."""
    index = prover.belief.game.guess_index
    costs = np.zeros(len(index), np.int64)
    for each in store.known(limit).values():
        cost = each.within if limit is not None else each.cost
        if limit is None and each.lower >= IMPOSSIBLE:
            cost = IMPOSSIBLE
        if cost is not None:
            costs[index[each.opener]] = cost
    return costs


def write(store: Store, path: Path) -> None:
    """Write every table that a store has values for."""
    prover = store.prover(memory=1 << 20)
    store.check(prover)
    belief, about = prover.belief, store.about()
    game, hard = belief.game, belief.hard
    if belief.clues or about["given"] is not None or about["due"] is not None:
        raise FewestError(f"{path}: tables are about openers of the plain prior, and the fewest guesses.")
    for limit in (None, *store.limits()):
        costs, max_guesses = costs_of(store, prover, limit), limit or about["max_guesses"]
        before = opener_table(game, hard, max_guesses)
        if before is not None:
            both = (costs > 0) & (before.costs > 0)
            if (costs[both] != before.costs[both]).any():
                raise FewestError(f"{path}: it contradicts the table of {game.label}.")
            costs = np.maximum(costs, before.costs)
        least = (
            int(costs.min()) if (costs > 0).all() else EDITION_FACTS[game.label].total
        )  # by the proof over all; no rule makes it less
        if (costs[costs > 0] < least).any():
            raise FewestError(f"{path}: it has openers of {game.label} that cost less than {least:,}.")
        options = f"--edition {game.label}{' --hard' if hard else ''}{f' --within {limit}' if limit else ''}"
        made_by = f"fewest rank {options} --store STORE; python tools/build_openers.py STORE"
        target = table_path(game, hard, max_guesses)
        OpenerTable(costs, least, made_by).save(target, game, hard, max_guesses)
        print(f"{target.name}: {np.count_nonzero(costs):,} of {len(costs):,} openers, {target.stat().st_size:,} bytes")


def main(stores: list[str]) -> None:
    """Write the tables of all stores."""
    if not stores:
        raise SystemExit("Name the stores: python tools/build_openers.py STORE...")
    for name in stores:
        try:
            with Store.existing(name) as store:
                write(store, Path(name))
        except FewestError as error:
            raise SystemExit(str(error)) from None


if __name__ == "__main__":
    main(sys.argv[1:])

"""Exact values of openers that are known without a search: shipped, in a store, or in a file."""

import re
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path

from fewest.belief import Belief
from fewest.errors import FewestError, GuessError
from fewest.search import Prover, Store, Valued
from fewest.search.prover import IMPOSSIBLE, costs_of, least_cost
from fewest.search.shipped_values import known_openers
from fewest.words.lists import read_lines

SHIPPED = "shipped"
"""The name of the values that are shipped with the program."""

SQLITE_START = b"SQLite format 3\0"
"""The first bytes of every store."""

TOTAL = re.compile(r"[0-9]{1,18}")

UNNAMED_COLUMNS = {2: ["opener", "total"], 3: ["opener", "mean", "total"]}
"""The columns of a file without a header, by their number."""


@dataclass(frozen=True)
class ExactValues:
    """The exact totals of some openers, or of all."""

    source: str
    """The source of the values: "shipped", or the name of a file."""
    totals: dict[str, int]
    """By opener, the guesses summed over the secrets, each times its weight."""
    weight: int
    """The summed weight of the secrets."""
    within: int | None = None
    """The guess limit that the play keeps; None for no limit, or if the file names none."""
    impossible: int = 0
    """How many openers cannot keep that limit."""

    def best(self, count: int, among: Collection[str]) -> list[Valued]:
        """The best openers; those with the same total in alphabetical order."""
        wanted = {*among}
        found = sorted((total, guess) for guess, total in self.totals.items() if guess in wanted)
        return [Valued(total, total / self.weight, guess) for total, guess in found[:count]]

    def mean(self, guess: str) -> float:
        """Guesses per secret after an opener."""
        return self.totals[guess] / self.weight


def exact_values(source: str, belief: Belief, within: int | None = None) -> ExactValues:
    """The values of the openers of a belief: shipped, in a store of `fewest rank`, or in a file with `opener total`.

    With `within`, the values are for play that always finishes within this many guesses; files do not have these.
    """
    if source == SHIPPED:
        found = shipped_values(belief, within)
        if found is None:
            label = belief.game.label
            limit = _limit_text(within)
            raise FewestError(f"There are no shipped values for openers of {label} {limit}; use a store or a file.")
        return found
    path = Path(source)
    if _is_store(path):
        return stored_values(path, belief, within)
    if within is not None:
        raise FewestError(f"{path}: --within needs shipped values or a store, since a file has one total per opener.")
    return written_values(path, belief)


def shipped_values(belief: Belief, within: int | None = None) -> ExactValues | None:
    """The shipped values; None without any for this game and prior."""
    table = known_openers(belief, within)
    if table is None:
        return None
    costs = dict(zip(belief.game.guesses, table.costs.tolist(), strict=True))
    return _exact_values(SHIPPED, {guess: cost for guess, cost in costs.items() if cost}, table.weight, within)


def stored_values(path: Path, belief: Belief, within: int | None = None) -> ExactValues:
    """The values in a store, which must hold results for this belief."""
    with Store.existing(path) as store:
        limit = store.about()["max_guesses"]
        prover = Prover(belief, None, limit, 1)
        store.require_same(prover)
        limits = [limit, *(store.limits() if limit is None else [])]
        if within not in limits:
            valued = " and ".join(_limit_text(each) for each in limits)
            raise FewestError(f"{path}: this store has values {valued}, not {_limit_text(within)}.")
        store.check(prover)
        costs: dict[str, int] = {}
        for each in store.known(None if limit == within else within).values():
            cost = each.cost if limit == within else each.within
            if limit == within and each.lower >= IMPOSSIBLE:
                cost = IMPOSSIBLE
            if cost is not None:
                costs[each.opener] = cost
        return _exact_values(str(path), costs, int(prover.weights.sum()), within)


def written_values(path: Path, belief: Belief) -> ExactValues:
    """The values in a text file: `opener total` or `opener mean total` on every line, with spaces or commas.

    The first line may name the columns, as in the files of `fewest rank --output`. Openers without an exact total are
    skipped.
    """
    each_costs = costs_of(belief)
    weight = int(each_costs.sum())
    least, most = least_cost(weight, int(each_costs.max())), weight * (len(belief) + 1)
    totals: dict[str, int] = {}
    columns: list[str] | None = None
    lines = [(number, line) for number, line in enumerate(read_lines(path), start=1) if line.strip()]
    if lines and {"opener", "total"} <= {*_cells(lines[0][1])}:
        columns = _cells(lines.pop(0)[1])
    if columns is not None and "missed_weight" in columns:
        raise FewestError(f"{path}: these openers are ranked by another aim, not by the fewest guesses on average.")
    for number, line in lines:
        where = f"{path}, line {number}"
        row = _read_row(line, columns, where)
        if row is None:
            continue
        try:
            guess, total = belief.game.guesses[belief.find_guess(row[0])], int(row[1])
        except GuessError as error:
            raise FewestError(f"{where}: {error}") from None
        if not least <= total <= most:
            raise FewestError(f"{where}: {guess} cannot take {total:,} guesses in total for {len(belief):,} secrets.")
        if guess in totals:
            raise FewestError(f"{where}: {guess} is listed twice.")
        totals[guess] = total
    return _exact_values(str(path), totals, weight, None)


def _exact_values(source: str, costs: dict[str, int], weight: int, within: int | None) -> ExactValues:
    """Separate impossible openers from the others; an error if no other opener is left."""
    totals = {guess: cost for guess, cost in costs.items() if cost < IMPOSSIBLE}
    if not totals:
        raise FewestError(f"{source}: there are no exact values of openers.")
    return ExactValues(source, totals, weight, within, len(costs) - len(totals))


def _limit_text(within: int | None) -> str:
    return "without a guess limit" if within is None else f"within {within} guesses (--within {within})"


def _is_store(path: Path) -> bool:
    try:
        with path.open("rb") as file:
            return file.read(len(SQLITE_START)) == SQLITE_START
    except OSError as error:
        raise FewestError(f"{path}: cannot be read ({error.strerror or error}).") from None


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.split(",")] if "," in line else line.split()


def _read_row(line: str, columns: list[str] | None, where: str) -> tuple[str, str] | None:
    """The opener and the total of a line; None if the total is not exact."""
    cells = _cells(line)
    names = columns or UNNAMED_COLUMNS.get(len(cells), [])
    if len(cells) != len(names):
        raise FewestError(f"{where}: write an opener and its total, as in crane 7930.")
    row = dict(zip(names, cells, strict=True))
    if columns and (not row["total"] or row.get("exact", "True") != "True"):
        return None
    if not TOTAL.fullmatch(row["total"]):
        raise FewestError(f"{where}: {row['total'][:30]!r} is not a total; write a whole number, as in crane 7930.")
    return row["opener"], row["total"]

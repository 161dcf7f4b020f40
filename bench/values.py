"""The exact values of docs/values.md, with the command that finds each and its first publication."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np

from fewest import Belief, Wordle
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import known_openers
from fewest.words import EDITIONS

FILE = Path(__file__).with_suffix(".json")
PAGE = Path(__file__).parent.parent / "docs" / "values.md"


@dataclass(kw_only=True)
class Value:
    """An optimum, with the command that proves it."""

    name: str
    group: str
    """The table of the page that contains it."""
    says: str
    command: str
    opener: str | None = None
    total: int | None = None
    """None if no strategy always finishes within the guess limit."""
    mean: float | None = None
    worst: int | None = None
    source: str = ""
    """The first publication; empty if we found none."""
    cpu_seconds: float
    missed: int | None = None
    """The number of secrets that need the most guesses, or miss the target."""
    tree: str = ""
    """A file in docs/trees with the best play."""

    def differs(self, found: dict[str, Any]) -> bool:
        """Whether a result differs from this value, or is not proved."""
        same = all(found[key] == getattr(self, key) for key in ("opener", "total", "worst", "missed"))
        return not (same and found["proved"])

    def row(self) -> str:
        """A row of the page."""
        if self.total is None:
            result = "| | impossible | | "
        else:
            missed = "" if self.missed is None else f", {self.missed:,} missed"
            result = f"| {self.opener} | {self.total:,}{missed} | {self.mean:.4f} | {self.worst}"
        source = (self.source or "**new**") + (f", [tree](trees/{self.tree})" if self.tree else "")
        seconds = f"{self.cpu_seconds:,.0f}" if self.cpu_seconds >= 10 else f"{self.cpu_seconds:.1f}"
        return f"| {self.says} | `fewest {self.command}` {result} | {source} | {seconds} |"


HEAD = """| game | command | best first guess | guesses in total | mean | worst | first published | CPU s |
| --- | --- | --- | --- | --- | --- | --- | --- |
"""

OPENERS_HEAD = """| edition | game | openers | best | total | worst | total | all together | cannot |
| --- | --- | --- | --- | --- | --- | --- | --- | --- |
"""


def openers() -> str:
    """A summary of the shipped tables of openers, one row each."""
    rules = {
        "plain": (False, None),
        "plain, within six": (False, 6),
        "hard": (True, None),
        "hard, within six": (True, 6),
    }
    rows = ""
    for game in map(Wordle.edition, EDITIONS):
        for rule, (hard, limit) in rules.items():
            table = known_openers(Belief.start(game, hard=hard), limit)
            if table is None:
                continue
            known = np.flatnonzero(table.costs)
            able = known[table.costs[known] < IMPOSSIBLE]
            costs = table.costs[able]
            share = f"{len(known):,}" if table.is_complete else f"{len(known):,} of {len(table.costs):,}"
            ends = [f"{game.guesses[able[at]]} | {costs[at]:,}" for at in (costs.argmin(), costs.argmax())]
            cells = [game.label, rule, share, *ends, f"{costs.sum():,}", f"{len(known) - len(able):,}"]
            rows += f"| {' | '.join(cells)} |\n"
    return OPENERS_HEAD + rows


def load() -> list[Value]:
    """All values."""
    return [Value(**each) for each in json.loads(FILE.read_text(encoding="utf-8"))]


def save(values: list[Value]) -> None:
    """Write the values into their file and into the page."""
    known = [{name: found for name, found in asdict(value).items() if found not in (None, "")} for value in values]
    FILE.write_text(json.dumps(known, indent=1) + "\n", encoding="utf-8")
    PAGE.write_text(fill(PAGE.read_text(encoding="utf-8"), values), encoding="utf-8")


def fill(page: str, values: list[Value]) -> str:
    """The page with its tables, each between two comments."""
    tables = {"openers": openers()}
    for each in values:
        tables[each.group] = tables.get(each.group, HEAD) + each.row() + "\n"
    for group, table in tables.items():
        begin, end = f"<!-- values: {group} -->\n", "<!-- end of values -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        if not after:
            raise SystemExit(f"{PAGE.name} needs the comments for the values of {group!r}.")
        page = before + begin + table + end + after
    return page


if __name__ == "__main__":
    save(load())

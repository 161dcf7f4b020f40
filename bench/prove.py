"""Compare the prover with Alex Selby's wordle, the best public one we know: CPU seconds on the same lists, in one run.

python bench/prove.py                  our rows only
python bench/prove.py --peer PATH      also that program, built from its author's source
python bench/prove.py --row hard       some rows only; may be repeated

Programs run on one thread and start cold, so rows include reading the lists and building the tables. Only the bytecode
of fewest is written before, as installing a package does.
"""

import argparse
import json
import py_compile
import random
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any

from measure import compare

import fewest

FEWEST = str(Path(sys.executable).with_name("fewest"))
DATA = resources.files("fewest.words") / "data"
SAMPLE = 60
"""Refute one in this many allowed guesses of `original`."""
HARD_SAMPLE = 600
"""The same in hard mode."""
DRAWN = 40
"""The number of random openers of nyt-2023."""


@dataclass(frozen=True)
class Row:
    """A question to both programs, and its answer."""

    says: str
    edition: str
    openers: Sequence[str] = ()
    """The openers to value; empty for a whole proof."""
    options: Sequence[str] = ()
    """Options of fewest."""
    peer: Sequence[str] | None = ()
    """Options of the other program; None if it would take hours or cannot answer."""
    refute: int | None = None
    """The number of guesses that all openers except the first need at least."""
    total: int | None = None
    """The published value of the first opener, if any."""
    impossible: bool = False


def guesses(edition: str) -> list[str]:
    """The allowed guesses of an edition."""
    return (DATA / f"{edition}.guesses.txt").read_text(encoding="utf-8").split()


def rows() -> dict[str, Row]:
    """All rows by name."""
    hard, within_six = ("--hard", "--max-guesses", "6"), ("-H", "-g", "6")
    drawn = random.Random(1).sample(guesses("nyt-2023"), DRAWN)
    today = ("--secrets", "guesses", "--prior", "today", "--after", "crane=00000")
    return {
        "salet": Row("The exact value of salet on original", "original", ["salet"], total=7920),
        "tarse": Row("The exact value of tarse on nyt-2023", "nyt-2023", ["tarse"], total=11219),
        "sample": Row(
            f"That every {SAMPLE}th opener of original takes at least 7,920",
            "original",
            ["salet", *guesses("original")[::SAMPLE]],
            refute=7920,
            total=7920,
        ),
        "hard": Row("nyt-2023, hard: the exact value of spate", "nyt-2023", ["spate"], hard, within_six, total=11765),
        "hard-never": Row(
            "nyt-2023, hard: pooed cannot finish within six", "nyt-2023", ["pooed"], hard, within_six, impossible=True
        ),
        "hard-sample": Row(
            f"original, hard: that every {HARD_SAMPLE}th opener takes at least 8,122",
            "original",
            ["salet", *guesses("original")[::HARD_SAMPLE]],
            hard,
            within_six,
            refute=8122,
            total=8122,
        ),
        "random": Row(
            f"nyt-2023: the exact values of {DRAWN} openers drawn at random",
            "nyt-2023",
            drawn,
            ("--top", str(DRAWN)),
            None,
        ),
        "four": Row(
            "original: four guesses never suffice", "original", (), ("--max-guesses", "4"), None, impossible=True
        ),
        "today": Row("nyt-2023, today's belief after crane=00000", "nyt-2023", (), today, None),
        "whole": Row("original, whole proof", "original", (), (), None, total=7920),
        "whole-hard": Row("original, hard, whole proof", "original", (), hard, None, total=8122),
    }


def measure(row: Row, peer: str | None) -> None:
    """Compare the CPU seconds of a row."""
    print(row.says)
    named = [argument for opener in row.openers for argument in ("--opener", opener)]
    ours = [FEWEST, "prove", "--threads", "1", "--json", "--edition", row.edition, *row.options, *named]
    commands = {"fewest prove": ours}
    with tempfile.NamedTemporaryFile("w", suffix=".txt") as sample:
        sample.write("\n".join(row.openers[1:]) + "\n")
        sample.flush()
        if peer is not None and row.peer is not None:
            lists = ["-a", str(DATA / f"{row.edition}.guesses.txt"), "-h", str(DATA / f"{row.edition}.answers.txt")]
            asked = ["-w", row.openers[0]] if row.refute is None else ["-t", sample.name, "-b", str(row.refute), "-s"]
            commands["wordle"] = [peer, *lists, *row.peer, *asked]
        found: Any = json.loads(compare(commands, rounds=1, codes=(0, 1))["fewest prove"].output)
    assert (found["total"] is None) == row.impossible
    assert row.total is None or found["total"] == row.total


def main() -> None:
    """Measure the selected rows."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--peer", help="the program wordle, built from its author's source")
    parser.add_argument("--row", action="append", choices=rows(), help="only this row")
    options = parser.parse_args()
    for source in Path(fewest.__file__).parent.rglob("*.py"):
        py_compile.compile(str(source))
    for name, row in rows().items():
        if not options.row or name in options.row:
            measure(row, options.peer)


if __name__ == "__main__":
    main()

"""Prove the exact values of docs/values.md over all openers, and a sample of the shipped values. Takes hours.

`make proofs` runs this. values.json has a command and its expected result for each value. Names on the command line
select values, and the names `tables` and `books` select the samples: python bench/proofs.py original tables. With
--note, store the CPU seconds on one thread, and the results that were unknown before.
"""

import argparse
import json
import random
import shlex
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from measure import run
from values import Value, load, save

from fewest import Belief, Wordle
from fewest.search.prover import IMPOSSIBLE
from fewest.search.shipped_values import Book, book_path, known_openers
from fewest.words import EDITIONS

FEWEST = str(Path(sys.executable).with_name("fewest"))

SAMPLE = 20
"""The sample size: openers of each shipped table, and replies of each book."""

LIMITS = ((False, None), (False, 6), (True, None), (True, 6))
"""The possible tables of an edition: hard mode and guess limit."""


def ask(*arguments: str) -> Any:
    """Run a command and return its JSON."""
    return json.loads(subprocess.run([FEWEST, *arguments, "--json"], stdout=subprocess.PIPE, check=False).stdout)


def prove(value: Value) -> None:
    """Prove an optimum, and record the CPU seconds."""
    took = run([FEWEST, *shlex.split(value.command), "--threads", "1", "--json"], codes=(0, 1))
    found = json.loads(took.output)
    print(f"{value.name}: {found['opener']} {found['total']}, {took.cpu_seconds:.0f} CPU seconds", flush=True)
    if value.cpu_seconds == 0:  # a new value
        value.opener, value.total, value.mean, value.worst = (
            found[key] for key in ("opener", "total", "mean", "worst")
        )
        value.missed = found["missed"]
    if value.differs(found):
        raise SystemExit(f"{value.name}: expected {value}, proved; got {found}")
    value.cpu_seconds = round(took.cpu_seconds, 1)


def search_openers_anew(draw: random.Random) -> None:
    """Value some openers of every shipped table. An empty store forces a search."""
    for edition in EDITIONS:
        game = Wordle.edition(edition)
        for hard, limit in LIMITS:
            table = known_openers(Belief.start(game, hard=hard), limit)
            if table is None:
                continue
            known = {game.guesses[at]: int(cost) for at, cost in enumerate(table.costs.tolist()) if cost}
            openers = draw.sample(sorted(known), min(SAMPLE, len(known)))
            options = ["--edition", edition, "--max-guesses", str(limit or 0), *(["--hard"] if hard else [])]
            with tempfile.TemporaryDirectory() as folder:
                named = [option for opener in openers for option in ("--opener", opener)]
                found = ask("rank", *options, *named, "--store", f"{folder}/store.db")["openers"]
            for each in found:
                total = IMPOSSIBLE if each["total"] is None else each["total"]
                if not each["exact"] or total != known[each["opener"]]:
                    raise SystemExit(f"{edition}: {each['opener']} should cost {known[each['opener']]}; got {each}")
            print(f"tables {' '.join(options)}: {len(found)} of {len(known):,} openers searched anew", flush=True)


def search_replies_anew(draw: random.Random) -> None:
    """Search some positions of every shipped book."""
    for edition in EDITIONS:
        made = Book.load(book_path(Wordle.edition(edition)))
        if made is None:
            continue
        known = [
            (opener, reply, cost) for opener, each in made.replies.items() for reply, (_, _, cost, *_) in each.items()
        ]
        for opener, reply, cost in draw.sample(known, min(SAMPLE, len(known))):
            found = ask("prove", "--edition", edition, "--after", f"{opener}={reply}")
            if not found["proved"] or found["total"] != cost:
                raise SystemExit(f"{edition}: after {opener}={reply} it is said to cost {cost}; got {found}")
        print(f"books {edition}: {SAMPLE} of {len(known):,} positions searched anew", flush=True)


def main() -> None:
    """Check the values on the command line, or all. Fail on any other result."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help="values, tables or books")
    parser.add_argument("--note", action="store_true", help="write CPU seconds into values.json and docs/values.md")
    arguments = parser.parse_args()
    seed = int(time.time())
    values = load()
    named = {each.name: each for each in values}
    samples = {"tables": search_openers_anew, "books": search_replies_anew}
    for name in arguments.names or [*named, *samples]:
        if name in samples:
            print(f"{name}, by the seed {seed}", flush=True)
            samples[name](random.Random(seed))
        elif name in named:
            prove(named[name])
            if arguments.note:
                save(values)
        else:
            parser.error(f"there is no {name}; there are {', '.join([*named, *samples])}")


if __name__ == "__main__":
    main()

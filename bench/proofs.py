"""The published optima, proved over every opener, and a sample of the shipped values: minutes to hours in all.

`make proofs` runs it. Each line is a command of fewest, what it must find, and the source of the figure. Names on the
command line choose some of them, `tables` and `books` the samples: python bench/proofs.py original tables
"""

import json
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from fewest.games import Wordle
from fewest.search.known import Book, book_path, opener_table
from fewest.search.prover import IMPOSSIBLE
from fewest.words import EDITIONS

FEWEST = str(Path(sys.executable).with_name("fewest"))

PROOFS = {
    "original": ("--edition original", "salet", 7920),
    "original-top": ("--edition original --top 10", "salet", 7920),
    "original-five": ("--edition original --max-guesses 5", "salet", 7920),
    "original-four": ("--edition original --max-guesses 4", None, None),
    "original-hard": ("--edition original --hard --max-guesses 6", "salet", 8122),
    "nyt-2023-tarse": ("--edition nyt-2023 --opener tarse", "tarse", 11219),
    "nyt-2023-hard-tarse": ("--edition nyt-2023 --hard --max-guesses 6 --opener tarse", "tarse", 11627),
    "nyt-2023": ("--edition nyt-2023", "tarse", 11219),
    "nyt-2023-hard": ("--edition nyt-2023 --hard --max-guesses 6", "tarse", 11627),
}


SAMPLE = 20
"""How many openers of each shipped table, and how many replies of each book, are searched anew."""

LIMITS = ((False, None), (False, 6), (True, 6))
"""The tables that an edition may have: hard mode and guess limit."""


def ask(*arguments: str) -> Any:
    """The JSON of a command."""
    return json.loads(subprocess.run([FEWEST, *arguments, "--json"], stdout=subprocess.PIPE, check=False).stdout)


def prove(name: str) -> None:
    """Prove an optimum."""
    options, opener, total = PROOFS[name]
    started = time.perf_counter()
    found = ask("prove", *options.split())
    print(f"{name}: {found['opener']} {found['total']}, {time.perf_counter() - started:.0f} seconds", flush=True)
    for each in found["openers"][1:]:
        print(f"    {each['opener']} {each['total']}")
    if not found["proved"] or (found["opener"], found["total"]) != (opener, total):
        raise SystemExit(f"{name}: expected {opener} {total}, proved; got {found}")


def search_openers_anew(draw: random.Random) -> None:
    """Value some openers of every shipped table; the empty store makes sure that they are searched."""
    for edition in EDITIONS:
        game = Wordle.edition(edition)
        for hard, limit in LIMITS:
            table = opener_table(game, hard, limit)
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
                    raise SystemExit(f"{edition}: {each['opener']} is said to cost {known[each['opener']]}; got {each}")
            print(f"tables {' '.join(options)}: {len(found)} of {len(known):,} openers searched anew", flush=True)


def search_replies_anew(draw: random.Random) -> None:
    """Search some positions of every shipped book."""
    for edition in EDITIONS:
        made = Book.load(book_path(Wordle.edition(edition)))
        if made is None:
            continue
        known = [(opener, reply, cost) for opener, each in made.replies.items() for reply, (_, cost, _) in each.items()]
        for opener, reply, cost in draw.sample(known, min(SAMPLE, len(known))):
            found = ask("prove", "--edition", edition, "--after", f"{opener}={reply}")
            if not found["proved"] or found["total"] != cost:
                raise SystemExit(f"{edition}: after {opener}={reply} it is said to cost {cost}; got {found}")
        print(f"books {edition}: {SAMPLE} of {len(known):,} positions searched anew", flush=True)


def main(names: list[str]) -> None:
    """Do what is named, or all, and fail on any other result."""
    seed = int(time.time())
    for name in names or [*PROOFS, "tables", "books"]:
        if name in PROOFS:
            prove(name)
        else:
            print(f"{name}, by the seed {seed}", flush=True)
            {"tables": search_openers_anew, "books": search_replies_anew}[name](random.Random(seed))


if __name__ == "__main__":
    main(sys.argv[1:])

"""Check published totals with tools/referee.cpp, a second prover that shares no code with the search.

`make referee` runs this. It needs a C++ compiler. The names are those of bench/values.json; without any, it checks two
values in a few minutes. The program compares all numbers of guesses with the totals there; it takes word lists and
codes from here, but computes the replies to words itself.
"""

import argparse
import json
import shlex
import subprocess
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations, product
from pathlib import Path
from typing import Any

import numpy as np

from fewest.words import EDITIONS, edition

SOURCE = Path(__file__).with_suffix(".cpp")

VALUES = Path(__file__).parent.parent / "bench" / "values.json"

OPTIONS = ("-std=c++20", "-O2", "-march=native")

DEFAULT = ("mastermind", "original")


def compiled(folder: Path, options: tuple[str, ...] = OPTIONS) -> Path:
    """Compile the referee into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / "referee"
    subprocess.run(["c++", *options, str(SOURCE), "-o", str(program)], check=True)
    return program


def swaps(count: int) -> list[tuple[int, ...]]:
    """The orders of `count` things that leave them as they are or exchange two."""
    pairs = combinations(range(count), 2)
    exchanges = [{one: other, other: one} for one, other in pairs]
    return [tuple(each.get(at, at) for at in range(count)) for each in ({}, *exchanges)]


def write_lines(path: Path, guesses: Iterable[str], answers: Iterable[str]) -> tuple[Path, Path]:
    """Write the lines of the guesses and of the answers to two files."""
    files = path.with_suffix(".guesses"), path.with_suffix(".answers")
    for file, lines in zip(files, (guesses, answers), strict=True):
        file.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return files


def write_codes(path: Path, length: int, symbols: int, *, repeats: bool, any_guess: bool) -> tuple[Path, Path]:
    """Write the guesses of Mastermind or Bulls and Cows with all replies and symmetries, and the secrets."""
    every = [*product(range(symbols), repeat=length)]
    distinct = [code for code in every if len({*code}) == length]
    secrets = every if repeats else distinct
    guesses = every if repeats or any_guess else distinct
    places = np.array(secrets)
    counts = np.stack([(places == symbol).sum(axis=1) for symbol in range(symbols)], axis=1)
    digits = "123456789abcdefg" if repeats else "0123456789abcdef"
    name = {code: "".join(digits[symbol] for symbol in code) for code in every}

    def lines() -> Iterator[str]:
        for code in guesses:
            right = (places == code).sum(axis=1)
            shared = np.minimum(counts, [code.count(symbol) for symbol in range(symbols)]).sum(axis=1)
            yield f"{name[code]} {' '.join(map(str, ((length + 1) * right + shared).tolist()))}"
        for order, new in product(permutations(range(length)) if repeats else swaps(length), swaps(symbols)):
            yield f"= {' '.join(name[tuple(new[code[place]] for place in order)] for code in guesses)}"

    return write_lines(path, lines(), [name[code] for code in secrets])


def can_check(value: dict[str, Any]) -> bool:
    """Whether a value is a total of guesses without another aim or rule."""
    return "total" in value and not {"--aim", "--rule"} & {*value["command"].split()}


def claim(value: dict[str, Any], folder: Path) -> list[str]:
    """Write the files of a value, and return the referee's arguments."""
    parser = argparse.ArgumentParser()
    parser.add_argument("command")
    parser.add_argument("-e", dest="edition", choices=EDITIONS)
    parser.add_argument("--game")
    parser.add_argument("--hard", action="store_true")
    parser.add_argument("--max-guesses", type=int)
    asked = parser.parse_args(shlex.split(value["command"]))
    path = folder / value["name"]
    if asked.edition:
        words = edition(asked.edition)
        files = write_lines(path, words.guesses, words.answers)
    else:
        game, _, sizes = asked.game.partition(":")
        size = {name: int(number) for name, _, number in (each.partition("=") for each in sizes.split(",") if sizes)}
        length = size.get("pegs") or size.get("length") or 4
        symbols = size.get("colours") or size.get("symbols") or (6 if game == "mastermind" else 10)
        files = write_codes(path, length, symbols, repeats=game == "mastermind", any_guess=game == "hit-and-blow")
    limit = (6 if asked.hard else 0) if asked.max_guesses is None else asked.max_guesses
    options = [*(["--hard"] if asked.hard else []), *(["--within", str(limit)] if limit else [])]
    return [str(value["total"]), *map(str, files), *options]


def main() -> None:
    """Run the referee on the named values. Fail if it finds better play than any of them."""
    values = {each["name"]: each for each in json.loads(VALUES.read_text(encoding="utf-8")) if can_check(each)}
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", default=DEFAULT, metavar="NAME", help=", ".join(values))
    names = parser.parse_args().names
    if unknown := [name for name in names if name not in values]:
        parser.error(f"there is no {unknown[0]}; there are {', '.join(values)}")
    folder = Path("build/referee")
    program = compiled(folder)
    for name in names:
        print(f"{name}: ", end="", flush=True)
        if code := subprocess.run([program, *claim(values[name], folder)], check=False).returncode:
            raise SystemExit(code)


if __name__ == "__main__":
    main()

"""Commands that prove: prove, rank, openings, and the group store."""

import sys
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import Decorator, Group, command, option
from fewest.cli.options import (
    FILE,
    PLAY_PANEL,
    PRIOR_OPTIONS,
    json_option,
    limit_option,
    memory_option,
    openers_option,
    output_option,
    resources_options,
    seconds_option,
    setup_options,
    shows_result,
)
from fewest.cli.show import checked_kind, is_stdout, show, show_progress, write_csv
from fewest.errors import FewestError
from fewest.questions import audit as audits
from fewest.questions import openings as fixed_openings
from fewest.questions import proof as stores
from fewest.questions import prove as proofs
from fewest.questions import rank as rankings
from fewest.results import Result
from fewest.setup import MAX_GUESS_LIMIT, Setup
from fewest.system.files import require_writable
from fewest.system.interrupts import INTERRUPTED_CODE, NO_CODE, OUT_OF_TIME_CODE
from fewest.trees.drawing import KINDS
from fewest.watch import Watch

MAX_FIXED_GUESSES = 6

MAX_PROVED_GUESSES = 2
"""The length of the longest openings that can be proved best."""


def shown_option(default: int) -> Decorator:
    """How many openers to show."""
    text = "How many openers to show on the screen."
    return option("--show", "shown", type=click.IntRange(0), help=text, default_text=str(default))


tree_option = output_option(f"Write the best tree to a file: {', '.join(KINDS)}.", "--tree")


def _check_output(path: Path | None, shown: int | None, as_json: bool) -> None:
    """Check that --output can be written, before any work is done, and that --show has something to show."""
    to_screen = path is not None and is_stdout(path)
    if to_screen and as_json:
        raise FewestError("--output - and --json both write to the screen; choose one.")
    if path is not None and not to_screen:
        require_writable(path)
    if shown is not None and (as_json or to_screen):
        raise FewestError("--show is for people; JSON and CSV have everything, so leave it out.")


def _show_table(result: rankings.Ranked | stores.Stored, output: Path | None, as_json: bool) -> None:
    """Write openers as CSV if that is asked for, and show the result unless the CSV is on the screen."""
    if output is not None:
        write_csv(output, *result.csv())
    if output is None or not is_stdout(output):
        show(result, as_json)


@command("prove")
@openers_option("", "Value this first guess only; may be repeated.")
@option("--top", type=click.IntRange(1, 100_000), default=1, help="How many of the best first guesses to prove.")
@option(
    "--after", "clues", help="Start after a clue, as in crane=01200; may be repeated.", metavar="CLUE", multiple=True
)
@setup_options()
@limit_option
@option(
    "--aim",
    default="mean",
    help="mean: the fewest guesses on average; worst: the least worst case, then the fewest secrets that take it, "
    "then the mean; within:K: the most secrets found within K guesses, then the mean.",
    panel=PLAY_PANEL,
)
@option(
    "--gap",
    is_flag=True,
    help="Raise the lower bounds of all first guesses together, half-way to the best play, then half-way again: for "
    "games too large for a whole proof.",
)
@seconds_option("Stop after so many seconds, and show the best play and the bounds so far.")
@tree_option
@resources_options
@shows_result("Proving")
def prove(
    *, setup: Setup, watch: Watch, seconds: float | None, tree: Path | None, **options: Any
) -> tuple[Result, int]:
    """Find the play with the fewest guesses on average, and prove that none is better.

    Example: fewest prove --opener salet --tree salet.html

    Ctrl-C stops it and shows the best play and the bounds so far. With --store the next run goes on from there.
    """
    if tree is not None:
        checked_kind(tree)
    result = proofs.prove(setup, watch.within(seconds), **options)
    if tree is not None and result.tree is not None:
        result.tree.save(tree)
    if result.proved:
        return result, 0 if result.tree is not None else NO_CODE
    if tree is not None:
        print(f"fewest: {tree} is not written: the best tree is not known yet.", file=sys.stderr)
    return result, INTERRUPTED_CODE if result.interrupted else OUT_OF_TIME_CODE


@command("rank")
@option(
    "--top",
    type=click.IntRange(1, 1_000_000),
    help="How many of the best to value exactly; the others get a lower bound.",
    default_text="all",
)
@shown_option(rankings.DEFAULT_SHOWN)
@output_option("Write the whole table to a CSV file; - is the screen.")
@seconds_option("Stop after so many seconds.")
@openers_option("all", "Rank these only; may be repeated.")
@setup_options()
@limit_option
@option(
    "--within",
    type=click.IntRange(1, MAX_GUESS_LIMIT),
    help="Value each also for play that always finishes within so many guesses; that hardly takes longer.",
    panel=PLAY_PANEL,
)
@option(
    "--aim",
    default="mean",
    help="mean: the fewest guesses on average; within:K: the most secrets found within K guesses, then the mean.",
    panel=PLAY_PANEL,
)
@resources_options
@json_option
def rank(
    *,
    setup: Setup,
    shown: int | None,
    output: Path | None,
    seconds: float | None,
    as_json: bool,
    **options: Any,
) -> None:
    """Value every opener: exactly, or by a lower bound.

    Example: fewest rank --top 10 --store openers.db --output openers.csv

    Ctrl-C stops it and shows what is known; with --store the next run goes on from there.
    """
    _check_output(output, shown, as_json)
    count = rankings.DEFAULT_SHOWN if shown is None else shown
    with show_progress("Ranking") as watch:
        result = rankings.rank(setup, watch.within(seconds), shown=count, **options)
    _show_table(result, output, as_json)
    if not result.proved:
        raise SystemExit(INTERRUPTED_CODE if result.interrupted else OUT_OF_TIME_CODE)


@command("openings")
@click.argument("guesses_made", metavar="[GUESS]...", nargs=-1)
@option(
    "--fixed", type=click.IntRange(1, MAX_FIXED_GUESSES), help="How many fixed guesses to look for.", default_text="2"
)
@option("-n", "--count", type=click.IntRange(1, 1000), help="How many openings to show.", default_text="10")
@option("--prove", is_flag=True, help="Look into all others that may be better; for one or two guesses.")
@setup_options("hard", "rule")
@shows_result("Looking")
def openings(
    *, setup: Setup, watch: Watch, guesses_made: tuple[str, ...], prove: bool, **numbers: int | None
) -> Result:
    """Find the best two, three or four guesses to make first whatever the replies, or value given ones.

    Example: fewest openings --fixed 3

    What a pair is worth: fewest openings salet courd

    After them play is perfect. A secret that is known before the last of them is guessed at once; the column 'if always
    made' counts them all.
    """
    wanted = {name: value for name, value in numbers.items() if value is not None}
    if guesses_made and (wanted or prove):
        raise FewestError(f"Given guesses are only valued; --{[*wanted, 'prove'][0]} is for looking for the best.")
    if prove and wanted.get("fixed", 0) > MAX_PROVED_GUESSES:
        raise FewestError("There are too many openings of that length for a proof; leave --prove out.")
    return fixed_openings.openings(setup, watch, guesses=guesses_made, prove=prove, **wanted)


@click.group("store", cls=Group)
def store() -> None:
    """Look into a store of prove or rank.

    Example: fewest store show openers.db
    """


store_options = setup_options("spec", "edition", "secrets", *PRIOR_OPTIONS, "hard", "rule")
"""The word lists of a store; it knows the rest itself."""


@store.command("show")
@click.argument("file", type=FILE, metavar="FILE")
@shown_option(stores.DEFAULT_SHOWN)
@output_option("Write all openers to a CSV file; - is the screen.")
@tree_option
@store_options
@json_option
def show_store(
    *, setup: Setup, file: Path, shown: int | None, output: Path | None, tree: Path | None, as_json: bool
) -> None:
    """Show what a store of fewest prove or fewest rank holds: openers, bounds, progress and the best tree.

    Example: fewest store show openers.db --output openers.csv

    Give your own word lists again for the tree.
    """
    if tree is not None:
        checked_kind(tree)
    _check_output(output, shown, as_json)
    count = stores.DEFAULT_SHOWN if shown is None else shown
    result = stores.read_store(setup, file, shown=count, needs_tree=tree is not None)
    if tree is not None and result.tree is not None:
        result.tree.save(tree)
    _show_table(result, output, as_json)


@store.command("audit")
@click.argument("file", type=FILE, metavar="FILE")
@option("--sample", type=click.IntRange(1), default=20, help="How many openers to prove again.")
@option("--seed", type=int, default=0, help="Which sample to draw.")
@memory_option
@store_options
@shows_result("Proving again")
def audit(*, setup: Setup, watch: Watch, file: Path, **options: Any) -> tuple[Result, int]:
    """Prove some openers of a store again, with nothing in memory, and compare; play the kept trees too.

    Example: fewest store audit openers.db --sample 50

    Give your own word lists again.
    """
    result = audits.audit(setup, file, watch, **options)
    return result, NO_CODE if result.wrong or result.damaged else 0

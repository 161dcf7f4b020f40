"""Commands that prove: prove, rank, openings and the group store."""

import sys
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import PLAY_PANEL, Decorator, Group, command, option
from fewest.cli.options import (
    FILE,
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
"""The longest openings that --prove can handle."""


def shown_option(default: int) -> Decorator:
    """Make the option --show."""
    text = "How many openers to show on the screen."
    return option("--show", "shown", type=click.IntRange(0), help=text, default_text=str(default))


tree_option = output_option(
    f"Write the best tree to this file. Its suffix is the format: {', '.join(KINDS)}.", "--tree"
)


def _check_output(path: Path | None, shown: int | None, as_json: bool) -> None:
    """Check, before any work is done, that --output can be written and that --show makes sense."""
    to_screen = path is not None and is_stdout(path)
    if to_screen and as_json:
        raise FewestError("--output - and --json both write to the screen; choose one.")
    if path is not None and not to_screen:
        require_writable(path)
    if shown is not None and (as_json or to_screen):
        raise FewestError("--show has no effect on JSON and CSV, which have everything; leave it out.")


def _show_table(result: rankings.Ranked | stores.Stored, output: Path | None, as_json: bool) -> None:
    """Write the openers as CSV if `output` is given, and show the result unless the CSV goes to the screen."""
    if output is not None:
        write_csv(output, *result.csv())
    if output is None or not is_stdout(output):
        show(result, as_json)


@command("prove")
@openers_option("", "Find the value of this first guess only. May be repeated.")
@option("--top", type=click.IntRange(1, 100_000), default=1, help="How many of the best first guesses to prove.")
@option(
    "--after",
    "clues",
    help="Start after this clue, such as crane=01200. May be repeated.",
    metavar="CLUE",
    multiple=True,
)
@setup_options()
@limit_option
@option(
    "--aim",
    default="mean",
    help="What to optimise. mean: the fewest guesses on average. worst: the smallest worst case, then the fewest "
    "secrets that need it, then the mean. within:K: the most secrets found within K guesses, then the mean.",
    metavar="mean|worst|within:K",
    panel=PLAY_PANEL,
)
@option(
    "--bounds",
    is_flag=True,
    help="For games that are too large for a full proof: look for good play first, then improve the lower bound of the "
    "mean. The search goes in rounds; each raises the bounds of all first guesses half-way to the mean of the best "
    "play so far.",
)
@seconds_option("Stop after this many seconds, and show the best play and the bounds so far.")
@tree_option
@resources_options
@shows_result("Proving")
def prove(
    *, setup: Setup, watch: Watch, seconds: float | None, tree: Path | None, **options: Any
) -> tuple[Result, int]:
    """Find the play with the fewest guesses on average, and prove that none is better.

    Example: fewest prove --opener salet --tree salet.html

    Ctrl-C stops it and shows the best play and the bounds so far. With --store the next run continues from there.
    """
    if tree is not None:
        checked_kind(tree)
    result = proofs.prove(setup, watch=watch.within(seconds), **options)
    if tree is not None and result.tree is not None:
        result.tree.save(tree)
    if result.proved:
        return result, 0 if result.tree is not None else NO_CODE
    if tree is not None:
        print(f"fewest: {tree} was not written, because the best tree is not known yet.", file=sys.stderr)
    return result, INTERRUPTED_CODE if result.interrupted else OUT_OF_TIME_CODE


@command("rank")
@option(
    "--top",
    type=click.IntRange(1, 1_000_000),
    help="How many of the best openers to value exactly. The others get a lower bound.",
    default_text="all",
)
@shown_option(rankings.DEFAULT_SHOWN)
@output_option("Write the whole table to this CSV file; - is the screen.")
@seconds_option("Stop after this many seconds.")
@openers_option("all", "Rank only this opener. May be repeated.")
@setup_options()
@limit_option
@option(
    "--within",
    type=click.IntRange(1, MAX_GUESS_LIMIT),
    help="Also find the value of each opener for play that always finishes within this many guesses. This takes "
    "little more time.",
    panel=PLAY_PANEL,
)
@option(
    "--aim",
    default="mean",
    help="What to optimise. mean: the fewest guesses on average. within:K: the most secrets found within K guesses, "
    "then the mean.",
    metavar="mean|within:K",
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
    """Compute the exact value of every opener, or a lower bound.

    Example: fewest rank --top 10 --store openers.db --output openers.csv

    Ctrl-C stops it and shows the results so far. With --store the next run continues from there.
    """
    _check_output(output, shown, as_json)
    count = rankings.DEFAULT_SHOWN if shown is None else shown
    with show_progress("Ranking") as watch:
        result = rankings.rank(setup, watch=watch.within(seconds), shown=count, **options)
    _show_table(result, output, as_json)
    if not result.proved:
        raise SystemExit(INTERRUPTED_CODE if result.interrupted else OUT_OF_TIME_CODE)


@command("openings")
@click.argument("guesses_made", metavar="[GUESS]...", nargs=-1)
@option(
    "--fixed",
    type=click.IntRange(1, MAX_FIXED_GUESSES),
    help=f"How many fixed guesses to look for, 1 to {MAX_FIXED_GUESSES}.",
    default_text="2",
)
@option("-n", "--count", type=click.IntRange(1, 1000), help="How many openings to show.", default_text="10")
@option("--prove", is_flag=True, help="Prove that no other opening is better. This works for one or two fixed guesses.")
@setup_options("hard", "rule")
@shows_result("Searching")
def openings(
    *, setup: Setup, watch: Watch, guesses_made: tuple[str, ...], prove: bool, **numbers: int | None
) -> Result:
    """Find the best fixed first guesses, which you make whatever the replies, or value your own.

    Example: fewest openings --fixed 3

    To see what a pair is worth: fewest openings salet courd

    After the fixed guesses, play is perfect. If you know the secret before you have made them all, you guess it at
    once; the column 'if always made' assumes that you make them all.
    """
    wanted = {name: value for name, value in numbers.items() if value is not None}
    if guesses_made and (wanted or prove):
        raise FewestError(f"--{[*wanted, 'prove'][0]} is for finding the best guesses; leave it out to value your own.")
    if prove and wanted.get("fixed", 0) > MAX_PROVED_GUESSES:
        raise FewestError(f"--prove is possible for at most {MAX_PROVED_GUESSES} fixed guesses; leave it out.")
    return fixed_openings.openings(setup, watch=watch, guesses=guesses_made, prove=prove, **wanted)


@click.group("store", cls=Group)
def store() -> None:
    """Show the results in a store file of prove or rank, or check a sample of them.

    Example: fewest store show openers.db
    """


store_options = setup_options("game", "edition", "secrets", *PRIOR_OPTIONS, "hard", "rule")
"""The word lists of a store; everything else is in the file."""


@store.command("show")
@click.argument("file", type=FILE, metavar="FILE")
@shown_option(stores.DEFAULT_SHOWN)
@output_option("Write all openers to this CSV file; - is the screen.")
@tree_option
@store_options
@json_option
def show_store(
    *, setup: Setup, file: Path, shown: int | None, output: Path | None, tree: Path | None, as_json: bool
) -> None:
    """Show the results in a store file: openers, bounds, progress and the best tree.

    Example: fewest store show openers.db --output openers.csv

    If you used your own word lists, give them again with --tree.
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
@option("--seed", type=int, default=0, help="The seed of the random sample.")
@memory_option
@store_options
@shows_result("Proving again")
def audit(*, setup: Setup, watch: Watch, file: Path, **options: Any) -> tuple[Result, int]:
    """Check a store: prove a sample of its openers again from scratch, and play its trees.

    Example: fewest store audit openers.db --sample 50

    If you used your own word lists, give them again.
    """
    result = audits.audit(setup, file, watch=watch, **options)
    return result, NO_CODE if result.wrong or result.damaged else 0

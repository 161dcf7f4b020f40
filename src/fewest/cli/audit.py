"""fewest audit: prove a sample of a store again."""

from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import FILE, PRIOR_OPTIONS, json_option, memory_option, setup_options
from fewest.cli.show import show, show_progress
from fewest.questions.audit import audit as ask
from fewest.setup import Setup
from fewest.system.exits import NO_CODE


@command("audit")
@click.argument("file", type=FILE, metavar="FILE")
@option("--sample", type=click.IntRange(1), default=20, help="How many openers to prove again.")
@option("--seed", type=int, default=0, help="Which sample to draw.")
@memory_option
@setup_options("spec", "edition", "secrets", *PRIOR_OPTIONS, "hard", "rule")
@json_option
def audit(*, setup: Setup, file: Path, sample: int, seed: int, memory: int | None, as_json: bool) -> None:
    """Prove some openers of a store again, with nothing in memory, and compare; play the kept trees too.

    Example: fewest audit openers.db --sample 50

    One's own word lists must be given again.
    """
    with show_progress("Proving again", as_json) as watch:
        result = ask(setup, file, watch, sample=sample, seed=seed, memory=memory)
    show(result, as_json)
    if result.wrong or result.damaged:
        raise SystemExit(NO_CODE)

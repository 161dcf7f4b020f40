"""Commands that study strategies: evaluate, compare, tree and check.

Each command imports its own question when it runs, to start quickly.
"""

from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import GAME_PANEL, command, option
from fewest.cli.options import (
    FILE,
    complete_editions,
    guess_from_option,
    guess_limit_option,
    json_option,
    max_guesses_option,
    openers_option,
    opening_option,
    output_option,
    replies_option,
    setup_options,
    shows_result,
    strategy_option,
)
from fewest.cli.show import checked_kind, print_text, show, show_progress, write_text
from fewest.errors import FewestError
from fewest.results import Result
from fewest.setup import Setup
from fewest.trees.drawing import KINDS, render
from fewest.watch import Watch


@command("evaluate")
@setup_options()
@strategy_option()
@guess_from_option
@opening_option
@max_guesses_option
@option("--timings", is_flag=True, help="Play the answers one by one, and show the time for each tenth of them.")
@shows_result("Playing")
def evaluate(*, setup: Setup, watch: Watch, **options: Any) -> Result:
    """Play every answer, and show the mean, the worst case and the distribution.

    Example: fewest evaluate --strategy entropic --edition nyt-2023
    """
    from fewest.questions.evaluate import evaluate_strategy

    return evaluate_strategy(setup, watch=watch, **options)


@command("compare")
@option(
    "-e",
    "--edition",
    "editions",
    help="A shipped word list. May be repeated.",
    metavar="NAME",
    multiple=True,
    shell_complete=complete_editions,
    panel=GAME_PANEL,
)
@setup_options("edition")
@strategy_option(None, "all classic strategies", multiple=True)
@openers_option("the strategy's own")
@max_guesses_option
@option("--markdown", is_flag=True, help="Print the table as Markdown.")
@json_option
def compare(*, setup: Setup, markdown: bool, as_json: bool, **options: Any) -> None:
    """Compare strategies, openers and editions in one table.

    Example: fewest compare -s entropy -s minimax --opener raise --opener salet
    """
    from fewest.questions.compare import compare as ask

    if markdown and as_json:
        raise FewestError("Choose one: --markdown or --json.")
    with show_progress("Playing") as watch:
        result = ask(setup, watch=watch, **options)
    if markdown:
        print_text(result.to_markdown())
    else:
        show(result, as_json)


@command("tree")
@output_option("The file to write; - is the screen.", default_text="the screen")
@option(
    "-f", "--format", "kind", help="The format of the tree.", metavar="|".join(KINDS), default_text="the suffix, or txt"
)
@replies_option
@setup_options()
@strategy_option()
@opening_option
@guess_limit_option("Refuse a tree that needs more guesses than this.")
@json_option
def tree(
    *, setup: Setup, output: Path | None, kind: str | None, replies: str | None, as_json: bool, **options: Any
) -> None:
    """Write a strategy as a tree: a guess, and the next one under each reply.

    Example: fewest tree --opener salet --output salet.html
    """
    from fewest.questions.tree import grow_tree

    if as_json and kind not in (None, "json"):
        raise FewestError(f"Use --json or --format {kind}, not both.")
    kind = checked_kind(output, "json" if as_json else kind)
    with show_progress("Playing") as watch:
        text = render(grow_tree(setup, watch=watch, replies=replies, **options), kind, replies)
    write_text(output, text)


@command("check")
@click.argument("file", type=FILE, metavar="FILE")
@setup_options("edition", "hard", "rule")
@shows_result()
def check(*, setup: Setup, file: Path) -> Result:
    """Check a tree by playing every secret.

    Example: fewest check salet.json

    The check uses a plain implementation of the rules, independent of the code that made the tree. With a prior, it
    also shows the mean under that prior.

    The edition, hard mode and --rule are read from the tree. If you used your own word lists, give them again, and
    --secrets too if you used it.
    """
    from fewest.questions.check import check as ask

    return ask(setup, file)

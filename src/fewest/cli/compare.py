"""fewest compare: several strategies, openers and editions in one table."""

from dataclasses import replace

from fewest.cli.click_types import command, option
from fewest.cli.options import (
    GAME_PANEL,
    complete_editions,
    json_option,
    max_guesses_option,
    openers_option,
    setup_options,
    strategy_option,
)
from fewest.cli.show import print_text, show, show_progress
from fewest.errors import FewestError
from fewest.questions.compare import compare as ask
from fewest.setup import Setup


@command("compare")
@option(
    "-e",
    "--edition",
    "editions",
    help="A shipped word list; may be repeated.",
    metavar="NAME",
    multiple=True,
    shell_complete=complete_editions,
    panel=GAME_PANEL,
)
@setup_options("edition")
@strategy_option("all classic ones", multiple=True)
@openers_option("the strategy's own")
@max_guesses_option
@option("--markdown", is_flag=True, help="Write the table for a Markdown file.")
@json_option
def compare(
    *,
    setup: Setup,
    editions: tuple[str, ...],
    by: tuple[str, ...],
    openers: tuple[str, ...],
    max_guesses: int | None,
    markdown: bool,
    as_json: bool,
) -> None:
    """Compare strategies, openers and editions in one table.

    Example: fewest compare -s entropy -s minimax --opener raise --opener salet
    """
    if markdown and as_json:
        raise FewestError("Choose one: --markdown or --json.")
    with show_progress("Playing", as_json) as watch:
        result = ask(replace(setup, max_guesses=max_guesses), watch, by=by, openers=openers, editions=editions)
    if markdown:
        print_text(result.to_markdown())
    else:
        show(result, as_json)

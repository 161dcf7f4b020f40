"""fewest history: the analysed games that were kept."""

from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import json_option
from fewest.cli.show import show
from fewest.errors import FewestError
from fewest.questions.history import export_games, import_games, past_analyses


@command("history")
@option(
    "--import",
    "source",
    type=click.Path(path_type=Path),
    help="Add the games of a file that this command or the page wrote, JSON or CSV; all or none.",
    metavar="FILE",
)
@option(
    "--export",
    "target",
    type=click.Path(path_type=Path),
    help="Write all games into a file: CSV if its name ends with .csv, else JSON.",
    metavar="FILE",
)
@json_option
def history(*, source: Path | None, target: Path | None, as_json: bool) -> None:
    """Show the games that were analysed with --keep: guesses, skill and luck over time.

    They are in the folder for the user's data, or in FEWEST_DATA.

    Example: fewest history --export games.csv
    """
    if source is not None and target is not None:
        raise FewestError("Import or export, one at a time.")
    if source is not None:
        show(import_games(source), as_json)
    elif target is not None:
        show(export_games(target), as_json)
    else:
        show(past_analyses(), as_json)

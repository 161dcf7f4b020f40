"""fewest history: the games that were played, and those that were analysed and kept."""

from pathlib import Path

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import SETUP_OPTIONS, json_option, setup_options
from fewest.cli.show import show
from fewest.errors import FewestError
from fewest.questions import history as questions
from fewest.setup import GAME_FIELDS, Setup


@command("history")
@option(
    "--import",
    "source",
    type=click.Path(path_type=Path),
    help="Add the games of a file that this command or the page wrote, JSON lines or CSV; all or none.",
    metavar="FILE",
)
@option(
    "--export",
    "target",
    type=click.Path(path_type=Path),
    help="Write all games into a file: CSV if its name ends with .csv, else JSON lines.",
    metavar="FILE",
)
@setup_options(*(name for name in SETUP_OPTIONS if name not in GAME_FIELDS))
@json_option
def history(*, setup: Setup, source: Path | None, target: Path | None, as_json: bool) -> None:
    """Show your games: guesses, wins in a row, and skill and luck over time.

    They are those of fewest play, and those that were analysed with --keep, on all lists or on the one that is named.
    They are in the folder for the user's data, or in FEWEST_DATA.

    Example: fewest history --export games.csv
    """
    if source is not None and target is not None:
        raise FewestError("Import or export, one at a time.")
    given = click.get_current_context().get_parameter_source
    all_lists = not any(given(name) is click.core.ParameterSource.COMMANDLINE for name in GAME_FIELDS)
    if source is not None:
        show(questions.import_games(setup, source, all_lists=all_lists), as_json)
    elif target is not None:
        show(questions.export_games(setup, target, all_lists=all_lists), as_json)
    else:
        show(questions.history(setup, all_lists=all_lists), as_json)

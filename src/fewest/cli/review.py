"""Commands about finished games: analyse, history and past."""

import sys
from pathlib import Path
from typing import Any

import click

from fewest.cli.click_types import command, option
from fewest.cli.options import (
    FILE,
    SETUP_OPTIONS,
    json_option,
    replies_option,
    setup_options,
    shows_result,
    word_options,
)
from fewest.cli.show import print_line, show, show_progress
from fewest.errors import FewestError
from fewest.questions import history as log
from fewest.questions import past as kept
from fewest.questions.analyse import analyse as ask
from fewest.results import Result
from fewest.results.prose import pluralise
from fewest.setup import GAME_FIELDS, TODAY, Setup
from fewest.strategies.advice import EXACT_SECONDS
from fewest.system.interrupts import INTERRUPTED_CODE
from fewest.watch import Watch

MOST_STDIN_BYTES = 1 << 20


@command("analyse")
@click.argument("guesses_made", metavar="[GUESS]...", nargs=-1)
@option(
    "--grid",
    help="The squares that the game lets you share, a row per guess; - reads standard input.",
    metavar="SQUARES",
)
@option("--secret", help="What was looked for, if the guesses do not end with it: a lost game.", metavar="WORD")
@option(
    "--seconds",
    type=float,
    default=EXACT_SECONDS,
    help="About how long the exact value of one position may take, else it is estimated; the work is counted, so that "
    "the answer is the same on every machine.",
)
@option(
    "--keep/--no-keep",
    "keeps",
    default=None,
    help="Keep this game and every later one for fewest history, or none from now on.",
)
@replies_option
@setup_options(default=TODAY, uses_kept_past=True)
@word_options
@json_option
def analyse(
    *, setup: Setup, guesses_made: tuple[str, ...], grid: str | None, keeps: bool | None, as_json: bool, **options: Any
) -> None:
    """Explain a game: what each guess was worth, and how much was skill and how much luck.

    Give the guesses up to the secret; or clues such as crane=01200, and the game may be unfinished or lost; or, in
    quotes or with - from standard input, any text with words and the squares that the game lets you share.

    It takes: guesses expected from there on, if all after it are perfect.
    Lost: how many more that is than with the best guess of all.
    Skill 99 is perfect play, 97 is within 0.05 guesses of it; luck 50 is as usual.
    Better guess: what suggest names first, with the same --margin or --known-words, if that saves something.

    Example: fewest analyse crane slate rebut
    """
    rows = _read_stdin() if grid == "-" else grid
    with show_progress("Analysing") as watch:
        analysis = ask(setup, _as_given(setup, guesses_made, rows), watch, grid=rows, **options)
    show(analysis, as_json)
    kept = log.keep_if_wished(setup, analysis, keeps)
    if kept is not None and not as_json:
        later = "; so are later games, until --no-keep" if keeps else ""
        print_line(f"Kept: {pluralise(kept.games, 'game')} in fewest history{later}.", "dim")


def _as_given(setup: Setup, guesses: tuple[str, ...], grid: str | None) -> tuple[str, ...] | str:
    """The guesses, or the text that was given instead."""
    if guesses == ("-",) and grid is None:
        return _read_stdin("game")
    is_text = grid is None and setup.has_words and any(" " in guess or "\n" in guess for guess in guesses)
    return " ".join(guesses) if is_text else guesses


def _read_stdin(what: str = "grid") -> str:
    if sys.stdin is None:
        raise FewestError(f"There is no standard input to read the {what} from.")
    text = sys.stdin.buffer.read(MOST_STDIN_BYTES + 1)
    if len(text) > MOST_STDIN_BYTES:
        raise FewestError(f"Standard input has more than {MOST_STDIN_BYTES >> 20} MB, too much for a {what}.")
    return text.decode(errors="replace")


@command("history")
@option(
    "--import",
    "source",
    type=FILE,
    help="Add the games of a file that this command or the page wrote, JSON lines or CSV; all or none.",
    metavar="FILE",
)
@option(
    "--export",
    "target",
    type=FILE,
    help="Write all games into a file: CSV if its name ends with .csv, else JSON lines.",
    metavar="FILE",
)
@setup_options(*(name for name in SETUP_OPTIONS if name not in GAME_FIELDS))
@shows_result()
def history(*, setup: Setup, source: Path | None, target: Path | None) -> Result:
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
        return log.import_games(setup, source, all_lists=all_lists)
    if target is not None:
        return log.export_games(setup, target, all_lists=all_lists)
    return log.history(setup, all_lists=all_lists)


@command("past")
@click.argument("source", metavar="[FILE]", required=False, type=FILE)
@option("--prove", "proves", is_flag=True, help="Prove the best first guess with them, in half an hour or less.")
@option("--forget", is_flag=True, help="Forget the past answers that are kept.")
@shows_result("Proving")
def past(*, watch: Watch, source: Path | None, proves: bool, forget: bool) -> Result | tuple[Result, int]:
    """Keep past answers for every game to come, show how many are kept, or forget them.

    An answer that has been is unlikely to come again. A file has a word per line, or a date and a word, as in
    2024-12-31,lemur. Commands that help with today's game use them from then on, and say so; --past none leaves them
    out once. They are in the folder of fewest history.

    With --prove the first guess is proved, as it is without past answers. Ctrl-C ends that; --prove goes on from there.

    Example: fewest past answers.csv --prove
    """
    if forget and (source is not None or proves):
        raise FewestError("Keep and prove, or forget what is kept, one at a time.")
    facts = None if source is None else kept.keep_past(TODAY, source)
    if proves:
        facts, ended = kept.prove_past(TODAY, watch)
        return facts, INTERRUPTED_CODE if ended else 0
    if facts is not None:
        return facts
    return kept.forget_past() if forget else kept.kept_past(TODAY)

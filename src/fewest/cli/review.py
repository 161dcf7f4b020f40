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
    help="The squares that the game lets you share, one row per guess; - reads them from standard input.",
    metavar="SQUARES",
)
@option("--secret", help="The secret of a lost game, which the guesses do not contain.", metavar="WORD")
@option(
    "--seconds",
    type=float,
    default=EXACT_SECONDS,
    help="About how long to search for the exact value of one position before estimating it. The work is counted, not "
    "timed, so the answer is the same on every machine.",
)
@option(
    "--keep/--no-keep",
    "keeps",
    default=None,
    help="Add this game and all later ones to fewest history; --no-keep stops this.",
)
@replies_option
@setup_options(default=TODAY, uses_kept_past=True)
@word_options
@json_option
def analyse(
    *, setup: Setup, guesses_made: tuple[str, ...], grid: str | None, keeps: bool | None, as_json: bool, **options: Any
) -> None:
    """Explain a game: what each guess was worth, and how much was skill and how much luck.

    Example: fewest analyse crane slate rebut

    Give your guesses up to the secret. For an unfinished or lost game, give clues such as crane=01200. You can also
    give a text with your words and the squares that the game lets you share: in quotes, or with - from standard input.

    In the table, 'needs' counts this guess and the guesses still expected after it, with perfect play from then on.
    'best needs' is the same for the best guess, and 'lost' is the difference. 'better guess' is what fewest suggest
    would put first, if that saves guesses. Skill 99 is perfect play and 97 is within 0.05 guesses of it. Luck 50 is
    average.
    """
    rows = _read_stdin() if grid == "-" else grid
    with show_progress("Analysing") as watch:
        analysis = ask(setup, _as_given(setup, guesses_made, rows), watch=watch, grid=rows, **options)
    show(analysis, as_json)
    kept = log.keep_if_wished(setup, analysis, keeps)
    if kept is not None and not as_json:
        later = " Later games will be saved too, until you use --no-keep." if keeps else ""
        print_line(f"Saved: fewest history has {pluralise(kept.games, 'game')}.{later}", "dim")


def _as_given(setup: Setup, guesses: tuple[str, ...], grid: str | None) -> tuple[str, ...] | str:
    """The guesses, or the text given instead of them."""
    if guesses == ("-",) and grid is None:
        return _read_stdin("game")
    is_text = grid is None and setup.has_words and any(" " in guess or "\n" in guess for guess in guesses)
    return " ".join(guesses) if is_text else guesses


def _read_stdin(what: str = "grid") -> str:
    if sys.stdin is None:
        raise FewestError(f"There is no standard input to read the {what} from.")
    text = sys.stdin.buffer.read(MOST_STDIN_BYTES + 1)
    if len(text) > MOST_STDIN_BYTES:
        raise FewestError(f"Standard input has more than {MOST_STDIN_BYTES >> 20} MB, the limit for a {what}.")
    return text.decode(errors="replace")


@command("history")
@option(
    "--import",
    "source",
    type=FILE,
    help="Add the games from a file that --export or the page wrote, JSON lines or CSV. If one is invalid, none is "
    "added.",
    metavar="FILE",
)
@option(
    "--export",
    "target",
    type=FILE,
    help="Write all games to this file: CSV if its name ends with .csv, otherwise JSON lines.",
    metavar="FILE",
)
@setup_options(*(name for name in SETUP_OPTIONS if name not in GAME_FIELDS))
@shows_result()
def history(*, setup: Setup, source: Path | None, target: Path | None) -> Result:
    """Show your games: guesses, streaks, and skill and luck over time.

    Example: fewest history --export games.csv

    These are the games of fewest play, and those that you analysed with --keep. Name a game or a list to see only the
    games on it. The games are stored in your user data folder, or in the folder that the environment variable
    FEWEST_DATA names.
    """
    if source is not None and target is not None:
        raise FewestError("Choose one: --import or --export.")
    given = click.get_current_context().get_parameter_source
    all_lists = not any(given(name) is click.core.ParameterSource.COMMANDLINE for name in GAME_FIELDS)
    if source is not None:
        return log.import_games(setup, source, all_lists=all_lists)
    if target is not None:
        return log.export_games(setup, target, all_lists=all_lists)
    return log.history(setup, all_lists=all_lists)


@command("past")
@click.argument("source", metavar="[FILE]", required=False, type=FILE)
@option(
    "--prove", "proves", is_flag=True, help="Find and prove the best first guess for this list; half an hour or less."
)
@option("--forget", is_flag=True, help="Remove the list.")
@shows_result("Proving")
def past(*, watch: Watch, source: Path | None, proves: bool, forget: bool) -> Result | tuple[Result, int]:
    """Save a list of past answers, show how many it has, or remove it.

    Example: fewest past answers.csv --prove

    A past answer is unlikely to come again. Each line of the file has a word, or a date and a word (2024-12-31,lemur).
    Once the list is saved, commands for today's game use it and say so; --past none makes one command ignore it. The
    list is stored beside the games of fewest history.

    The list changes which first guess is best. --prove finds that guess and proves it. Ctrl-C stops the search, and the
    next --prove continues from there.
    """
    if forget and (source is not None or proves):
        raise FewestError("Use --forget alone, without a file or --prove.")
    facts = None if source is None else kept.keep_past(TODAY, source)
    if proves:
        facts, ended = kept.prove_past(TODAY, watch=watch)
        return facts, INTERRUPTED_CODE if ended else 0
    if facts is not None:
        return facts
    return kept.forget_past() if forget else kept.kept_past(TODAY)

"""The command line: parse, call the library, render."""

import time

STARTED = time.perf_counter()
"""When the program began, so that the seconds it reports include loading itself."""

import os  # noqa: E402
import sys  # noqa: E402
from contextlib import suppress  # noqa: E402
from typing import Annotated  # noqa: E402

import typer  # noqa: E402

from fewest import FewestError, __version__  # noqa: E402
from fewest._core import NoThread  # noqa: E402
from fewest.cli.accuracy import accuracy  # noqa: E402
from fewest.cli.analyse import analyse  # noqa: E402
from fewest.cli.assist import assist  # noqa: E402
from fewest.cli.audit import audit  # noqa: E402
from fewest.cli.boards import boards  # noqa: E402
from fewest.cli.check import check  # noqa: E402
from fewest.cli.compare import compare  # noqa: E402
from fewest.cli.converge import converge  # noqa: E402
from fewest.cli.duel import duel  # noqa: E402
from fewest.cli.evaluate import evaluate  # noqa: E402
from fewest.cli.games import games  # noqa: E402
from fewest.cli.options import Command  # noqa: E402
from fewest.cli.play import play  # noqa: E402
from fewest.cli.plot import plot  # noqa: E402
from fewest.cli.proof import proof  # noqa: E402
from fewest.cli.prove import prove  # noqa: E402
from fewest.cli.rank import rank  # noqa: E402
from fewest.cli.serve import serve  # noqa: E402
from fewest.cli.show import fail, interruptible  # noqa: E402
from fewest.cli.solve import solve  # noqa: E402
from fewest.cli.suggest import suggest  # noqa: E402
from fewest.cli.train import train  # noqa: E402
from fewest.cli.tree import tree  # noqa: E402
from fewest.cli.words import words  # noqa: E402

app = typer.Typer(
    name="fewest",
    help="Solve Wordle and its family in the fewest guesses.",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (
    suggest,
    assist,
    play,
    boards,
    duel,
    serve,
    solve,
    analyse,
    evaluate,
    compare,
    prove,
    rank,
    proof,
    audit,
    tree,
    check,
    words,
    games,
    train,
    accuracy,
    converge,
):
    app.command(cls=Command)(interruptible(command))
for each in plot.registered_commands:
    assert each.callback is not None
    each.callback = interruptible(each.callback)
app.add_typer(plot)


def _version(wanted: bool) -> None:
    if wanted:
        print(f"fewest {__version__}")
        raise typer.Exit


@app.callback()
def common(
    version: Annotated[bool, typer.Option("--version", callback=_version, is_eager=True, help="Show version.")] = False,
) -> None:
    """Solve Wordle and its family in the fewest guesses."""


def _forget_output() -> None:
    """Let nobody write what could not be written, such as Python when it ends."""
    if sys.stdout is not None:
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the program; whatever a person can get wrong ends in one sentence."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        try:
            app(prog_name="fewest")
        finally:
            if sys.stdout is not None:
                sys.stdout.flush()  # here, where it is told what is wrong with it
    except BrokenPipeError:
        _forget_output()
        raise SystemExit(1) from None
    except FewestError as error:
        fail(str(error))
    except OSError as error:
        _forget_output()
        fail(f"{error.filename or 'output'}: {error.strerror or error}.")
    except RecursionError:
        fail("The games on this list get too long to be followed; use words that have more letters in common.")
    except MemoryError:
        fail("There is not enough memory for lists of this size; use shorter ones.")
    except (NoThread, RuntimeError) as error:
        if isinstance(error, RuntimeError) and "start new thread" not in str(error):
            raise
        fail("This machine does not let the program start another thread; ask for fewer with --threads.")

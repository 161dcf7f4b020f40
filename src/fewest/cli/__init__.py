"""The command line program."""

import os
import sys
import warnings
from contextlib import suppress
from importlib import import_module
from typing import Any, NoReturn

import click

from fewest import __version__
from fewest.cli.click_types import Group
from fewest.errors import FewestError, FewestWarning
from fewest.system.interrupts import INTERRUPTED, INTERRUPTED_CODE, NO_CODE, REFUSED_CODE, is_ending

HEADINGS = {
    "Play": {
        "assist": "Help with a game that is played elsewhere, guess by guess.",
        "suggest": "Show the best next guesses after some clues.",
        "play": "Play against a secret, drawn from the answers of the list.",
        "boards": "Help with several boards at once, where every guess is made on all of them.",
        "duel": "Play against an adversary that has no secret.",
        "analyse": "Explain a game: what each guess was worth, skill and luck.",
        "history": "Show your games: guesses, wins in a row, and skill and luck over time.",
        "past": "Keep past answers, which are unlikely to come again, or forget them.",
        "serve": "Serve a page for playing, asking, analysing and exploring.",
        "page": "Write the page as one file, which a browser opens without a server and without the internet.",
    },
    "Look": {
        "split": "Show what a guess would do: every reply that may come, and what it leaves.",
        "reply": "Show the reply that a guess gets, and which secrets it tells apart.",
        "solve": "Show how a secret is found, guess by guess.",
        "words": "List the words that fit some clues.",
        "games": "List the games for --game, with their options.",
    },
    "Study": {
        "evaluate": "Play every answer and show mean, worst case and distribution.",
        "compare": "Compare strategies, openers and editions in one table.",
        "tree": "Write a strategy down as a tree.",
        "check": "Verify a tree by the plain rules.",
        "train": "Learn from games how many guesses some bits of uncertainty take.",
        "accuracy": "Compare what estimators predict for an opener with its exact value.",
        "converge": "Start from brute force and improve until the play is optimal.",
        "plot": "Draw what was learnt, played or measured, as PNG or SVG.",
    },
    "Prove": {
        "prove": "Find the play with the fewest guesses on average, and prove it.",
        "rank": "Value every opener: exactly, or by a lower bound.",
        "openings": "Find the best fixed first guesses, or value given ones.",
        "store": "Show what a store of prove or rank holds, or prove a sample of it again.",
        "decide": "Find the cheapest questions that tell which row of a table is true.",
    },
}
"""Every command and its help, under headings."""

COMMANDS = {name: text for commands in HEADINGS.values() for name, text in commands.items()}
"""Every command and its help."""

SHARED_MODULES = {
    "look": ("suggest", "split", "reply", "solve", "words", "games"),
    "study": ("evaluate", "compare", "tree", "check"),
    "learn": ("train", "accuracy", "converge"),
    "proofs": ("prove", "rank", "openings", "store"),
    "review": ("analyse", "history", "past"),
}
"""The modules of several commands; each other command has a module of its own name."""

MODULES = {
    **{name: f"fewest.cli.{name}" for name in COMMANDS},
    **{name: f"fewest.cli.{module}" for module, names in SHARED_MODULES.items() for name in names},
    "decide": "fewest.decisions.commands",
}
"""The module of each command, which is imported on use."""

WELCOME = """\
fewest {version} solves Wordle and its family in the fewest guesses. Try:

  fewest assist   Help with a game that you play elsewhere, guess by guess.
  fewest play     Play a game yourself.
  fewest serve    All of it on a page in your browser.{page}

fewest --help lists all commands; --help after a command shows an example of it.
"""


def welcome() -> str:
    """What the program says when it is told nothing: what to try first, and where the rest is."""
    from importlib.util import find_spec

    missing = find_spec("fastapi") is None or find_spec("uvicorn") is None
    page = "\n                  It needs more packages: pip install 'fewest[web]'." if missing else ""
    return WELCOME.format(version=__version__, page=page).rstrip("\n")


class Program(Group):
    """The program; imports a command on use."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of all commands."""
        return [*COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command."""
        if cmd_name not in COMMANDS:
            return None
        command = getattr(import_module(MODULES[cmd_name]), cmd_name)
        assert isinstance(command, click.Command)
        return command

    def summaries(self, ctx: click.Context) -> dict[str, dict[str, str]]:
        """The commands under headings, each with its help; none is imported."""
        return HEADINGS

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; exit with code 130 on Ctrl-C, unless the command handles it."""
        try:
            return super().invoke(ctx)
        except KeyboardInterrupt:
            _say(INTERRUPTED)
            raise SystemExit(INTERRUPTED_CODE) from None


def _show_completion(ctx: click.Context, param: click.Parameter, shell: str | None) -> None:
    if shell is not None:
        from click.shell_completion import get_completion_class

        kind = get_completion_class(shell)
        assert kind is not None
        print(kind(app, {}, "fewest", "_FEWEST_COMPLETE").source())
        ctx.exit()


@click.group("fewest", cls=Program, invoke_without_command=True)
@click.version_option(__version__, message="fewest %(version)s", help="Show the version.")
@click.option(
    "--show-completion",
    type=click.Choice(["bash", "zsh", "fish"]),
    is_eager=True,
    expose_value=False,
    callback=_show_completion,
    help="Show what a shell needs to complete names; add it to the shell's start-up file.",
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """Solve Wordle and its family in the fewest guesses.

    Commands for players assume today's game: nyt-2023, every allowed guess possible, curated answers likelier. Those
    for research play the answers of original, all equally likely. A game or list that is named means its answers, all
    equally likely; --secrets and --prior say otherwise.
    """
    if ctx.invoked_subcommand is None:
        print(welcome())


def fail(message: str) -> NoReturn:
    """Print an error and exit with the code for it."""
    from fewest.system.files import escape_controls

    _say(f"fewest: {escape_controls(message)}\n")
    raise SystemExit(REFUSED_CODE)


def _warn(message: Warning | str, *more: object) -> None:
    from fewest.cli.show import has_colours, is_terminal

    # The line of progress may be longer than the message.
    erase = "\x1b[K" if is_terminal(sys.stderr) and has_colours(sys.stderr) else ""
    _say(f"{erase}fewest: {message}\n")


def _say(text: str) -> None:
    """Write to standard error, if that can be written to."""
    with suppress(OSError, ValueError):
        print(text, end="", file=sys.stderr, flush=True)


def _open_closed_output() -> None:
    """Let whatever is written to a closed standard output fail; Python would drop it in silence.

    Standard error becomes the null device, since there is nowhere to say what fails; print would take standard output.
    """
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _discard_output() -> None:
    """Redirect stdout to the null device, so that Python does not fail again when it flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def main() -> None:
    """Run the program; print user errors as one sentence."""
    _open_closed_output()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="replace")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("always", FewestWarning)
            warnings.showwarning = _warn  # type: ignore[assignment]
            try:
                sys.exit(app.main(prog_name="fewest", standalone_mode=False))
            finally:
                sys.stdout.flush()  # here, where errors are handled
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        raise SystemExit(error.exit_code) from None
    except click.UsageError as error:
        command = error.ctx.command_path if error.ctx else "fewest"
        fail(f"{error.format_message().rstrip('.')}; see {command} --help.")
    except BrokenPipeError:
        _discard_output()
        raise SystemExit(NO_CODE) from None
    except OSError as error:
        _discard_output()
        if is_ending():  # a terminal that is closed cannot be written to
            raise SystemExit(INTERRUPTED_CODE) from None
        why = error.strerror or error
        fail(f"{error.filename}: {why}." if error.filename else f"The output cannot be written ({why}).")
    except RecursionError:
        fail("The games on this list get too long to be followed; use words that have more letters in common.")
    except MemoryError:
        fail("There is not enough memory for lists of this size; use shorter ones.")
    except Exception as error:
        fail(_error_message(error))


def _error_message(error: Exception) -> str:
    """The message of a user error; raises any other error again."""
    from fewest._core import NoThread

    if isinstance(error, FewestError):
        return str(error)
    if isinstance(error, NoThread) or "start new thread" in str(error):
        return "This machine does not let the program start another thread; ask for fewer with --threads."
    raise error

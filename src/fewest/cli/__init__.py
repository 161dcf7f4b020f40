"""The command line program."""

import os
import re
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
        "assist": "Help with a game that you play elsewhere, guess by guess.",
        "suggest": "Show the best next guesses after some clues.",
        "play": "Play a game: find a secret that is drawn from the answers.",
        "boards": "Help with several boards at once, as in Quordle.",
        "duel": "Play against an adversary that has no fixed secret, as in Absurdle.",
        "analyse": "Explain a game: what each guess was worth, and your skill and luck.",
        "history": "Show your games: guesses, streaks, and skill and luck over time.",
        "past": "Save a list of past answers, which rarely come again.",
        "serve": "Serve the page: play, get advice and analyse games in your browser.",
        "page": "Write the page to one file that works without a server or the internet.",
        "mcp": "Serve assistants that speak the Model Context Protocol (MCP).",
    },
    "Look": {
        "split": "Show what a guess would do: every possible reply, and what it leaves.",
        "reply": "Show the reply to a guess, and which secrets it tells apart.",
        "solve": "Show how a secret is found, guess by guess.",
        "words": "List the words that fit some clues.",
        "games": "List the games for --game, with their options.",
    },
    "Study": {
        "evaluate": "Play every answer, and show the mean, the worst case and the distribution.",
        "compare": "Compare strategies, openers and editions in one table.",
        "tree": "Write a strategy as a tree: a guess, and the next one under each reply.",
        "check": "Check a tree by playing every secret.",
        "train": "Learn from games how many guesses to expect at each level of uncertainty.",
        "accuracy": "Compare what estimators predict for openers with the exact values.",
        "converge": "Start with brute force, and improve play until it is proved optimal.",
        "plot": "Draw results as PNG or SVG.",
    },
    "Prove": {
        "prove": "Find the play with the fewest guesses on average, and prove it.",
        "rank": "Compute the exact value of every opener, or a lower bound.",
        "openings": "Find the best fixed first guesses, or value your own.",
        "store": "Show the results in a store file, or check a sample of them.",
        "decide": "Find the cheapest questions that identify a row of a table.",
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
"""The module of each command. It is imported when the command runs."""

CLICK_PHRASES = {
    r"is not a valid integer( range)?$": "is not a whole number",
    r"is not a valid float( range)?$": "is not a number",
    r"is not in the range (\S+)<=x<=(\S+)$": r"is not in the range \1 to \2",
    r"is not in the range x>=(\S+)$": r"is too small; use \1 or more",
    r"^Got unexpected extra arguments? \((.*)\)$": r"Unexpected: \1",
}
"""What click says about wrong input, and the same in plain words."""

WELCOME = """\
fewest {version} solves Wordle and its family in the fewest guesses. Try:

  fewest assist   Get help with a game that you play elsewhere.
  fewest play     Play a game here.
  fewest serve    Do all of this on a page in your browser.{page}

fewest --help lists all commands; fewest COMMAND --help explains one of them.
"""


def welcome() -> str:
    """The text for `fewest` without a command: what to try first, and where to find the rest."""
    from importlib.util import find_spec

    missing = find_spec("fastapi") is None or find_spec("uvicorn") is None
    page = "\n                  It needs more packages: pip install 'fewest[web]'." if missing else ""
    return WELCOME.format(version=__version__, page=page).rstrip("\n")


class Program(Group):
    """The program; imports a command when it runs."""

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
        """The commands under headings, each with its help. No command is imported."""
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
    help="Show a script for tab completion; add it to your shell's start-up file.",
)
@click.pass_context
def app(ctx: click.Context) -> None:
    """Solve Wordle and its family in the fewest guesses.

    Commands for players assume today's game by default: the list nyt-2023, where every allowed guess may be the secret
    and curated answers are likelier. Commands for research use the answers of the list original, all equally likely.

    If you name a game or a list, its answers may be the secret, all equally likely. Use --secrets and --prior to
    change that.
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

    # The progress line may be longer than the message.
    erase = "\x1b[K" if is_terminal(sys.stderr) and has_colours(sys.stderr) else ""
    _say(f"{erase}fewest: {message}\n")


def _say(text: str) -> None:
    """Write to standard error, and ignore failures."""
    with suppress(OSError, ValueError):
        print(text, end="", file=sys.stderr, flush=True)


def _open_closed_output() -> None:
    """Make writes to a closed standard output fail; Python would drop them silently.

    A closed standard error becomes the null device, since `print` would use standard output instead.
    """
    if sys.stdout is None:
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w", encoding="utf-8")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115


def _discard_output() -> None:
    """Redirect stdout to the null device, so that Python does not fail again when it flushes at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def in_plain_words(message: str) -> str:
    """Say in plain words what click says about wrong input."""
    for pattern, words in CLICK_PHRASES.items():
        message = re.sub(pattern, words, message)
    return message


def main() -> None:
    """Run the program; print each user error as one sentence."""
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
        message = in_plain_words(error.format_message().rstrip("."))
        fail(f"{message} See {command} --help." if message.endswith("?") else f"{message}; see {command} --help.")
    except BrokenPipeError:
        _discard_output()
        raise SystemExit(NO_CODE) from None
    except OSError as error:
        _discard_output()
        if is_ending():  # the terminal was closed
            raise SystemExit(INTERRUPTED_CODE) from None
        why = error.strerror or error
        fail(f"{error.filename}: {why}." if error.filename else f"The output cannot be written ({why}).")
    except RecursionError:
        fail("Games on this list take too many guesses. Use words that share more letters.")
    except MemoryError:
        fail("There is not enough memory for lists of this size. Use shorter ones.")
    except Exception as error:
        fail(_error_message(error))


def _error_message(error: Exception) -> str:
    """The message of a user error; raises any other error again."""
    from fewest._core import NoThread

    if isinstance(error, FewestError):
        return str(error)
    if isinstance(error, NoThread) or "start new thread" in str(error):
        return "The system does not allow another thread. Use fewer with --threads."
    raise error

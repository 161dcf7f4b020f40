"""fewest analyse: what each guess of a game was worth."""

import sys
from dataclasses import asdict
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from fewest import FewestError, Game
from fewest.cli import options
from fewest.cli.show import console, print_json, print_whole, table, tiles
from fewest.play import analysis
from fewest.play.analysis import Analysis, Turn, why
from fewest.play.clues import counted, read_clues
from fewest.strategies.advice import SECONDS

COLUMNS = (
    "guess",
    "secrets",
    "mean\nbits",
    "bits\ngot",
    "it\ntakes",
    "best\ntakes",
    "lost",
    "gained",
    "skill",
    "luck",
    "best\nguess",
)


@options.with_setup(kind=options.PlayersSetup)
def analyse(
    *,
    made: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="GUESS",
            help="The guesses up to the secret; or clues such as crane=01200, and the game may be unfinished or lost.",
            show_default=False,
        ),
    ] = None,
    grid: Annotated[
        str | None,
        typer.Option(
            help="The squares that the game lets you share, a row per guess; - reads standard input.", metavar="SQUARES"
        ),
    ] = None,
    secret: Annotated[
        str | None,
        typer.Option(help="What was looked for, if the guesses do not end with it: a lost game.", metavar="WORD"),
    ] = None,
    seconds: Annotated[
        float,
        typer.Option(
            help="About how long the exact value of one position may take, else it is estimated; the work is counted, "
            "so that the answer is the same on every machine."
        ),
    ] = SECONDS,
    setup: options.PlayersSetup,
    as_json: options.Json = False,
) -> None:
    """Explain a game: what each guess was worth, and how much was skill and how much luck.

    It takes: guesses expected from there on, if all after it are perfect.
    Lost: how many more that is than with the best guess.
    Gained: how many the reply saved, compared with replies on average.
    Skill 99 is perfect play, luck 50 is as usual.

    Example: fewest analyse crane slate rebut
    """
    start = setup.belief()
    rows = _standard_input() if grid == "-" else grid
    found = analysis.analyse(start, read_clues(start.game, made or [], rows, secret), seconds)
    if as_json:
        print_json(as_data(found, hard=setup.hard, seconds=seconds))
        return
    out = console()
    out.print(str(start.game), style="dim")
    print_turns(out, found)
    if not found.exact:
        time = "a second" if seconds == 1 else f"{seconds:g} seconds"
        out.print(f"~ is estimated: the exact value takes longer than {time}", style="dim")
    out.print()
    for turn in found.turns:
        if not turn.perfect:
            out.print(f"{turn.guess} lost {number(lost(turn), turn.exact)}: {why(turn)}")
    out.print(verdict(found))
    out.print(total(found, out.width), style="bold")


def _standard_input() -> str:
    if sys.stdin is None:
        raise FewestError("There is no standard input to read the grid from.")
    return sys.stdin.buffer.read().decode(errors="replace")


def print_turns(out: Console, made: Analysis) -> None:
    """Write a row per guess, closer together where the screen is narrow."""
    shown = table(*COLUMNS)
    for column in shown.columns:
        column.vertical = "bottom"
    for turn in made.turns:
        sure = turn.exact and turn.left_exact
        shown.add_row(
            shown_guess(out, made.game, turn),
            f"{turn.before:,}→{turn.after:,}",
            f"{turn.bits_expected:.1f}",
            f"{turn.bits_got:.1f}",
            number(cents(turn.expected), turn.exact),
            number(cents(turn.best_expected), turn.exact),
            number(lost(turn), turn.exact),
            number(gained(turn), sure, sign="+"),
            str(turn.skill),
            str(turn.luck),
            turn.best,
        )
    width = out.width
    shown.collapse_padding = out.measure(shown, options=out.options.update(width=1000)).maximum > width
    print_whole(out, shown)
    out.width = width


def shown_guess(out: Console, game: Game, turn: Turn) -> Text:
    """A guess in the colours of its reply; without colours, with squares."""
    if out.color_system is not None:
        return tiles(game, turn.guess, turn.reply)
    return Text(f"{turn.guess} {game.squares(turn.reply)}")


def cents(guesses: float) -> int:
    """Guesses in hundredths. All that is shown is made of these, so that the sums shown agree to the last digit."""
    return round(100 * guesses)


def lost(turn: Turn) -> int:
    """What a guess lost, in hundredths."""
    return cents(turn.expected) - cents(turn.best_expected)


def gained(turn: Turn) -> int:
    """What its reply gained, in hundredths."""
    return cents(turn.expected) - 100 - cents(turn.left)


def number(hundredths: int, exact: bool, sign: str = "") -> str:
    """Write hundredths of a guess; an estimate is marked."""
    return f"{'' if exact else '~'}{hundredths / 100:{sign}.2f}"


def verdict(made: Analysis) -> str:
    """Say how the game went."""
    marks = f"skill {made.skill}, luck {made.luck}"
    last = made.turns[-1]
    if made.solved:
        return f"{last.guess}: found in {len(made.turns)}, {marks}"
    left = number(cents(made.left), last.left_exact)
    return f"not found, {counted(last.after, 'secret')} left: perfect play takes {left} more, {marks}"


def total(made: Analysis, width: int) -> str:
    """The game as one sum: guesses, those still expected too, are those of perfect play, choices and luck.

    It is written in two lines where the screen is narrow.
    """
    turns = made.turns
    exact = all(turn.exact for turn in turns)
    left = "" if made.solved else f" + {number(cents(made.left), turns[-1].left_exact)} still expected"
    par = (
        f"{counted(len(turns), 'guess', 'guesses')}{left} = {number(cents(made.par), turns[0].exact)} for perfect play"
    )
    choices = f"+ {number(sum(map(lost, turns)), exact)} lost by choices"
    sign, kind = ("-", "gained by luck") if (luck := sum(map(gained, turns))) >= 0 else ("+", "lost by bad luck")
    rest = f"{choices} {sign} {number(abs(luck), made.exact)} {kind}"
    return f"{par} {rest}" if len(par) + len(rest) < width else f"{par}\n{rest}"


def as_data(made: Analysis, hard: bool, seconds: float) -> dict[str, Any]:
    """A game for programs."""
    game = made.game
    marks = ("lost", "gained", "perfect", "skill", "luck")
    turns = []
    for turn in made.turns:
        reply = {"reply": game.reply_text(turn.reply), "squares": game.squares(turn.reply)}
        turns.append({**asdict(turn), **reply, **{mark: getattr(turn, mark) for mark in marks}})
    totals = ("solved", "par", "lost", "gained", "left", "skill", "luck", "exact")
    return {
        "edition": game.label,
        "hard": hard,
        "seconds": seconds,
        "guesses": len(turns),
        **{each: getattr(made, each) for each in totals},
        "turns": turns,
    }

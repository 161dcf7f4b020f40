"""fewest compare: several strategies, openers and editions in one table."""

import time
from typing import Annotated, Any

import typer

from fewest import FewestError, evaluate, grow, strategies
from fewest.cli import options
from fewest.cli.show import console, evaluation_json, print_json, print_text, print_whole, progress, table

COLUMNS = ("edition", "strategy", "opener", "mean", "total", "worst", "lost", "guesses taken 1, 2, 3, …", "seconds")


@options.with_setup("edition")
def compare(
    *,
    edition: Annotated[
        list[str] | None,
        typer.Option(
            "-e",
            "--edition",
            help="A shipped word list; may be repeated.",
            autocompletion=options.complete_edition,
            rich_help_panel=options.GAME,
        ),
    ] = None,
    setup: options.Setup,
    strategy: Annotated[
        list[str] | None,
        typer.Option(
            "-s",
            "--strategy",
            help=f"{options.PLAY_BY} May be repeated.",
            show_default="all classic ones",
            autocompletion=options.complete_strategy,
            rich_help_panel=options.PLAY,
        ),
    ] = None,
    opener: Annotated[list[str] | None, options.openers("the strategy's own")] = None,
    max_guesses: options.MaxGuesses = None,
    markdown: Annotated[bool, typer.Option("--markdown", help="Write the table for a Markdown file.")] = False,
    as_json: options.Json = False,
) -> None:
    """Compare strategies, openers and editions in one table.

    Example: fewest compare -s entropy -s minimax --opener raise --opener salet
    """
    if markdown and as_json:
        raise FewestError("Choose one: --markdown or --json.")
    plays = [(name, strategies.strategy(name)) for name in strategy or setup.fitting(strategies.CLASSIC)]
    games = [setup.game(name) for name in (dict.fromkeys(edition) if edition else [None])]
    openers: list[str | None] = [*opener] if opener else [None]
    for game in games:
        for word in opener or ():
            game.find_guess(word)
    rows = []
    jobs = [(game, name, play, first) for game in games for name, play in plays for first in openers]
    with progress("Playing", quiet=as_json) as report:
        for done, (game, name, play, first) in enumerate(jobs):
            report(done, len(jobs))
            started = time.perf_counter()
            tree = grow(play, setup.belief((), game), first, answers=game.answers)
            result = evaluate(tree, max_guesses=max_guesses or game.max_guesses)
            rows.append(evaluation_json(result, game, name, setup.hard, time.perf_counter() - started))
        report(len(jobs), len(jobs))
    if as_json:
        print_json(rows)
        return
    cells = [to_cells(row) for row in sorted(rows, key=lambda row: [g.label for g in games].index(row["edition"]))]
    if markdown:
        print_text("| " + " | ".join(COLUMNS) + " |\n|" + " --- |" * len(COLUMNS))
        print_text("\n".join("| " + " | ".join(row) + " |" for row in cells))
        return
    shown = table(*COLUMNS, left=3)
    for row in cells:
        shown.add_row(*row)
    print_whole(console(), shown)


def to_cells(row: dict[str, Any]) -> list[str]:
    """One line of the table as text."""
    return [
        row["edition"],
        row["strategy"],
        row["opener"],
        f"{row['mean']:.4f}",
        f"{row['total']:,}",
        f"{row['worst']}",
        f"{row['losses']}",
        " ".join(map(str, row["histogram"].values())),
        f"{row['seconds']:.2f}",
    ]

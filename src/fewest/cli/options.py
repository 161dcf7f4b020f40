"""The options that commands share, and the game that they describe."""

from pathlib import Path
from typing import Annotated

import typer

from fewest import STRATEGIES, FewestError, Wordle
from fewest.words import EDITIONS

GAME, PLAY = "The game", "How to play"


def complete_edition(incomplete: str) -> list[str]:
    """The editions that a shell offers."""
    return [name for name in EDITIONS if name.startswith(incomplete)]


def complete_strategy(incomplete: str) -> list[tuple[str, str]]:
    """The strategies that a shell offers, each with its summary."""
    return [(name, play.summary) for name, play in STRATEGIES.items() if name.startswith(incomplete)]


Edition = Annotated[
    str | None,
    typer.Option(
        "-e",
        "--edition",
        help=f"A shipped word list: {', '.join(EDITIONS)}.",
        show_default="original",
        autocompletion=complete_edition,
        rich_help_panel=GAME,
    ),
]
Answers = Annotated[
    Path | None, typer.Option(help="Your own answers, a word per line.", metavar="FILE", rich_help_panel=GAME)
]
Guesses = Annotated[
    Path | None,
    typer.Option(help="Your own allowed guesses; answers are allowed too.", metavar="FILE", rich_help_panel=GAME),
]
Weights = Annotated[
    Path | None,
    typer.Option(help="How likely each answer is: a word and a number per line.", metavar="FILE", rich_help_panel=GAME),
]
Language = Annotated[
    str | None,
    typer.Option(
        help="Words of another language, such as de; needs the extra fewest\\[languages].",
        metavar="CODE",
        rich_help_panel=GAME,
    ),
]
Length = Annotated[
    int | None,
    typer.Option(help="Words of another length, 2 to 12.", metavar="LETTERS", show_default="5", rich_help_panel=GAME),
]
Strategy = Annotated[
    str,
    typer.Option(
        "-s",
        "--strategy",
        help=f"What to play by: {', '.join(STRATEGIES)}.",
        autocompletion=complete_strategy,
        rich_help_panel=PLAY,
    ),
]
StrategyOrBest = Annotated[
    str | None,
    typer.Option(
        "-s",
        "--strategy",
        help=f"What to play by: {', '.join(STRATEGIES)}.",
        show_default="optimal if that takes at most a second, else entropy",
        autocompletion=complete_strategy,
        rich_help_panel=PLAY,
    ),
]
Opener = Annotated[
    str | None,
    typer.Option(help="The first guess.", metavar="GUESS", show_default="the strategy's own", rich_help_panel=PLAY),
]
Hard = Annotated[
    bool, typer.Option("--hard", help="Hard mode: guesses must use what replies have shown.", rich_help_panel=PLAY)
]
MaxGuesses = Annotated[int, typer.Option(help="Guesses that a player has.", min=1, max=9999, rich_help_panel=PLAY)]
Json = Annotated[bool, typer.Option("--json", help="Write JSON for programs.")]
Clues = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="CLUE", help="A guess and its reply: crane=01200, crane=bygbb or crane=⬛🟨🟩⬛⬛.", show_default=False
    ),
]


def make_game(
    edition: str | None, answers: Path | None, guesses: Path | None, language: str | None, length: int | None
) -> Wordle:
    """The game that the options describe: an edition, one's own files, or another language or length."""
    own = answers is not None or guesses is not None
    other = language is not None or length is not None
    if own + other + (edition is not None) > 1:
        raise FewestError(
            "Choose one word list: an edition, your own --answers and --guesses, or a --language and --length."
        )
    if own:
        return Wordle.from_files(answers, guesses)
    if other:
        return Wordle.from_language("en" if language is None else language, 5 if length is None else length)
    return Wordle.edition(EDITIONS[0] if edition is None else edition)

"""fewest evaluate: how well a strategy plays against every secret."""

from dataclasses import replace

from fewest.cli.click_types import command, option
from fewest.cli.options import (
    guess_from_option,
    json_option,
    max_guesses_option,
    opening_option,
    setup_options,
    strategy_option,
)
from fewest.cli.show import show, show_progress
from fewest.questions.evaluate import evaluate_strategy
from fewest.scorers import DEFAULT
from fewest.setup import Setup


@command("evaluate")
@setup_options()
@strategy_option()
@guess_from_option
@opening_option
@max_guesses_option
@option("--laps", is_flag=True, help="Play the answers one after the other, and time them by tenths.")
@json_option
def evaluate(
    *, setup: Setup, by: str | None, openers: tuple[str, ...], max_guesses: int | None, laps: bool, as_json: bool
) -> None:
    """Play every answer and show mean, worst case and distribution.

    Example: fewest evaluate --strategy entropic --edition nyt-2023
    """
    with show_progress("Playing", as_json) as watch:
        setup = replace(setup, max_guesses=max_guesses)
        result = evaluate_strategy(setup, watch, by=by or DEFAULT, opener=openers, laps=laps)
    show(result, as_json)

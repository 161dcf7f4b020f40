"""fewest evaluate: how well a strategy plays against every secret."""

from dataclasses import replace

from fewest.cli.options import (
    command,
    json_option,
    max_guesses_option,
    opener_option,
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
@opener_option
@max_guesses_option
@json_option
def evaluate(*, setup: Setup, by: str | None, opener: str | None, max_guesses: int | None, as_json: bool) -> None:
    """Play every answer and show mean, worst case and distribution.

    Example: fewest evaluate --strategy entropic --edition nyt-2023
    """
    with show_progress("Playing", as_json) as watch:
        result = evaluate_strategy(replace(setup, max_guesses=max_guesses), watch, by=by or DEFAULT, opener=opener)
    show(result, as_json)

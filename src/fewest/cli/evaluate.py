"""fewest evaluate: how well a strategy plays against every secret."""

import time

from rich.text import Text

from fewest import cli, grow, strategies
from fewest import evaluate as count_guesses
from fewest.cli import options
from fewest.cli.show import console, evaluation_json, histogram, print_json, progress


@options.with_setup()
def evaluate(
    *,
    setup: options.Setup,
    strategy: options.Strategy = strategies.DEFAULT,
    opener: options.Opener = None,
    max_guesses: options.MaxGuesses = None,
    as_json: options.Json = False,
) -> None:
    """Play every answer and show mean, worst case and distribution.

    Example: fewest evaluate --strategy entropic --edition nyt-2023
    """
    play = strategies.strategy(strategy)
    start = setup.belief()
    game = start.game
    with progress(f"Playing {len(game.answers):,} answers", quiet=as_json) as report:
        tree = grow(play, start, opener, report, answers=game.answers)
    limit = max_guesses or game.max_guesses
    result = count_guesses(tree, max_guesses=limit)
    weighted = None
    if start.weights is not None and game.answers == game.secrets:
        weighted = count_guesses(tree, start).mean
    seconds = time.perf_counter() - cli.STARTED
    if as_json:
        print_json(evaluation_json(result, game, play.name, setup.hard, seconds) | {"prior_mean": weighted})
        return
    out = console()
    hard_mode = ", hard mode" if setup.hard else ""
    out.print(Text(f"{play.name} from {result.opener}{hard_mode}", style="bold"), f"on {game}")
    out.print(f"mean {result.mean:.4f} guesses, {result.total:,} in total, worst {result.worst}")
    if weighted is not None:
        out.print(f"mean {weighted:.4f} under the prior")
    lost = "none" if not result.losses else f"{result.losses:,}"
    out.print(histogram(result, out.width))
    out.print(f"{lost} beyond {limit} guesses; {seconds:.2f} seconds from start to here", style="dim")

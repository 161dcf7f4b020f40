"""fewest evaluate: how well a strategy plays against every secret."""

import time

from rich.text import Text

from fewest import Belief, cli, grow, strategies
from fewest import evaluate as count_guesses
from fewest.cli import options
from fewest.cli.show import console, evaluation_json, histogram, print_json, progress


def evaluate(
    edition: options.Edition = None,
    answers: options.Answers = None,
    guesses: options.Guesses = None,
    language: options.Language = None,
    length: options.Length = None,
    strategy: options.Strategy = strategies.DEFAULT,
    opener: options.Opener = None,
    hard: options.Hard = False,
    max_guesses: options.MaxGuesses = 6,
    as_json: options.Json = False,
) -> None:
    """Play every answer and show mean, worst case and distribution.

    Example: fewest evaluate --strategy entropic --edition nyt-2023
    """
    play = strategies.strategy(strategy)
    game = options.make_game(edition, answers, guesses, language, length)
    with progress(f"Playing {len(game.secrets):,} answers", quiet=as_json) as report:
        tree = grow(play, Belief.start(game, hard=hard), opener, report)
    result = count_guesses(tree, max_guesses=max_guesses)
    seconds = time.perf_counter() - cli.STARTED
    if as_json:
        print_json(evaluation_json(result, game, play.name, hard, seconds))
        return
    out = console()
    hard_mode = ", hard mode" if hard else ""
    out.print(Text(f"{play.name} from {result.opener}{hard_mode}", style="bold"), f"on {game}")
    out.print(f"mean {result.mean:.4f} guesses, {result.total:,} in total, worst {result.worst}")
    lost = "none" if not result.losses else f"{result.losses:,}"
    out.print(histogram(result, out.width))
    out.print(f"{lost} beyond {max_guesses} guesses; {seconds:.2f} seconds from start to here", style="dim")

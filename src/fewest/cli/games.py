"""fewest games: the games and their options."""

from fewest.cli.click_types import command
from fewest.cli.options import json_option
from fewest.cli.show import show
from fewest.play.catalogue import known_games


@command("games")
@json_option
def games(*, as_json: bool) -> None:
    """List the games for --game, with their options and what those are by default.

    Example: fewest prove --game mastermind:pegs=3,colours=6
    """
    show(known_games(), as_json)

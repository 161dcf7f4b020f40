"""fewest games: what can be played."""

from fewest import FewestError
from fewest.cli import options
from fewest.cli.show import console, print_json, table
from fewest.games import games as known_games
from fewest.specs import Value, known_options, write


def games(*, as_json: options.Json = False) -> None:
    """List the games for --game, with their options and what those are by default.

    Example: fewest prove --game mastermind:pegs=3,colours=6
    """
    rows = [(name, *_describe(name)) for name in known_games()]
    if as_json:
        print_json([{"game": name, "options": given, "summary": summary} for name, given, summary in rows])
        return
    shown = table("game", "options", "what it is", left=3)
    shown.columns[2].no_wrap = False
    for name, given, summary in rows:
        shown.add_row(name, write("", **given).removeprefix(":"), summary)
    console().print(shown)


def _describe(name: str) -> tuple[dict[str, Value], str]:
    """The options of a game and what it is, or why it cannot be played."""
    try:
        kind = known_games()[name]
    except FewestError as error:
        return {}, str(error)
    return known_options(kind.create), (kind.__doc__ or "").partition("\n")[0]

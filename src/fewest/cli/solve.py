"""fewest solve: how a strategy finds a secret."""

import math
from typing import Annotated, Any

import typer

from fewest import Belief, split, strategies
from fewest.cli import options
from fewest.cli.show import console, print_json, print_whole, table, tiles
from fewest.play.clues import find_secret
from fewest.trees.tree import Player


@options.with_setup()
def solve(
    *,
    wanted: Annotated[list[str], typer.Argument(metavar="SECRET", help="The words to find.")],
    setup: options.Setup,
    strategy: options.StrategyOrBest = None,
    opener: options.Opener = None,
    max_guesses: options.MaxGuesses = None,
    as_json: options.Json = False,
) -> None:
    """Show how a secret is found, guess by guess: by a strategy, or as fewest suggest would.

    Example: fewest solve rebut
    """
    start = setup.belief()
    game = start.game
    limit = max_guesses or game.max_guesses
    play = strategies.Advised(limit) if strategy is None else strategies.strategy(strategy)
    words = [find_secret(game, secret) for secret in wanted]
    first = game.guesses[start.find_guess(opener)] if opener is not None else play.choose(start)
    games: list[dict[str, Any]] = []
    for word in words:
        made = turns(play, start, first, word)
        games.append({"secret": word, "turns": made, "guesses": len(made), "won": len(made) <= limit})
    if as_json:
        print_json({"edition": game.label, "strategy": play.name, "hard": setup.hard, "games": games})
        return
    out = console()
    out.print(f"{play.name} on {game}", style="dim")
    for each in games:
        shown = table("guess", "reply", "", "secrets left", "bits expected", "bits got", left=3)
        for turn in each["turns"]:
            reply = game.parse_reply(turn["reply"])
            shown.add_row(
                turn["guess"],
                tiles(game, turn["guess"], reply),
                game.squares(reply),
                f"{turn['remaining']:,}",
                f"{turn['bits_expected']:.2f}",
                f"{turn['bits_got']:.2f}",
            )
        print_whole(out, shown)
        verdict = "found in" if each["won"] else f"not within {limit} guesses; it takes"
        out.print(f"{each['secret']}: {verdict} {each['guesses']}\n")


def turns(play: Player, belief: Belief, guess: str, secret: str) -> list[dict[str, Any]]:
    """Play until the secret is found; what each guess promised and what it brought."""
    game = belief.game
    made: list[dict[str, Any]] = []
    while True:
        whole = split(belief)
        expected = whole.entropy[whole.guesses == belief.find_guess(guess)]
        reply = game.reply(guess, secret)
        belief = belief.after(guess, reply)
        made.append(
            {
                "guess": guess,
                "reply": game.reply_text(reply),
                "squares": game.squares(reply),
                "remaining": len(belief),
                "bits_expected": float(expected[0]),
                "bits_got": max(0.0, -math.log2(belief.chance)),
            }
        )
        if reply == game.win:
            return made
        guess = play.choose(belief)

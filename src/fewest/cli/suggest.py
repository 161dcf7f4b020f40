"""fewest suggest: what to guess next, and why."""

from dataclasses import asdict
from typing import Annotated

import typer

from fewest import FewestError, strategies
from fewest.cli import options
from fewest.cli.show import console, listed, print_json, table, tiles

FEW = 20
"""Up to how many possible secrets are all listed without being asked for."""


@options.with_setup()
def suggest(
    *,
    clues: options.Clues = None,
    count: Annotated[int, typer.Option("-n", "--count", help="How many guesses to show.", min=1, max=1000)] = 10,
    setup: options.Setup,
    everything: Annotated[
        bool, typer.Option("--list", help="List every secret that is possible, however many there are.")
    ] = False,
    strategy: options.StrategyOrBest = None,
    opener: options.Opener = None,
    max_guesses: options.MaxGuesses = None,
    as_json: options.Json = False,
) -> None:
    """Show the best next guesses after some clues.

    Example: fewest suggest crane=01200 sloth=00000
    """
    chosen = strategies.strategy(strategy) if strategy is not None else None
    belief = setup.belief(clues or ())
    game = belief.game
    turn, limit = len(belief.clues) + 1, max_guesses or game.max_guesses
    if any(clue.reply == game.win for clue in belief.clues):
        raise FewestError(f"The game is won: {belief.words[0]!r} is the secret.")
    if turn > limit:
        raise FewestError(f"All {limit} guesses are made; --max-guesses allows more.")
    if opener is not None and belief.clues:
        raise FewestError(f"The first guess was {belief.clues[0].guess!r}; an opener comes before any clue.")
    among = None if opener is None else [opener]
    listing = everything or len(belief) <= FEW
    if chosen:
        advice = strategies.Advice(chosen, chosen.suggest(belief, count, among), late=False)
    else:
        advice = strategies.advise(belief, limit, count, among)
    play, found, proved = advice.strategy, advice.suggestions, advice.proved
    if not found:
        raise FewestError(f"The strategy {play.name} never guesses {opener!r} here; leave the opener to it.")
    if as_json:
        print_json(
            {
                "edition": game.label,
                "strategy": play.name,
                "proved": proved,
                "hard": setup.hard,
                "turn": turn,
                "remaining": len(belief),
                "bits": belief.entropy,
                "secrets": belief.words if listing else None,
                "suggestions": [asdict(best) for best in found],
            }
        )
        return
    out = console()
    for guess, reply in belief.clues:
        out.print(tiles(game, guess, reply), game.squares(reply))
    noun = "secret remains" if len(belief) == 1 else "secrets remain"
    out.print(f"Guess {turn} of {limit}: {len(belief):,} {noun} ({belief.entropy:.2f} bits), {game}")
    if listing:
        out.print(listed(belief.words), style="bold")
    out.print(f"\n{why(advice, chosen is not None)}", style="dim")
    shown = table("guess", "expected" if proved else "score", "bits", "hit", "parts", "worst part")
    for best in found:
        score = f"{'~' if proved and best.expected is None else ''}{best.score:.4f}"
        shown.add_row(best.guess, score, f"{best.bits:.3f}", f"{best.hit:.2%}", f"{best.parts}", f"{best.largest:,}")
    out.print(shown)


def why(advice: strategies.Advice, chosen: bool) -> str:
    """Say what the guesses are best by; `chosen` says that the player has chosen the strategy."""
    play = advice.strategy
    summary = f"{play.summary[0].lower()}{play.summary[1:]}"
    late = "Likeliest to finish in time. " if advice.late else ""
    if not advice.proved:
        lead = "Best by" if chosen else "Not proved, for that takes longer than a second; best by"
        return f"{late}{lead} {play.name}: {summary}"
    estimated = any(each.expected is None for each in advice.suggestions)
    return f"{late}Proved: expected guesses, this one included, with perfect play" + ("; ~ is estimated" * estimated)

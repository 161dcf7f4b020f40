"""fewest rank: what every opener is worth."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from fewest import Belief, Game
from fewest.cli import options
from fewest.cli.prove import (
    Cluster,
    Limit,
    Memory,
    StoreFile,
    ThreadCount,
    WorkerCount,
    crew_of,
    guesses_left,
    opened,
    progress,
)
from fewest.cli.show import console, is_screen, print_json, print_whole, refuse_show, require_output, table, write_csv
from fewest.errors import Interrupted, OutOfTimeError
from fewest.search import Proof, Prover
from fewest.search import prove as search
from fewest.search.proof import Bounded, Findings
from fewest.search.prover import IMPOSSIBLE
from fewest.system.threads import at_most

SHOWN = 20
"""How many openers are shown if nobody says."""

HEADS = ("rank", "opener", "total", "mean", "exact")


@options.with_setup()
def rank(
    *,
    top: Annotated[
        int | None,
        typer.Option(
            help="How many of the best to value exactly; the others get a lower bound.",
            min=1,
            max=1_000_000,
            show_default="all",
        ),
    ] = None,
    show: Annotated[
        int | None, typer.Option(help="How many to show on the screen.", min=0, show_default=str(SHOWN))
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", help="Write the whole table to a CSV file; - is the screen.")
    ] = None,
    seconds: Annotated[float | None, options.seconds("Stop after so many seconds.")] = None,
    opener: Annotated[
        list[str] | None,
        typer.Option(help="Rank these only; may be repeated.", metavar="GUESS", rich_help_panel=options.PLAY),
    ] = None,
    setup: options.Setup,
    max_guesses: Limit = None,
    memory: Memory = None,
    threads: ThreadCount = None,
    store: StoreFile = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    as_json: options.Json = False,
) -> None:
    """Value every opener: exactly, or by a lower bound.

    Example: fewest rank --top 10 --store openers.db --output openers.csv

    Ctrl-C stops it and shows what is known; with --store the next run goes on from there.
    """
    require_output(output, as_json)
    refuse_show(show, output, as_json)
    game = setup.game()
    exact = setup.weights(game)
    belief = Belief.start(game, hard=setup.hard)
    for word in opener or ():
        belief.find_guess(word)
    size = (memory or 1024) << 20
    interrupted = False
    proof: Findings
    try:
        with progress(quiet=as_json) as report, at_most(threads):
            prover = Prover(belief, exact, guesses_left(max_guesses, belief), size)
            with opened(store) as kept, crew_of(workers, cluster, size, threads) as crew:
                wanted = top or len(game.guesses)
                proof = search(prover, None, opener, wanted, threads, report, store=kept, crew=crew, seconds=seconds)
    except (Interrupted, OutOfTimeError) as ended:
        proof = ended.so_far
        interrupted = isinstance(ended, Interrupted)
    rows = [*proof.ranking]
    if output is not None:
        write_csv(output, HEADS, (cells(*each, proof.weight) for each in enumerate(rows, 1)))
    if output is not None and is_screen(output):
        pass
    elif as_json:
        print_json(
            {
                "edition": game.label,
                "proved": isinstance(proof, Proof),
                "settled": proof.settled,
                "resumed": proof.resumed,
                "seconds": round(proof.seconds, 3),
                "openers": [dict(zip(HEADS, cells(*each, proof.weight), strict=True)) for each in enumerate(rows, 1)],
            }
        )
    else:
        show_ranking(proof, game, rows, SHOWN if show is None else show)
    if interrupted:
        raise typer.Exit(130)


def show_ranking(proof: Findings, game: Game, rows: Sequence[Bounded], count: int) -> None:
    """A ranking for people."""
    out = console()
    out.print(str(game))
    shown = table("rank", "opener", "total", "mean", "", left=0)
    for number, each in enumerate(rows[:count], start=1):
        known = each.lower < IMPOSSIBLE
        total = f"{each.lower:,}" if known else "never finishes in time"
        mean = f"{each.lower / proof.weight:.4f}" if known else ""
        shown.add_row(str(number), each.guess, total, mean, "" if each.exact or not known else "or more")
    print_whole(out, shown)
    if not isinstance(proof, Proof):
        out.print("Stopped before every opener was settled", style="bold")
    certain = sum(each.exact for each in rows)
    before = f" ({proof.resumed:,} settled before)" if proof.resumed else ""
    out.print(f"{certain:,} of {len(rows):,} exact{before}, {proof.seconds:.1f} seconds", style="dim")


def cells(number: int, each: Bounded, weight: int) -> tuple[int, str, int | None, float | None, bool]:
    """One line of the table; what cannot be done in time has no total."""
    if each.lower >= IMPOSSIBLE:
        return number, each.guess, None, None, True
    return number, each.guess, each.lower, each.lower / weight, each.exact

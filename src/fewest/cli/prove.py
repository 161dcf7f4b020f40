"""fewest prove: the fewest guesses there can be, with proof."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from fewest import Belief, FewestError, Tree, evaluate
from fewest.cli import options
from fewest.cli.show import console, histogram, histogram_json, is_terminal, print_json, table
from fewest.errors import Interrupted
from fewest.search import Proof, Prover, Store, Unfinished, Valued, prove_least_worst
from fewest.search import prove as search
from fewest.search.openers import Report, Status
from fewest.search.prover import IMPOSSIBLE
from fewest.search.workers import Crew
from fewest.system.files import require_writable
from fewest.system.threads import at_most
from fewest.trees.drawing import KINDS, require_kind
from fewest.trees.evaluation import MAX_GUESSES

SEARCH = "The search"

Limit = Annotated[
    int | None,
    typer.Option(
        help="Always finish within so many guesses, clues included; 0 for no limit.",
        min=0,
        max=options.MOST_GUESSES,
        show_default="6 in hard mode, else no limit",
        rich_help_panel=options.PLAY,
    ),
]
StoreFile = Annotated[
    Path | None,
    typer.Option(
        "--store",
        help="Keep whatever is settled in this file, and go on from what it holds.",
        metavar="FILE",
        rich_help_panel=SEARCH,
    ),
]
WorkerCount = Annotated[
    int | None,
    typer.Option(
        "--workers",
        help="Search in so many processes of this machine; needs the extra fewest\\[cluster].",
        min=1,
        max=1000,
        rich_help_panel=SEARCH,
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        help="Search on the workers of a Dask scheduler.",
        metavar="tls://HOST:PORT",
        rich_help_panel=SEARCH,
    ),
]
Memory = Annotated[
    int | None,
    typer.Option(
        help="Megabytes for what is known of positions, for each process.",
        min=1,
        max=1 << 30,
        show_default="1024, or 128 for given openers",
        rich_help_panel=SEARCH,
    ),
]
ThreadCount = Annotated[
    int | None,
    typer.Option(
        "--threads", help="Threads to search on.", min=1, max=1000, show_default="all", rich_help_panel=SEARCH
    ),
]


@options.with_setup()
def prove(
    *,
    opener: Annotated[
        list[str] | None,
        typer.Option(
            help="Value this first guess only; may be repeated.", metavar="GUESS", rich_help_panel=options.PLAY
        ),
    ] = None,
    top: Annotated[int, typer.Option(help="How many of the best first guesses to prove.", min=1, max=100_000)] = 1,
    after: Annotated[
        list[str] | None,
        typer.Option(help="Start after a clue, as in crane=01200; may be repeated.", metavar="CLUE"),
    ] = None,
    setup: options.Setup,
    max_guesses: Limit = None,
    aim: Annotated[
        str,
        typer.Option(
            help="mean: the fewest guesses on average; worst: the least worst case, then the mean.",
            rich_help_panel=options.PLAY,
        ),
    ] = "mean",
    tree: Annotated[
        Path | None, typer.Option(help=f"Write the best tree to a file: {', '.join(KINDS)}.", metavar="FILE")
    ] = None,
    memory: Memory = None,
    threads: ThreadCount = None,
    store: StoreFile = None,
    workers: WorkerCount = None,
    cluster: Cluster = None,
    as_json: options.Json = False,
) -> None:
    """Find the play with the fewest guesses on average, and prove that none is better.

    Example: fewest prove --opener salet --tree salet.html

    Ctrl-C stops it and shows the best play and the bounds so far. With --store the next run goes on from there.
    """
    if aim == "worst" and (store, workers, cluster) != (None, None, None):
        raise FewestError("A store and workers are for the aim of the mean; for the worst case give --max-guesses.")
    if aim not in ("mean", "worst"):
        raise FewestError(f"There is no aim {aim!r}; aim for the mean or for the worst case.")
    if tree is not None:
        require_kind(tree.suffix.lstrip("."))
        require_writable(tree)
    game = setup.game()
    exact = setup.weights(game)
    belief = Belief.start(game, hard=setup.hard).after_all(after or ())
    chosen = [exact[secret] for secret in belief.secrets] if exact else None
    left = guesses_left(max_guesses, belief)
    for word in opener or ():
        belief.find_guess(word)
    size = (memory or (128 if opener or after else 1024)) << 20
    found: Proof | Unfinished
    try:
        with progress(quiet=as_json) as report, at_most(threads):
            if aim == "worst":
                found = prove_least_worst(belief, chosen, left, size, opener, top, threads, report)
            else:
                prover = Prover(belief, chosen, left, size)
                with opened(store) as kept, crew_of(workers, cluster, size, threads) as crew:
                    found = search(prover, None, opener, top, threads, report, store=kept, crew=crew)
    except Interrupted as interrupted:
        found = interrupted.so_far
    if tree is not None and isinstance(found, Proof) and found.tree is not None:
        found.tree.save(tree)
    if as_json:
        print_json(to_json(found, belief))
    else:
        show(found, belief, given=bool(opener))
    if isinstance(found, Unfinished):
        if tree is not None:
            print(f"fewest: {tree} is not written: the best tree is not known yet.", file=sys.stderr)
        raise typer.Exit(130)
    if found.tree is None:
        raise typer.Exit(1)


@contextmanager
def opened(path: Path | None) -> Iterator[Store | None]:
    """The store of a file, if one is given."""
    if path is None:
        yield None
        return
    with Store(path) as store:
        yield store


@contextmanager
def crew_of(
    workers: int | None, address: str | None, memory: int, threads: int | None
) -> Iterator[Callable[[Prover, Belief], Crew] | None]:
    """Those who do the work: workers of a cluster, if one is asked for."""
    if workers is None and address is None:
        yield None
        return
    if threads is not None:
        raise FewestError("Threads are those of this process; workers have one each, so leave --threads out.")
    if workers is not None and address is not None:
        raise FewestError("Choose one: workers of this machine, or a cluster.")
    from fewest.search import cluster

    with cluster.connect(address, workers) as client:
        yield lambda prover, belief: cluster.crew(client, prover, belief, memory, partial(tell_waiting, address))


def tell_waiting(address: str | None) -> None:
    """Say why nothing happens."""
    print(
        f"fewest: the cluster has no workers yet, so the proof waits for them; start some with: dask worker {address}",
        file=sys.stderr,
    )


def guesses_left(max_guesses: int | None, belief: Belief) -> int | None:
    """How many guesses may still be made; None for as many as one likes.

    Hard mode is where the six guesses of the game matter: without them the best mean loses some games.
    """
    if max_guesses is None:
        max_guesses = MAX_GUESSES if belief.hard else 0
    if max_guesses == 0:
        return None
    if max_guesses <= len(belief.clues):
        raise FewestError(f"All {max_guesses} guesses are made; --max-guesses allows more.")
    return max_guesses - len(belief.clues)


def best_of(found: Proof | Unfinished) -> tuple[tuple[Valued, ...], Tree | None]:
    """The best first guesses that are known, and the tree of the first of them."""
    if isinstance(found, Proof):
        return found.best, found.tree
    return found.best_so_far, found.tree_so_far


def to_json(proof: Proof | Unfinished, belief: Belief) -> dict[str, Any]:
    """What was found out, for programs; `proved` says whether nothing is better."""
    known, tree = best_of(proof)
    best = known[0] if known else None
    result = evaluate(tree) if tree else None
    return {
        "edition": belief.game.label,
        "guesses": len(belief.game.guesses),
        "answers": len(belief.game.answers),
        "secrets": len(belief),
        "hard": belief.hard,
        "max_guesses": proof.max_guesses,
        "opener": best.guess if best else None,
        "total": best.cost if best else None,
        "mean": best.mean if best else None,
        "worst": result.worst if result else None,
        "proved": isinstance(proof, Proof),
        "possible": tree is not None or isinstance(proof, Unfinished),
        "lower_bound": proof.lower_bound if proof.lower_bound < IMPOSSIBLE else None,
        "weight": proof.weight,
        "histogram": histogram_json(result) if result else None,
        "openers": [{"opener": each.guess, "total": each.cost, "mean": each.mean} for each in known],
        "settled": proof.settled,
        "resumed": proof.resumed,
        "nodes": proof.nodes,
        "seconds": round(proof.seconds, 3),
    }


def show(proof: Proof | Unfinished, belief: Belief, given: bool) -> None:
    """What was found out, for people; `given` says that the first guess was not searched."""
    out = console()
    game = belief.game
    more = "more " if belief.clues else ""
    limit = "" if proof.max_guesses is None else f" within {proof.max_guesses} {more}guesses"
    mode = " in hard mode" if belief.hard else ""
    where = f"{game}{mode}" + (f" after {len(belief.clues)} clues, {len(belief):,} secrets" if belief.clues else "")
    before = f" ({proof.resumed:,} of them before)" if proof.resumed else ""
    work = f"{proof.settled:,} of {proof.openers:,} first guesses settled{before}, {proof.nodes:,} positions searched"
    timing = f"{work}, {proof.seconds:.1f} seconds"
    known, tree = best_of(proof)
    proved = isinstance(proof, Proof)
    if not known:
        certain = "No play always finishes" if proved else "Stopped before any play was found that always finishes"
        out.print(f"{certain}{limit}{'; --max-guesses changes the limit' if limit else ''}", style="bold")
        out.print(where)
        out.print(timing, style="dim")
        return
    best = known[0]
    if given:
        what = "has this exact value"
    else:
        what = "is the best first guess" if proved else "is the best first guess so far"
    verdict = "proved" if proved else "stopped before the proof was complete"
    out.print(Text(best.guess, style="bold"), f"{what}{limit} ({verdict})")
    out.print(where)
    total = (
        f"{best.cost:,} in total" if proof.weight == len(belief) else f"cost {best.cost:,} of weight {proof.weight:,}"
    )
    result = evaluate(tree) if tree else None
    out.print(f"mean {best.mean:.4f} guesses, {total}" + (f", worst {result.worst}" if result else ""))
    if not proved:
        out.print(f"no play costs less than {proof.lower_bound:,}")
    if result:
        out.print(histogram(result, out.width))
    if len(known) > 1:
        shown = table("guess", "mean", "total")
        for each in known:
            shown.add_row(each.guess, f"{each.mean:.4f}", f"{each.cost:,}")
        out.print(shown)
    out.print(timing, style="dim")


@contextmanager
def progress(quiet: bool) -> Iterator[Report]:
    """Show on standard error, if that is a terminal, how far the proof has come."""
    if quiet or not is_terminal(sys.stderr):
        yield lambda status: None
        return
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    text = TextColumn("{task.description}")
    columns = (BarColumn(), MofNCompleteColumn(), text, TimeElapsedColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console(stderr=True)) as bar:
        task = bar.add_task("", total=None)

        def report(status: Status) -> None:
            best = f"best {status.best.guess} {status.best.cost:,}" if status.best else "no play yet"
            text = best if status.lower_bound >= IMPOSSIBLE else f"{best}, none below {status.lower_bound:,}"
            bar.update(task, completed=status.settled, total=status.openers, description=text)

        yield report

"""The fewest guesses there can be, with proof."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fewest.belief import Belief
from fewest.errors import FewestError, Interrupted
from fewest.questions.resources import ALL_HERE, ALL_OPENERS, FEW_OPENERS, MEGABYTE, Found, Resources, guesses_left
from fewest.results import Bars, Block, Result, line, table
from fewest.search import Proof, Prover, Valued, prove_least_worst
from fewest.search.prover import IMPOSSIBLE
from fewest.setup import Setup
from fewest.system.threads import limit_threads
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import Tree
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class OpenerValue:
    """A first guess, and what perfect play after it takes."""

    opener: str
    total: int
    mean: float


@dataclass(frozen=True)
class Proved(Result):
    """The best play from a position, as far as it is known: `proved` says whether nothing is better."""

    label: str
    title: str
    guesses: int
    answers: int
    secrets: int
    """How many secrets are possible."""
    clues: tuple[str, ...]
    hard: bool
    max_guesses: int | None
    """Within how many guesses, from here on, every secret had to be found; null for no limit."""
    given: bool
    """Whether the first guess was given, not searched."""
    opener: str | None
    total: int | None
    """Guesses over all secrets, each counted with its weight."""
    mean: float | None
    worst: int | None
    proved: bool
    possible: bool
    """Whether some play keeps within the limit, as far as it is known."""
    lower_bound: int | None
    """No play costs less."""
    weight: int
    """The summed weight of the secrets; their number, when all weigh the same."""
    histogram: dict[int, int] | None
    openers: tuple[OpenerValue, ...]
    """The best first guesses, best first."""
    settled: int
    """First guesses that are valued exactly or shown not to be among the best."""
    of: int
    """First guesses in all."""
    resumed: int
    """Those settled before, in the store."""
    nodes: int
    """Positions searched."""
    seconds: float
    player_guesses: int = field(metadata={"json": False})
    """Guesses that a player of the game has; the bars of secrets that take more are red."""
    tree: Tree | None = field(default=None, repr=False, compare=False, metadata={"json": False})
    """What to play after the best first guess, if that is proved."""

    def blocks(self) -> Iterator[Block]:
        """What was found out; what is not proved is said to be so."""
        more = "more " if self.clues else ""
        limit = "" if self.max_guesses is None else f" within {self.max_guesses} {more}guesses"
        mode = " in hard mode" if self.hard else ""
        after = f" after {len(self.clues)} clues, {self.secrets:,} secrets" if self.clues else ""
        before = f" ({self.resumed:,} of them before)" if self.resumed else ""
        work = f"{self.settled:,} of {self.of:,} first guesses settled{before}, {self.nodes:,} positions searched"
        timing = line(f"{work}, {self.seconds:.1f} seconds", "dim")
        if self.opener is None:
            ended = "No play" if self.proved else "Stopped before any play was found that"
            yield line(f"{ended} always finishes{limit}{'; --max-guesses changes the limit' if limit else ''}", "bold")
            yield line(f"{self.title}{mode}{after}")
            yield timing
            return
        so_far = "" if self.proved else " so far"
        what = "has this exact value" if self.given else f"is the best first guess{so_far}"
        verdict = "proved" if self.proved else "stopped before the proof was complete"
        yield line(self.opener, "bold", (f" {what}{limit} ({verdict})", ""))
        yield line(f"{self.title}{mode}{after}")
        even = self.weight == self.secrets
        total = f"{self.total:,} in total" if even else f"cost {self.total:,} of weight {self.weight:,}"
        yield line(f"mean {self.mean:.4f} guesses, {total}" + (f", worst {self.worst}" if self.worst else ""))
        if not self.proved:
            yield line(f"no play costs less than {self.lower_bound:,}")
        if self.histogram:
            yield Bars(self.histogram, self.player_guesses)
        if len(self.openers) > 1:
            rows = [(each.opener, f"{each.mean:.4f}", f"{each.total:,}") for each in self.openers]
            yield table(("guess", "mean", "total"), rows)
        yield timing

    def __repr__(self) -> str:
        found = "no play" if self.opener is None else f"{self.opener}, mean {self.mean:.4f}"
        return f"<Proved: {found} on {self.label}, {'proved' if self.proved else 'not proved'}>"


def prove(
    setup: Setup,
    watch: Watch = UNWATCHED,
    *,
    openers: Sequence[str] = (),
    top: int = 1,
    aim: str = "mean",
    resources: Resources = ALL_HERE,
) -> Proved:
    """Find the play with the fewest guesses, and prove that none is better; after Ctrl-C, what is known so far.

    The aim is the mean, or the least worst case and then the mean.
    """
    if aim not in ("mean", "worst"):
        raise FewestError(f"There is no aim {aim!r}; aim for the mean or for the worst case.")
    if aim == "worst" and (resources.store, resources.workers, resources.cluster) != (None, None, None):
        raise FewestError("A store and workers are for the aim of the mean; for the worst case give --max-guesses.")
    belief, weights = setup.exact_belief()
    left = guesses_left(setup, belief)
    for word in openers:
        belief.find_guess(word)
    memory = (resources.memory or (FEW_OPENERS if openers or belief.clues else ALL_OPENERS)) * MEGABYTE
    found: Found
    if aim == "worst":
        try:
            with limit_threads(resources.threads):
                found = prove_least_worst(belief, weights, left, memory, openers or None, top, resources.threads, watch)
        except Interrupted as ended:
            found = ended.so_far
    else:
        with limit_threads(resources.threads):
            prover = Prover(belief, weights, left, memory)
        found, _ = resources.search(prover, openers or None, top, memory, watch)
    return _proved(found, belief, given=bool(openers))


def best_of(found: Found) -> tuple[tuple[Valued, ...], Tree | None]:
    """The best first guesses that are known, and the tree of the first of them."""
    if isinstance(found, Proof):
        return found.best, found.tree
    return found.best_so_far, found.tree_so_far


def _proved(found: Found, belief: Belief, given: bool) -> Proved:
    known, tree = best_of(found)
    game, best = belief.game, known[0] if known else None
    result = evaluate(tree) if tree else None
    proved = isinstance(found, Proof)
    return Proved(
        label=game.label,
        title=str(game),
        guesses=len(game.guesses),
        answers=len(game.answers),
        secrets=len(belief),
        clues=tuple(f"{guess}={game.reply_text(reply)}" for guess, reply in belief.clues),
        hard=belief.hard,
        max_guesses=found.max_guesses,
        given=given,
        opener=best.guess if best else None,
        total=best.cost if best else None,
        mean=best.mean if best else None,
        worst=result.worst if result else None,
        proved=proved,
        possible=tree is not None or not proved,
        lower_bound=found.lower_bound if found.lower_bound < IMPOSSIBLE else None,
        weight=found.weight,
        histogram=result.histogram if result else None,
        openers=tuple(OpenerValue(each.guess, each.cost, each.mean) for each in known),
        settled=found.settled,
        of=found.openers,
        resumed=found.resumed,
        nodes=found.nodes,
        seconds=round(found.seconds, 3),
        player_guesses=game.max_guesses,
        tree=tree if proved else None,
    )

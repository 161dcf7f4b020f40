"""Finds optimal play, with proof."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from fewest.belief import Belief
from fewest.errors import FewestError, Interrupted
from fewest.questions.resources import (
    ALL_OPENERS_MEGABYTES,
    DEFAULT_RESOURCES,
    FEW_OPENERS_MEGABYTES,
    MEGABYTE,
    ProofResult,
    Resources,
    guesses_left,
)
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
    """A first guess and its exact value."""

    opener: str
    total: int
    mean: float


@dataclass(frozen=True)
class Proved(Result):
    """The best known play from a position, and whether it is proved optimal."""

    label: str
    title: str
    guesses: int
    answers: int
    secrets: int
    """The number of possible secrets."""
    clues: tuple[str, ...]
    hard: bool
    max_guesses: int | None
    """The guess limit from here on; null for no limit."""
    given: bool
    """Whether first guesses were given rather than searched."""
    opener: str | None
    total: int | None
    """The sum of guesses over all secrets, each times its weight."""
    mean: float | None
    worst: int | None
    proved: bool
    possible: bool
    """False if it is proved that no play keeps within the limit."""
    lower_bound: int | None
    """A lower bound for the total of any play."""
    weight: int
    """The sum of the weights of the secrets; their number without a prior."""
    histogram: dict[int, int] | None
    openers: tuple[OpenerValue, ...]
    """The best first guesses, best first."""
    settled: int
    """The number of first guesses valued exactly or ruled out."""
    of: int
    """The number of all first guesses."""
    resumed: int
    """The number of first guesses settled by earlier runs."""
    nodes: int
    """The number of positions searched."""
    seconds: float
    player_guesses: int = field(metadata={"json": False})
    """The guess limit of the game, for the colours of the bars."""
    tree: Tree | None = field(default=None, repr=False, compare=False, metadata={"json": False})
    """The tree of the best first guess, if proved."""

    def blocks(self) -> Iterator[Block]:
        """The best play, or that there is none, and the work done."""
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
            yield line(f"no play costs less than {self.lower_bound:,}: {self._gap}")
        if self.histogram:
            yield Bars(self.histogram, self.player_guesses)
        if len(self.openers) > 1:
            rows = [(each.opener, f"{each.mean:.4f}", f"{each.total:,}") for each in self.openers]
            yield table(("guess", "mean", "total"), rows)
        yield timing

    @property
    def _gap(self) -> str:
        assert self.total is not None
        assert self.lower_bound is not None
        gap = self.total - self.lower_bound
        return f"the gap is {gap:,}, {gap / self.total:.2%}"

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
    gap: bool = False,
    resources: Resources = DEFAULT_RESOURCES,
) -> Proved:
    """Find the play with the fewest guesses, with proof; on Ctrl-C, return the best so far.

    `aim` is `mean`, or `worst` for the least worst case and then the mean. With `gap` the lower bounds of all first
    guesses rise together, so that the best so far comes with how much better any other play may be.
    """
    if aim not in ("mean", "worst"):
        raise FewestError(f"There is no aim {aim!r}; aim for the mean or for the worst case.")
    if aim == "worst" and (resources.store, resources.workers, resources.cluster) != (None, None, None):
        raise FewestError("A store and workers are for the aim of the mean; for the worst case give --max-guesses.")
    if aim == "worst" and gap:
        raise FewestError("The gap is that of the mean; for the worst case leave --gap out.")
    belief, weights = setup.exact_belief()
    left = guesses_left(setup, belief)
    for word in openers:
        belief.find_guess(word)
    memory = (
        resources.memory or (FEW_OPENERS_MEGABYTES if openers or belief.clues else ALL_OPENERS_MEGABYTES)
    ) * MEGABYTE
    found: ProofResult
    if aim == "worst":
        try:
            with limit_threads(resources.threads):
                found = prove_least_worst(belief, weights, left, memory, openers or None, top, resources.threads, watch)
        except Interrupted as ended:
            found = ended.so_far
    else:
        with limit_threads(resources.threads):
            prover = Prover(belief, weights, left, memory)
        found, _ = resources.search(prover, openers or None, top, memory, watch, gap=gap)
    return _to_proved(found, belief, setup.title(belief.game), given=bool(openers))


def best_of(found: ProofResult) -> tuple[tuple[Valued, ...], Tree | None]:
    """The best known first guesses, and the tree of the best."""
    if isinstance(found, Proof):
        return found.best, found.tree
    return found.best_so_far, found.tree_so_far


def _to_proved(found: ProofResult, belief: Belief, title: str, given: bool) -> Proved:
    known, tree = best_of(found)
    game = belief.game
    best = known[0] if known else None
    result = evaluate(tree) if tree else None
    proved = isinstance(found, Proof)
    return Proved(
        label=game.label,
        title=title,
        guesses=len(game.guesses),
        answers=len(game.answers),
        secrets=len(belief),
        clues=tuple(f"{guess}={game.reply_text(reply)}" for guess, reply in belief.clues),
        hard=belief.in_hard_mode,
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

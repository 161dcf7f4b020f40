"""Find optimal play, with proof."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace

from fewest.belief import Belief
from fewest.results import Block, Result, bars, line, table
from fewest.results.prose import pluralise, rounded_weights
from fewest.search import Proof, Valued
from fewest.search.prover import IMPOSSIBLE, missed_and_total
from fewest.search.resources import (
    ALL_OPENERS_MEGABYTES,
    DEFAULT_RESOURCES,
    FEW_OPENERS_MEGABYTES,
    INTERRUPTED,
    Aim,
    ProofResult,
    Resources,
    guesses_left,
    memory_bytes,
)
from fewest.setup import Setup
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import Tree
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True)
class OpenerValue:
    """A first guess and its exact value."""

    opener: str
    total: int
    mean: float
    missed_weight: int | None = None
    """The weight of the missed secrets, as in `missed`; null for the aim `mean`."""


@dataclass(frozen=True, repr=False)
class Proved(Result, rows="openers"):
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
    aim: str
    """What is minimised: `mean`; `worst`, the worst case, then the secrets that take it, then the mean; or `within:K`,
    the secrets that take more than K guesses, then the mean."""
    missed: int | None
    """The number of missed secrets: those that take the worst case (aim `worst`) or more than K guesses (aim
    `within:K`); null for the aim `mean`."""
    missed_weight: int | None
    """The weight of the missed secrets."""
    missed_bound: int | None
    """A lower bound on the weight that any strategy misses."""
    given: bool
    """Whether first guesses were given rather than searched."""
    opener: str | None
    total: int | None
    """The weighted sum of guesses over all secrets."""
    mean: float | None
    worst: int | None
    proved: bool
    possible: bool
    """False if it is proved that no strategy keeps the limit."""
    interrupted: bool
    """Whether Ctrl-C ended the search; if not, an unproved result means that time ran out."""
    lower_bound: int | None
    """A lower bound on the total of any strategy. For the aims `worst` and `within:K`, a lower bound on the total of
    any strategy that misses as little as the best one found; null if a strategy may miss less."""
    weight: int
    """The sum of the weights of the secrets; their number without a prior."""
    rounding: float
    """The largest rounding error of a weight, as a share of the total; 0 unless the weights have too many digits."""
    histogram: dict[int, int] | None
    openers: tuple[OpenerValue, ...]
    """The best first guesses, best first."""
    settled: int
    """The number of first guesses valued exactly or ruled out."""
    first_guesses: int
    """The number of all first guesses."""
    resumed: int
    """The number of first guesses settled by earlier runs."""
    positions: int
    """The number of positions searched."""
    seconds: float
    player_guesses: int = field(metadata={"json": False})
    """The guess limit of the game, for the colours of the bars."""
    tree: Tree | None = field(default=None, repr=False, compare=False, metadata={"json": False})
    """The tree of the best first guess, if proved."""

    def blocks(self) -> Iterator[Block]:
        """The best play, if the limit can be kept, and the work done."""
        guess = f"{'more ' if self.clues else ''}guess"
        limit = "" if self.max_guesses is None else f" within {pluralise(self.max_guesses, guess, f'{guess}es')}"
        mode = " in hard mode" if self.hard else ""
        after = (
            f" after {pluralise(len(self.clues), 'clue')}, {pluralise(self.secrets, 'secret')}" if self.clues else ""
        )
        before = f" ({self.resumed:,} of them already known)" if self.resumed else ""
        settled = f"{self.settled:,} of {self.first_guesses:,} first guesses settled{before}"
        work = f"{pluralise(self.positions, 'position')} searched, {self.seconds:.1f} seconds"
        timing = line(f"{settled}, {work}", "dim")
        if self.opener is None:
            stopped = "Stopped before finding a strategy that always finishes"
            found = "No strategy always finishes" if self.proved else stopped
            yield line(f"{found}{limit}{'; --max-guesses changes the limit' if limit else ''}", "bold")
            yield line(f"{self.title}{mode}{after}")
            if not self.proved and self.lower_bound is not None:
                each = self.lower_bound / self.weight
                total = f"{self.lower_bound:,} guesses in total"
                yield line(f"every strategy needs at least {total} ({each:.4f} on average)")
            if self.rounding:
                yield line(rounded_weights(self.rounding))
            yield timing
            return
        so_far = "" if self.proved else " so far"
        verdict = "proved" if self.proved else "stopped before the proof was complete"
        if self.given:
            value = "Exact value" if self.proved else "Best value so far"
            yield line(f"{value} of ", "", (self.opener, "bold"), (f"{limit} ({verdict})", ""))
        else:
            nth = "next" if self.clues else "first"
            yield line(self.opener, "bold", (f" is the best {nth} guess{so_far}{limit} ({verdict})", ""))
        yield line(f"{self.title}{mode}{after}")
        even = self.weight == self.secrets
        total = f"{self.total:,} in total" if even else f"cost {self.total:,} of weight {self.weight:,}"
        if self.missed is not None:
            yield line(self._late)
        yield line(f"mean {self.mean:.4f} guesses, {total}" + (f", worst {self.worst}" if self.worst else ""))
        if self.rounding:
            yield line(rounded_weights(self.rounding))
        if not self.proved:
            yield line(self._gap)
        if self.histogram:
            yield bars(self.histogram, self.player_guesses)
        if len(self.openers) > 1:
            aimed = self.aim != "mean"
            rows = [
                (each.opener, *([f"{each.missed_weight:,}"] if aimed else []), f"{each.mean:.4f}", f"{each.total:,}")
                for each in self.openers
            ]
            yield table(("guess", *(["missed"] if aimed else []), "mean", "total"), rows)
        yield timing

    @property
    def _late(self) -> str:
        """A sentence about the missed secrets."""
        assert self.missed is not None
        weight = "" if self.weight == self.secrets else f", weight {self.missed_weight:,} of {self.weight:,}"
        if self.aim == "worst":
            need = "needs" if self.missed == 1 else "need"
            return f"{self.missed:,} of {self.secrets:,} secrets {need} {self.worst} guesses, the worst case{weight}"
        limit = f"{Aim.read(self.aim).guesses} guesses{', counting the clues' if self.clues else ''}"
        found = f"{self.secrets - self.missed:,} of {self.secrets:,} found within {limit}"
        return f"{found}, {self.missed:,} later{weight}"

    @property
    def _gap(self) -> str:
        """How much better other play could be."""
        assert self.total is not None
        if self.lower_bound is None:
            missed = "the weight of missed secrets" if self.weight != self.secrets else "the number of missed secrets"
            return f"{missed} may fall from {self.missed_weight:,} to no less than {self.missed_bound:,}"
        gap = self.total - self.lower_bound
        return f"no strategy has a total below {self.lower_bound:,}: the gap is {gap:,}, {gap / self.total:.2%}"


def prove(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    openers: Sequence[str] = (),
    top: int = 1,
    aim: str = "mean",
    bounds: bool = False,
    resources: Resources = DEFAULT_RESOURCES,
) -> Proved:
    """Find the play with the fewest guesses, with proof; on Ctrl-C, return the best so far.

    `aim` is `mean`; `worst` for the least worst case, then the fewest secrets that take it, then the mean; or
    `within:K` for the most secrets found within K guesses, then the mean. With `bounds` the lower bounds of all first
    guesses rise together, so that an interrupted search can say how much better other play could be.
    """
    aimed = Aim.read(aim)
    belief = setup.belief()
    left = guesses_left(setup, belief)
    for word in openers:
        belief.find_guess(word)
    default = FEW_OPENERS_MEGABYTES if openers or belief.clues else ALL_OPENERS_MEGABYTES
    memory = memory_bytes(resources.memory, default)
    found, ended = resources.search(belief, left, openers or None, top, memory, watch, aim=aimed, gap=bounds)
    made = _to_proved(found, belief, setup.title(belief.game), aimed, given=bool(openers))
    return replace(made, interrupted=ended == INTERRUPTED)


def best_of(found: ProofResult) -> tuple[tuple[Valued, ...], Tree | None]:
    """The best known first guesses, and the tree of the best."""
    if isinstance(found, Proof):
        return found.best, found.tree
    return found.best_so_far, found.tree_so_far


def _to_proved(found: ProofResult, belief: Belief, title: str, aim: Aim, given: bool) -> Proved:
    known, tree = best_of(found)
    values = [(each, *missed_and_total(each.cost, found.penalty)) for each in known]
    missed_bound, lower_bound = missed_and_total(found.lower_bound, found.penalty)
    all_missed = aim.kind == "worst" and found.target is None  # the only secret takes one guess, the worst case
    if all_missed:
        values = [(each, found.weight, total) for each, _, total in values]
        missed_bound = found.weight
    counts_missed = all_missed or found.target is not None
    is_bounded = found.lower_bound < IMPOSSIBLE and (missed_bound == values[0][1] if values else found.target is None)
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
        aim=str(aim),
        missed=_count_missed(result.histogram, found.target) if aim.kind != "mean" and result else None,
        missed_weight=values[0][1] if counts_missed and values else None,
        missed_bound=missed_bound if counts_missed and found.lower_bound < IMPOSSIBLE else None,
        given=given,
        opener=best.guess if best else None,
        total=values[0][2] if values else None,
        mean=best.mean if best else None,
        worst=result.worst if result else None,
        proved=proved,
        possible=tree is not None or not proved,
        interrupted=False,
        lower_bound=lower_bound if is_bounded else None,
        weight=found.weight,
        rounding=found.rounding,
        histogram=result.histogram if result else None,
        openers=tuple(
            OpenerValue(each.guess, total, each.mean, missed if counts_missed else None)
            for each, missed, total in values
        ),
        settled=found.settled,
        first_guesses=found.openers,
        resumed=found.resumed,
        positions=found.nodes,
        seconds=round(found.seconds, 3),
        player_guesses=game.max_guesses,
        tree=tree if proved else None,
    )


def _count_missed(histogram: dict[int, int], target: int | None) -> int:
    """Count the secrets that take more than `target` guesses (0 by default)."""
    return sum(count for guesses, count in histogram.items() if guesses > (target or 0))

"""Start with brute force, and improve play until it is optimal."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from fewest.belief import Belief
from fewest.checks import checked
from fewest.errors import FewestError, Interrupted
from fewest.learning.convergence import CAUTION, DOUBT, SAMPLE, Convergence, Iteration
from fewest.learning.convergence import converge as search
from fewest.results import Block, Result, line, table
from fewest.setup import Setup
from fewest.strategies import estimator
from fewest.watch import UNWATCHED, Watch


@dataclass(frozen=True, repr=False)
class Converged(Result, Convergence, rows="steps"):
    """The steps of a search: those that improved the play and the last one, or all if requested."""

    title: str = ""
    interrupted: bool = False
    """Whether Ctrl-C ended the search."""

    def blocks(self) -> Iterator[Block]:
        """The outcome, and a row per improvement."""
        last = self.steps[-1]
        stopped = "stopped, " if self.interrupted else ""
        verdict = "proved optimal" if self.optimal else f"{stopped}lower bound {last.lower_bound:.4f}"
        yield line()
        yield line(f"{self.estimator} on {self.title}: {last.mean:.4f} starting with {last.opener}, {verdict}", "bold")
        yield line(_explored(self.explore, self.seed), "dim")
        heads = ("iteration", "seconds", "mean", "lower bound", "opener", "positions")
        yield table(heads, [_step_cells(step) for step in improvements(self.steps)], left=0)


def _explored(explore: str, seed: int | None) -> str:
    if explore == DOUBT:
        return "exploring by doubt: each estimate is lowered by its usual error"
    return f"exploring by sampling: each estimate gets a random error (seed {seed})"


def _step_cells(step: Iteration) -> tuple[str, ...]:
    means = f"{step.mean:.4f}", f"{step.lower_bound:.4f}"
    return f"{step.iteration:,}", f"{step.seconds:.1f}", *means, step.opener, f"{step.positions:,}"


@checked
def converge(
    setup: Setup,
    *,
    watch: Watch = UNWATCHED,
    by: str,
    caution: float | None = None,
    explore: str = DOUBT,
    seed: int | None = None,
    iterations: int | None = None,
    until: float = 0.0,
    every_step: bool = False,
    output: Path | None = None,
    belief: Belief | None = None,
) -> Converged:
    """Start from brute force and improve until optimal, out of time, or interrupted by Ctrl-C.

    Write all steps to `output`, if given. `caution` needs `explore="doubt"`, and `seed` needs `explore="sample"`.
    """
    if explore == SAMPLE and caution is not None:
        raise FewestError("--caution needs --explore doubt.")
    if explore != SAMPLE and seed is not None:
        raise FewestError("--seed needs --explore sample.")
    if iterations is not None and iterations < 0:
        raise FewestError(f"iterations must be 0 or more, not {iterations}.")
    chosen = estimator(by)
    start = setup.belief() if belief is None else belief
    interrupted = False
    try:
        doubt = CAUTION if caution is None else caution
        run = search(start, chosen, doubt, iterations, until, watch, explore=explore, seed=seed or 0)
    except Interrupted as ended:
        run = ended.so_far
        interrupted = True
    if output is not None:
        run.save(output)
    game = start.game
    steps = run.steps if every_step else improvements(run.steps)
    found = {**vars(run), "estimator": by, "steps": steps}
    return Converged(**found, title=setup.title(game), interrupted=interrupted)


def improvements(steps: Sequence[Iteration]) -> list[Iteration]:
    """The steps that improved the play, and the last."""
    found = [steps[0]]
    for step in steps[1:]:
        if step.mean < found[-1].mean or step is steps[-1]:
            found.append(step)
    return found


def require_json(path: Path) -> None:
    """Check that a file name ends in .json."""
    if path.suffix != ".json":
        raise FewestError(f"{path}: the file is written as JSON, so its name must end in .json.")

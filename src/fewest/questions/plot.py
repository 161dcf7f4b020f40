"""Figures: each function computes or loads the data of one."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import TYPE_CHECKING

from fewest.belief import Belief, Clue
from fewest.errors import FewestError
from fewest.games import WordGame
from fewest.learning.accuracy import Accuracy
from fewest.learning.convergence import Convergence
from fewest.learning.training import Learnt
from fewest.play.clues import find_secret, read_guess
from fewest.questions.accuracy import Measured, accuracy
from fewest.questions.compare import applicable_strategies
from fewest.questions.converge import Converged, converge
from fewest.questions.solve import solve
from fewest.questions.train import Trained, train
from fewest.setup import Setup
from fewest.splits import split as split_by_all
from fewest.strategies import DEFAULT, Lookahead, estimator_names, strategy
from fewest.trees.evaluation import evaluate
from fewest.trees.tree import Openers, grow
from fewest.watch import UNWATCHED, Watch
from fewest.words import WordList, middle_and_steepness, ranking

if TYPE_CHECKING:
    from fewest.report.plots import Plot

DEFAULT_STRATEGIES = ("letters-adjusted", "minimax", "entropy", "expected-moves")
"""The strategies of `distribution` by default."""

PLAIN = Setup()
"""What is drawn by default: all answers of the first edition, equally likely."""

DEFAULT_WORDS = 130
"""The number of words of `lookahead` by default, for some seconds at depth 3."""


def expected_moves(
    setup: Setup = PLAIN, watch: Watch = UNWATCHED, *, data: Path | str | Trained | None = None
) -> "Plot":
    """Draw the expected number of guesses by bits of uncertainty, and the training data.

    They are what `train` returned, or in a file, or computed.
    """
    from fewest.report import plots

    if data is not None:
        refuse_with_data(setup)
        return plots.expected_moves(data.learnt if isinstance(data, Trained) else Learnt.load(data))
    return plots.expected_moves(train(setup, watch).learnt)


def distribution(
    setup: Setup = PLAIN, watch: Watch = UNWATCHED, *, by: Sequence[str] = (), opener: Openers = None
) -> "Plot":
    """Draw the distribution of guesses, a panel per strategy."""
    from fewest.report import plots

    plays = [(name, strategy(name)) for name in by or applicable_strategies(setup, DEFAULT_STRATEGIES)]
    belief = setup.belief()
    evaluations = []
    for done, (name, play) in enumerate(plays):
        watch.update(done, len(plays), name)
        tree = replace(grow(play, belief, opener, watch.silent, answers=belief.game.answers), strategy=name)
        evaluations.append(evaluate(tree, max_guesses=setup.limit(belief.game)))
    watch.update(len(plays), len(plays))
    return plots.distribution(evaluations)


def bits(
    setup: Setup = PLAIN,
    watch: Watch = UNWATCHED,
    *,
    secrets: Sequence[str] = (),
    by: str = DEFAULT,
    opener: Openers = None,
) -> "Plot":
    """Draw the bits of uncertainty after each guess."""
    from fewest.report import plots

    play = strategy(by)
    belief = setup.belief()
    words = [find_secret(belief.game, text) for text in secrets]
    tree = replace(grow(play, belief, opener, watch), strategy=by)
    return plots.bits(tree, belief, list(dict.fromkeys(words)))


def belief(setup: Setup = PLAIN, watch: Watch = UNWATCHED, *, top: int = 30) -> "Plot":
    """Draw the likeliest secrets of a position by probability."""
    from fewest.report import plots

    return plots.belief(setup.belief(), setup.conditions, top)


def split(setup: Setup = PLAIN, watch: Watch = UNWATCHED, *, texts: Sequence[str]) -> "Plot":
    """Draw the sizes of the parts that guesses make; `texts` are the guesses, and clues besides those of the setup."""
    from fewest.report import plots

    game = setup.game()
    clues = [text for text in texts if "=" in text and game.normalise(text) not in game.guess_index]
    setup = setup.after(*clues)
    belief = setup.belief(game)
    words = [read_guess(game, text, belief.clues, belief.hard) for text in texts if text not in clues]
    return plots.split(belief, list(dict.fromkeys(words)), setup.conditions)


def prior(setup: Setup = PLAIN, watch: Watch = UNWATCHED) -> "Plot":
    """Draw the weight of each word by its rank, the most frequent first."""
    from fewest.report import plots

    game = setup.game()
    if not isinstance(game, WordGame):
        raise FewestError(f"{game.name} has no words that could be ranked by how frequent they are.")
    weights = setup.weights(game) or [Fraction(1)] * len(game.secrets)
    middle = None
    if setup.prior == "frequency":
        middle, _ = middle_and_steepness(game.words, setup.middle, setup.steepness)
    numbers = dict(zip(game.secrets, map(float, weights), strict=True))
    return plots.prior(game.label, ranking(game.words), numbers, game.answers, setup.conditions, middle)


def game(
    setup: Setup = PLAIN, watch: Watch = UNWATCHED, *, secret: str, by: str | None = None, opener: Openers = None
) -> "Plot":
    """Draw how a strategy, or `advise`, finds a secret."""
    from fewest.report import plots

    solved = solve(setup, [secret], watch, by=by, opener=opener)
    start = setup.belief()
    clues = [Clue(turn.guess, start.game.parse_reply(turn.reply)) for turn in solved.games[0].turns]
    return plots.game(start, clues, by or "fewest", setup.conditions)


def lookahead(setup: Setup = PLAIN, watch: Watch = UNWATCHED, *, words: int | None = None, depth: int = 3) -> "Plot":
    """Draw how many guesses lookahead without a beam values at each depth, on some answers spread over the list."""
    from fewest.report import plots

    belief, taken = _few_words(setup, words)
    valued = []
    for plies in range(1, depth + 1):
        watch.update(plies - 1, depth, f"depth {plies}")
        play = strategy(f"lookahead:depth={plies},width=all,exact=0")
        assert isinstance(play, Lookahead)
        play.choose(belief)
        valued.append(play.evaluations)
    watch.update(depth, depth)
    replies = float(split_by_all(belief).parts.mean())
    conditions = f"{taken}; {setup.conditions}"
    return plots.lookahead(belief.game.label, valued, len(belief.game.guesses), replies, conditions)


def _few_words(setup: Setup, count: int | None) -> tuple[Belief, str]:
    """The belief of a game on some answers, evenly spread over the list, which are the guesses too; and how many."""
    whole = setup.belief()
    game, total = whole.game, len(whole)
    if not isinstance(game, WordGame):
        raise FewestError(f"{game.name} has no list of words, of which some could be taken.")
    count = min(total, DEFAULT_WORDS) if count is None else count
    if not 2 <= count <= total:
        raise FewestError(f"{game.label} has {total:,} words; lookahead needs 2 or more of them, not {count:,}.")
    places = [at * total // count for at in range(count)]
    chosen = tuple(game.secrets[whole.secrets[at]] for at in places)
    few = type(game)(WordList(game.label, chosen, chosen))
    belief = Belief.start(few, None if whole.weights is None else whole.weights[places], hard=setup.hard)
    taken = f"all {total:,} words" if count == total else f"{count:,} of its {total:,} words, evenly spread"
    return belief, taken


def openers(
    setup: Setup = PLAIN,
    watch: Watch = UNWATCHED,
    *,
    data: Path | str | Measured | None = None,
    estimators: Sequence[str] = (),
    best: int | None = None,
    sample: int | None = None,
) -> "Plot":
    """Draw predictions of estimators against exact values of openers.

    They are what `accuracy` returned, or in a file, or computed.
    """
    from fewest.report import plots

    if data is not None:
        refuse_with_data(setup, estimator=estimators, best=best, sample=sample)
        return plots.openers(data.accuracy if isinstance(data, Measured) else Accuracy.load(data))
    best = 10 if best is None else best
    measured = accuracy(setup, watch, estimators=estimators, best=best, sample=sample, memory=1024, otherwise=40)
    return plots.openers(measured.accuracy)


def convergence(
    setup: Setup = PLAIN,
    watch: Watch = UNWATCHED,
    *,
    data: Sequence[Path | str | Converged] = (),
    estimators: Sequence[str] = (),
    seconds: float | None = None,
    optimum: float | None = None,
) -> "Plot":
    """Draw how `converge` approaches the optimum; the searches are what it returned, or in files, or made now."""
    from fewest.report import plots

    if data:
        refuse_with_data(setup, estimator=estimators, seconds=seconds)
        runs = [each.convergence if isinstance(each, Converged) else Convergence.load(each) for each in data]
        return plots.convergence(runs, optimum)
    names = estimator_names(estimators)
    limit = 20.0 if seconds is None else seconds
    belief = setup.belief()
    found = []
    for name in names:
        run = converge(setup, watch.within(limit), by=name, every_step=True, belief=belief)
        if run.interrupted:
            raise KeyboardInterrupt
        found.append(run.convergence)
    return plots.convergence(found, optimum)


def refuse_with_data(setup: Setup, **given: object) -> None:
    """Reject options that conflict with --data."""
    for name, value in given.items():
        if value is not None and value != ():
            raise FewestError(f"--data and --{name} exclude each other: the data are measured already.")
    if setup != Setup():
        raise FewestError("--data says which game was played; leave out the options that choose one.")

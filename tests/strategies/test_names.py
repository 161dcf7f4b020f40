import sys
from collections.abc import Callable, Iterator
from importlib.metadata import EntryPoint
from pathlib import Path
from types import ModuleType

import pytest

from fewest import SCORERS, STRATEGIES, Belief, FewestError, Greedy, Scorer, Strategy, evaluate, grow, scorer, strategy
from fewest.curves import Curve
from fewest.scorers import ENTRY_POINT_GROUP, expected_moves_by_mean
from fewest.specs import known_options
from fewest.splits import Scores, Split
from fewest.strategies import DEFAULT, MAKERS, Lookahead, Optimal, Within, classic, estimator, estimator_names
from fewest.strategies import ENTRY_POINT_GROUP as OTHER_STRATEGIES
from tests import samples

GAME = samples.wordle("aab", "abb", "bab", "bbc", "ccc", guesses=("abc", "xyz"))


def as_greedy(play: Strategy) -> Greedy:
    """Assert that a strategy is Greedy, and return it."""
    assert isinstance(play, Greedy)
    return play


def as_lookahead(play: Strategy) -> tuple[str, int, int, int]:
    """The options of a Lookahead strategy."""
    assert isinstance(play, Lookahead)
    return play.estimator.name, play.depth, play.width, play.exact


def test_all_strategies_by_name() -> None:
    assert (*STRATEGIES,) == (*classic(), "lookahead", "optimal")
    assert (*SCORERS,) == (*classic(),)
    assert (*estimator_names(),) == ("statistical", "entropic", "expected-moves")
    assert strategy() == STRATEGIES[DEFAULT] == strategy(DEFAULT)
    assert DEFAULT == "expected-moves"
    assert isinstance(strategy("optimal"), Optimal)
    for name in classic():
        assert strategy(name) == Greedy(SCORERS[name])
    assert as_lookahead(strategy("lookahead")) == ("expected-moves", 2, 20, 30)


def test_expected_moves_can_play_by_a_curve_of_a_file(tmp_path: Path) -> None:
    curve = Curve((0, 1, 3), (1, 2, 5), "mine")
    curve.save(path := tmp_path / "mine.json")
    for over in ("replies", "mean"):
        play = as_greedy(strategy(f"expected-moves:over={over},curve={path}"))
        whole, _ = play.scorer.scores(Belief.start(GAME))
        assert whole.curve is not None
        assert (whole.curve.bits, whole.curve.guesses, whole.curve.name) == (curve.bits, curve.guesses, "mine")
        assert (play.scorer.formula is expected_moves_by_mean) == (over == "mean")
    useless = Curve((0, 32), (1, 1))
    useless.save(path)
    first = strategy(f"expected-moves:curve={path}").suggest(Belief.start(GAME), 9)
    assert [each.score for each in first] == pytest.approx([1.8] * 5 + [2.0] * 2)


def test_options_go_together_with_a_number_of_guesses() -> None:
    play = strategy("lookahead:depth=1,within=6,leaf=statistical")
    assert isinstance(play, Within)
    assert as_lookahead(play.strategy) == ("statistical", 1, 20, 30)
    by_alphabet = strategy("entropy:within=2,ties=alphabet")
    assert isinstance(by_alphabet, Within)
    assert by_alphabet.strategy == strategy("entropy:ties=alphabet")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("best", r"^There is no strategy 'best'; the strategies are letters, letters-adjusted, .*, optimal\.$"),
        ("", "There is no strategy ''; the strategies are"),
        (":within=6", "There is no strategy ''"),
        ("entropy:depth=3", r"^entropy has no option 'depth'; its options are ties, guess_from, within\.$"),
        ("entropy:,", "entropy has no option ''"),
        ("entropy:ties=none", "ties must be secrets .*, answer-list .*, alphabet, list or list-end, not 'none'"),
        ("expected-moves:over=all", "expected-moves: over must be replies or mean, not 'all'"),
        ("expected-moves:size=1", "its options are curve, over, ties, guess_from, within"),
        ("expected-moves:curve=/no/such/file", r"/no/such/file: cannot be read \(No such file or directory\)"),
        ("lookahead:deep=3", "lookahead has no option 'deep'; its options are depth, width, leaf, exact, within"),
        ("lookahead:depth=x", "lookahead: depth must be a whole number, not 'x'"),
        ("lookahead:depth=1000000000", "lookahead: depth must be below 1,000,000,000, not 1000000000"),
        ("lookahead:depth=0", "lookahead: depth and width must be 1 or more"),
        ("lookahead:width=wide", r"^lookahead: width must be a whole number or all, not 'wide'\.$"),
        ("lookahead:width=0", "lookahead: depth and width must be 1 or more"),
        ("lookahead:leaf=entropy", "Unknown estimator 'entropy'. Use one of statistical, entropic, expect"),
        ("optimal:depth=2", "optimal has no option 'depth'; its options are within"),
        ("optimal:within=0", "within must be 1 guess or more"),
    ],
)
def test_an_unknown_strategy_or_option_is_refused_with_the_known_ones(text: str, message: str) -> None:
    with pytest.raises(FewestError, match=message):
        strategy(text)


def test_each_access_makes_a_new_strategy() -> None:
    for name in ("optimal", "lookahead"):
        assert strategy(name) is not strategy(name)
        assert STRATEGIES[name] is not STRATEGIES[name]
    assert not hasattr(STRATEGIES, "__setitem__")
    with pytest.raises(KeyError):
        STRATEGIES["best"]


OFFERED: dict[str, tuple[str, ...]] = {
    "ties": ("secrets", "answer-list", "alphabet", "list", "list-end"),
    "guess_from": ("guesses", "answers", "answer-list"),
    "over": ("replies", "mean"),
    "curve": ("curve.json",),
    "depth": ("1", "3"),
    "width": ("1", "5", "all"),
    "leaf": (*estimator_names(),),
    "exact": ("0", "4"),
    "within": ("1", "2", "6"),
}
"""Values of every option of every strategy."""


@pytest.mark.parametrize(
    ("name", "option"), [(name, option) for name in STRATEGIES for option in (*known_options(MAKERS[name]), "within")]
)
def test_every_option_that_is_offered_works(
    name: str, option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Curve((0, 1, 3), (1, 2, 5), "mine").save("curve.json")
    alike = samples.wordle("abcd", "abdc", "acbd", "bacd", "dcba", "bcda", "aabb", guesses=("aaaa", "xyzw", "cdab"))
    for value in OFFERED[option]:
        play = strategy(f"{name}:{option}={value}")
        for belief in (Belief.start(alike), Belief.start(alike, [1, 2, 3, 4, 5, 6, 7], hard=True)):
            result = evaluate(grow(play, belief))
            assert result.secrets == 7


def bits_and_hit(belief: Belief, split: Split) -> Scores:
    """The bits that the reply tells, and the chance to hit."""
    return split.entropy + split.hit


def half(belief: Belief, split: Split) -> Scores:
    """Half of what stays possible."""
    return 1 + split.largest / 2


def offer(monkeypatch: pytest.MonkeyPatch, where: str, group: str, values: dict[str, str]) -> None:
    """Pretend that installed packages offer these entry points."""
    points = [EntryPoint(name.replace("_", "-"), value, group) for name, value in values.items()]
    monkeypatch.setattr(f"{where}.entry_points", lambda asked: points if asked == group else [])
    for registry in (SCORERS, MAKERS):
        vars(registry).pop("plugins", None)


@pytest.fixture
def install(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Pretend that packages with scorers are installed."""
    module = ModuleType("measures")
    vars(module).update(ready=Scorer("ready", half, estimates=True), formula=half, amount=5)
    monkeypatch.setitem(sys.modules, "measures", module)
    before = dict(SCORERS.registered)
    yield lambda **values: offer(monkeypatch, "fewest.scorers", ENTRY_POINT_GROUP, values)
    SCORERS.registered = before
    vars(SCORERS).pop("plugins", None)


def test_a_scorer_is_a_strategy_and_an_estimator_as_soon_as_it_is_registered(install: Callable[..., None]) -> None:
    before, estimators = classic(), estimator_names()
    scorer("bits-and-hit", largest_is_best=True)(bits_and_hit)
    scorer("half", estimates=True)(half)
    assert [*classic()] == [*before, "bits-and-hit", "half"]
    assert [*estimator_names()] == [*estimators, "half"]
    assert [*STRATEGIES] == [*before, "bits-and-hit", "half", "lookahead", "optimal"]
    assert (len(STRATEGIES), len(SCORERS)) == (len(before) + 4, len(before) + 2)
    assert strategy("bits-and-hit") == Greedy(SCORERS["bits-and-hit"])
    assert strategy("bits-and-hit:ties=alphabet") == Greedy(SCORERS["bits-and-hit"], ties="alphabet")
    assert estimator("half") is SCORERS["half"]
    assert as_lookahead(strategy("lookahead:leaf=half"))[0] == "half"
    assert evaluate(grow(strategy("lookahead:leaf=half,exact=0"), Belief.start(GAME))).secrets == 5
    with pytest.raises(FewestError, match=r"the strategies are .*, bits-and-hit, half, lookahead, optimal\.$"):
        strategy("best")
    del SCORERS["half"]
    assert "half" not in STRATEGIES


@pytest.mark.parametrize("name", ["optimal", "lookahead", "entropy", "a:b", "a,b", "", "a b", "a\x1b"])
def test_a_scorer_cannot_take_a_name_or_have_one_that_cannot_be_written(
    name: str, install: Callable[..., None]
) -> None:
    with pytest.raises(FewestError, match=r"is taken; choose another name for the scorer|is not a name for a scorer"):
        scorer(name)(half)
    with pytest.raises(FewestError, match="'entropy' is built in and cannot be removed"):
        del SCORERS["entropy"]


def test_another_package_brings_scorers(install: Callable[..., None]) -> None:
    install(ready="measures:ready", entropy="measures:formula", optimal="measures:ready", bad="measures:amount")
    before = [name for name in SCORERS if name not in ("ready", "bad")]
    assert [*SCORERS] == [*before, "ready", "bad"]
    assert [*classic()] == [*before, "ready"]  # a broken plugin is left out
    assert "ready" in estimator_names()
    assert "bad" not in estimator_names()
    assert strategy("ready").summary == "Half of what stays possible."
    assert as_greedy(strategy("entropy")).scorer.formula is not half
    with pytest.raises(FewestError, match="The scorer bad of measures:amount is not a Scorer and did not register one"):
        strategy("bad")


def test_a_scorer_that_cannot_be_loaded_is_an_error_only_when_asked_for(install: Callable[..., None]) -> None:
    install(bad="missing_package:scorer")
    assert strategy("entropy").name == "entropy"
    assert "bad" not in classic()
    with pytest.raises(FewestError, match=r"^The scorer bad of missing_package:scorer cannot be loaded \(No module"):
        strategy("bad")


def test_a_formula_of_another_package_may_register_itself(install: Callable[..., None]) -> None:
    install(own="measures:formula")
    with pytest.raises(FewestError, match="did not register one"):
        strategy("own")
    scorer("own")(half)
    assert strategy("own") == Greedy(Scorer("own", half))


class Alphabet:
    """Guesses the possible secrets in the order of the alphabet, from the front or from the back."""

    name = "alphabet"
    summary = "The order of the alphabet."

    def __init__(self, *, back: bool = False) -> None:
        """Start at the front or at the back."""
        self.back = back

    def choose(self, belief: Belief) -> str:
        """The first or the last that is possible."""
        possible: list[str] = sorted(belief.game.secrets[number] for number in belief.secrets)
        return possible[-1 if self.back else 0]

    def suggest(self, belief: Belief, count: int = 10, among: object = None) -> list[object]:
        """Suggest that guess only."""
        return []


@pytest.fixture
def install_strategies(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Pretend that packages with strategies are installed."""
    module = ModuleType("plays")
    vars(module).update(Alphabet=Alphabet, amount=5, nothing=lambda: 5)
    monkeypatch.setitem(sys.modules, "plays", module)

    yield lambda **values: offer(monkeypatch, "fewest.specs", OTHER_STRATEGIES, values)
    vars(MAKERS).pop("plugins", None)


def test_a_strategy_of_another_package_has_a_name_and_options(install_strategies: Callable[..., None]) -> None:
    before = [*STRATEGIES]
    install_strategies(alphabet="plays:Alphabet", optimal="plays:Alphabet", entropy="plays:Alphabet")
    assert [*STRATEGIES] == [*before, "alphabet"]
    assert len(STRATEGIES) == len(before) + 1
    assert isinstance(strategy("optimal"), Optimal)
    assert isinstance(strategy("entropy"), Greedy)
    start = Belief.start(GAME)
    assert strategy("alphabet").choose(start) == "aab"
    assert strategy("alphabet:back=yes").choose(start) == "ccc"
    assert evaluate(grow(strategy("alphabet"), start)).secrets == 5
    assert isinstance(strategy("alphabet:within=4"), Within)
    with pytest.raises(FewestError, match="side"):
        strategy("alphabet:side=left")
    with pytest.raises(FewestError, match=r"the strategies are .*, optimal, alphabet\.$"):
        strategy("best")


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ("plays:amount", "The strategy broken of plays:amount is not a class or function"),
        ("plays:nothing", "The strategy broken of plays:nothing has no name"),
        ("plays:missing", "The strategy broken of plays:missing cannot be loaded"),
        ("absent", "The strategy broken of absent cannot be loaded"),
    ],
)
def test_a_broken_plugin_does_not_affect_other_strategies(
    value: str, message: str, install_strategies: Callable[..., None]
) -> None:
    install_strategies(broken=value, alphabet="plays:Alphabet")
    assert strategy("alphabet").name == "alphabet"
    with pytest.raises(FewestError, match=message):
        strategy("broken")

import json
import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest import Belief, Wordle, evaluate, grow, strategies, strategy
from fewest.learning.accuracy import Accuracy, measure
from fewest.learning.convergence import Convergence, converge
from fewest.learning.training import Learnt, train
from fewest.questions.plot import DEFAULT_STRATEGIES
from fewest.report import plots
from fewest.report.plots import Plot
from fewest.watch import Watch
from tests.cli.running import Call, assert_refused

NAMES = ("expected-moves", "distribution", "bits", "openers", "convergence")
ESTIMATORS = [strategies.estimator(name) for name in strategies.ESTIMATORS]


@pytest.fixture
def measured(small: Wordle, tmp_path: Path) -> tuple[Path, Path, Path]:
    """Files as `fewest accuracy` and `fewest converge` write them."""
    belief = Belief.start(small)
    paths = tuple(tmp_path / f"{name}.json" for name in ("accuracy", "entropic", "statistical"))
    measure(belief, ESTIMATORS, 2, 3).save(paths[0])
    for path in paths[1:]:
        converge(belief, strategies.estimator(path.stem)).save(path)
    return paths[0], paths[1], paths[2]


def expected(name: str, game: Wordle) -> Plot:
    """What a command draws by default, made with the library."""
    belief = Belief.start(game)
    if name == "expected-moves":
        curve, made = train(belief)
        seen = next(each for each in made if each.curve is curve).samples
        return plots.expected_moves(Learnt(curve, seen, conditions="uniform prior"))
    if name == "distribution":
        return plots.distribution([evaluate(grow(strategy(each), belief)) for each in DEFAULT_STRATEGIES])
    if name == "bits":
        return plots.bits(grow(strategy(), belief), belief)
    if name == "openers":
        return plots.openers(measure(belief, ESTIMATORS, 10, 40))
    return plots.convergence([converge(belief, each, watch=Watch().within(20)) for each in ESTIMATORS])


def drawn(figure: Plot) -> list[Any]:
    """Everything that a figure shows, without drawing it."""
    found: list[Any] = [
        figure.get_suptitle(),
        [[text.get_text() for text in each.get_texts()] for each in figure.legends],
    ]
    for axes in figure.axes:
        found += [axes.get_title("left"), axes.get_xlabel(), axes.get_ylabel(), axes.get_xlim(), axes.get_ylim()]
        found += [np.asarray(line.get_xydata()).tolist() for line in axes.lines]
        found += [np.asarray(each.get_offsets()).tolist() for each in axes.collections]
        found += [np.asarray(patch.get_path().vertices).tolist() for patch in axes.patches]
        found += [patch.get_window_extent().bounds for patch in axes.patches]
        found += [text.get_text() for text in axes.texts] + axes.get_legend_handles_labels()[1]
    return found


@pytest.fixture
def figures(monkeypatch: pytest.MonkeyPatch) -> list[Plot]:
    """The figures that commands save."""
    made: list[Plot] = []
    save = plots.save

    def keep(figure: Plot, path: Path) -> None:
        made.append(figure)
        save(figure, path)

    monkeypatch.setattr(plots, "save", keep)
    return made


@pytest.fixture
def sketches(figures: list[Plot], monkeypatch: pytest.MonkeyPatch) -> list[Plot]:
    """The same, but no picture is made of them, which takes the most time."""
    monkeypatch.setattr(plots, "render", lambda figure, kind: b"")
    return figures


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_what_the_library_draws(
    name: str, call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    path = tmp_path / "plot.svg"
    result = call("plot", name, *lists, "-o", str(path))
    assert (result.code, result.out) == (0, "")
    assert drawn(sketches[0]) == drawn(expected(name, small))
    assert path.exists()


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_written(name: str, call: Call, lists: list[str], tmp_path: Path, figures: list[Plot]) -> None:
    path = tmp_path / "plot.png"
    assert call("plot", name, *lists, "--output", str(path)).code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    assert len(figures) == 1


def test_options_are_passed_on(
    call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    belief = Belief.start(small, hard=True)
    more = ["--hard", "--opener", "hotty", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "distribution", *lists, "-s", "minimax", "--max-guesses", "1", *more).code == 0
    assert call("plot", "bits", *lists, "-s", "minimax", "--secret", "ABBEY", "--secret", "abbey", *more).code == 0
    tree = grow(strategy("minimax"), belief, "hotty")
    assert drawn(sketches[0]) == drawn(plots.distribution([evaluate(tree, max_guesses=1)]))
    assert drawn(sketches[1]) == drawn(plots.bits(tree, belief, ["abbey"]))


def test_strategies_with_options_keep_their_names(
    call: Call, lists: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    options = ["-s", "lookahead:depth=1", "-s", "lookahead:depth=2", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "distribution", *lists, *options).code == 0
    names = [axes.get_title("left").partition(", ")[0] for axes in sketches[0].axes]
    assert names == ["lookahead:depth=1", "lookahead:depth=2"]


def test_data_of_other_commands_are_drawn(call: Call, measured: tuple[Path, Path, Path], tmp_path: Path) -> None:
    accuracy, *searches = measured
    path = tmp_path / "plot.svg"
    assert call("plot", "openers", "--data", str(accuracy), "-o", str(path)).code == 0
    assert path.read_bytes() == plots.render(plots.openers(Accuracy.load(accuracy)), ".svg")
    data = [option for search in searches for option in ("--data", str(search))]
    assert call("plot", "convergence", *data, "-o", str(path)).code == 0
    runs = [Convergence.load(search) for search in searches]
    assert path.read_bytes() == plots.render(plots.convergence(runs), ".svg")


def test_a_curve_that_was_learnt_is_drawn_with_its_data(
    call: Call, alike: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    data, output = tmp_path / "curve.json", str(tmp_path / "plot.svg")
    believed = ["--prior", "frequency", "--middle", "1500", "--steepness", "0.003"]
    assert call("train", *alike, *believed, "--rounds", "1", "--bucket", "0.25", "-o", str(data)).code == 0
    assert call("plot", "expected-moves", "--data", str(data), "-o", output).code == 0
    learnt = Learnt.load(data)
    assert learnt.samples is not None
    assert drawn(sketches[0]) == drawn(plots.expected_moves(learnt))
    title = sketches[0].get_suptitle()
    assert title.endswith("learnt on alike.txt\nfrequency prior (middle 1,500, steepness 0.003)")
    assert "means per 0.25 bits" in sketches[0].axes[0].get_legend_handles_labels()[1]
    assert call("plot", "expected-moves", *alike, *believed, "-o", output).code == 0
    assert sketches[1].get_suptitle() == title


@pytest.mark.parametrize(
    ("broken", "message"),
    [
        ({"positions": 3}, "not a curve as `fewest train` writes it"),
        ({"positions": {"bits": [1], "guesses": [1.5]}}, r"writes it \('weights'\)"),
        ({"bucket": 0}, "a bucket is a number of bits above 0"),
        ({"format": "fewest-tree-1"}, "the format is 'fewest-tree-1', not 'fewest-curve-1'"),
    ],
)
def test_a_file_that_holds_no_curve_is_not_drawn(
    broken: dict[str, Any], message: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    data, output = tmp_path / "curve.json", tmp_path / "plot.svg"
    assert call("train", *lists, "--rounds", "1", "-o", str(data)).code == 0
    data.write_text(json.dumps(json.loads(data.read_text()) | broken))
    assert_refused(call("plot", "expected-moves", "--data", str(data), "-o", str(output)), message)
    assert not output.exists()


def test_one_estimator_can_be_measured(
    call: Call, lists: list[str], small: Wordle, tmp_path: Path, sketches: list[Plot]
) -> None:
    options = [*lists, "--estimator", "entropic", "-o", str(tmp_path / "plot.svg")]
    assert call("plot", "openers", *options, "--best", "0", "--sample", "2").code == 0
    assert call("plot", "convergence", *options, "--seconds", "0", "--optimum", "1.5").code == 0
    belief, entropic = Belief.start(small), strategies.estimator("entropic")
    assert drawn(sketches[0]) == drawn(plots.openers(measure(belief, [entropic], 0, 2)))
    run = converge(belief, entropic, watch=Watch().within(0))
    assert len(run.steps) == 1
    assert drawn(sketches[1]) == drawn(plots.convergence([run], 1.5))


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_another_kind_is_refused_before_anything_is_measured(name: str, call: Call) -> None:
    message = r"plot\.pdf: a plot is written as PNG or SVG; end the name in \.png or \.svg\.$"
    assert_refused(call("plot", name, "--answers", "missing.txt", "-o", "plot.pdf"), message)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["-o", "missing/plot.png"], r"missing/plot\.png: cannot be written \(there is no folder .*missing\)\.$"),
        (["-o", "."], r"\.: a plot is written as PNG or SVG"),
        (["-o", f"{'x' * 300}.svg"], r"x\.svg: cannot be written \(File name too long\)\.$"),
        ([], "Missing option '--output' / '-o'|Missing option '-o' / '--output'"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(
    options: list[str], message: str, call: Call, measured: tuple[Path, Path, Path]
) -> None:
    assert_refused(call("plot", "convergence", "--data", str(measured[1]), *options), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "No such command 'nonsense'"),
        (["bits", "--secret", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["bits", "--secret", "hotty"], "'hotty' is an allowed guess but no answer"),
        (["bits", "--strategy", "best"], "There is no strategy 'best'"),
        (["distribution", "--strategy", "best"], "There is no strategy 'best'"),
        (["distribution", "--opener", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["openers", "--estimator", "entropy"], "There is no estimator 'entropy'"),
        (["openers", "--best", "0", "--sample", "0"], "There is nothing to measure"),
        (["convergence", "--estimator", "entropy"], "There is no estimator 'entropy'"),
        (["convergence", "--optimum", "99"], r"A search found a mean of .*, so 99\.0000 is not the optimum"),
    ],
)
def test_what_cannot_be_drawn_is_refused(
    arguments: list[str], message: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "plot.png"
    assert_refused(call("plot", *arguments, *lists, "-o", str(path)), message)
    assert not path.exists()


@pytest.mark.parametrize("name", ["openers", "convergence"])
def test_bad_data_are_refused(
    name: str, call: Call, lists: list[str], measured: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    good = measured[0] if name == "openers" else measured[1]
    bad, output = tmp_path / "bad.json", tmp_path / "plot.svg"
    data = json.loads(good.read_text())
    writer = "accuracy" if name == "openers" else "converge"
    for text in ("", "[]", "{}", json.dumps(data | {"sample": 3, "steps": 3}), "\x00\xff"):
        bad.write_text(text, encoding="latin-1")
        refused = call("plot", name, "--data", str(bad), "-o", str(output))
        assert_refused(refused, rf"bad\.json: not what `fewest {writer} --output` writes")
    kind, key = ("sample", "exact") if name == "openers" else ("steps", "mean")
    for broken, message in (
        ({"best": [], "sample": [], "steps": []}, "There is nothing to draw|not what `fewest"),
        ({kind: [data[kind][0] | {key: math.nan}]}, "something that is no number|not what `fewest"),
    ):
        bad.write_text(json.dumps({key: broken.get(key, data[key]) for key in data}))
        assert_refused(call("plot", name, "--data", str(bad), "-o", str(output)), message)
    assert_refused(call("plot", name, "--data", "missing.json", "-o", str(output)), r"missing\.json: cannot be read")
    assert not output.exists()


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("openers", ["--best", "3"], "--data and --best exclude each other"),
        ("openers", ["--sample", "0"], "--data and --sample exclude each other"),
        ("openers", ["--hard"], "--data says which game was played"),
        ("convergence", ["--seconds", "1"], "--data and --seconds exclude each other"),
        ("convergence", ["--estimator", "entropic"], "--data and --estimator exclude each other"),
        ("expected-moves", ["--edition", "nyt-2023"], "--data says which game was played"),
        ("convergence", ["--edition", "original"], "--data says which game was played"),
    ],
)
def test_data_and_what_to_measure_exclude_each_other(
    name: str, options: list[str], message: str, call: Call, measured: tuple[Path, Path, Path], tmp_path: Path
) -> None:
    data = str(measured[0] if name == "openers" else measured[1])
    assert_refused(call("plot", name, "--data", data, *options, "-o", str(tmp_path / "plot.svg")), message)


@pytest.mark.parametrize("name", NAMES)
def test_without_matplotlib_a_sentence_says_how_to_get_it(
    name: str, call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "fewest.report.plots")
    monkeypatch.delattr("fewest.report.plots")
    message = r"Plots need the package matplotlib; install it with: pip install 'fewest\[plots\]'\.$"
    assert_refused(call("plot", name, "-o", "plot.png"), message)


@pytest.mark.parametrize("arguments", [["plot", "-h"], *(["plot", name, "--help"] for name in NAMES)], ids=" ".join)
def test_help_names_every_plot_and_option(arguments: list[str], call: Call) -> None:
    result = call(*arguments)
    assert (result.code, result.err) == (0, "")
    if len(arguments) == 2:
        assert all(f" {name} " in result.out for name in NAMES)
    else:
        assert f"Example: fewest plot {arguments[1]}" in result.out
        assert all(f"{option} " in result.out for option in ("--output", "--edition", "--prior", "--hard"))

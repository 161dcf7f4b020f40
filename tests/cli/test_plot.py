import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from fewest.report import frame, plot
from fewest.report.frame import Plot
from fewest.setup import Setup
from tests.cli.running import Call, assert_refused

NAMES = [name.replace("_", "-") for name in plot.__all__]
ARGUMENTS = {"split": ["abbey"], "game": ["abbot"]}
"""The required arguments of each plot."""

IN_PYTHON: dict[str, dict[str, Any]] = {"split": {"texts": ["abbey"]}, "game": {"secret": "abbot"}}


def drawn(figure: Plot) -> list[Any]:
    """The contents of a figure, without drawing it."""
    shown: list[Any] = [
        figure.get_suptitle(),
        [[text.get_text() for text in each.get_texts()] for each in figure.legends],
    ]
    for axes in figure.axes:
        shown += [axes.get_title("left"), axes.get_xlabel(), axes.get_ylabel(), axes.get_xlim(), axes.get_ylim()]
        shown += [np.nan_to_num(line.get_xydata(), nan=-1.0).tolist() for line in axes.lines]  # NaN equals nothing
        shown += [np.asarray(dots.get_offsets()).tolist() for dots in axes.collections]
        shown += [patch.get_window_extent().bounds for patch in axes.patches]
        shown += [text.get_text() for text in axes.texts] + axes.get_legend_handles_labels()[1]
    return shown


@pytest.fixture
def sketches(monkeypatch: pytest.MonkeyPatch) -> list[Plot]:
    """The figures that commands save. They are not rendered, which would take the most time."""
    made: list[Plot] = []

    def render(figure: Plot, kind: str) -> bytes:
        made.append(figure)
        return b""

    monkeypatch.setattr(frame, "render", render)
    return made


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_is_what_the_library_draws(
    name: str, call: Call, lists: list[str], tmp_path: Path, sketches: list[Plot]
) -> None:
    path = tmp_path / "plot.svg"
    result = call("plot", name, *ARGUMENTS.get(name, []), *lists, "-o", str(path))
    assert (result.code, result.out) == (0, "")
    setup = Setup(answers=lists[1], guesses=lists[3], prior="frequency" if name == "prior" else "uniform")
    assert drawn(sketches[0]) == drawn(getattr(plot, name.replace("-", "_"))(setup, **IN_PYTHON.get(name, {})))
    assert path.exists()


FREQUENCY = ["--prior", "frequency"]
OPENER = ["--hard", "--opener", "hotty", "-s", "minimax"]


@pytest.mark.parametrize(
    ("arguments", "changed", "options"),
    [
        (
            ["distribution", *OPENER, "--max-guesses", "1"],
            {"hard": True, "max_guesses": 1},
            {"by": ["minimax"], "opener": "hotty"},
        ),
        (
            ["bits", *OPENER, "--secret", "ABBEY", "--secret", "abbey"],
            {"hard": True},
            {"by": "minimax", "opener": "hotty", "secrets": ["abbey"]},
        ),
        (
            ["belief", "aback=22000", *FREQUENCY, "--top", "2"],
            {"prior": "frequency", "clues": ("aback=22000",)},
            {"top": 2},
        ),
        (
            ["prior", "--secrets", "guesses", "--midpoint", "3", "--steepness", "0.5"],
            {"prior": "frequency", "secrets": "guesses", "midpoint": 3.0, "steepness": 0.5},
            {},
        ),
        (
            ["game", "ABBEY", "-s", "minimax", "--opener", "xylyl", *FREQUENCY],
            {"prior": "frequency"},
            {"secret": "abbey", "by": "minimax", "opener": "xylyl"},
        ),
        (["lookahead", "--words", "4", "--depth", "2"], {}, {"words": 4, "depth": 2}),
        (
            ["openers", "--estimator", "entropic", "--best", "0", "--sample", "2"],
            {},
            {"estimators": ["entropic"], "best": 0, "sample": 2},
        ),
        (
            ["convergence", "--estimator", "entropic", "--seconds", "0", "--optimum", "1.5"],
            {},
            {"estimators": ["entropic"], "seconds": 0, "optimum": 1.5},
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, list) else "",
)
def test_options_are_passed_on(
    arguments: list[str],
    changed: dict[str, Any],
    options: dict[str, Any],
    call: Call,
    lists: list[str],
    tmp_path: Path,
    sketches: list[Plot],
) -> None:
    assert call("plot", *arguments, *lists, "-o", str(tmp_path / "plot.svg")).code == 0
    setup = Setup(answers=lists[1], guesses=lists[3], **changed)
    assert drawn(sketches[0]) == drawn(getattr(plot, arguments[0])(setup, **options))


def test_data_of_other_commands_are_drawn(call: Call, lists: list[str], tmp_path: Path, sketches: list[Plot]) -> None:
    target, output = str(tmp_path / "data.json"), str(tmp_path / "plot.svg")
    for writer, name, file in (
        (["train"], "expected-moves", "data.json"),
        (["accuracy", "--best", "2"], "openers", "data.json"),
        (["converge", "--estimator", "entropic"], "convergence", "data-entropic.json"),
    ):
        data = str(tmp_path / file)
        assert call(*writer, *lists, "-o", target).code == 0
        assert call("plot", name, "--data", data, "-o", output).code == 0
        again = [data] if name == "convergence" else data
        assert drawn(sketches[-1]) == drawn(getattr(plot, name.replace("-", "_"))(data=again))
        for text in ("", "[]", "{}", "\x00\xff"):
            Path(data).write_text(text, encoding="latin-1")
            assert_refused(call("plot", name, "--data", data, "-o", output), r"\.json: not ")
        assert_refused(call("plot", name, "--data", "missing.json", "-o", output), r"missing\.json: cannot be read")


@pytest.mark.parametrize("name", NAMES)
def test_a_file_of_another_kind_is_refused_before_anything_is_measured(name: str, call: Call) -> None:
    message = r"plot\.pdf: plots are PNG or SVG files. Use a name that ends with \.png or \.svg\.$"
    arguments = [*ARGUMENTS.get(name, []), "--answers", "missing.txt"]
    assert_refused(call("plot", name, *arguments, "-o", "plot.pdf"), message)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["nonsense"], "There is no command 'nonsense'"),
        (["bits", "--secret", "zzzzz"], "'zzzzz' is not an allowed guess"),
        (["distribution", "--strategy", "best"], "There is no strategy 'best'"),
        (["belief", "--top", "0"], "Invalid value for '--top'"),
        (["split"], "Missing argument 'GUESS"),
        (["game"], "Missing argument 'SECRET'"),
        (["lookahead", "--words", "1"], "Invalid value for '--words'"),
        (["openers", "--estimator", "entropy"], "Unknown estimator 'entropy'"),
        (["convergence", "--optimum", "99"], r"A search found a mean of .*, so 99\.0000 is not the optimum"),
        (["convergence", "--data", "x.json"], "--data says which game was played"),
    ],
)
def test_invalid_data_and_options_are_refused(
    arguments: list[str], message: str, call: Call, lists: list[str], tmp_path: Path
) -> None:
    path = tmp_path / "plot.png"
    assert_refused(call("plot", *arguments, *lists, "-o", str(path)), message)
    assert not path.exists()


def test_without_matplotlib_a_sentence_says_how_to_get_it(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    monkeypatch.delitem(sys.modules, "fewest.report.frame")
    monkeypatch.delattr("fewest.report.frame")
    message = r"Plots need the package matplotlib; install it with: pip install 'fewest\[plots\]'\.$"
    assert_refused(call("plot", "belief", "-o", "plot.png"), message)


@pytest.mark.parametrize("arguments", [["plot", "-h"], *(["plot", name, "--help"] for name in NAMES)], ids=" ".join)
def test_help_names_every_plot_and_option(arguments: list[str], call: Call) -> None:
    result = call(*arguments)
    assert (result.code, result.err) == (0, "")
    if len(arguments) == 2:
        assert all(f" {name} " in result.out for name in NAMES)
    else:
        assert f"Example: fewest plot {arguments[1]}" in result.out
        options = ("--output", "--edition", "--prior", *(() if arguments[1] == "prior" else ("--hard",)))
        assert all(f"{option} " in result.out for option in options)

import base64
import struct
import subprocess
import sys
from itertools import combinations
from pathlib import Path

import matplotlib
import pytest

from fewest import FewestError
from fewest.report import convergence, frame
from tests.cases import first
from tests.report.cases import GAME, NAMES, SEARCH, draw, lay_out

WITHOUT_LEGEND = ("belief", "split")


@pytest.mark.parametrize("name", NAMES)
def test_every_plot_names_its_subject_and_its_game(name: str) -> None:
    figure = draw(name)
    assert GAME.label in figure.get_suptitle()
    assert any(axes.get_xlabel() for axes in figure.axes)
    assert figure.axes[0].get_ylabel()
    units = f"{figure.axes[-1].get_xlabel()} {figure.axes[0].get_ylabel()}"
    assert any(unit in units for unit in ("guesses", "bits", "probability", "words left", "weight"))


@pytest.mark.parametrize("name", first(2, NAMES))
def test_the_same_data_give_the_same_bytes(name: str) -> None:
    first = frame.render(draw(name), ".svg")
    with matplotlib.rc_context({"svg.hashsalt": "other", "font.size": 20}):
        again = frame.render(draw(name), ".svg")
    assert first == again
    assert b"<dc:date>" not in first
    assert first.startswith(b"<?xml")


@pytest.mark.parametrize("name", first(4, NAMES))
def test_nothing_is_cut_off_and_no_legend_is_on_the_data(name: str) -> None:
    figure = draw(name)
    lay_out(figure)
    legends = [each for each in (*figure.legends, *(axes.get_legend() for axes in figure.axes)) if each]
    boxes = [each.get_window_extent() for each in (*figure.texts, *legends)]
    panels = [axes.get_window_extent() for axes in figure.axes]
    assert bool(legends) == (name not in WITHOUT_LEGEND)
    assert not any(panel.padded(-1).overlaps(box) for panel in panels for box in boxes)
    assert not any(one.padded(-1).overlaps(two) for one, two in combinations(boxes, 2))
    everything = figure.get_tightbbox()
    width, height = figure.get_size_inches()
    assert 0 <= everything.x0 < everything.x1 <= width
    assert 0 <= everything.y0 < everything.y1 <= height


def test_drawing_does_not_change_the_settings_of_matplotlib() -> None:
    before = {key: matplotlib.rcParams[key] for key in frame.STYLE}
    frame.render(convergence.draw([SEARCH]), ".png")
    assert {key: matplotlib.rcParams[key] for key in frame.STYLE} == before


def test_a_notebook_is_given_a_picture() -> None:
    figure = draw("bits")
    shown, sizes = figure._repr_mimebundle_()
    picture, size = base64.b64decode(shown["image/png"]), sizes["image/png"]
    assert shown["text/plain"].startswith("<Plot: Uncertainty left after each guess (")
    assert picture.startswith(b"\x89PNG")
    width, height = struct.unpack(">II", picture[16:24])
    assert size["width"] < width
    assert size["width"] / size["height"] == pytest.approx(width / height, rel=0.01)


@pytest.mark.parametrize(("suffix", "start"), [("png", b"\x89PNG"), ("SVG", b"<?xml")])
def test_a_plot_is_written_in_the_format_of_its_suffix(suffix: str, start: bytes, tmp_path: Path) -> None:
    path = tmp_path / f"plot.{suffix}"
    path.write_text("old")
    convergence.draw([SEARCH]).save(path)
    assert path.read_bytes() == frame.render(convergence.draw([SEARCH]), f".{suffix.lower()}")
    assert path.read_bytes().startswith(start)
    assert [*tmp_path.iterdir()] == [path]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("plot.pdf", r"plot\.pdf: plots are PNG or SVG files. Use a name that ends with \.png or \.svg"),
        ("missing/plot.png", r"missing/plot\.png: cannot be written \(there is no folder .*missing\)"),
    ],
)
def test_a_file_that_cannot_be_written_is_refused(name: str, message: str, tmp_path: Path) -> None:
    with pytest.raises(FewestError, match=message):
        convergence.draw([SEARCH]).save(tmp_path / name)
    assert [*tmp_path.iterdir()] == []


def test_without_matplotlib_a_sentence_says_how_to_get_it() -> None:
    code = "import sys; sys.modules['matplotlib'] = None; import fewest; fewest.plot"
    result = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert result.stderr.endswith("matplotlib; install it with: pip install 'fewest[plots]'.\n")

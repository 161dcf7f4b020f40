"""The lessons in examples run without an error or a warning, and show what is stored in them."""

import re
import runpy
from pathlib import Path
from typing import Any

import pytest

import fewest
from tests.cases import first
from tests.markdown import ROOT

pytest.importorskip("ipywidgets")
pytest.importorskip("nbclient")

TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "run_notebooks.py"))
EXAMPLES = ROOT / "examples"
LESSONS = sorted(EXAMPLES.glob("*.ipynb"))
lessons = pytest.mark.parametrize("path", LESSONS, ids=lambda path: path.stem)

LOOK_UP = ("information.md", "documents/expected-moves.md", "games.md", "values.md")
"""The documents that a lesson may quote."""


def prose(notebook: Any) -> str:
    """The text of a lesson."""
    return "\n\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")


@pytest.mark.slow
@pytest.mark.parametrize("path", first(1, LESSONS[::-1]), ids=lambda path: path.stem)
def test_a_lesson_shows_what_is_stored_in_it(path: Path) -> None:
    stored, now = TOOL["read"](path), TOOL["run"](path)
    for before, after in zip(stored.cells, now.cells, strict=True):
        if after.cell_type == "code":
            assert [each.text for each in after.outputs if each.get("name") == "stderr"] == []
            assert TOOL["texts"](after) == TOOL["texts"](before), after.source
            assert len(TOOL["pictures"](after)) == len(TOOL["pictures"](before)), after.source
            assert after.execution_count == before.execution_count
    assert now.metadata == stored.metadata


@lessons
def test_a_lesson_has_pictures_or_tables_without_being_run(path: Path) -> None:
    kinds = {
        kind for cell in TOOL["read"](path).cells for each in cell.get("outputs", ()) for kind in each.get("data", ())
    }
    assert kinds & {"image/png", "text/html"}
    assert kinds <= {"image/png", "text/html", "text/plain"}


@lessons
def test_figures_in_the_prose_are_shown_by_a_cell_or_told_in_the_documents(path: Path) -> None:
    notebook = TOOL["read"](path)
    shown = "\n".join(text for cell in notebook.cells for _, text in TOOL["texts"](cell))
    known = shown + "".join((ROOT / "docs" / name).read_text(encoding="utf-8") for name in LOOK_UP)
    figures = re.findall(r"\b\d+\.\d{2,}|\b\d{1,3}(?:,\d{3})+", prose(notebook))
    assert [figure for figure in figures if figure not in known] == []


@lessons
def test_links_of_a_lesson_lead_somewhere(path: Path) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)[^)]*\)", prose(TOOL["read"](path)))
    assert [link for link in links if not (EXAMPLES / link).exists()] == []


@lessons
def test_a_lesson_needs_nothing_but_public_names(path: Path) -> None:
    code = "\n".join(cell.source for cell in TOOL["read"](path).cells if cell.cell_type == "code")
    names = {name for names in re.findall(r"^from fewest import (.*)$", code, re.M) for name in names.split(", ")}
    assert names
    assert names <= {*fewest.__all__}
    assert "fewest." not in code


def test_the_list_of_lessons_is_whole_and_in_order() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    assert re.findall(r"\]\((\S+\.ipynb)\)", text) == [path.name for path in LESSONS]
    assert len(LESSONS) == 8


def test_times_are_left_out_and_nothing_else() -> None:
    row = '<tr><td style="text-align:left">one</td><td style="text-align:right">{}</td><td>{}</td></tr>'
    table = "<table><thead><tr><th>name</th><th>seconds</th><th>mean</th></tr></thead><tbody>{}</tbody></table>"
    one, two, three = (
        f"<p>{seconds} seconds</p>" + table.format(row.format(seconds, mean) + row.format("0.1", mean))
        for seconds, mean in (("1.25", "3.5"), ("17.5", "3.5"), ("1.25", "3.6"))
    )
    without: Any = TOOL["without_times"]
    assert without(one) == without(two) != without(three)
    assert without(table.replace("seconds", "guesses").format(row.format("1.0", "2"))).count("1.0") == 1
    assert without("7,920 in total, 1,234 positions searched") == "7,920 in total, … positions searched"

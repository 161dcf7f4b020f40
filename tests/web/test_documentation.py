"""The documentation site, built and opened as files in a browser."""

import fcntl
import runpy
from collections.abc import Iterator
from typing import Any, Literal

import pytest

pytest.importorskip("playwright")
pytest.importorskip("zensical")

from playwright.sync_api import Browser, Page, expect

from tests.markdown import ROOT
from tests.web.visit import DESK, PHONE, QUIET, Visit

pytestmark = [pytest.mark.slow, pytest.mark.timeout(300)]

SITE = ROOT / "build" / "site"


@pytest.fixture(scope="module")
def tool(testrun_uid: str) -> dict[str, Any]:
    """The tool that builds the site; one of the test processes has built it for all."""
    tool = runpy.run_path(str(ROOT / "tools" / "build_site.py"))
    SITE.parent.mkdir(exist_ok=True)
    with SITE.with_suffix(".built").open("a+") as built:
        fcntl.flock(built, fcntl.LOCK_EX)
        built.seek(0)
        if built.read() != testrun_uid:
            tool["main"]()
            built.truncate(0)
            built.write(testrun_uid)
    return tool


@pytest.fixture(params=[PHONE, DESK], ids=["phone", "desk"])
def page(request: pytest.FixtureRequest, browser: Browser, tool: dict[str, Any]) -> Iterator[Page]:
    """A page without errors and without requests to other hosts."""
    screen: dict[str, Any] = {**request.param, **QUIET}
    page = browser.new_page(**screen)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.on("request", lambda asked: None if asked.url.startswith(("file:", "data:")) else wrong.append(asked.url))
    yield page
    page.close()
    assert wrong == []


def test_no_page_is_wider_than_the_screen(page: Page, tool: dict[str, Any]) -> None:
    assert page.viewport_size is not None
    widths = {}
    for name in tool["nav"]():
        page.goto((SITE / name).with_suffix(".html").as_uri())
        widths[name] = page.evaluate("document.documentElement.scrollWidth")
    assert {name: width for name, width in widths.items() if width > page.viewport_size["width"]} == {}


def test_examples_of_docstrings_are_code(tool: dict[str, Any]) -> None:
    text = (SITE / "python-api.html").read_text(encoding="utf-8")
    assert "language-pycon" in text
    assert "<blockquote>" not in text


def test_search_works_without_a_server(page: Page) -> None:
    page.goto((SITE / "index.html").as_uri())
    page.keyboard.press("Control+k")
    field = page.get_by_placeholder("Search")
    field.press_sequentially("past answers")
    expect(page.locator("li, a").get_by_text("Past answers", exact=True).first).to_be_visible()
    expect(field).to_have_value("past answers")


def test_only_the_typed_command_is_copied(page: Page) -> None:
    page.goto((SITE / "tutorial.html").as_uri())
    block = page.locator(".language-console", has_text="fewest split").first
    block.hover()
    button = block.locator("[data-clipboard-target]")
    button.click()
    typed = ["fewest split shtik crane=01200 --top 6", "fewest words crane=01200 shtik=00000"]
    expect(button).to_have_attribute("data-clipboard-text", "\n".join(typed))


@pytest.mark.parametrize("colours", ["light", "dark"])
@pytest.mark.parametrize("name", ["index", "command-line", "lesson-3-bits", "strategies"])
def test_everybody_can_read_it(name: str, colours: Literal["light", "dark"], page: Page) -> None:
    visit = Visit(page, SITE.as_uri())
    page.emulate_media(color_scheme=colours)
    visit.open(f"/{name}.html")
    assert visit.findings() == []

"""The documentation site has every page; `make docs` builds all of it."""

import re
import runpy
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest

import fewest
from fewest.cli import COMMANDS, app
from tests.markdown import ROOT

TOOL: dict[str, Any] = runpy.run_path(str(ROOT / "tools" / "build_site.py"))


def test_the_navigation_has_every_page_once() -> None:
    nav = TOOL["nav"]()
    assert len({*nav}) == len(nav)
    assert {*nav} == {*TOOL["pages"]().values(), *TOOL["MADE"]}


def test_the_list_of_pages_on_code_hosts_has_every_page() -> None:
    docs = ROOT / "docs"
    text = (docs / "README.md").read_text(encoding="utf-8")
    pages = [path.relative_to(docs).as_posix() for path in docs.rglob("*.md") if path != docs / "README.md"]
    assert [name for name in pages if f"({name})" not in text] == []


def test_the_reference_has_every_public_name_once() -> None:
    names = [name for names in TOOL["NAMES"].values() for name in names]
    assert sorted(names) == sorted(fewest.__all__)


def every_command() -> Iterator[tuple[str, click.Command]]:
    """Every command, including those in groups."""
    for name in COMMANDS:
        command = app.get_command(click.Context(app), name)
        assert command is not None
        yield name, command
        if isinstance(command, click.Group):
            yield from ((f"{name} {inner}", below) for inner, below in command.commands.items())


def test_the_reference_has_every_command_and_option() -> None:
    text = TOOL["command_line"]()
    for name, command in every_command():
        _, _, part = text.partition(f"\n{'#' * (2 + name.count(' '))} {name}\n")
        part = part.partition("\n##")[0]
        options = [each for each in command.params if isinstance(each, click.Option) and not each.hidden]
        assert [each.opts for each in options if f"{each.opts[-1]}" not in part] == []
        assert "`-h, --help`" in part


@pytest.mark.parametrize(
    ("link", "page"),
    [
        ("games.md#symmetry", "games.md#symmetry"),
        ("../CHANGELOG.md", "changelog.md"),
        ("../README.md", "index.md"),
        ("../examples/README.md", "lessons.md"),
        ("../examples/3-bits.ipynb", "lesson-3-bits.md"),
        ("plots/bits.svg", "plots/bits.svg"),
        ("https://example.org/a.md", "https://example.org/a.md"),
    ],
)
def test_links_between_files_become_links_between_pages(link: str, page: str) -> None:
    assert TOOL["relinked"](f"See [it]({link}).\n", "docs/page.md") == f"See [it]({page}).\n"
    above = link if ":" in link else f"../{link}"
    assert TOOL["relinked"](f"See [it]({above}).\n", "docs/documents/page.md") == f"See [it]({page}).\n"
    assert TOOL["relinked"](f"```text\n[it]({link})\n```\n", "docs/page.md") == f"```text\n[it]({link})\n```\n"


def test_a_link_by_file_name_has_the_title_of_the_page() -> None:
    assert TOOL["relinked"]("[games.md](games.md#symmetry)", "docs/page.md") == "[Games](games.md#symmetry)"
    assert TOOL["relinked"]("[docs/json.md](docs/json.md)", "CHANGELOG.md") == "[The JSON of results](json.md)"


def test_text_only_for_the_site_is_a_comment_elsewhere() -> None:
    text = "One.\n<!--site [All options](command-line.md).-->\n<!-- Two. -->\n"
    assert TOOL["relinked"](text, "docs/page.md") == "One.\n[All options](command-line.md).\n<!-- Two. -->\n"


def test_whatever_a_page_links_to_is_laid_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TOOL["lesson"].__globals__, "with_math", str)  # formulas need a package of the site
    TOOL["stage"](tmp_path / "site")
    for page in (tmp_path / "site").glob("*.md"):
        text = re.sub(r"^```.*?^```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)
        links = re.findall(r"\]\((?!https?:|app/|#)([^)#\s]+)", text)
        assert [link for link in links if not (page.parent / link).exists()] == [], page.name


def test_faults_of_a_site_are_reported(tmp_path: Path) -> None:
    (tmp_path / "one.html").write_text(
        '<a href="two.html#there"></a><a href="two.html#gone"></a><a href="three.html"></a><a href="#me" id="me"></a>'
        '<a href="https://example.org"></a><img src="none.png"><script src="https://example.org/a.js"></script>',
        encoding="utf-8",
    )
    (tmp_path / "two.html").write_text('<h2 id="there"></h2>', encoding="utf-8")
    assert sorted(TOOL["faults"](tmp_path)) == [
        "one.html leads to none.png, which is not there",
        "one.html leads to three.html, which is not there",
        "one.html leads to two.html#gone, and there is no such anchor",
        "one.html loads https://example.org/a.js from elsewhere",
    ]


@pytest.mark.slow
def test_the_picture_of_the_terminal_is_current() -> None:
    tool = runpy.run_path(str(ROOT / "tools" / "build_pictures.py"))
    stored = (ROOT / "docs" / "page" / "terminal.svg").read_text(encoding="utf-8")
    now, before = (re.findall(r">([^<>]*)</text>", text) for text in (tool["terminal"](), stored))
    assert "shtik" in " ".join(before)
    assert now == before, "python tools/build_pictures.py terminal draws it anew"
    assert "url(http" not in stored

"""Reads commands, tables and figures from the README and the documents."""

import re
import shlex
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
README = ROOT / "README.md"
DOCUMENTS = (README, *sorted((ROOT / "docs").rglob("*.md")))

EVERYWHERE = (*DOCUMENTS, *(ROOT / name for name in ("CHANGELOG.md", "CONTRIBUTING.md", "examples/README.md")))
"""All Markdown files of the repository."""

Row = dict[str, str]


class Run(NamedTuple):
    """A command in a document, with its output."""

    command: list[str]
    printed: str


def runs(path: Path) -> list[Run]:
    """The commands of its console blocks as words, without comments, with their output."""
    found = []
    for block in re.findall(r"^```console\n(.*?)^```", path.read_text(encoding="utf-8"), re.M | re.S):
        for line, printed in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block.replace("\\\n", " "), re.M):
            found.append(Run(shlex.split(line, comments=True), printed))
    return found


def commands(path: Path) -> list[list[str]]:
    """The commands of its console blocks."""
    return [run.command for run in runs(path)]


def anchors(path: Path) -> set[str]:
    """The anchors of its headings on code hosts and on the site."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    heads = [re.sub(r"[`*]|\[([^\]]*)\]\([^)]*\)", r"\1", head).strip() for head in re.findall(r"^#+ (.*)", text, re.M)]
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


def links(path: Path) -> list[tuple[str, str]]:
    """Its links to files, except those of the site: the path, empty for the same file, and the anchor."""
    text = re.sub(r"^```.*?^```$|<!--site.*?-->", "", path.read_text(encoding="utf-8"), flags=re.M | re.S)
    return re.findall(r'(?:\]\(|src=")(?!\w+:)([^)"\s#]*)#?([^)"\s]*)[)"]', text)


def table(path: Path, *header: str) -> list[Row]:
    """The rows of the table whose first columns have these names."""
    lines = path.read_text(encoding="utf-8").splitlines()
    starts = [place for place, line in enumerate(lines) if cells(line)[: len(header)] == [*header]]
    assert len(starts) == 1, f"{path.name} has {len(starts)} tables {header}"
    columns, rows = cells(lines[starts[0]]), list[Row]()
    for line in lines[starts[0] + 2 :]:
        if not line.startswith("|"):
            break
        rows.append(dict(zip(columns, cells(line), strict=True)))
    assert rows
    return rows


def cells(line: str) -> list[str]:
    """The cells of a row of a table, without emphasis."""
    if not line.startswith("|"):
        return []
    return [cell.strip().strip("*`") for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def find(path: Path, pattern: str) -> tuple[str, ...]:
    """The groups of a pattern that matches once; a space matches any white space."""
    found = re.findall(pattern.replace(" ", r"\s+"), path.read_text(encoding="utf-8"))
    assert len(found) == 1, f"{path.name} says {pattern!r} {len(found)} times"
    return found[0] if isinstance(found[0], tuple) else (found[0],)


def whole(text: str) -> int:
    """Read a whole number such as 7,920."""
    return int(text.replace(",", ""))

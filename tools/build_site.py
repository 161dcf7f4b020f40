"""Build the documentation site in build/site. Broken links, anchors and pictures are errors.

python tools/build_site.py

The pages are the Markdown files in docs, lessons made from the notebooks in examples, and the references of the command
line and of the Python API, made from the program. Links between files of the repository become links between pages.
zensical.toml configures the look and the navigation.
"""

import base64
import html
import json
import posixpath
import re
import shutil
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import click

import fewest
from fewest.cli import HEADINGS, app

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "build" / "site-source"
SITE = ROOT / "build" / "site"
CONFIG = ROOT / "zensical.toml"

APP = ROOT / "build" / "page" / "site"
"""The page without a server, built by tools/build_page.py. The site contains it in its own folder."""

LINK = re.compile(r"\[([^\]]*)\]\((?!\w+:|#)([^)\s#]+)((?:#[^)\s]*)?)\)")
"""A Markdown link to another file: its text, the path and the anchor."""

NAMES = {
    "What is played and known": ("Setup", "Belief", "Clue"),
    "Ask a question": (
        "suggest",
        "solve",
        "analyse",
        "regret",
        "reply",
        "compare",
        "train",
        "accuracy",
        "converge",
        "plot",
    ),
    "Games": ("Game", "Wordle", "Mastermind", "BullsAndCows", "Symmetry", "register_game"),
    "Splits and scorers": ("split", "Split", "scorer", "Scorer", "SCORERS"),
    "Strategies": ("strategy", "Strategy", "Suggestion", "Greedy", "Lookahead", "Optimal", "STRATEGIES"),
    "Trees": ("grow", "play_each", "Tree", "Node", "evaluate", "Evaluation"),
    "Proofs": ("prove", "Prover", "Proof"),
    "Learning and priors": ("Curve", "frequency_weights"),
    "Long computations": ("Watch", "Progress", "StopToken"),
    "Errors": ("FewestError",),
}
"""The public names in the order of the reference."""

INHERITED = "\n    options:\n      inherited_members: true"
"""Shows members inherited from private base classes."""


def pages() -> dict[str, str]:
    """The pages of the site: for each file of the repository, its name in the site."""
    found = {path.relative_to(ROOT).as_posix(): path.name for path in sorted((ROOT / "docs").glob("*.md"))}
    found["docs/README.md"] = "index.md"
    found |= {"CHANGELOG.md": "changelog.md", "CONTRIBUTING.md": "contributing.md", "examples/README.md": "lessons.md"}
    documents = sorted((ROOT / "docs" / "documents").glob("*.md"))
    found |= {path.relative_to(ROOT).as_posix(): f"document-{path.name}" for path in documents}
    found["docs/documents/README.md"] = "documents.md"
    notebooks = sorted((ROOT / "examples").glob("*.ipynb"))
    return found | {path.relative_to(ROOT).as_posix(): f"lesson-{path.stem}.md" for path in notebooks}


SHIM, OURS = "https://unpkg.com/iframe-worker/shim", "./site/worker.js"
"""The file that Zensical fetches for the search of a page opened as a file, and its local replacement."""

MADE = ("command-line.md", "python-api.md")
"""The pages made from the program."""


def nav() -> list[str]:
    """The pages in the order of the navigation."""

    def walk(entries: Any) -> Iterator[str]:
        for entry in [entries] if isinstance(entries, str) else entries:
            if isinstance(entry, str):
                yield entry
            else:
                for below in entry.values():
                    yield from walk(below)

    return [*walk(tomllib.loads(CONFIG.read_text(encoding="utf-8"))["project"]["nav"])]


def title(path: str) -> str:
    """The title of a file of the repository."""
    return (ROOT / path).read_text(encoding="utf-8").partition("\n")[0].removeprefix("# ")


def relinked(text: str, path: str) -> str:
    """The Markdown of a file, with links to other files changed to links to their pages, by title."""
    names = pages() | {"README.md": "index.md", "LICENSE": "LICENSE.txt"}

    def lead(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
        if target not in names and (ROOT / target).is_dir():
            target = f"{target}/README.md"
        name = names.get(target, target.removeprefix("docs/"))
        text = title(target) if re.fullmatch(r"[\w/-]+\.md", found[1]) else found[1]
        return f"[{text}]({name}{found[3]})"

    text = re.sub(r"<!--site\s(.*?)-->", r"\1", text, flags=re.S)  # hidden on code hosts, because only the site has it
    # Fenced code contains no links.
    parts = re.split(r"(^```.*?^```$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else LINK.sub(lead, part) for part in parts)


def lesson(path: Path, pictures: Path) -> str:
    """A notebook as Markdown with its output; pictures are written to a folder."""
    made: list[str] = []
    for number, cell in enumerate(json.loads(path.read_text(encoding="utf-8"))["cells"]):
        source = "".join(cell["source"])
        if cell["cell_type"] == "markdown":
            made.append(with_math(source))
            continue
        made.append(f"```python\n{source}\n```")
        for place, output in enumerate(cell["outputs"]):
            data = {kind: "".join(text) for kind, text in output.get("data", {}).items()}
            if "image/png" in data:
                name = f"{path.stem}-{number}-{place}.png"
                (pictures / name).write_bytes(base64.b64decode(data["image/png"]))
                text = re.sub(r"^<Plot: (.*)>$", r"\1", data["text/plain"], flags=re.S)
                made.append(f'<p class="output"><img alt="{html.escape(text)}" src="{pictures.name}/{name}" /></p>')
            elif "text/html" in data:
                shown = data["text/html"].replace("\n", " ")
                made.append(f'<div class="output" tabindex="0">{shown}</div>')
            else:
                text = data.get("text/plain") or "".join(output.get("text", ""))
                made.append(
                    f'<div class="output" tabindex="0"><pre>{html.escape(text.rstrip(), quote=False)}</pre></div>'
                )
    title, rest = made[0].partition("\n")[::2]
    run = f"*This lesson is the notebook `examples/{path.name}`. To run it, `pip install 'fewest[notebooks]'`.*"
    return "\n\n".join([title, run, rest.strip(), *made[1:]]) + "\n"


def with_math(text: str) -> str:
    """Markdown with formulas as MathML, which browsers display without scripts."""
    from latex2mathml.converter import convert

    text = re.sub(r"\$\$(.+?)\$\$", lambda found: convert(found[1].strip(), display="block"), text, flags=re.S)
    return re.sub(r"\$([^$\n]+?)\$", lambda found: convert(found[1]), text)


def command_line() -> str:
    """The reference of the command line."""
    context = click.Context(app, info_name="fewest")
    parts = [
        "# The command line",
        help_text(app),
        f"For version {fewest.__version__}. `fewest COMMAND --help` shows the same text.",
    ]
    for heading, commands in HEADINGS.items():
        rows = [f"| [`{name}`](#{name}) | {text} |" for name, text in commands.items()]
        parts.append("\n".join([f"**{heading}**", "", "| command | what it does |", "| --- | --- |", *rows]))
    for name in app.list_commands(context):
        parts += sections(app, name, context, level=2)
    return "\n\n".join(parts) + "\n"


def sections(group: click.Group, name: str, parent: click.Context, level: int) -> Iterator[str]:
    """The section of a command and, for a group, of its commands."""
    command = group.get_command(parent, name)
    assert command is not None
    context = click.Context(command, info_name=name, parent=parent)
    yield f"{'#' * level} {context.command_path.removeprefix('fewest ')}"
    yield from described(command, context)
    if isinstance(command, click.Group):
        for inner in command.list_commands(context):
            yield from sections(command, inner, context, level + 1)


def described(command: click.Command, context: click.Context) -> Iterator[str]:
    """The description, the arguments and the options of a command."""
    usage = " ".join([context.command_path, *command.collect_usage_pieces(context)])
    yield f"```text\n{usage}\n```"
    yield help_text(command)
    panels: dict[str, list[tuple[str, str]]] = {}
    for parameter in command.get_params(context):
        if isinstance(parameter, click.Option) and not parameter.hidden:
            record = parameter.get_help_record(context)
            assert record is not None
            text = re.sub(r"\s*\[(.*)\]$", r" *\1*", record[1])
            panels.setdefault(getattr(parameter, "panel", "Options"), []).append((f"`{record[0]}`", text))
    for panel, rows in panels.items():
        yield f"**{panel}**"
        yield "\n\n".join(f"{names}\n:   {text}" for names, text in rows)


def help_text(command: click.Command) -> str:
    """The help of a command, a paragraph per line, with commands as code."""
    paragraphs = [" ".join(each.split()) for each in re.split(r"\n\s*\n", command.help or "")]
    return "\n\n".join(re.sub(r"^(.*?): (fewest .*)$", r"\1: `\2`", each) for each in paragraphs)


def python_api() -> str:
    """The page of public Python names, filled by mkdocstrings."""
    parts = [
        "---\nsearch:\n  boost: 0.3\n---\n\n# The Python API",
        "Every public name of the package, from its docstring: `from fewest import Belief, Wordle, prove`.",
    ]
    for title, names in NAMES.items():
        parts += [f"## {title}", *(f"::: fewest.{name}{INHERITED if name == 'Game' else ''}" for name in names)]
    return "\n\n".join(parts) + "\n"


def stage(to: Path = SOURCE) -> None:
    """Write the sources of the site."""
    shutil.rmtree(to, ignore_errors=True)
    pictures = to / "lessons"
    pictures.mkdir(parents=True)
    for folder in ("page", "plots", "site", "trees"):
        shutil.copytree(ROOT / "docs" / folder, to / folder)
    (to / "examples").mkdir()
    for table in (ROOT / "examples").glob("*.csv"):
        shutil.copy(table, to / "examples")
    shutil.copy(ROOT / "LICENSE", to / "LICENSE.txt")
    shutil.copy(ROOT / "src" / "fewest" / "web" / "static" / "icon.svg", to / "site")
    for path, name in pages().items():
        source = ROOT / path
        text = lesson(source, pictures) if source.suffix == ".ipynb" else source.read_text(encoding="utf-8")
        (to / name).write_text(relinked(text, path), encoding="utf-8")
    (to / "command-line.md").write_text(command_line(), encoding="utf-8")
    (to / "python-api.md").write_text(python_api(), encoding="utf-8")


def finished(text: str) -> str:
    """Finish a page: remove references to other hosts, and line breaks within option names."""

    def keep(found: re.Match[str]) -> str:
        return re.sub(r"(?<=[> ])--?\w[\w-]*", r'<span class="whole">\g<0></span>', found[0])

    return re.sub(r"(?<!<pre>)<code>[^<]*</code>", keep, text.replace(SHIM, OURS))


class Page(HTMLParser):
    """The links, loaded files and anchors of a page of the site."""

    def __init__(self, path: Path) -> None:
        """Read it."""
        super().__init__()
        self.anchors, self.links, self.loads = set[str](), list[str](), list[str]()
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Collect the attributes of a tag."""
        values = {name: value for name, value in attrs if value is not None}
        self.anchors |= {values[name] for name in ("id", "name") if name in values}
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        elif tag == "link" and values.get("rel") in ("stylesheet", "icon", "preconnect", "preload", "manifest"):
            self.loads.append(values["href"])
        elif "src" in values:
            self.loads.append(values["src"])


def faults(site: Path) -> list[str]:
    """Find broken links and pictures in a built site, and files loaded from other hosts."""
    found = []
    read = {path: Page(path) for path in site.rglob("*.html") if path.name != "404.html" and path.parent.name != "app"}
    for path, page in read.items():
        where = path.relative_to(site)
        for link in page.links + page.loads:
            parts = urlsplit(link)
            if parts.scheme in ("data", "mailto", "javascript"):
                continue
            if parts.scheme or parts.netloc:
                if link in page.loads:
                    found.append(f"{where} loads {link} from elsewhere")
                continue
            target = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if target.is_dir():
                target /= "index.html"
            if not target.exists():
                found.append(f"{where} leads to {link}, which is not there")
            elif parts.fragment and target in read and unquote(parts.fragment) not in read[target].anchors:
                found.append(f"{where} leads to {link}, and there is no such anchor")
    return found


def main() -> None:
    """Build the site."""
    started = time.monotonic()
    if not APP.exists():
        raise SystemExit("The page is not built. Build it with: make page")
    stage()
    shutil.copytree(APP, SOURCE / "app")
    shutil.rmtree(SITE, ignore_errors=True)
    command = [sys.executable, "-m", "zensical", "build", "--clean", "--strict", "--config-file", str(CONFIG)]
    if subprocess.run(command, cwd=ROOT, check=False).returncode:
        raise SystemExit("The site is not built.")
    for path in SITE.glob("*.html"):
        path.write_text(finished(path.read_text(encoding="utf-8")), encoding="utf-8")
    if wrong := faults(SITE):
        raise SystemExit("\n".join(wrong))
    count, seconds = len([*SITE.rglob("*.html")]), time.monotonic() - started
    print(f"{count} pages in {seconds:.1f} seconds: open {SITE.relative_to(ROOT) / 'index.html'}")


if __name__ == "__main__":
    main()

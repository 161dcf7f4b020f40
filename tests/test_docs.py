"""Commands in the README and the documents print what is shown there."""

import doctest
import importlib
import os
import re
import shlex
import shutil
import subprocess
from collections.abc import Iterator
from importlib import metadata
from pathlib import Path
from typing import Any

import click
import pytest

from fewest import SCORERS
from fewest.cli import app
from tests.cases import first
from tests.cli.running import Call, interrupt
from tests.cli.terminal import typed
from tests.markdown import DOCUMENTS, EVERYWHERE, ROOT, Run, anchors, commands, links, runs

SHOWN = [(path, command) for path in DOCUMENTS for command in commands(path)]
PRINTED = [(path, run) for path in DOCUMENTS for run in runs(path) if run.command[0] == "fewest" and run.printed]
"""Commands of ours with what they print."""
OUTPUTS = ("--output", "-o", "--tree", "--store")
"""Options that name a file to be written."""

LONG = (
    *("--cluster", "nyt-2023", "tarse.db", "today.db"),
    *("mastermind:pegs=5,colours=8", "mastermind:pegs=6,colours=9"),
)
"""Words in commands that take minutes, or need other commands."""

FREQUENT = "--language en --length 5 --most-frequent 4047 --prior frequency --midpoint 1500 --steepness 0.003"

SLOW = (
    "fewest accuracy --best 0 --sample 5",
    "fewest compare --opener salet",
    f"fewest evaluate {FREQUENT} --strategy expected-moves:curve=curve.json,over=mean",
    "fewest plot expected-moves --data curve.json --output moves.svg",
    "fewest store show openers.db",
    "fewest prove --game mastermind",
    "fewest prove --game numbers:most=1000",
    "fewest rank --opener salet --opener crane --store openers.db",
    "fewest suggest --language de --length 6 --count 2",
    "fewest train",
    f"fewest train {FREQUENT} --rounds 1 --uncertainty count --output curve.json",
)
"""Commands that take seconds, and are tested elsewhere on smaller inputs."""

slow = (pytest.mark.slow, pytest.mark.timeout(600))


@pytest.mark.parametrize("path", EVERYWHERE, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_links_lead_somewhere(path: Path) -> None:
    for name, anchor in links(path):
        target = path.parent / name if name else path
        assert target.exists(), name
        assert not anchor or anchor in anchors(target), f"{name}#{anchor}"


@pytest.mark.parametrize(
    "path", [path for path in DOCUMENTS if ">>> " in path.read_text(encoding="utf-8")], ids=lambda path: path.name
)
def test_examples_are_true(path: Path, folder: Path) -> None:
    known = {*SCORERS}
    result = doctest.testfile(str(path), module_relative=False)
    for registered in {*SCORERS} - known:
        del SCORERS[registered]
    assert (result.failed, result.attempted > 2) == (0, True)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder to run commands in, with the other files of the repository."""
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("sys.stdin", typed())
    monkeypatch.setenv("FEWEST_DATA", str(tmp_path / "data"))
    yield tmp_path
    monkeypatch.undo()


def shown(*programs: str, long: bool = False) -> list[Any]:
    """The commands of some programs, those that take minutes or not."""
    return [
        pytest.param(
            path, command, id=f"{path.name}: {' '.join(command)}", marks=slow if " ".join(command) in SLOW else ()
        )
        for path, command in SHOWN
        if command[0] in programs and is_long(command) == long
    ]


def is_long(command: list[str]) -> bool:
    """Whether a command takes minutes."""
    return any(part in command for part in LONG)


def needed(path: Path, command: list[str]) -> list[list[str]]:
    """The earlier commands of a document that write the files that a command reads."""
    words = [word for word, before in zip(command[1:], command, strict=False) if before not in OUTPUTS]
    read = [part for word in words for part in re.split("[=,]", word) if "." in part]
    earlier = commands(path)[: commands(path).index(command)]
    writers = [
        each
        for each in earlier
        for word, before in zip(each[1:], each, strict=False)
        if word in read and before in OUTPUTS
    ]
    return [each for writer in writers[:1] for each in [*needed(path, writer), writer]]


def only_run() -> list[Any]:
    """Our commands without shown output, once each."""
    printed = [run.command for _, run in PRINTED]
    first = {" ".join(each.values[1]): each for each in reversed(shown("fewest")) if each.values[1] not in printed}
    return [*first.values()][::-1]


@pytest.mark.parametrize(("path", "command"), first(2, only_run()))
def test_commands_run(path: Path, command: list[str], folder: Path, call: Call) -> None:
    for before in needed(path, command):
        assert call(*before[1:]).code == 0, before
    result = call(*command[1:])
    assert result.code == 0, result.err
    outputs = [word for word, before in zip(command[1:], command, strict=False) if before in OUTPUTS]
    assert all((folder / name).stat().st_size for name in outputs)
    assert result.out or outputs


ASKED = re.compile(r"^(?:Guess \d+ \[\w+\]|Reply to \w+):(?: (.*))?$", re.M)
"""Prompts of assist with the typed input."""


@pytest.mark.parametrize(
    "run",
    first(
        10,
        [
            pytest.param(
                run, id=f"{path.name}: {' '.join(run.command)}", marks=slow if " ".join(run.command) in SLOW else ()
            )
            for path, run in PRINTED
        ],
    ),
)
def test_commands_print_what_is_shown(run: Run, folder: Path, call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line of three dots stands for any lines."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr("sys.stdin", typed(*(line or "" for line in ASKED.findall(run.printed))))
    printed = [line.rstrip() for line in call(*run.command[1:]).out.rstrip().splitlines()]
    parts = [part.rstrip("\n").split("\n") for part in re.split(r"^…\n", run.printed, flags=re.M)]
    pattern = r"\n(?:.*\n)*?".join(re.escape("\n".join(part)) for part in parts if part != [""])
    assert re.fullmatch(pattern + (r"(?:\n.*)*" if parts[-1] == [""] else ""), "\n".join(printed)), "\n".join(printed)


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize(("path", "command"), shown("fewest", long=True))
def test_long_commands_run_until_they_are_stopped(path: Path, command: list[str], folder: Path) -> None:
    """Commands of a cluster need other machines."""
    for before in needed(path, command):
        interrupt(*before[1:], after=3)
    result = interrupt(*command[1:], after=3)
    assert "Traceback" not in result.err
    assert result.code in (0, 2 if "--cluster" in command else 130), result.err


@pytest.mark.parametrize(("path", "command"), shown("fewest", long=True))
def test_the_options_of_long_commands_are_there(path: Path, command: list[str]) -> None:
    found = app.get_command(click.Context(app), command[1])
    assert found is not None
    found.make_context(command[1], command[2:])


@pytest.mark.parametrize(("path", "command"), shown("make"))
def test_make_has_its_targets(path: Path, command: list[str]) -> None:
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("MAKE", "MFLAGS"))}
    make = [*command, "--dry-run", "--directory", str(ROOT)]
    done = subprocess.run(make, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(("path", "command"), shown("pip"))
def test_extras_are_there(path: Path, command: list[str]) -> None:
    (extras,) = re.findall(r" \.(?:\[([\w,]+)\])?$", " ".join(command))
    assert {*filter(None, extras.split(","))} <= {*(metadata.metadata("fewest").get_all("Provides-Extra") or ())}


@pytest.mark.parametrize(("path", "command"), shown("dask"))
def test_dask_has_those_options(path: Path, command: list[str]) -> None:
    main: Any = importlib.import_module(f"distributed.cli.dask_{command[1]}").main
    main.make_context(command[1], command[2:])


@pytest.mark.slow
def test_keys_and_certificates_are_made(tmp_path: Path) -> None:
    script = "\n".join(shlex.join(command) for _, command in SHOWN if command[0] in ("umask", "openssl"))
    if shutil.which("openssl") is None:
        pytest.skip("there is no openssl")
    subprocess.run(["sh", "-ec", script], cwd=tmp_path, check=True, capture_output=True, timeout=100)
    keys = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.glob("*.key")}
    assert keys == {"ca.key": 0o600, "cluster.key": 0o600}
    subprocess.run(["openssl", "verify", "-CAfile", "ca.pem", "cluster.pem"], cwd=tmp_path, check=True, timeout=100)


def test_no_command_is_left_out() -> None:
    assert {command[0] for _, command in SHOWN} == {
        *("fewest", "make", "pip", "dask", "umask", "openssl"),
        *("python3", "rsync"),  # put the page on a site
    }
    asked = {command[1] for _, command in SHOWN if command[0] == "fewest"}
    assert asked >= {"suggest", "prove", "rank", "store", "decide", "play"}

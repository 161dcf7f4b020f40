"""What others may rely on is what surface.txt and docs/api.md say."""

import difflib
import re
from importlib.metadata import entry_points

from fewest import scorers, strategies
from fewest.games import ENTRY_POINT_GROUP
from fewest.system import interrupts
from tests.cli.running import run
from tests.markdown import ROOT
from tests.public.surface import PATH, surface

DOCUMENT = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")


def test_nothing_public_changes_by_accident() -> None:
    """After an intended change, run python -m tests.public.surface and add a line to CHANGELOG.md."""
    before, now = PATH.read_text(encoding="utf-8").splitlines(), surface().splitlines()
    assert [*difflib.unified_diff(before, now, "surface.txt", "now", lineterm="", n=1)] == []


def test_the_document_names_the_exit_codes() -> None:
    told = {int(code) for code in re.findall(r"^\| (\d+) \|", DOCUMENT, re.MULTILINE)}
    assert told == {0, *(code for name, code in vars(interrupts).items() if name.endswith("_CODE"))}


def test_the_document_names_the_groups_of_entry_points() -> None:
    groups = {ENTRY_POINT_GROUP, scorers.ENTRY_POINT_GROUP, strategies.ENTRY_POINT_GROUP}
    assert {*re.findall(r"^\| `(fewest\.\w+)` \|", DOCUMENT, re.MULTILINE)} == groups


def test_the_program_is_installed_by_its_name() -> None:
    (script,) = [each for each in entry_points(group="console_scripts") if each.name == "fewest"]
    assert script.value == "fewest.__main__:main"


def test_exit_codes_are_what_the_document_says() -> None:
    assert run("words", "crane=22222").code == 0
    assert run("prove", "--game", "numbers:most=7", "--max-guesses", "2").code == interrupts.NO_CODE
    assert run("suggest", "--game", "none").code == interrupts.REFUSED_CODE

"""The package as a whole: installed files, imports, and examples in docstrings."""

import doctest
import importlib
import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest

import fewest

PACKAGE = Path(fewest.__file__).parent
EXAMPLES = [path for path in sorted(PACKAGE.rglob("*.py")) if ">>> " in path.read_text(encoding="utf-8")]


def test_the_version_is_the_installed_one() -> None:
    assert fewest.__version__ == metadata.version("fewest")


def test_every_public_name_is_there() -> None:
    assert [name for name in fewest.__all__ if not hasattr(fewest, name)] == []


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_examples_in_docstrings_are_true(path: Path) -> None:
    name = ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(".__init__")
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0
    assert result.attempted > 0


def run(code: str) -> "subprocess.CompletedProcess[str]":
    """Run some lines in a new Python process."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)


def test_without_its_core_the_package_says_how_to_build_it() -> None:
    result = run("import sys; sys.modules['fewest._core'] = None; from fewest import Wordle")
    assert result.returncode == 1
    last = result.stderr.splitlines()[-1]
    assert last.startswith("ImportError: The compiled core of fewest is missing. Build it with 'pip install .'")


@pytest.mark.skipif(shutil.which("cmake") is None, reason="there is no cmake")
def test_without_a_compiler_the_build_names_those_that_will_do(tmp_path: Path) -> None:
    nothing = tmp_path / "bin"
    nothing.mkdir()
    (nothing / "make").symlink_to("/bin/false")
    command = [str(shutil.which("cmake")), "-G", "Unix Makefiles", "-S", str(PACKAGE.parents[1]), "-B", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env={"PATH": str(nothing)})
    said = " ".join(done.stderr.split())
    assert "There is no C++ compiler. fewest needs GCC 12, Clang 14 or newer; install one" in said
    assert done.returncode == 1


@pytest.mark.parametrize("module", ["wordfreq", "click"])
def test_the_library_is_imported_without_what_only_others_need(module: str) -> None:
    assert run(f"import sys; from fewest import *; sys.exit({module!r} in sys.modules)").returncode == 0

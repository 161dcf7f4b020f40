"""The source and the wheel that others install: what is in them, and that they work where nothing else is."""

import re
import shutil
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest

import fewest
from tests.markdown import ROOT

pytestmark = [pytest.mark.slow, pytest.mark.timeout(1200)]

CONSUMER = Path(__file__).with_name("consumer.py")


def run(*command: str | Path, cwd: Path) -> str:
    """What a program says; it must not fail."""
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def dist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The source and the wheel; the wheel is made of that source alone."""
    folder = tmp_path_factory.mktemp("dist")
    build = tmp_path_factory.mktemp("build")
    venv.create(build / "venv", with_pip=True)
    python = build / "venv" / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "build", cwd=build)
    run(python, "-m", "build", "--outdir", folder, ROOT, cwd=build)
    return folder


@pytest.fixture(scope="module")
def clean(dist: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """The programs of a Python that has the wheel, what it needs, and mypy."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder / "venv", with_pip=True)
    programs = folder / "venv" / "bin"
    run(programs / "python", "-m", "pip", "install", "--quiet", *dist.glob("*.whl"), "mypy", cwd=folder)
    yield programs
    shutil.rmtree(folder)


def test_the_source_has_what_it_needs_and_nothing_else(dist: Path) -> None:
    (path,) = dist.glob("*.tar.gz")
    with tarfile.open(path) as source:
        names = {name.partition("/")[2] for name in source.getnames()}
    assert {"CMakeLists.txt", "LICENSE", "pyproject.toml", "src/core/portable.h", "src/fewest/py.typed"} <= names
    assert [name for name in names if name.startswith(("tests/", "docs/", "node_modules/", ".github/", "build/"))] == []
    assert path.stat().st_size < 2 << 20


def test_the_wheel_has_the_core_under_the_name_that_its_tag_promises(dist: Path) -> None:
    (path,) = dist.glob("*.whl")
    with zipfile.ZipFile(path) as wheel:
        names = wheel.namelist()
    python, abi = path.stem.split("-")[2:4]
    modules = [name for name in names if re.match(r"fewest/_core\..*(so|pyd)$", name)]
    assert len(modules) == 1
    free_threaded = abi.endswith("t")
    if sys.version_info < (3, 12) or free_threaded:
        assert python == f"cp{sys.version_info.major}{sys.version_info.minor}"
        assert modules[0].startswith(f"fewest/_core.cpython-{abi.removeprefix('cp')}")
    else:
        assert (python, abi, modules) == ("cp312", "abi3", ["fewest/_core.abi3.so"])
    assert {"fewest/py.typed", "fewest/_core.pyi", "fewest/web/static/index.html"} <= {*names}
    assert [name for name in names if not name.startswith(("fewest/", f"fewest-{fewest.__version__}.dist-info/"))] == []


def test_the_wheel_works_in_an_empty_environment(clean: Path) -> None:
    assert run(clean / "fewest", "--version", cwd=clean) == f"fewest {fewest.__version__}\n"
    assert "pip install 'fewest[web]'" in run(clean / "fewest", cwd=clean)
    assert "Guess 2 of 6: 106 words fit, 27 likely" in run(clean / "fewest", "suggest", "crane=01200", cwd=clean)
    assert "mean 3.4307 guesses" in run(clean / "fewest", "evaluate", cwd=clean)


def test_users_of_the_wheel_get_its_types(clean: Path, tmp_path: Path) -> None:
    script = tmp_path / "consumer.py"
    shutil.copy(CONSUMER, script)
    assert run(clean / "python", script, cwd=tmp_path).startswith(fewest.__version__)
    assert run(clean / "mypy", "--strict", script, cwd=tmp_path).startswith("Success")
    script.write_text("from fewest import strategy\n\nnumber: int = strategy('entropy').name\n", encoding="utf-8")
    wrong = subprocess.run([clean / "mypy", "--strict", script], capture_output=True, text=True, check=False)
    assert 'expression has type "str", variable has type "int"' in wrong.stdout


def test_a_wheel_for_the_stable_abi_is_not_built_without_the_stable_abi(tmp_path: Path) -> None:
    """Without the CMake component of the stable ABI, nanobind would silently build for a single version of Python."""
    python = tmp_path / "venv" / "bin" / "python"
    venv.create(tmp_path / "venv", with_pip=True)
    run(python, "-m", "pip", "install", "--quiet", "cmake", "nanobind", "ninja", cwd=tmp_path)
    nanobind = run(python, "-m", "nanobind", "--cmake_dir", cwd=tmp_path).strip()
    cmake = [
        str(python.with_name("cmake")),
        "-G",
        "Ninja",
        f"-DPython_EXECUTABLE={python}",
        f"-Dnanobind_DIR={nanobind}",
    ]
    make = f"-DCMAKE_MAKE_PROGRAM={python.with_name('ninja')}"
    for version, code in (("", 0), ("3.12", 1)):
        command: list[str | Path] = [
            *cmake,
            make,
            f"-DSKBUILD_SABI_VERSION={version}",
            "-S",
            ROOT,
            "-B",
            tmp_path / f"build{version}",
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == code, done.stderr
        assert ("The stable ABI was asked for" in " ".join(done.stderr.split())) == bool(code)

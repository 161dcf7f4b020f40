"""Builds the core with the sanitizers of addresses and of undefined behaviour, and runs its tests on that.

Not a test itself, for it takes minutes: python tests/sanitize.py, with whatever else pytest shall be told. It needs
CMake, Ninja, nanobind and a compiler that has the sanitizers.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
BUILD = ROOT / "build" / "sanitize"
PACKAGE = BUILD / "package"
FLAGS = "-fsanitize=address,undefined -fno-sanitize-recover=all -g -O1"
TESTS = ("tests/test_core.py", "tests/test_splits.py", "tests/optimal")

NO_OTHER_PACKAGE = """import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "ScikitBuildRedirectingFinder"]
"""
"""Keeps an editable installation from putting its own package first."""


def tool(name: str) -> str:
    """Where a program is: beside this Python, or wherever programs are."""
    found = shutil.which(name, path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if found is None:
        sys.exit(f"{name} is missing; install it with: {sys.executable} -m pip install {name}")
    return found


def output(*command: str) -> str:
    """What a program says."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stderr}")
    return done.stdout.strip()


def build() -> None:
    """Compile the core, and put it into a package of links to everything else."""
    options = {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_CXX_FLAGS": FLAGS,
        "CMAKE_MAKE_PROGRAM": tool("ninja"),
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": output(sys.executable, "-m", "nanobind", "--cmake_dir"),
    }
    settings = [f"-D{name}={value}" for name, value in options.items()]
    subprocess.run([tool("cmake"), "-S", ROOT, "-B", BUILD, "-G", "Ninja", *settings], check=True)
    subprocess.run([tool("cmake"), "--build", BUILD], check=True)
    shutil.rmtree(PACKAGE, ignore_errors=True)
    (PACKAGE / "fewest").mkdir(parents=True)
    for path in (ROOT / "src" / "fewest").iterdir():
        if not path.name.startswith(("_core.cpython", "__pycache__")):
            (PACKAGE / "fewest" / path.name).symlink_to(path)
    for path in BUILD.glob("_core.*.so"):
        shutil.copy(path, PACKAGE / "fewest")
    (PACKAGE / "sitecustomize.py").write_text(NO_OTHER_PACKAGE)


def test(arguments: list[str]) -> int:
    """Run the tests of the core with few examples each."""
    compiler = os.environ.get("CXX", "g++")
    preload = [output(compiler, f"-print-file-name={name}.so") for name in ("libasan", "libstdc++")]
    environment = {
        **os.environ,
        "ASAN_OPTIONS": "detect_leaks=0",
        "FEWEST_EXAMPLES": "few",
        "LD_PRELOAD": " ".join(preload),
        "PYTHONPATH": str(PACKAGE),
        "UBSAN_OPTIONS": "print_stacktrace=1",
    }
    here = "import fewest._core; print(fewest._core.__file__)"
    used = subprocess.run([sys.executable, "-c", here], env=environment, capture_output=True, text=True, check=False)
    if not used.stdout.startswith(str(PACKAGE)):
        sys.exit(f"The tests would not run on the core in {PACKAGE}:\n{used.stdout}{used.stderr}")
    command = [sys.executable, "-m", "pytest", "--capture=sys", "-p", "no:cacheprovider", *(arguments or TESTS)]
    return subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode


if __name__ == "__main__":
    build()
    sys.exit(test(sys.argv[1:]))

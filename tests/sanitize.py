"""Build and test the core with the address and undefined-behaviour sanitizers, then with the thread sanitizer.

The invariants that are expensive to check are checked as well: see src/core/invariants.h.

Not a test itself, because it takes minutes: python tests/sanitize.py [address | thread] [OPTION OF PYTEST]... It needs
CMake, Ninja, nanobind and a compiler with the sanitizers.
"""

import os
import resource
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]

STACK = 1 << 27
"""The size of the stack in bytes."""


@dataclass(frozen=True)
class Sanitizer:
    """How to build for a sanitizer, and what to run under it."""

    name: str
    flags: str
    library: str
    tests: tuple[str, ...]
    environment: dict[str, str]

    @property
    def build(self) -> Path:
        """The build folder of the core."""
        return ROOT / "build" / f"sanitize-{self.name}"

    @property
    def package(self) -> Path:
        """The folder of the package with that core."""
        return self.build / "package"


SANITIZERS = (
    Sanitizer(
        "address",
        "-fsanitize=address,undefined -fno-sanitize-recover=all",
        "libasan",
        (
            "tests/test_core.py",
            "tests/test_splits.py",
            "tests/search/test_prover.py",
            "tests/search/test_limits.py",
            "tests/search/test_branches.py",
            "tests/search/test_symmetry.py",
            "tests/search/test_threads.py",
            "tests/search/test_aims.py",
        ),
        {"ASAN_OPTIONS": "detect_leaks=0", "UBSAN_OPTIONS": "print_stacktrace=1"},
    ),
    # Python is not instrumented, but its locks are seen, so data shared by threads of the core is checked.
    Sanitizer(
        "thread",
        "-fsanitize=thread",
        "libtsan",
        ("tests/search/test_threads.py", "tests/test_core.py::test_the_number_of_threads_makes_no_difference"),
        {"TSAN_OPTIONS": "halt_on_error=1 second_deadlock_stack=1"},
    ),
)

NO_OTHER_PACKAGE = """import sys

sys.meta_path[:] = [finder for finder in sys.meta_path if type(finder).__name__ != "ScikitBuildRedirectingFinder"]
"""
"""Prevents an editable installation from coming first."""


def tool(name: str) -> str:
    """The path of a program: next to this Python, or on the search path."""
    found = shutil.which(name, path=os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]))
    if found is None:
        sys.exit(f"{name} is missing; install it with: {sys.executable} -m pip install {name}")
    return found


def output(*command: str) -> str:
    """Run a program and return its output."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(command)} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def build(sanitizer: Sanitizer) -> None:
    """Compile the core into a package whose other files are links."""
    options = {
        "CMAKE_BUILD_TYPE": "RelWithDebInfo",
        "CMAKE_CXX_FLAGS": f"{sanitizer.flags} -g -O1",
        "CMAKE_MAKE_PROGRAM": tool("ninja"),
        "FEWEST_CHECKED": "ON",
        "Python_EXECUTABLE": sys.executable,
        "nanobind_DIR": output(sys.executable, "-m", "nanobind", "--cmake_dir"),
    }
    settings = [f"-D{name}={value}" for name, value in options.items()]
    output(tool("cmake"), "-S", str(ROOT), "-B", str(sanitizer.build), "-G", "Ninja", *settings)
    output(tool("cmake"), "--build", str(sanitizer.build))
    shutil.rmtree(sanitizer.package, ignore_errors=True)
    (sanitizer.package / "fewest").mkdir(parents=True)
    for path in (ROOT / "src" / "fewest").iterdir():
        if not path.name.startswith(("_core.cpython", "__pycache__")):
            (sanitizer.package / "fewest" / path.name).symlink_to(path)
    for path in sanitizer.build.glob("_core.*.so"):
        shutil.copy(path, sanitizer.package / "fewest")
    (sanitizer.package / "sitecustomize.py").write_text(NO_OTHER_PACKAGE)


def allow_deep_stack() -> None:
    """Raise the limit of the stack, because sanitizers multiply the size of frames."""
    resource.setrlimit(resource.RLIMIT_STACK, (STACK, resource.getrlimit(resource.RLIMIT_STACK)[1]))


def test(sanitizer: Sanitizer, arguments: list[str]) -> int:
    """Run the tests of the core with few examples each."""
    compiler = os.environ.get("CXX", "g++")
    preload = [output(compiler, f"-print-file-name={name}.so") for name in (sanitizer.library, "libstdc++")]
    environment = {
        **os.environ,
        **sanitizer.environment,
        "FEWEST_EXAMPLES": "few",
        "LD_PRELOAD": " ".join(preload),
        "PYTHONPATH": str(sanitizer.package),
    }
    here = "import fewest._core; print(fewest._core.__file__)"
    used = subprocess.run([sys.executable, "-c", here], env=environment, capture_output=True, text=True, check=False)
    if not used.stdout.startswith(str(sanitizer.package)):
        sys.exit(f"The tests would not run on the core in {sanitizer.package}:\n{used.stdout}{used.stderr}")
    options = ["--capture=sys", "-p", "no:cacheprovider", "-m", "not slow", "--timeout", "900", "--numprocesses", "2"]
    command = [sys.executable, "-m", "pytest", *options, *(arguments or sanitizer.tests)]
    done = subprocess.run(command, cwd=ROOT, env=environment, preexec_fn=allow_deep_stack, check=False)
    return done.returncode


def main(arguments: list[str]) -> None:
    """Build and test with the sanitizer on the command line, or with both."""
    named = [sanitizer for sanitizer in SANITIZERS if sanitizer.name in arguments[:1]]
    for sanitizer in named or SANITIZERS:
        print(f"The core under the sanitizer of {sanitizer.name}", flush=True)
        build(sanitizer)
        if test(sanitizer, arguments[1:] if named else arguments):
            sys.exit(1)


if __name__ == "__main__":
    main(sys.argv[1:])

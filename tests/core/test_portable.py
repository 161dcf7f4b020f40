"""The core on other processors and systems, if this machine has compilers and an emulator for them."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

pytestmark = [pytest.mark.slow, pytest.mark.timeout(600)]

CORE = Path(__file__).parents[2] / "src" / "core"
CHECK = Path(__file__).with_name("check_kernels.cpp")

SOURCES = [path for path in sorted(CORE.glob("*.cpp")) if "bindings" not in path.name]
"""Sources without Python."""

OPTIONS = [
    "-std=c++20",
    "-O2",
    "-Wall",
    "-Wextra",
    "-Werror",
    "-Wno-maybe-uninitialized",
    "-Wno-unknown-warning-option",
]

AVX512 = ["-mavx512f", "-mavx512bw", "-mavx512vl", "-mbmi2", "-mprefer-vector-width=512"]
VECTORS = {
    "baseline": [],
    "avx2": ["-mavx2", "-mbmi2"],
    "avx512": AVX512,
    "vbmi2": [*AVX512, "-mavx512vbmi", "-mavx512vbmi2", "-mavx512bitalg"],
}

CLANG_FOR_ARM = ("clang++", "--target=aarch64-linux-gnu")
LIBRARY_OF_MACOS = ("clang++", "-stdlib=libc++")


def compiler(command: tuple[str, ...]) -> list[str]:
    """A compiler with its options; skip the test if it is missing."""
    if shutil.which(command[0]) is None:
        pytest.skip(f"there is no {command[0]}")
    if command == CLANG_FOR_ARM and shutil.which("aarch64-linux-gnu-g++") is None:
        pytest.skip("there are no libraries for arm64")
    if command == LIBRARY_OF_MACOS and not has_header(command, "__config"):
        pytest.skip("there is no libc++")
    return [*command, *OPTIONS]


def has_header(command: tuple[str, ...], name: str) -> bool:
    """Whether a compiler finds a header."""
    test = [*command, "-x", "c++", "-fsyntax-only", "-"]
    return subprocess.run(test, input=f"#include <{name}>", capture_output=True, text=True, check=False).returncode == 0


def run(*command: str | Path, **environment: str) -> str:
    """Run a program, which must succeed, and return its output."""
    done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.strip()


def build(command: list[str], sets: list[str], folder: Path, *options: str) -> Path:
    """The program that checks the kernels of some instruction sets."""
    objects = [folder / f"{name}.o" for name in sets]
    for name, path in zip(sets, objects, strict=True):
        run(*command, *VECTORS[name], f"-DFEWEST_ISA={name}", "-c", CORE / "kernels_isa.cpp", "-o", path)
    several = ["-DFEWEST_X86=1"] if len(sets) > 1 else []
    run(*command, *several, *options, CORE / "kernels.cpp", CHECK, *objects, "-o", folder / "check")
    return folder / "check"


@pytest.mark.parametrize("name", ["g++", "clang++"])
def test_kernels_do_on_this_processor_what_plain_loops_do(name: str, tmp_path: Path) -> None:
    on_x86 = os.uname().machine == "x86_64"
    check = build(compiler((name,)), [*VECTORS] if on_x86 else ["baseline"], tmp_path)
    best = run(check)
    for each in [*VECTORS][: [*VECTORS].index(best) + 1]:
        assert run(check, FEWEST_ISA=each) == each


@pytest.mark.parametrize("command", [("aarch64-linux-gnu-g++",), CLANG_FOR_ARM], ids=["gcc", "clang"])
def test_kernels_do_on_arm64_what_plain_loops_do(command: tuple[str, ...], tmp_path: Path) -> None:
    if shutil.which("qemu-aarch64-static") is None:
        pytest.skip("there is no qemu-aarch64-static")
    check = build(compiler(command), ["baseline"], tmp_path, "-static")
    assert run("qemu-aarch64-static", check) == "baseline"


@pytest.mark.parametrize(
    "command",
    [("x86_64-w64-mingw32-g++-posix", "-DFEWEST_X86=1"), ("aarch64-linux-gnu-g++",), CLANG_FOR_ARM, LIBRARY_OF_MACOS],
    ids=["windows", "arm64", "arm64-clang", "macos-library"],
)
def test_the_core_compiles_for_other_systems(command: tuple[str, ...]) -> None:
    for path in SOURCES:
        run(*compiler(command), "-DFEWEST_ISA=baseline", "-fsyntax-only", path)

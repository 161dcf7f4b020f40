"""Compile the core to WebAssembly, for the engine in the browser: python tools/build_wasm.py [FILE].

The compiler comes with the package ziglang, in the dependency group `page`. An existing file is kept if it is
newer than all sources.
"""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

ROOT = Path(__file__).parents[1]
CORE = ROOT / "src" / "core"
WASM = ROOT / "build" / "page" / "fewest.wasm"

SOURCES = sorted(path for path in CORE.glob("*.cpp") if not path.name.endswith("bindings.cpp"))

FLAGS = (
    *("-target", "wasm32-wasi", "-mcpu=generic+simd128+exception_handling", "-fwasm-exceptions", "-std=c++20"),
    *("-O3", "-Wall", "-Wextra", "-DFEWEST_ISA=baseline"),
    *("-mexec-model=reactor", "-s", "-Wl,--no-entry", "-Wl,-z,stack-size=1048576"),
)
"""Compiler options. Browsers that support the vectors of WebAssembly support its exceptions too."""


def build(target: Path = WASM) -> Path:
    """Compile the core to a file, unless the file is newer than all sources. Returns the file."""
    newest = max(path.stat().st_mtime for path in (*CORE.iterdir(), Path(__file__)))
    if target.exists() and target.stat().st_mtime > newest:
        return target
    if find_spec("ziglang") is None:
        sys.exit("The compiler for WebAssembly is missing. Install it with: pip install --group page")
    target.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=target.parent) as folder:  # another process may build the same
        built = Path(folder) / target.name
        command = [sys.executable, "-m", "ziglang", "c++", *FLAGS, *map(str, SOURCES), "-o", str(built)]
        subprocess.run(command, check=True)
        built.replace(target)
    return target


if __name__ == "__main__":
    print(build(*map(Path, sys.argv[1:])))

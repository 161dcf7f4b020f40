"""Runs JavaScript without a browser."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def run(script: str, *given: Path, text: str = "", seconds: float = 120) -> str:
    """Run a script of this folder with arguments and a text as input, and return its output."""
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    if node is None:
        pytest.skip("there is no node; make test installs it")
    command: list[str | Path] = [node, "--no-warnings", Path(__file__).with_name(script), *given]
    done = subprocess.run(command, input=text, capture_output=True, text=True, encoding="utf-8", timeout=seconds)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout

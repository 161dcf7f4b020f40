"""The state of the assistant, which needs no browser."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).with_name("assistant_state.mjs")


def test_the_state_of_the_assistant() -> None:
    node = shutil.which("node", path=str(Path(sys.executable).parent)) or shutil.which("node")
    if node is None:
        pytest.skip("there is no node; make test installs it")
    done = subprocess.run([node, "--no-warnings", TESTS], capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout

"""Fixtures of the tests of the page: the API without a network, a real server, and a browser."""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import Browser, Page, expect, sync_playwright

from fewest.cli.serve import listen
from fewest.system.files import lock
from fewest.web import limits
from fewest.web.server import Server, configure, create_app
from tests.markdown import ROOT
from tests.waiting import wait_until
from tests.web.visit import QUIET, Visit

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


COMPILES = pytest.mark.timeout(300, func_only=True)
"""The mark of the files whose tests need the core in WebAssembly: the time limit leaves out the fixtures."""

expect.set_options(timeout=60_000)


@pytest.fixture(scope="session")
def client() -> Iterator[TestClient]:
    """The API, asked in this process."""
    with TestClient(create_app(), base_url="http://localhost") as made:
        yield made


@pytest.fixture(scope="session")
def wasm() -> Path:
    """The core in WebAssembly, compiled once for all.

    The time limit of a test must not include this, since it ends the process, and compiling may take minutes on a busy
    machine. So files that need it have COMPILES.
    """
    if find_spec("ziglang") is None:
        pytest.skip("there is no ziglang, the compiler for WebAssembly; make .venv/tested installs it")
    path = ROOT / "build" / "page" / "fewest.wasm"
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.with_suffix(".lock").open("w") as locked:  # one process compiles
        lock(locked)
        subprocess.run(
            [sys.executable, ROOT / "tools" / "build_wasm.py"], check=True, timeout=1200, capture_output=True
        )
    return path


@pytest.fixture(scope="session")
def patience() -> Iterator[pytest.MonkeyPatch]:
    """Changes for the whole session."""
    with pytest.MonkeyPatch.context() as patch:
        yield patch


@pytest.fixture(scope="session")
def address(patience: pytest.MonkeyPatch) -> Iterator[str]:
    """The address of a server with generous time limits, for slow machines."""
    for name in ("TREE_SECONDS", "COMPARE_SECONDS"):
        patience.setattr(limits, name, 600.0)
    listening = listen("127.0.0.1", 0)
    server = Server(configure(create_app()))
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    wait_until(lambda: server.started, "the server starts", 120)
    yield f"http://127.0.0.1:{listening.getsockname()[1]}"
    server.should_exit = True
    thread.join(60)
    assert not thread.is_alive()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """A headless Chromium. If it is missing, skip these tests, or fail in continuous integration."""
    path = next(filter(None, map(shutil.which, BROWSERS)), None)
    if path is None:
        reason = "there is no chromium; install it to test the page (on Debian: apt-get install chromium)"
        if os.environ.get("CI") == "true":
            pytest.fail(reason)
        pytest.skip(reason)
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=[*ARGUMENTS])
        yield made
        made.close()


@pytest.fixture
def screen() -> dict[str, Any]:
    """The screen of a page; some files override it."""
    return {"viewport": {"width": 1280, "height": 900}}


@pytest.fixture
def page(browser: Browser, screen: dict[str, Any]) -> Iterator[Page]:
    """A page with its own profile."""
    context = browser.new_context(**{**QUIET, **screen})
    context.set_default_timeout(60_000)
    made = context.new_page()
    yield made
    made.unroute_all(behavior="ignoreErrors")  # the last requests get no answer
    context.close()


@pytest.fixture
def visit(page: Page, address: str) -> Iterator[Visit]:
    """A visit, checked at its end for logged errors and requests to other hosts."""
    made = Visit(page, address)
    yield made
    made.check()

"""The page as a single file, opened from disk without a network."""

import json
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Worker, expect

from fewest import Wordle
from fewest.play.round import draw
from fewest.web.api import page_facts
from tests.markdown import ROOT
from tests.web import javascript
from tests.web.conftest import COMPILES
from tests.web.visit import PHONE, QUIET, enter

pytestmark = COMPILES

ESBUILD = ROOT / "node_modules" / "esbuild"


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, wasm: Path) -> Path:
    """The folder of the newly built page."""
    if not ESBUILD.exists():
        pytest.skip("there is no esbuild; make node_modules/.installed installs it")
    folder = tmp_path_factory.mktemp("page")
    subprocess.run([sys.executable, ROOT / "tools" / "build_page.py", folder], check=True, timeout=1200)
    return folder


@pytest.fixture
def page(browser: Browser) -> Iterator[Page]:
    """A phone without a network: no requests and no errors."""
    screen: dict[str, Any] = {**PHONE, **QUIET}
    context = browser.new_context(**screen)
    context.set_offline(True)
    page = context.new_page()
    wrong: list[str] = []
    page.on(
        "request", lambda asked: None if asked.url.startswith(("file:", "blob:", "data:")) else wrong.append(asked.url)
    )
    page.on("console", lambda message: wrong.append(message.text) if message.type in ("error", "warning") else None)
    page.on("pageerror", lambda error: wrong.append(str(error)))
    yield page
    context.close()
    assert wrong == []


def test_it_suggests_proves_and_plays_without_a_network(page: Page, built: Path) -> None:
    page.goto((built / "fewest.html").as_uri())
    expect(page.locator(".play-word b")).to_have_text(page_facts()["first"]["suggestions"][0]["guess"])
    enter(page, "slate")
    enter(page, "00010")
    expect(page).to_have_url(re.compile(r"fewest\.html#/assistant\?c=slate\.00010$"))
    expect(page.locator(".badge.proved")).to_be_visible()
    expect(page.locator(".play-word b")).to_have_text("churn")
    expect(page.locator(".fits")).to_contain_text("guess 2 of 6")
    page.go_back()
    expect(page.locator(".play-word b")).to_have_text("slate")
    page.get_by_role("link", name="Play", exact=True).click()
    expect(page).to_have_url(re.compile(r"#/play\?seed=\d+$"))
    for turn, guess in enumerate(("crane", "sloth")):
        enter(page, guess)
        expect(page.locator(".row").nth(turn)).to_have_attribute("aria-label", f"Guess {turn + 1}: {guess}")
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#view")).to_contain_text(re.compile("It was [A-Z]{5}"))


def test_a_search_that_is_no_longer_wanted_ends_and_the_next_answer_comes(page: Page, built: Path) -> None:
    ended: list[Worker] = []
    page.on("worker", lambda worker: worker.on("close", lambda gone: ended.append(gone)))
    page.goto(f"{(built / 'fewest.html').as_uri()}#/assistant?c=vivid.00000_adieu.00000")
    page.get_by_role("button", name="Prove it").click()
    expect(page.get_by_role("button", name="Stop")).to_be_visible()
    assert not ended
    page.get_by_role("button", name="Undo").click()
    while not ended:
        page.wait_for_timeout(20)
    expect(page.locator(".fits")).to_contain_text("guess 2 of 6")
    page.goto(f"{(built / 'fewest.html').as_uri()}#/assistant?c=slate.00010")
    expect(page.locator(".badge.proved")).to_be_visible()


def test_a_long_search_tells_how_far_it_is(page: Page, built: Path) -> None:
    page.goto(f"{(built / 'fewest.html').as_uri()}#/assistant?c=vivid.00000_adieu.00000")
    page.evaluate(
        """() => {
          window.told = [];
          const read = () => told.push(document.querySelector("[data-key=proof-progress]")?.textContent.trim());
          const all = { subtree: true, childList: true, characterData: true };
          new MutationObserver(read).observe(document.getElementById("view"), all);
        }"""
    )
    page.get_by_role("button", name="Prove it").click()
    expect(page.locator(".badge.busy")).to_be_visible()
    expect(page.locator(".badge.busy")).not_to_be_visible()
    told = "\n".join(filter(None, page.evaluate("told")))
    assert re.search(r"(?m)^[\d,]+ of [\d,]+ guesses settled\. Best so far: [A-Z]{5} with \d\.\d{3}\.$", told), told


def test_it_grows_and_proves_trees(page: Page, built: Path) -> None:
    page.goto(f"{(built / 'fewest.html').as_uri()}#/explore?e=original&o=crane")
    page.get_by_role("button", name="Show it").click()
    expect(page.locator(".badge.proved")).to_be_visible()
    page.locator(".branch[data-reply]").first.click()
    expect(page.locator(".crumbs li")).to_have_count(2)


def test_the_page_says_when_it_needs_a_server(page: Page, built: Path) -> None:
    page.goto(f"{(built / 'fewest.html').as_uri()}#/strategies")
    expect(page.locator("#view")).to_contain_text("This needs a server. Install fewest, then run fewest serve.")
    expect(page.locator(".skeleton")).to_have_count(0)


@pytest.mark.parametrize("address", ["assistant?boards=4", "play?m=boards&n=4&seed=1"])
def test_sections_that_need_a_server_hide_boards_and_keys(page: Page, built: Path, address: str) -> None:
    page.goto(f"{(built / 'fewest.html').as_uri()}#/{address}")
    expect(page.locator("#view")).to_contain_text("This needs a server. Install fewest, then run fewest serve.")
    for shown in (".board", ".keyboard", ".hint:not(.bad)"):
        expect(page.locator(shown)).to_have_count(0)


def test_it_works_where_storage_is_forbidden(page: Page, built: Path) -> None:
    page.add_init_script(
        "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('forbidden') } })"
    )
    page.goto((built / "fewest.html").as_uri())
    enter(page, "slate")
    enter(page, "00010")
    expect(page.locator(".badge.proved")).to_be_visible()


def test_links_of_a_file_say_for_whom_they_are(page: Page, built: Path) -> None:
    page.add_init_script(
        "if (navigator.clipboard) navigator.clipboard.writeText = async (text) => { window.copied = text; }"
    )
    file = (built / "fewest.html").as_uri()
    invitation = page.get_by_role("button", name="Copy an invitation to this word for others who have this page")
    page.goto(f"{file}#/play?e=original&seed=7&g=crane")
    invitation.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("copied")
    assert copied == "Open fewest.html and add this to the end of its address: #/play?e=original&seed=7"
    page.goto(f"{file}{copied.split()[-1]}")
    expect(invitation).to_be_visible()
    expect(page.locator(".row").first).not_to_have_attribute("aria-label", re.compile("crane"))
    page.goto(f"{file}#/assistant?c=slate.00010")
    page.get_by_role("button", name="Copy a link that works on this device").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    copied = page.evaluate("copied")
    page.goto("about:blank")
    page.goto(copied)
    expect(page.locator(".play-word b")).to_have_text("churn")


@pytest.mark.slow
def test_it_works_in_firefox(built: Path, tmp_path: Path) -> None:
    firefox = shutil.which("firefox-esr") or shutil.which("firefox")
    if firefox is None:
        pytest.skip("there is no firefox")
    told = javascript.run("firefox.mjs", Path(firefox), built / "fewest.html", tmp_path)
    assert told == "#/assistant?c=slate.00010 churn"


def test_it_works_over_plain_http(browser: Browser, built: Path, original: Wordle) -> None:
    screen: dict[str, Any] = {**PHONE, **QUIET}
    context = browser.new_context(**screen)
    context.route("http://words.example/", lambda asked: asked.fulfill(path=built / "fewest.html"))
    page = context.new_page()
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    page.goto("http://words.example/#/play?e=original&seed=7")
    assert not page.evaluate("isSecureContext")
    enter(page, "crane")
    expect(page.locator(".row").first).to_have_attribute("aria-label", re.compile("^Guess 1: crane"))
    page.get_by_role("button", name="Give up").click()
    expect(page.locator("#view")).to_contain_text(f"It was {draw(original, 'seed 7').upper()}")
    assert wrong == []
    context.close()


class Handler(SimpleHTTPRequestHandler):
    """Serves files without a log."""

    def log_message(self, *_: Any) -> None:
        """Log nothing."""


def test_hosted_under_any_path_it_opens_without_a_network_from_the_second_visit_on(
    browser: Browser, built: Path
) -> None:
    shutil.copytree(built / "site", built / "host" / "some" / "path", dirs_exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), lambda *given: Handler(*given, directory=str(built / "host")))
    Thread(target=server.serve_forever, daemon=True).start()
    screen: dict[str, Any] = {**PHONE, **QUIET, "service_workers": "allow"}
    context = browser.new_context(**screen)
    try:
        page = context.new_page()
        address = f"http://localhost:{server.server_port}/some/path/"
        page.goto(address)
        page.evaluate("navigator.serviceWorker.ready.then(() => null)")
        manifest = page.evaluate("document.querySelector('link[rel=manifest]').href")
        told = json.loads((built / "site" / "manifest.webmanifest").read_text())
        assert (manifest, told["start_url"], told["scope"]) == (f"{address}manifest.webmanifest", "./", "./")
        assert [icon["src"] for icon in told["icons"] if not (built / "site" / icon["src"]).exists()] == []
    finally:
        server.shutdown()
        server.server_close()
    context.set_offline(True)
    page.goto(f"{address}#/assistant?c=slate.00010")
    page.reload()
    expect(page.locator(".badge.proved")).to_be_visible()
    context.close()

"""The time and the memory that the page as one file needs in a headless Chromium.

    python bench/page.py                    build/page/fewest.html; the least of five visits
    python bench/page.py --visits 9 FILE

A visit opens the file, enters clues, analyses a game and grows trees: each of these in a new browser, and then all of
them in one. It measures the heap of the page, the memory of the core in each worker, and the private memory of the
process that draws the page and runs the workers. An empty page with two idle workers is measured in the same way. Needs
Chromium and Playwright, from the test group of packages.
"""

import argparse
import re
import shutil
import time
from collections import defaultdict
from collections.abc import Callable
from functools import partial
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).parents[1]
GAME = "slate crony budge found"
CLUES = {"in the book": ("slate", "00010"), "not in the book": ("crony", "00000"), "hard mode": ("crony", "00000")}

WATCH = """
window.seen = {};
window.cores = new Map();
const at = () => Math.round(performance.now() - (window.from ?? 0));
const note = () => {
  const fits = document.querySelector(".fits")?.textContent ?? "";
  const [isFirst, isNext] = [fits.includes("guess 1 of"), fits.includes("guess 2 of")];
  if (isFirst && document.querySelector(".play-word b")) seen.first ??= at();
  if (isNext && document.querySelector(".play-word b")) seen.advice ??= at();
  if (isNext && document.querySelector(".badge.proved")) seen.proved ??= at();
  if (document.querySelector(".verdict")) seen.analysed ??= at();
  if (document.querySelector(".branches")) seen.tree ??= at();
  if (document.querySelector(".offer")) seen.proof ??= at();
};
new MutationObserver(note).observe(document, { subtree: true, childList: true, characterData: true });
const restart = () => { window.seen = {}; window.from = performance.now(); };
addEventListener("keydown", ({ key }) => key === "Enter" && restart(), true);
window.restart = restart;
const { postMessage } = Worker.prototype;
Worker.prototype.postMessage = function (...given) {
  if (!cores.has(this)) {
    cores.set(this, 0);
    this.addEventListener("message", ({ data }) => data.memory && cores.set(this, data.memory));
  }
  return postMessage.apply(this, given);
};
"""
"""Records when each part of the page appears, and the memory of the core in each worker."""


def process_of(page: Page) -> int:
    """The process that draws the page: the youngest renderer."""
    browser = page.context.browser
    assert browser is not None
    session = browser.new_browser_cdp_session()
    processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
    return max(int(process["id"]) for process in processes if process["type"] == "renderer")


def megabytes(process: int, what: str) -> float:
    """An entry of /proc/PID/status, such as RssAnon, in megabytes."""
    found = re.search(rf"{what}:\s+(\d+) kB", Path(f"/proc/{process}/status").read_text())
    assert found is not None
    return int(found[1]) / 1e3


def wait_for(page: Page, condition: str) -> None:
    """Wait until a condition holds. Polls, because the content security policy forbids wait_for_function."""
    until = time.monotonic() + 120
    while not page.evaluate(f"Boolean({condition})"):
        if time.monotonic() > until:
            raise SystemExit(f"Timed out: {condition}")
        page.wait_for_timeout(50)


EMPTY = """<!doctype html><title>Empty</title><script>
for (let i = 0; i < 2; i++) new Worker(URL.createObjectURL(new Blob(["onmessage = () => postMessage(1)"])));
</script>"""


class Visit:
    """One visit, and what it found, in milliseconds and megabytes."""

    def __init__(self, page: Page, address: str, found: dict[str, float], name: str = "") -> None:
        """Prepare a page; `name` comes before the names of the numbers."""
        self.page, self.address, self.found, self.name = page, address, found, name
        page.add_init_script(WATCH)

    def wait(self, name: str, what: str, key: str) -> None:
        """Wait for a part of the page, and keep the time at which it came."""
        wait_for(self.page, f"seen.{key}")
        self.found[f"{self.name}{name}: {what}, ms"] = self.page.evaluate(f"seen.{key}")

    def weigh(self, name: str) -> None:
        """Measure the memory."""
        session = self.page.context.new_cdp_session(self.page)
        before = f"{self.name}{name}: "
        self.found[f"{before}heap of the page, MB"] = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        for number, core in enumerate(sorted(self.page.evaluate("[...cores.values()]"))):
            self.found[f"{before}core of worker {number + 1}, MB"] = core / 1e6
        self.found[f"{before}memory of the process, MB"] = megabytes(process_of(self.page), "RssAnon")

    def empty(self) -> None:
        """An empty page with two idle workers."""
        self.page.goto("about:blank")
        self.page.set_content(EMPTY)
        self.page.wait_for_timeout(500)
        self.found["empty page: memory of the process, MB"] = megabytes(process_of(self.page), "RssAnon")

    def cold(self) -> None:
        """The first suggestion."""
        self.page.goto(self.address)
        self.wait("cold", "first suggestion", "first")
        wait_for(self.page, "performance.getEntriesByName('first-contentful-paint').length")
        paint = self.page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
        self.found[f"{self.name}cold: first paint, ms"] = paint
        self.weigh("cold")

    def clue(self, name: str) -> None:
        """The advice after a clue."""
        guess, reply = CLUES[name]
        page = self.page
        page.goto("about:blank")
        page.goto(f"{self.address}#/assistant{'?hard=1' if name == 'hard mode' else ''}")
        wait_for(page, "seen.first")
        page.keyboard.type(guess)
        page.wait_for_timeout(500)  # about as long as a person needs to look at the colours
        page.keyboard.type(reply)
        page.keyboard.press("Enter")
        self.wait(f"clue {name}", "advice", "advice")
        wait_for(page, "seen.proved || !document.querySelector('.badge.busy')")
        if page.evaluate("seen.proved"):
            self.wait(f"clue {name}", "proved", "proved")
        page.wait_for_timeout(300)
        self.weigh(f"clue {name}")

    def at(self, name: str, place: str, key: str) -> None:
        """Another section."""
        self.page.goto("about:blank")
        self.page.goto(self.address + place)
        self.wait(name, "seen", key)
        if key == "tree":
            self.wait(name, "proved", "proof")
        self.weigh(name)


PARTS: list[Callable[[Visit], None]] = [
    Visit.cold,
    *(partial(Visit.clue, name=name) for name in CLUES),
    partial(Visit.at, name="analysis", place=f"#/analyse?t={GAME.replace(' ', '+')}&e=original", key="analysed"),
    partial(Visit.at, name="tree", place="#/explore?e=original&o=crane", key="tree"),
    partial(Visit.at, name="tree, hard mode", place="#/explore?e=original&o=crane&hard=1", key="tree"),
]


def visit(open_page: Callable[[], Page], address: str) -> dict[str, float]:
    """Measure one visit."""
    found = dict[str, float]()
    for part in (Visit.empty, *PARTS):
        part(Visit(open_page(), address, found))
    session = Visit(open_page(), address, found, "all in turn, ")
    for part in PARTS:
        part(session)
    return found


def main() -> None:
    """Visit the page several times, and print the least and the greatest of each number."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("file", nargs="?", type=Path, default=ROOT / "build" / "page" / "fewest.html")
    parser.add_argument("--visits", type=int, default=5)
    given = parser.parse_args()
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    all_found = defaultdict[str, list[float]](list)
    with sync_playwright() as playwright:
        for _ in range(given.visits):
            browsers: list[Browser] = []

            def open_page(browsers: list[Browser] = browsers) -> Page:
                for browser in browsers:
                    browser.close()
                options = ["--no-sandbox", "--disable-gpu"]
                browsers[:] = [playwright.chromium.launch(executable_path=browser_path, args=options)]
                return browsers[0].new_page(viewport={"width": 390, "height": 844}, offline=True)

            for name, number in visit(open_page, given.file.resolve().as_uri()).items():
                all_found[name].append(number)
            browsers[0].close()
    print(f"{given.file}: {given.file.stat().st_size:,} bytes")
    for name, numbers in all_found.items():
        print(f"{name:60} {min(numbers):7.0f}  (at most {max(numbers):.0f})")


if __name__ == "__main__":
    main()

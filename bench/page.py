"""The time and the memory that the page as one file needs in a headless Chromium.

    python bench/page.py                    build/page/fewest.html; the least of five visits, each in a new browser
    python bench/page.py --visits 9 FILE

A visit opens the file, enters clues, analyses a game and grows trees. It measures the heap of the page, the memory of
the core in each worker, and the private memory of the process that draws the page and runs the workers. Needs Chromium
and Playwright, from the test group of packages.
"""

import argparse
import re
import shutil
import time
from collections import defaultdict
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

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


def visit(page: Page, address: str) -> dict[str, float]:
    """Measure one visit, in milliseconds and megabytes."""
    page.add_init_script(WATCH)
    found = dict[str, float]()

    def wait(name: str, what: str, key: str) -> None:
        wait_for(page, f"seen.{key}")
        found[f"{name}: {what}, ms"] = page.evaluate(f"seen.{key}")

    def weigh(name: str) -> None:
        process = process_of(page)
        session = page.context.new_cdp_session(page)
        heap = session.send("Runtime.getHeapUsage")["usedSize"] / 1e6
        found[f"{name}: heap of the page, MB"] = heap
        for number, core in enumerate(sorted(page.evaluate("[...cores.values()]"))):
            found[f"{name}: core of worker {number + 1}, MB"] = core / 1e6
        found[f"{name}: memory of the process, MB"] = megabytes(process, "RssAnon")

    page.goto("about:blank")
    found["empty page: memory of the process, MB"] = megabytes(process_of(page), "RssAnon")
    page.goto(address)
    wait("cold", "first suggestion", "first")
    wait_for(page, "performance.getEntriesByName('first-contentful-paint').length")
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    found["cold: first paint, ms"] = paint
    weigh("cold")
    for name, (guess, reply) in CLUES.items():
        page.goto("about:blank")
        page.goto(f"{address}#/assistant{'?hard=1' if name == 'hard mode' else ''}")
        wait_for(page, "seen.first")
        page.keyboard.type(guess)
        page.wait_for_timeout(500)  # about as long as a person needs to look at the colours
        page.keyboard.type(reply)
        page.keyboard.press("Enter")
        wait(f"clue {name}", "advice", "advice")
        wait_for(page, "seen.proved || !document.querySelector('.badge.busy')")
        if page.evaluate("seen.proved"):
            wait(f"clue {name}", "proved", "proved")
        page.wait_for_timeout(300)
        weigh(f"clue {name}")
    for name, place, key in (
        ("analysis", f"#/analyse?t={GAME.replace(' ', '+')}&e=original", "analysed"),
        ("tree", "#/explore?e=original&o=crane", "tree"),
        ("tree, hard mode", "#/explore?e=original&o=crane&hard=1", "tree"),
    ):
        page.goto("about:blank")
        page.goto(address + place)
        wait(name, "seen", key)
        if key == "tree":
            wait(name, "proved", "proof")
        weigh(name)
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
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
            context = browser.new_context(viewport={"width": 390, "height": 844}, offline=True)
            for name, number in visit(context.new_page(), given.file.resolve().as_uri()).items():
                all_found[name].append(number)
            browser.close()
    print(f"{given.file}: {given.file.stat().st_size:,} bytes")
    for name, numbers in all_found.items():
        print(f"{name:45} {min(numbers):7.0f}  (at most {max(numbers):.0f})")


if __name__ == "__main__":
    main()

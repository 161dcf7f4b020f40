"""First paint: the time until a new browser with a cold cache shows the page.

    python bench/paint.py                    every section, medians of five visits

Needs Chromium and Playwright, from the test group of packages.
"""

import argparse
import re
import shutil
import statistics
import subprocess
import sys

from playwright.sync_api import sync_playwright

SECTIONS = ("assistant", "analyse", "explore", "play", "strategies")


def main() -> None:
    """Start a server, visit its sections, and print the times."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--visits", type=int, default=5)
    given = parser.parse_args()
    command = [sys.executable, "-c", "from fewest.cli import main; main()", "serve", "--no-open", "--port", "0"]
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
            for section in SECTIONS:
                times = []
                for _ in range(given.visits):
                    context = browser.new_context()
                    page = context.new_page()
                    page.goto(found[0] + section)
                    page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length")
                    entry = "performance.getEntriesByName('first-contentful-paint')[0].startTime"
                    times.append(float(page.evaluate(entry)))
                    context.close()
                print(f"{section}: first paint after {statistics.median(times):.0f} ms (at most {max(times):.0f} ms)")
        finally:
            server.terminate()


if __name__ == "__main__":
    main()

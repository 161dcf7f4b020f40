"""Draw the pictures of the page for the documentation: docs/page/*.png.

python tools/build_pictures.py

Needs a Chromium, and Playwright: the tests' group of packages.
"""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import ViewportSize, sync_playwright

FOLDER = Path(__file__).parents[1] / "docs" / "page"

DESK = ViewportSize(width=1280, height=960)
PHONE = ViewportSize(width=390, height=844)

PICTURES = {
    "assistant": ("/assistant?e=original&c=crane.01200", DESK, ".advice"),
    "phone": ("/assistant?e=original&c=crane.01200", PHONE, ".advice"),
    "analyse": ("/analyse?e=original&g=crane_slate_rebut", DESK, ".analysis"),
}
"""What each picture shows, how large it is, and what is at its top."""

SCROLL = "(element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 100)"


def main() -> None:
    """Start a server and take the pictures."""
    command = [sys.executable, "-c", "from fewest.cli import main; main()", "serve", "--no-open", "--port", "0"]
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^/]+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
            for name, (path, size, top) in PICTURES.items():
                page = browser.new_page(viewport=size, reduced_motion="reduce", service_workers="block")
                page.goto(found[0] + path)
                page.wait_for_load_state("networkidle")
                page.locator(top).evaluate(SCROLL)
                page.screenshot(path=FOLDER / f"{name}.png")
                page.close()
            browser.close()
        finally:
            server.terminate()


if __name__ == "__main__":
    main()

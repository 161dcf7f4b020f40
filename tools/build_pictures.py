"""Draw the pictures of the page and of the terminal for the documentation: docs/page/*.png and terminal.svg.

python tools/build_pictures.py [terminal]

Pictures of the page need Chromium and Playwright, from the test group of packages. The terminal needs neither.
"""

import io
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import TerminalTheme
from rich.text import Text

FOLDER = Path(__file__).parents[1] / "docs" / "page"

DESK, PHONE = (1280, 960), (390, 844)

PICTURES = {
    "assistant": ("/assistant?e=original&c=crane.01200", DESK, ".advice"),
    "phone": ("/assistant?e=original&c=crane.01200", PHONE, ".advice"),
    "analyse": ("/analyse?e=original&g=crane_slate_rebut", DESK, ".analysis"),
}
"""The address, the size and the top element of each picture."""

SCROLL = "(element) => scrollTo(0, scrollY + element.getBoundingClientRect().top - 100)"


SHOWN = ("suggest", "crane=01200", "--count", "6")
"""The command in the terminal."""

COLUMNS = 72

GREYS = {"black": (24, 26, 27), "white": (235, 235, 235), "text": (222, 222, 222)}

THEME = TerminalTheme(GREYS["black"], GREYS["text"], [GREYS["black"], *[GREYS["text"]] * 6, GREYS["white"]])
"""Colours, except those of the tiles."""

FORMAT = """\
<svg viewBox="0 0 {width} {height}" xmlns="http://www.w3.org/2000/svg">
<style>
svg {{ font-family: ui-monospace, Menlo, Consolas, "DejaVu Sans Mono", monospace; }}
.{unique_id}-matrix {{ font-size: {char_height}px; }}
.{unique_id}-title {{ font-size: 17px; }}
{styles}
</style>
<defs>{lines}</defs>
{chrome}
<g transform="translate({terminal_x}, {terminal_y})">
{backgrounds}
<g class="{unique_id}-matrix">
{matrix}
</g>
</g>
</svg>
"""
"""The frame of a terminal. Unlike the one of rich, it fetches no font."""


def terminal() -> str:
    """Render the output of a command in a terminal as SVG."""
    command = [sys.executable, "-c", "from fewest.cli import main; main()", *SHOWN]
    # Leave out squares, which repeat the tiles and need special fonts.
    environment = os.environ | {"COLUMNS": str(COLUMNS), "FORCE_COLOR": "1", "PYTHONIOENCODING": "ascii"}
    environment.pop("NO_COLOR", None)
    text = subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout
    console = Console(width=COLUMNS, record=True, file=io.StringIO(), force_terminal=True, color_system="truecolor")
    console.print(Text.from_ansi(text.rstrip()))
    return console.export_svg(title=f"$ fewest {' '.join(SHOWN)}", theme=THEME, code_format=FORMAT, unique_id="shown")


def main() -> None:
    """Take the pictures."""
    (FOLDER / "terminal.svg").write_text(terminal(), encoding="utf-8")
    if "terminal" not in sys.argv:
        pictures()


def pictures() -> None:
    """Start a server and take the pictures of the page."""
    from playwright.sync_api import sync_playwright

    command = [sys.executable, "-c", "from fewest.cli import main; main()", "serve", "--no-open", "--port", "0"]
    browser_path = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server, sync_playwright() as playwright:
        try:
            assert server.stdout is not None
            found = re.search(r"http://[^/]+", server.stdout.readline())
            assert found is not None
            browser = playwright.chromium.launch(executable_path=browser_path, args=["--no-sandbox", "--disable-gpu"])
            for name, (path, size, top) in PICTURES.items():
                page = browser.new_page(
                    viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce", service_workers="block"
                )
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

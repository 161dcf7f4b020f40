"""A visit of the page, watched."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page, Route, expect

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 800}}
QUIET = {"reduced_motion": "reduce", "service_workers": "block"}
"""No animations, and no caches of the browser."""

ARRIVED = """
window.arrived = [];
const read = Response.prototype.json;
Response.prototype.json = async function () {
  const data = await read.call(this);
  setTimeout(() => window.arrived.push(new URL(this.url).pathname)); // after the code that waits for it has continued
  return data;
};
"""
"""Records the answers that the page has had time to handle."""


@dataclass
class Visit:
    """A page with its log and its requests."""

    page: Page
    address: str
    refusals: bool = False
    """Whether the server may refuse requests, which the browser logs."""
    logged: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Watch."""
        self.page.add_init_script(ARRIVED)
        self.page.on("console", self._log)
        self.page.on("pageerror", lambda error: self.logged.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def _log(self, message: ConsoleMessage) -> None:
        expected = "blocked by Playwright|status of 4(09|29)" if self.refusals else "blocked by Playwright"
        if message.type in ("error", "warning") and not re.search(expected, message.text):
            self.logged.append(message.text)

    def open(self, path: str) -> Page:
        """Go somewhere."""
        self.page.goto(self.address + path)
        return self.page

    def wait_for(self, path: str, count: int = 1) -> None:
        """Wait until the page has received answers from a path of the API, counted since it was opened."""
        self.page.wait_for_function(
            "([path, count]) => arrived.filter((each) => each === '/api/v1/' + path).length >= count", arg=[path, count]
        )

    def check(self) -> None:
        """Check that nothing was logged, and nothing was requested from other hosts."""
        assert self.logged == []
        assert [url for url in self.asked if not url.startswith((self.address, "data:"))] == []

    def findings(self) -> list[str]:
        """The serious and critical findings of axe."""
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in Axe().run(self.page).response["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]


def unfold(page: Page) -> None:
    """Unfold all settings."""
    expect(page.locator(".folded > summary").first).to_be_visible()
    folded = page.locator(".folded:not([open]) > summary")
    if folded.count():
        folded.click()


def enter(page: Page, text: str) -> None:
    """Type something and press Enter."""
    page.keyboard.type(text)
    page.keyboard.press("Enter")


class Held:
    """Requests that wait until they are released."""

    def __init__(self, page: Page, path: str, which: Callable[[Any], bool] = lambda asked: True) -> None:
        """Hold the requests of a path of the API, or some of them by their bodies."""
        self.page, self.routes, self.holding, self.which = page, list[Route](), True, which
        self.change: Callable[[Any], Any] | None = None
        page.route(f"**/api/v1/{path}", self._hold)

    def _hold(self, route: Route) -> None:
        if self.holding and self.which(route.request.post_data_json):
            self.routes.append(route)
        else:
            self._answer(route)

    def _answer(self, route: Route) -> None:
        if self.change is None:
            route.continue_()
        else:
            answer = route.fetch()
            route.fulfill(response=answer, json=self.change(answer.json()))

    def wait(self, count: int = 1) -> None:
        """Wait until some are held."""
        until = time.monotonic() + 120
        while len(self.routes) < count:
            assert time.monotonic() < until, "nothing was asked"
            self.page.wait_for_timeout(20)

    def go(self, change: Callable[[Any], Any] | None = None) -> None:
        """Release all requests, held and later ones, optionally with changed answers."""
        self.holding, self.change = False, change
        for route in self.routes:
            self._answer(route)

"""A visit of the page, watched."""

import re
from dataclasses import dataclass, field

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Page


@dataclass
class Visit:
    """A page, what it logged and what it asked for."""

    page: Page
    address: str
    refusals: bool = False
    """Whether the server may refuse a request: the browser logs that too."""
    logged: list[str] = field(default_factory=list)
    asked: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Watch."""
        self.page.on("console", self._log)
        self.page.on("pageerror", lambda error: self.logged.append(str(error)))
        self.page.on("request", lambda request: self.asked.append(request.url))

    def _log(self, message: ConsoleMessage) -> None:
        refused = self.refusals and re.search("status of 4(09|29)", message.text)
        if message.type in ("error", "warning") and not refused:
            self.logged.append(message.text)

    def open(self, path: str) -> Page:
        """Go somewhere."""
        self.page.goto(self.address + path)
        return self.page

    def check(self) -> None:
        """Nothing went wrong, and nothing came from elsewhere."""
        assert self.logged == []
        assert [url for url in self.asked if not url.startswith((self.address, "data:"))] == []

    def findings(self) -> list[str]:
        """What axe finds serious or worse."""
        return [
            f"{each['id']}: {node['target']} {node['failureSummary']}"
            for each in Axe().run(self.page).response["violations"]
            if each["impact"] in ("serious", "critical")
            for node in each["nodes"]
        ]

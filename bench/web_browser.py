"""A real browser for measurements and for tests of the page: Chromium, pages, and what server and page have to work."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from subprocess import Popen
from typing import TYPE_CHECKING, Any

import psutil  # type: ignore[import-untyped]
from suite import LeftOut

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

BLANK = "about:blank"
FLAGS = (
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


@contextmanager
def launched(path: str) -> Iterator[Browser]:
    """Chromium, started for measurements or for tests: alone, and without work of its own in the background."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        found = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        yield found
        found.close()


def chromium() -> str:
    """Its path, if it can be used."""
    if find_spec("playwright") is None:
        raise LeftOut("there is no playwright for Python")
    path = shutil.which("chromium")
    if path is None:
        raise LeftOut("there is no chromium")
    return path


def opened(browser: Browser, address: str, puzzle: str = "", tab: str = "", **options: Any) -> Page:
    """A page that shows a puzzle, in a browser that has kept nothing of others."""
    page = browser.new_context(viewport={"width": 1280, "height": 800}, **options).new_page()
    page.goto(f"{address}#{puzzle.replace('#', '%23')}")
    if address != BLANK:
        page.wait_for_selector("html[data-ready]")
    if tab:
        page.click(f"#tab-{tab}")
    if tab == "set":
        page.wait_for_selector("#verdict[aria-busy=false]")
    return page


class Work:
    """CPU seconds that the server, its workers and the page's main thread have used: what others cannot make longer."""

    def __init__(self, server: Popen[str], page: Page) -> None:
        self.server = psutil.Process(server.pid)
        self.session = page.context.new_cdp_session(page)
        self.session.send("Performance.enable", {"timeDomain": "threadTicks"})
        self.before = 0.0
        self.spent()

    def spent(self) -> float:
        """How many since the last call."""
        metrics = {one["name"]: one["value"] for one in self.session.send("Performance.getMetrics")["metrics"]}
        total = sum(self.server.cpu_times()[:2]) + metrics["TaskDuration"]
        for forkserver in self.server.children():
            total += sum(forkserver.cpu_times()[:4])  # with the workers that have ended
        spent, self.before = total - self.before, total
        return float(spent)

"""The page in a real browser: a server on a free port, Chromium, and a tab that tolerates no error of the page."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from benches import load
from web.nonsense import LINES
from web.servers import PAGE_PATIENCE, PATIENCE, Server, running, small, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="session")
def page_server(need_module: Callable[[str], None]) -> Iterator[Server]:
    """A server with the services of the page, which takes all the time it needs."""
    for name in ("starlette", "uvicorn", "msgspec"):
        need_module(name)
    with running(small("web.patient_services")) as found:
        yield found


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """The command itself, whatever is sent to it: it must answer in the end, and have had no reason to complain."""
    with running(["-m", "knobel", "web", "--port", "0"], tmp_path_factory.mktemp("log") / "log") as found:
        yield found
        assert (
            httpx.post(f"{found.root}api/verdict", json={"puzzle": LINES}, timeout=PATIENCE).json()["status"] == "one"
        )
        wait_for(lambda: not found.workers())
        assert found.log.read_text() == "", "it had to complain"


@pytest.fixture(scope="session")
def client(server: Server) -> Iterator[httpx.Client]:
    """Who sends it."""
    with httpx.Client(base_url=server.root, timeout=PATIENCE) as found:
        yield found


@pytest.fixture(scope="module")
def small_server() -> Iterator[Server]:
    """A server with small services of our own."""
    with running(small()) as found:
        yield found


@pytest.fixture
def small_client(small_server: Server) -> Iterator[httpx.Client]:
    """Who asks them."""
    with httpx.Client(base_url=small_server.root, timeout=PATIENCE) as found:
        yield found


@pytest.fixture(scope="module")
def browser(need_module: Callable[[str], None], need_tool: Callable[[str], str]) -> Iterator[Browser]:
    """Chromium. It is closed after each file of tests: while it is open, nothing else can run an event loop."""
    need_module("playwright")
    with load("web_browser").launched(need_tool("chromium")) as found:
        yield found


Visit = Callable[..., "Page"]


@pytest.fixture
def visit(page_server: Server, browser: Browser) -> Iterator[Visit]:
    """``visit(id, tab="set", width=390)`` is a tab of a new browser that shows a puzzle.

    In the end, the page must have made no error, nor asked for anything that is not on the server.
    """
    contexts: list[Any] = []
    troubles: list[str] = []

    def listen(page: Page) -> None:
        page.on("pageerror", lambda error: troubles.append(error.stack or str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on(
            "request",
            lambda asked: (
                None if asked.url.startswith((page_server.root, "data:", "blob:")) else troubles.append(asked.url)
            ),
        )

    def open_page(puzzle: str = "", *, tab: str = "", width: int = 1280, height: int = 800, **options: Any) -> Page:
        context = browser.new_context(viewport={"width": width, "height": height}, **options)
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PAGE_PATIENCE)
        listen(page)
        page.goto(page_server.root + (f"#{puzzle.replace('#', '%23')}" if puzzle else ""))
        page.wait_for_selector("html[data-ready]")
        if tab:
            page.click(f"#tab-{tab}")
        return page

    yield open_page
    for context in contexts:
        context.close()
    # A request that is refused on purpose is told by the browser, too.
    assert [one for one in troubles if "the server responded with a status of 400" not in one] == []

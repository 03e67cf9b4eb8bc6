"""A file to play, from a ``file:`` address with the network off, judged by the rules; and how the page shares."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
from knobel.cli import main
from web.conftest import Visit
from web.pages import (
    LEVEL,
    SMALL,
    cell,
    enter_by_keys,
    keys_of,
    name,
    reload,
    solution,
    solutions,
    to_the_board,
    wait_for_status,
)
from web.servers import PAGE_PATIENCE

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser, Page

    Open = Callable[..., Page]

HEART = SMALL["nonogram"]


@pytest.fixture
def opened(browser: Browser, tmp_path: Path) -> Iterator[Open]:
    """``opened(ID, ..., width=390)`` makes a file of puzzles and shows it with the network off; it asks for nothing."""
    contexts: list[Any] = []
    troubles: list[str] = []

    def opening(*puzzles: str, words: tuple[str, ...] = (), file: Path | None = None, **options: Any) -> Page:
        made = file or tmp_path / f"{len(contexts)}.html"
        if file is None:
            assert main(["render", *puzzles, "--to", "play", "--out", str(made), *words]) == 0
        size = {"width": options.pop("width", 1280), "height": options.pop("height", 800)}
        context = browser.new_context(viewport=size, offline=True, **options)  # type: ignore[arg-type]
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(1000 * PAGE_PATIENCE)
        page.on("pageerror", lambda error: troubles.append(error.stack or str(error)))
        page.on("console", lambda said: troubles.append(said.text) if said.type == "error" else None)
        page.on("request", lambda one: None if one.url.startswith(("file:", "data:")) else troubles.append(one.url))
        page.goto(made.as_uri())
        page.wait_for_selector("html[data-ready]")
        return page

    yield opening
    for context in contexts:
        context.close()
    assert troubles == []


@pytest.mark.parametrize("kind", SMALL)
def test_a_file_is_played_without_a_network(opened: Open, kind: str) -> None:
    page = opened(SMALL[kind])
    enter_by_keys(page, solution(SMALL[kind]), keys_of(SMALL[kind]))
    wait_for_status(page, "Solved")
    reload(page)
    wait_for_status(page, "Solved")


def test_any_solution_is_accepted_and_a_wrong_one_is_not(opened: Open) -> None:
    puzzle = "dominosweeper:3x2:2../..."
    for values in solutions(puzzle):
        page = opened(puzzle)
        enter_by_keys(page, values, keys_of(puzzle))
        wait_for_status(page, "Solved")
    wrong = solutions(puzzle)[0] * 0
    page = opened(puzzle)
    enter_by_keys(page, wrong, keys_of(puzzle))
    wait_for_status(page, "not by the rules")
    assert page.locator(".mark-wrong").count()


def test_fewer_than_the_most_are_not_enough(opened: Open) -> None:
    puzzle = "bishops:3"
    values = solution(puzzle)
    values[values.nonzero()[0][0], values.nonzero()[1][0]] = 0
    page = opened(puzzle)
    enter_by_keys(page, values, keys_of(puzzle))
    wait_for_status(page, "not by the rules")


def test_a_file_plays_along_by_the_rules(opened: Open) -> None:
    page = opened(HEART, SMALL["bishops"])
    page.wait_for_selector("#aid-finished", state="attached")
    for c in range(5):
        cell(page, 1, c).click()
    assert name(page, 1, -1).endswith("finished") and cell(page, 1, -1).locator(".crossed").count() == 1
    page.keyboard.press("?")
    assert page.locator("#help").is_visible()
    page.keyboard.press("Escape")
    page.click("#next")
    page.wait_for_function("() => document.getElementById('tally')?.textContent.startsWith('Pieces: 1 of ')")


def test_a_level_is_played_by_keys(opened: Open) -> None:
    page = opened(LEVEL)
    to_the_board(page)
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "t": "ArrowUp", "d": "ArrowDown"}
    for move in registry.parse(LEVEL).write(solution(LEVEL)):
        page.keyboard.press(keys[move])
    wait_for_status(page, "Solved")


def test_a_set_on_a_phone_has_a_title_an_author_and_ticks(opened: Open) -> None:
    words = ("--title", "Three <b>small</b> ones", "--author", "Ann", "--language", "de")
    page = opened(
        HEART, SMALL["doppelblock"], LEVEL, words=words, width=390, height=844, has_touch=True, is_mobile=True
    )
    assert page.title() == "Three <b>small</b> ones" and page.locator("#by").inner_text() == "von Ann"
    for r, row in enumerate(solution(HEART).tolist()):
        for c, value in enumerate(row):
            if value:
                cell(page, r, c).tap()
    page.wait_for_selector("#status.good")
    assert "✓" in page.locator("#bar option >> nth=0").inner_text()
    page.click("#next")
    page.wait_for_function("id => document.getElementById('stage').dataset.puzzle === id", arg=SMALL["doppelblock"])
    assert name(page, 0, 0).startswith("Zeile 1")
    assert "✓" not in page.locator("#bar option >> nth=1").inner_text()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("width", [1280, 390])
def test_sharing(visit: Visit, opened: Open, tmp_path: Path, width: int) -> None:
    page = visit(HEART, width=width, permissions=["clipboard-read", "clipboard-write"])
    copied = "() => navigator.clipboard.readText()"
    wanted = {
        "id": HEART,
        "puzzlink": "https://puzz.link/p?nonogram/5/5/",
        "address": page.url,
        "text": "1 1",
    }
    page.click("#share")
    for way, text in wanted.items():
        page.click(f"#share-{way}")
        page.wait_for_function(f"async (text) => (await ({copied})()).includes(text)", arg=text)
    for way in ("svg", "png"):
        with page.expect_download() as saved:
            page.click(f"#share-{way}")
        assert saved.value.suggested_filename.endswith(way)
    page.fill("#share-name", "My heart")
    page.fill("#share-author", "Ann")
    with page.expect_download() as saved:
        page.click("#share-play")
    file = tmp_path / "shared.html"
    saved.value.save_as(file)
    played = opened(file=file, width=width)
    assert played.locator("h1").inner_text() == "My heart" and played.locator("#by").inner_text() == "by Ann"
    enter_by_keys(played, solution(HEART), keys_of(HEART))
    wait_for_status(played, "Solved")

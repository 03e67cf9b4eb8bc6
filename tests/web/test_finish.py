"""When a puzzle is solved, in a browser: what one sees, best times, the next one; and the clock."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
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
    wait_for_address,
    wait_for_status,
)
from web.test_games import HEART, KEPT
from web.test_strokes import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

RAINBOW = registry.kind("nonogram").examples["rainbow"].id
TOLD = "words => document.querySelector('#finish').textContent.includes(words)"


def solve(page: Page, puzzle: str) -> Page:
    enter_by_keys(page, solution(puzzle), keys_of(puzzle))
    wait_for_status(page, "Solved")
    page.wait_for_selector("#finish .thumbnail")
    return page


@pytest.mark.parametrize("kind", SMALL)
def test_a_solved_puzzle_shows_its_picture_time_and_the_next_one(visit: Visit, kind: str) -> None:
    page = solve(visit(SMALL[kind]), SMALL[kind])
    assert "Solved in 0:" in page.locator("#finish").inner_text()
    page.click("#next-puzzle")
    page.wait_for_function("puzzle => document.getElementById('stage').dataset.puzzle !== puzzle", arg=SMALL[kind])
    following = page.evaluate("document.getElementById('stage').dataset.puzzle")
    assert following in [one.id for one in registry.kind(kind).examples.values() if one.solutions]
    assert page.locator("#finish").is_hidden()


def test_a_picture_is_seen_in_its_colours_with_its_grade_on_a_phone(visit: Visit) -> None:
    page = visit(HEART, **PHONE)
    for r, row in enumerate(solution(HEART).tolist()):
        for c, value in enumerate(row):
            if value:
                cell(page, r, c).tap()
    page.wait_for_function(TOLD, arg="Grade: easy.")
    box = page.locator("#finish").bounding_box()
    assert box and box["y"] >= 0 and box["y"] + box["height"] <= PHONE["height"]  # without scrolling
    page.tap("#finish-close")
    assert page.locator("#finish").is_hidden() and name(page, 0, 1)
    colours = {f"#{one.rgb}" for one in registry.parse(RAINBOW).palette}  # type: ignore[attr-defined]
    show = "puzzle => { location.hash = encodeURIComponent(puzzle); }"
    page.evaluate(show, RAINBOW)
    wait_for_address(page, RAINBOW)
    page.click("#tab-explain")
    page.click("#tab-play")
    enter_by_keys(page, solution(RAINBOW), keys_of(RAINBOW))
    page.wait_for_selector("#finish .thumbnail")
    seen = page.locator("#finish .thumbnail rect").evaluate_all("all => all.map((one) => one.getAttribute('fill'))")
    assert colours <= set(seen)


def test_a_level_that_is_solved_is_celebrated_too(visit: Visit) -> None:
    page = visit(LEVEL)
    page.wait_for_function("() => document.querySelector('.piece').textContent !== ''")
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "t": "ArrowUp", "d": "ArrowDown"}
    cell(page, 0, 0).click()
    for move in registry.parse(LEVEL).write(solution(LEVEL)):
        page.keyboard.press(keys[move])
    page.wait_for_selector("#finish .thumbnail")


def test_best_times_are_kept_and_solved_ones_are_ticked(visit: Visit) -> None:
    page = visit(HEART)
    cell(page, 0, 0).click()
    page.wait_for_function("() => Object.keys(localStorage).some((one) => one.startsWith('knobel:play:'))")
    page.add_init_script(f"if (!sessionStorage.once) {{ sessionStorage.once = 1; ({KEPT})({{ seconds: 100 }}); }}")
    reload(page)
    solve(page, HEART)
    page.wait_for_function(TOLD, arg="Solved in 1:")
    assert "✓" in (page.locator("#bar .choosing select >> nth=1").locator("option:checked").text_content() or "")
    page.click("#restart")
    page.locator("#finish").wait_for(state="hidden")
    solve(page, HEART)
    page.wait_for_function(TOLD, arg="Your best time!")
    reload(page)
    wait_for_status(page, "Solved")
    page.wait_for_selector("#finish:not([hidden])")
    assert page.evaluate("puzzle => JSON.parse(localStorage['knobel:solved'])[puzzle].best", HEART) < 100


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_the_clock_is_paused_and_hidden(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(HEART, **size)
    cell(page, 0, 0).click()
    page.wait_for_function("() => document.querySelector('.clock').textContent !== '0:00'")
    page.click("#pause")
    page.wait_for_selector("#go-on-playing")
    stood = page.locator(".clock").text_content()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("#")  # nobody plays on a board that is not seen
    page.evaluate("() => new Promise((done) => setTimeout(done, 2100))")
    assert page.locator(".clock").text_content() == stood and page.locator(".paused").count() == 1
    page.click("#go-on-playing")
    assert not page.locator(".paused").count() and name(page, 0, 1) == "row 1 column 2"
    page.wait_for_function("stood => document.querySelector('.clock').textContent !== stood", arg=stood)
    page.click("#hide-clock")
    assert page.locator(".clock").is_hidden()
    reload(page)
    assert page.locator(".clock").is_hidden() and page.locator("#hide-clock").get_attribute("aria-pressed") == "true"
    page.click("#hide-clock")
    assert page.locator(".clock").is_visible()

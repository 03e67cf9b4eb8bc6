"""The board stands still in a browser while a pointer is at work; and nothing happens in silence, or by surprise."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from web.conftest import Visit
from web.pages import (
    LEVEL,
    MUSHROOM,
    SMALL,
    address,
    cell,
    name,
    show,
    wait_for_address,
    wait_for_another_address,
    wait_for_status,
    wait_for_verdict,
)
from web.test_strokes import PHONE, middle, touch, way

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = SMALL["nonogram"]
EMPTY = "nonogram:10x10:" + "/" * 19
SIZES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": PHONE}
CORNERS = [(0, 0), (9, 9)]
LETTERS = "() => Math.min(...[...document.querySelectorAll('.clue text')].map((one) => +one.getAttribute('font-size')))"


PLACE = """one => {
    const { x, y, width, height } = one.querySelector("rect").getBoundingClientRect();
    return [x + scrollX, y + scrollY, width, height].map((side) => Math.round(side * 100));
}"""


def places(page: Page) -> list[Any]:
    return [cell(page, *corner).evaluate(PLACE) for corner in CORNERS]


@pytest.mark.parametrize("size", SIZES)
def test_the_board_stands_still_while_clues_grow(visit: Visit, size: str) -> None:
    page = visit(EMPTY, tab="set", **SIZES[size])
    wait_for_verdict(page)
    before = places(page)
    for c in (0, 2, 4, 6, 8):
        at = middle(page, 3, c)
        if size == "phone":
            touch(page, [at, at])
        else:
            page.mouse.click(*at)
        wait_for_another_address(page, EMPTY)
        assert places(page) == before
    wait_for_address(page, "nonogram:10x10:1//1//1//1//1/////1.1.1.1.1//////")
    wait_for_verdict(page)
    assert places(page) == before
    small = page.evaluate(LETTERS)
    if size == "desktop":
        page.mouse.move(1200, 400)  # to the panel: clues take the room that they need
        page.wait_for_function(f"before => ({LETTERS})() > before", arg=small)


@pytest.mark.parametrize("size", SIZES)
def test_no_message_moves_the_board(visit: Visit, size: str) -> None:
    page = visit(MUSHROOM, **SIZES[size])
    before = places(page)
    cell(page, 0, 0).click()
    page.click("#check")
    page.wait_for_selector("#status.bad")
    assert places(page) == before
    page.evaluate("() => { document.getElementById('status').textContent = 'words '.repeat(300); }")
    page.wait_for_timeout(100)  # an observer of sizes would have been called
    assert places(page) == before


def test_a_board_that_is_drawn_anew_does_not_scroll_the_page(visit: Visit) -> None:
    page = visit(HEART, tab="set", **PHONE)  # an example: the first edit takes its name away
    wait_for_verdict(page)
    page.evaluate("scrollTo(0, 30)")
    before = page.locator("#stage svg").first.element_handle()
    touch(page, way(middle(page, 1, 1), middle(page, 1, 4), 6))
    wait_for_another_address(page, HEART)
    wait_for_verdict(page)
    assert before and not before.evaluate("one => one.isConnected"), "it was drawn anew"
    assert page.evaluate("scrollY") == 30


def test_two_fingers_write_no_clue(visit: Visit) -> None:
    board = "dominosweeper:6x6:" + "/".join(["......"] * 6)
    page = visit(board, tab="set", **PHONE)
    wait_for_verdict(page)
    page.evaluate("scrollTo(0, 0)")  # to choose the tab, one may have scrolled
    left, right = middle(page, 2, 2), middle(page, 2, 3)
    touch(page, way(left, (left[0] - 60, left[1]), 6), way(right, (right[0] + 60, right[1]), 6))
    box = cell(page, 2, 2).bounding_box()
    assert box and box["width"] > 1.1 * (right[0] - left[0]), "the board becomes larger"
    assert address(page) == board and name(page, 2, 2) == "row 3 column 3"


def test_an_edit_is_of_the_puzzle_on_which_it_was_made(visit: Visit) -> None:
    page = visit("dominosweeper:3x3:.../.../...", tab="set")
    wait_for_verdict(page)
    page.evaluate(
        """() => {
            const real = window.fetch;
            window.fetch = async (...all) => {
                await new Promise((go) => setTimeout(go, 150));
                return real(...all);
            };
        }"""
    )
    for c in range(3):
        cell(page, 0, c).click()
    show(page, "dominosweeper:4x4:..../..../..../....")
    wait_for_verdict(page)
    assert address(page) == "dominosweeper:4x4:..../..../..../...."
    page.go_back()
    wait_for_address(page, "dominosweeper:3x3:000/.../...")


@pytest.mark.parametrize("size", SIZES)
def test_notes_need_no_other_choice(visit: Visit, size: str) -> None:
    page = visit(SMALL["doppelblock"], **SIZES[size])
    page.check("#notes")
    wait_for_status(page, "noted in the selected cells")
    cell(page, 0, 1).click()
    page.click(".keypad .brush >> nth=0")
    assert "notes: is 1" in name(page, 0, 1)
    page.uncheck("#selects")
    page.check("#notes")
    wait_for_status(page, "Clicks write notes: is 1")
    cell(page, 0, 0).click()
    assert "notes: is 1" in name(page, 0, 0)
    assert page.locator("[name=brush]").nth(1).is_checked()
    page.check("[name=brush] >> nth=0")  # to go through the values, which no note does
    assert not page.locator("#notes").is_checked()
    cell(page, 1, 1).click()
    assert name(page, 1, 1).endswith("is 1")


def test_keys_reach_the_board_from_anywhere(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"])
    page.uncheck("#selects")
    page.keyboard.press("2")
    assert name(page, 0, 0).endswith("is 2")
    page.click("#undo")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("1")
    assert name(page, 0, 1).endswith("is 1") and name(page, 0, 0) == "row 1 column 1"
    page.click("[name=brush] >> nth=2")
    page.keyboard.press("2")
    assert name(page, 0, 1).endswith("is 2")
    page.focus("#tab-play")
    page.keyboard.press("ArrowRight")
    assert page.locator("#panel-set").is_hidden() is False


def test_a_level_hears_keys_at_once(visit: Visit) -> None:
    page = visit(LEVEL)
    page.wait_for_function("() => document.querySelector('.piece').textContent !== ''")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector("#undo:not(:disabled)")
    page.wait_for_function("() => Object.keys(localStorage).some((key) => key.startsWith('knobel:play:'))")


def test_a_size_that_is_refused_does_not_stay(visit: Visit) -> None:
    page = visit("nonogram:201x10:" + "/" * 210, tab="set")
    wait_for_verdict(page)
    page.fill("#height", "200")
    page.keyboard.press("Enter")
    wait_for_status(page, "40000")
    page.wait_for_function("() => document.getElementById('height').value === '10'")
    page.fill("#height", "0")
    page.keyboard.press("Enter")
    wait_for_status(page, "whole numbers")


def test_no_command_is_named(visit: Visit) -> None:
    page = visit(HEART)
    page.click("#open")
    page.fill("dialog textarea", "this is no puzzle")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('dialog .problem').textContent !== ''")
    said = page.locator("dialog .problem").inner_text()
    assert "Not recognised as a puzzle" in said and "`" not in said and "knobel" not in said


@pytest.mark.parametrize("size", SIZES)
def test_setting_asks_before_it_shows_the_solution_of_a_game(visit: Visit, size: str) -> None:
    page = visit(HEART, **SIZES[size])
    cell(page, 0, 0).click()
    page.click("#tab-set")
    page.wait_for_selector("dialog.question")
    assert page.locator("#stage [aria-label*='is painted']").count() == 0
    page.keyboard.press("Enter")  # to go on playing is what is chosen
    page.wait_for_selector("#panel-play:not([hidden])")
    assert name(page, 0, 0).endswith("is painted")
    page.click("#tab-set")
    page.click("#question-yes")
    wait_for_verdict(page, "one")
    assert page.locator("#stage [aria-label*='is painted']").count() > 1
    page.click("#tab-play")
    page.click("#tab-set")
    wait_for_verdict(page, "one")
    assert not page.locator("dialog").count()


def test_a_suggestion_is_a_change_that_can_be_undone(visit: Visit) -> None:
    page = visit("nonogram:4x4:" + "/" * 7, tab="set")
    wait_for_verdict(page)
    for at in ((0, 0), (1, 1), (2, 2), (3, 3)):
        cell(page, *at).click()
    diagonal = "nonogram:4x4:1/1/1/1/1/1/1/1"
    wait_for_address(page, diagonal)
    wait_for_verdict(page, "many")
    drawn = [page.locator(f"#stage [data-r='{i}'][data-c='{i}']").get_attribute("aria-label") for i in range(4)]
    assert all("is painted" in (one or "") for one in drawn)
    assert "a change of what is drawn" in page.locator("#suggestion").inner_text()
    page.hover("#suggest")
    assert 1 <= page.locator(".mark-given").count() <= 3  # it changes little of it
    page.click("#suggest")
    wait_for_another_address(page, diagonal)
    page.click("#set-undo")
    wait_for_address(page, diagonal)
    wait_for_verdict(page, "many")
    assert [cell(page, i, i).get_attribute("aria-label") for i in range(4)] == drawn

"""Setting in a browser: whole boards mirrored, turned and shifted, lines inserted and deleted, all of it undone."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
from web.conftest import Visit
from web.pages import SMALL, address, cell, wait_for_address, wait_for_another_address, wait_for_verdict
from web.test_strokes import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

FLAG = "nonogram:3x2:2/1/1/3/1"
TWINS = "nonogram:2x2:1/1/1/1"
NUMBERS = "dominosweeper:4x3:1.../..2./...."


def opened(page: Page) -> Page:
    page.click("#whole summary")
    return page


def press(page: Page, button: str, puzzle: str) -> None:
    """Press a button that makes a board."""
    page.click(f"#{button}")
    wait_for_address(page, puzzle)


@pytest.mark.parametrize("size", [{}, PHONE], ids=["desktop", "phone"])
def test_a_painted_board_is_mirrored_and_shifted_and_its_clues_follow(visit: Visit, size: dict[str, Any]) -> None:
    page = opened(visit(FLAG, tab="set", **size))
    wait_for_verdict(page, "one")
    press(page, "mirror-column", "nonogram:3x2:1/1/2/3/1")
    press(page, "mirror-row", "nonogram:3x2:1/1/2/1/3")
    wait_for_verdict(page, "one")
    press(page, "shift-right", "nonogram:3x2:2/1/1/1/3")
    press(page, "shift-down", "nonogram:3x2:2/1/1/3/1")
    press(page, "turn", "nonogram:2x3:1/3/2/1/1")
    for puzzle in ("nonogram:3x2:2/1/1/3/1", "nonogram:3x2:2/1/1/1/3", "nonogram:3x2:1/1/2/1/3"):
        press(page, "set-undo", puzzle)


def test_lines_come_and_go_at_the_chosen_cell_by_keys_alone(visit: Visit) -> None:
    page = opened(visit(FLAG, tab="set"))
    wait_for_verdict(page, "one")
    cell(page, 0, 1).focus()
    page.focus("#insert-column")
    page.keyboard.press("Enter")
    wait_for_address(page, "nonogram:4x2:2//1/1/1.2/1")
    wait_for_verdict(page)
    page.focus("#delete-column")
    page.keyboard.press("Enter")
    wait_for_address(page, FLAG)
    page.focus("#insert-row")
    page.keyboard.press("Enter")
    wait_for_address(page, "nonogram:3x3:2/1/1//3/1")


def test_what_was_drawn_is_not_lost_when_the_clues_do_not_tell_it(visit: Visit) -> None:
    page = opened(visit("nonogram:2x2:///", tab="set"))
    wait_for_verdict(page, "one")
    for r, c in ((0, 0), (1, 1)):
        before = address(page)
        cell(page, r, c).click()
        wait_for_another_address(page, before)
    wait_for_verdict(page, "many")
    painted = "() => [...document.querySelectorAll('#stage [role=gridcell]')].map((e) => /painted/.test(e.ariaLabel))"
    assert page.evaluate(painted) == [True, False, False, True]
    page.click("#mirror-column")
    page.wait_for_function(f"() => ({painted})()[1]")
    wait_for_verdict(page, "many")
    assert address(page) == TWINS and page.evaluate(painted) == [False, True, True, False]


def test_quick_presses_all_count(visit: Visit) -> None:
    page = opened(visit(FLAG, tab="set"))
    wait_for_verdict(page, "one")
    page.evaluate("() => { for (let i = 0; i < 4; i++) document.getElementById('shift-right').click(); }")
    wait_for_address(page, "nonogram:3x2:1/2/1/3/1")
    page.click("#set-undo")
    wait_for_address(page, FLAG)  # three steps are a whole turn


def test_numbers_in_cells_move_and_a_square_stays_one(visit: Visit) -> None:
    page = opened(visit(NUMBERS, tab="set"))
    wait_for_verdict(page)
    press(page, "shift-left", "dominosweeper:4x3:...1/.2../....")
    press(page, "mirror-row", "dominosweeper:4x3:..../.2../...1")
    cell(page, 1, 1).focus()
    press(page, "delete-row", "dominosweeper:4x2:..../...1")
    assert not page.locator("#status.bad").count()
    other = opened(visit(SMALL["doppelblock"], tab="set"))
    wait_for_verdict(other)
    cell(other, 1, 1).focus()
    press(other, "insert-row", "doppelblock:5:1,,2,,2/,,,,3")  # squares stay squares
    assert registry.parse(address(other))

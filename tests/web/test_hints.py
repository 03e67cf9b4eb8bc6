"""Hints in a browser, beside the board on which one plays."""

from __future__ import annotations

from typing import Any

import pytest

from web.conftest import Visit
from web.pages import LEVEL, SMALL, cell
from web.test_large import in_sight
from web.test_strokes import PHONE

SIZES: dict[str, dict[str, Any]] = {"desktop": {}, "phone": PHONE}
TEXT = "() => document.getElementById('play-hint-text').textContent !== ''"


@pytest.mark.parametrize("size", SIZES)
def test_one_button_has_three_depths_and_playing_goes_on(visit: Visit, size: str) -> None:
    page = visit(SMALL["nonogram"], **SIZES[size])
    for depth in (1, 2, 3):
        with page.expect_response("**/api/hint") as answer:
            page.click("#play-hint")
        assert (answer.value.request.post_data_json or {})["depth"] == depth
        page.wait_for_function(
            "text => document.getElementById('play-hint-text').textContent === text", arg=answer.value.json()["text"]
        )
        assert page.locator(".overlay .mark").count() > 0 and page.locator("#panel-play").is_visible()
    page.click("#play-hint-enter")
    assert page.locator("#play-hint-text").inner_text() == "" and page.locator("#undo").is_enabled()


def test_an_entry_ends_a_hint_and_wrong_ones_are_told(visit: Visit) -> None:
    page = visit(SMALL["nonogram"])
    page.focus("#play-hint")
    page.keyboard.press("Enter")
    page.wait_for_function(TEXT)
    cell(page, 4, 0).click()
    assert page.locator("#play-hint-text").inner_text() == "" and not page.locator(".overlay .mark").count()
    page.click("#play-hint")
    page.wait_for_selector(".overlay .mark-wrong")


def test_a_level_has_hints_too(visit: Visit) -> None:
    page = visit(LEVEL)
    page.wait_for_function("() => document.querySelector('.piece').textContent !== ''")
    page.click("#play-hint")
    page.wait_for_function(TEXT)


def test_on_a_phone_the_hint_is_read_beside_the_board(visit: Visit) -> None:
    page = visit(SMALL["nonogram"], **PHONE)
    before = cell(page, 0, 0).bounding_box()
    page.click("#play-hint")
    page.wait_for_function(TEXT)
    assert in_sight(page, "#reach .near") and in_sight(page, "#play-hint")
    assert page.locator("#reach .near").inner_text() == page.locator("#play-hint-text").text_content()
    assert cell(page, 0, 0).bounding_box() == before

"""Painting in a browser by strokes of a finger or of the mouse, slow and fast; and two fingers, which paint nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from web.conftest import Visit
from web.pages import MUSHROOM, SMALL, address, cell, name, wait_for_address, wait_for_verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

WIDE = "nonogram:25x25:" + "/" * 49
PHONE: dict[str, Any] = {"width": 390, "height": 844, "has_touch": True, "is_mobile": True}
Point = tuple[float, float]


def middle(page: Page, r: int, c: int) -> Point:
    """The middle of a cell, on the screen."""
    box = cell(page, r, c).bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def way(start: Point, end: Point, steps: int) -> list[Point]:
    """Points from one to another."""
    return [tuple(a + (b - a) * i / steps for a, b in zip(start, end, strict=True)) for i in range(steps + 1)]  # type: ignore[misc]


def touch(page: Page, *fingers: list[Point]) -> None:
    """Fingers that come down together, go their ways and leave."""
    session = page.context.new_cdp_session(page)

    def send(kind: str, points: list[Point]) -> None:
        at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    first, *rest = zip(*fingers, strict=True)
    send("touchStart", list(first))
    for points in rest:
        send("touchMove", list(points))
    send("touchEnd", [])


def painted(page: Page, cells: list[tuple[int, int]]) -> list[bool]:
    return [name(page, r, c).endswith("is painted") for r, c in cells]


def count(page: Page) -> int:
    """How many cells are painted."""
    found: int = page.locator("#stage [role=gridcell][aria-label$='is painted']").count()
    return found


@pytest.mark.parametrize("line", [[(2, c) for c in range(10)], [(r, 3) for r in range(10)]], ids=["row", "column"])
@pytest.mark.parametrize("back", [False, True])
def test_a_finger_paints_along_a_line(visit: Visit, line: list[tuple[int, int]], back: bool) -> None:
    page = visit(MUSHROOM, **PHONE)
    page.evaluate("scrollTo(0, 40)")
    cells = line[::-1] if back else line
    touch(page, way(middle(page, *cells[0]), middle(page, *cells[-1]), 20))
    assert painted(page, line) == [True] * 10 and count(page) == 10
    assert address(page) == MUSHROOM and page.evaluate("scrollY") == 40


def test_two_fingers_zoom_and_paint_nothing(visit: Visit) -> None:
    page = visit(MUSHROOM, **PHONE)
    left, right = middle(page, 5, 4), middle(page, 5, 5)
    before = right[0] - left[0]
    touch(page, way(left, (left[0] - 100, left[1]), 10), way(right, (right[0] + 100, right[1]), 10))
    box = cell(page, 5, 4).bounding_box()
    assert box and box["width"] > 1.2 * before, "it is the board that becomes larger"
    assert page.evaluate("visualViewport.scale") == 1, "and not the page"
    assert count(page) == 0 and page.locator("#undo").is_disabled()


@pytest.mark.parametrize("tab", ["play", "set"])
def test_a_fast_stroke_leaves_no_holes(visit: Visit, tab: str) -> None:
    page = visit(WIDE, tab=tab)
    if tab == "set":
        wait_for_verdict(page)
    page.mouse.move(*middle(page, 7, 0))
    page.mouse.down()
    page.mouse.move(*middle(page, 7, 24))  # one event
    assert page.locator(".length").inner_text() == "25"
    page.mouse.up()
    assert page.locator(".length").is_hidden()
    if tab == "play":
        assert painted(page, [(7, c) for c in range(25)]) == [True] * 25 and count(page) == 25
        page.click("#undo")
        assert count(page) == 0
    else:
        wait_for_address(page, "nonogram:25x25:" + "/".join(["1"] * 25 + [""] * 7 + ["25"] + [""] * 17))


def test_a_stroke_keeps_to_its_line_and_becomes_shorter_on_the_way_back(visit: Visit) -> None:
    page = visit(WIDE)
    page.mouse.move(*middle(page, 3, 3))
    page.mouse.down()
    page.mouse.move(*middle(page, 4, 3))
    page.mouse.move(*middle(page, 12, 9))
    assert painted(page, [(r, 3) for r in range(3, 13)]) == [True] * 10 and count(page) == 10
    page.mouse.move(*middle(page, 6, 3))
    assert count(page) == 4 and page.locator(".length").inner_text() == "4"
    page.mouse.move(*middle(page, 3, 3))
    assert count(page) == 1
    page.mouse.up()
    assert painted(page, [(3, 3)]) == [True]


def test_a_stroke_overwrites_nothing(visit: Visit) -> None:
    page = visit(SMALL["nonogram"])
    cell(page, 0, 2).click()
    cell(page, 0, 2).click()
    page.mouse.move(*middle(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*middle(page, 0, 4))
    page.mouse.up()
    assert name(page, 0, 2).endswith("is empty") and count(page) == 4

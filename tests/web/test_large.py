"""Large boards in a browser: near and far, what stays in reach, and how little one click changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from web.conftest import Visit
from web.pages import cell, name, to_the_board
from web.test_strokes import PHONE, WIDE, count, middle, touch, way

if TYPE_CHECKING:
    from playwright.sync_api import Page

HUGE = "nonogram:100x100:" + "/".join(["1.1.1.1"] * 200)
LINES = "nonogram:25x25:" + "/".join(["2.1.3.1"] * 50)

WATCHED = """async ([r, c]) => {
    const touched = new Set();
    const watching = new MutationObserver((found) => found.forEach(({ target }) => touched.add(target)));
    watching.observe(document.getElementById("stage"), { subtree: true, childList: true, attributes: true });
    const target = document.querySelector(`#stage [data-r="${r}"][data-c="${c}"]`);
    const { x, y, width, height } = target.getBoundingClientRect();
    const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true, bubbles: true };
    for (const name of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(name, at));
    await new Promise((next) => requestAnimationFrame(() => setTimeout(next)));
    watching.disconnect();
    return touched.size;
}"""
"""Click at a cell; how many elements of the stage change by it."""


def width(page: Page, r: int, c: int) -> float:
    box = cell(page, r, c).bounding_box()
    assert box
    return float(box["width"])


def within(page: Page) -> tuple[float, float]:
    """A point of the stage that is on the screen, where cells are."""
    view = page.locator("#stage").bounding_box()
    assert view
    top = max(view["y"], 0)
    return view["x"] + view["width"] * 0.7, (top + view["y"] + view["height"]) / 2


def in_sight(page: Page, selector: str) -> bool:
    """Whether all of something is on the screen, and nothing lies over its middle."""
    found: bool = page.evaluate(
        """selector => {
            const element = document.querySelector(selector);
            const { left, top, right, bottom } = element.getBoundingClientRect();
            const over = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
            const inside = left >= 0 && top >= 0 && right <= innerWidth + 1 && bottom <= innerHeight + 1;
            return inside && element.contains(over);
        }""",
        selector,
    )
    return found


def test_a_click_on_a_huge_board_changes_few_elements(visit: Visit) -> None:
    page = visit(HUGE)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url.rpartition("/")[2]))
    with page.expect_response("**/api/check"):
        assert page.evaluate(WATCHED, [40, 40]) < 20
    assert name(page, 40, 40).endswith("is painted") and asked == ["check"]
    with page.expect_response("**/api/check"):
        page.keyboard.press("Control+z")
    assert count(page) == 0


def test_the_tools_stay_in_reach_on_a_phone(visit: Visit) -> None:
    page = visit(LINES, **PHONE)
    for _ in range(2):
        page.tap("#zoom-in")
    for y in (0, 200):
        page.evaluate("y => scrollTo(0, y)", y)
        for tool in (".brushes", "#undo", "#redo", "#play-hint", "#zoom-out"):
            assert in_sight(page, tool), tool
    page.tap("#reach .brush >> nth=1")
    page.touchscreen.tap(*within(page))
    assert count(page) == 1
    page.tap("#undo")
    assert count(page) == 0


def test_two_fingers_move_a_board_that_is_near(visit: Visit) -> None:
    page = visit(LINES, **PHONE)
    before = width(page, 0, 0)
    for _ in range(3):
        page.tap("#zoom-in")
    assert width(page, 0, 0) > 2 * before
    x, y = within(page)
    scrolled = page.evaluate("[stage.scrollLeft, stage.scrollTop]")
    touch(page, way((x, y), (x - 60, y - 40), 10), way((x + 50, y), (x - 10, y - 40), 10))
    after = page.evaluate("[stage.scrollLeft, stage.scrollTop]")
    assert [b - a for a, b in zip(scrolled, after, strict=True)] == pytest.approx([60, 40], abs=4)
    assert count(page) == 0
    page.click("#zoom-hand")
    x, y = within(page)
    touch(page, way((x, y), (x + 60, y), 10))
    assert page.evaluate("stage.scrollLeft") == pytest.approx(after[0] - 60, abs=4) and count(page) == 0
    page.click("#zoom-fit")
    assert width(page, 0, 0) == pytest.approx(before, abs=0.6)


@pytest.mark.parametrize("phone", [False, True])
def test_clues_stay_in_sight_beside_the_cells_that_they_are_about(visit: Visit, phone: bool) -> None:
    page = visit(LINES, **(PHONE if phone else {}))
    to_the_board(page)
    for key in ["+"] * 4 + ["PageUp", "Home", "PageDown", "End"]:
        page.keyboard.press(key)
    page.wait_for_function("() => stage.scrollLeft > 0 && stage.scrollTop > 0")
    page.evaluate("() => new Promise((next) => requestAnimationFrame(() => setTimeout(next)))")
    view, last = page.locator("#stage").bounding_box(), cell(page, 24, 24).bounding_box()
    beside, above = cell(page, 24, -1).bounding_box(), cell(page, -1, 24).bounding_box()
    assert view and last and beside and above
    assert beside["x"] + beside["width"] > view["x"] + 20 and above["y"] + above["height"] > view["y"] + 20
    assert beside["y"] == pytest.approx(last["y"], abs=1) and above["x"] == pytest.approx(last["x"], abs=1)
    # What is under a clue cannot be painted, and keys go on to cells that can be seen.
    page.mouse.click(beside["x"] + beside["width"] - 6, beside["y"] + 6)
    assert count(page) == 0 and cell(page, 24, -1).locator(".crossed").count() > 0
    cell(page, 24, 24).focus()
    for _ in range(20):
        page.keyboard.press("ArrowLeft")
    here, clue = cell(page, 24, 4).bounding_box(), cell(page, 24, -1).bounding_box()
    assert here and clue and here["x"] >= clue["x"] + clue["width"] - 1


def test_the_wheel_with_ctrl_zooms_the_board_at_the_pointer(visit: Visit) -> None:
    page = visit(WIDE)
    before, here = width(page, 0, 0), middle(page, 12, 12)
    page.mouse.move(*here)
    page.keyboard.down("Control")
    page.mouse.wheel(0, -240)
    page.keyboard.up("Control")
    grown = "before => document.querySelector('[role=gridcell]').getBoundingClientRect().width > before * 1.5"
    page.wait_for_function(grown, arg=before)
    assert middle(page, 12, 12) == pytest.approx(here, abs=width(page, 0, 0) / 2 + 2)

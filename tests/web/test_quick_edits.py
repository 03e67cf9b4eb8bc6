"""Setting in a browser, quickly: no click and no key is lost, and each is a step that can be taken back."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from knobel import registry
from web.conftest import Visit
from web.pages import name, to_the_board, wait_for_address, wait_for_verdict

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIZES = [10, 25]
COUNT = 60


def empty(kind: str, n: int) -> str:
    editor = registry.kind(kind).editor
    assert editor is not None
    return editor.empty((n, n)).id()


CLICKS = """async (cells) => {
    for (const [r, c] of cells) {
        const target = document.querySelector(`#stage [data-r="${r}"][data-c="${c}"]`);
        const { x, y, width, height } = target.querySelector("rect").getBoundingClientRect();
        const at = { clientX: x + width / 2, clientY: y + height / 2, pointerId: 1, isPrimary: true, bubbles: true };
        for (const name of ["pointerdown", "pointerup"]) target.dispatchEvent(new PointerEvent(name, at));
        await new Promise((next) => setTimeout(next, 30));
    }
}"""


def click_all(page: Page, cells: list[tuple[int, int]]) -> None:
    """Click at cells, a click every 30 milliseconds, wherever the board moves meanwhile."""
    page.evaluate(CLICKS, cells)


def first(n: int) -> list[tuple[int, int]]:
    return [divmod(i, n) for i in range(COUNT)]


def picture(n: int, cells: list[tuple[int, int]]) -> str:
    """The puzzle whose solution has these cells painted."""
    board = registry.parse(empty("nonogram", n))
    values = board.domain()[..., 0] * 0
    for at in cells:
        values[at] = 1
    return board.full(values).id()


@pytest.mark.parametrize("n", SIZES)
def test_every_click_paints(visit: Visit, n: int) -> None:
    page = visit(empty("nonogram", n), tab="set")
    wait_for_verdict(page)
    click_all(page, first(n))
    assert name(page, *first(n)[-1]).startswith(f"row {(COUNT - 1) // n + 1} column {(COUNT - 1) % n + 1} is painted")
    wait_for_address(page, picture(n, first(n)))


@pytest.mark.parametrize("n", SIZES)
def test_every_key_paints(visit: Visit, n: int) -> None:
    page = visit(empty("nonogram", n), tab="set")
    wait_for_verdict(page)
    to_the_board(page)
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    for _, c in first(n):
        page.keyboard.press(" ")
        if c < n - 1:
            page.keyboard.press("ArrowRight")
        else:
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Home")
    wait_for_address(page, picture(n, first(n)))
    for _ in range(5):
        page.keyboard.press("Control+z")
    wait_for_address(page, picture(n, first(n)[:-5]))


@pytest.mark.parametrize("n", SIZES)
def test_every_click_writes(visit: Visit, n: int) -> None:
    """Twice into each cell: the second click goes on from the first, whether that is answered or not."""
    page = visit(empty("dominosweeper", n), tab="set")
    wait_for_verdict(page)
    board = registry.parse(empty("dominosweeper", n))
    editor = registry.kind("dominosweeper").editor
    assert editor is not None
    places = {slot.place[1:]: slot.place for slot in editor.slots(board)}
    text = editor.keys(board)[1].text
    cells = [at for at in first(n)[: COUNT // 2] for _ in range(2)]
    click_all(page, cells)
    for at in cells[::2]:
        board = editor.changed(board, places[at], text)
    wait_for_address(page, board.id())
    assert name(page, *cells[-1]).endswith(f": {text}")


def test_edits_that_go_together_are_steps_of_their_own(visit: Visit) -> None:
    page = visit("dominosweeper:6x1:......", tab="set")
    wait_for_verdict(page)
    to_the_board(page)
    for key in "012345":
        page.keyboard.press(key)
        page.keyboard.press("ArrowRight")
    wait_for_address(page, "dominosweeper:6x1:012345")
    page.keyboard.press("Control+z")
    wait_for_address(page, "dominosweeper:6x1:01234.")

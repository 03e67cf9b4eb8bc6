"""What tests of the page do again and again: find cells, press keys at them, wait for a verdict."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import unquote

from knobel import registry
from knobel.puzzle import Values

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

SMALL = {
    "bishops": "bishops:3:B.#/.../..x",
    "dominosweeper": "dominosweeper:6x6:2...../....../...3.3/2.0.../....../.....1",
    "doppelblock": "doppelblock:4:1,2,,2/,,,3",
    "nonogram": "nonogram:5x5:2/4/4/4/2/1.1/5/5/3/1",
}
"""A small puzzle of each kind whose answer is a grid."""

LEVEL = "satromino:4x4:IOO:..../..../..../....:????/++++/++++/++++"
MUSHROOM = (
    "nonogram:10x10:4/5/3.1.2/1.1.3.1/1.3.1/6.1/8.1/1.2.2/1.2/4/4/2.4/3.2.1/7.1/2.6/10/1.1/1.1/1.1/6"
)  # fmt: skip


def cell(page: Page, r: int, c: int) -> Locator:
    """A cell; a row or column of -1 is the clue beside."""
    return page.locator(f"#stage [data-r='{r}'][data-c='{c}']")


def name(page: Page, r: int, c: int) -> str:
    """What a cell or a clue is called."""
    return cell(page, r, c).get_attribute("aria-label") or ""


def names(page: Page) -> list[str]:
    """What all cells are called."""
    found: list[str] = page.eval_on_selector_all(
        "#stage svg:first-of-type [role=gridcell]", "cells => cells.map((cell) => cell.getAttribute('aria-label'))"
    )
    return found


def address(page: Page) -> str:
    """The puzzle in the address."""
    return unquote(page.url.partition("#")[2])


def wait_for_address(page: Page, puzzle: str) -> None:
    page.wait_for_function("id => decodeURIComponent(location.hash.slice(1)) === id", arg=puzzle)


def wait_for_another_address(page: Page, before: str) -> None:
    page.wait_for_function("id => decodeURIComponent(location.hash.slice(1)) !== id", arg=before)


def show(page: Page, puzzle: str) -> None:
    """Go to another puzzle by its address, without loading the page again."""
    page.evaluate("puzzle => { location.hash = encodeURIComponent(puzzle); }", puzzle)
    page.wait_for_function("puzzle => document.getElementById('stage').dataset.puzzle === puzzle", arg=puzzle)


def reload(page: Page) -> None:
    """As somebody does who presses the button, until all is there again."""
    page.reload()
    page.wait_for_selector("html[data-ready]")


def drag(page: Page, start: tuple[int, int], end: tuple[int, int]) -> None:
    """A stroke of the mouse from cell to cell."""
    first, last = cell(page, *start).bounding_box(), cell(page, *end).bounding_box()
    assert first and last
    page.mouse.move(first["x"] + 9, first["y"] + 9)
    page.mouse.down()
    page.mouse.move(last["x"] + 9, last["y"] + 9, steps=25)
    page.mouse.up()


def paste(page: Page, text: str) -> None:
    """Paste a text beside all fields."""
    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.setData("text", text);
            document.body.dispatchEvent(new ClipboardEvent("paste", {clipboardData: data, bubbles: true}));
        }""",
        text,
    )


def wait_for_status(page: Page, words: str) -> None:
    """Until the line below the board says something."""
    page.wait_for_function("words => document.getElementById('status').textContent.includes(words)", arg=words)


def wait_for_verdict(page: Page, status: str | None = None) -> str:
    """Until there is all of a verdict about the puzzle in the address (of a status), and its status."""
    page.wait_for_function(
        """status => {
            const told = document.getElementById('verdict');
            const { id, status: found } = told.dataset;
            const all = told.getAttribute("aria-busy") === "false";
            return all && id === decodeURIComponent(location.hash.slice(1)) && (!status || found === status);
        }""",
        arg=status,
    )
    return str(page.locator("#verdict").get_attribute("data-status"))


def to_the_board(page: Page) -> None:
    """By keys alone: the first thing that Tab reaches leads to the board."""
    page.evaluate(
        "() => { document.body.tabIndex = -1; document.body.focus(); document.body.removeAttribute('tabindex'); }"
    )
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")


def enter_by_keys(page: Page, values: Values, keys: dict[int, str]) -> None:
    """Fill in a board by keys alone: arrows, and the key of each value."""
    to_the_board(page)
    page.keyboard.press("PageUp")
    page.keyboard.press("Home")
    for r, row in enumerate(values.tolist()):
        for c, value in enumerate(row):
            page.keyboard.press(keys[value])
            if c + 1 < len(row):
                page.keyboard.press("ArrowRight")
        if r + 1 < len(values):
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Home")


def solutions(puzzle: str) -> list[Values]:
    """Two solutions, or all if there are fewer."""
    from knobel.tasks.unique import unique

    return list(unique(registry.parse(puzzle)).solutions)


def keys_of(puzzle: str) -> dict[int, str]:
    """A key of each value, as the page is told."""
    from web.asking import ask

    return {look["value"]: look["keys"][-1] for look in ask("board", puzzle=puzzle)["values"]}


def solution(puzzle: str) -> Values:
    """A solution, from the kernel."""
    from knobel.tasks.solve import solve

    found: Any = solve(registry.parse(puzzle)).solution
    assert found is not None
    values: Values = found
    return values

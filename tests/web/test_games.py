"""Games in a browser: when one is solved, what another tab does to it, and addresses that cannot be read."""

from __future__ import annotations

from typing import TYPE_CHECKING

from knobel import registry
from web.conftest import Visit
from web.pages import (
    LEVEL,
    SMALL,
    address,
    cell,
    enter_by_keys,
    keys_of,
    name,
    names,
    reload,
    solution,
    wait_for_status,
)

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = SMALL["nonogram"]
KEPT = """(fields) => {
    const key = Object.keys(localStorage).find((one) => one.startsWith("knobel:play:"));
    localStorage.setItem(key, JSON.stringify({ ...JSON.parse(localStorage.getItem(key)), ...fields }));
}"""

PAINTED = "count => document.querySelectorAll('#stage [aria-label$=\"is painted\"]').length === count"


def solved(page: Page) -> Page:
    """A page on which the heart is solved."""
    enter_by_keys(page, solution(HEART), keys_of(HEART))
    wait_for_status(page, "Solved")
    return page


def wait_until_judged(page: Page, value: bool) -> None:
    """Until the game that is kept is solved, or is not."""
    page.wait_for_function(
        """value => Object.entries(localStorage).some(([key, text]) =>
            key.startsWith("knobel:play:") && JSON.parse(text).solved === value)""",
        arg=value,
    )


def test_a_board_that_is_not_right_any_more_is_not_solved(visit: Visit) -> None:
    page = solved(visit(HEART))
    cell(page, 2, 2).click()
    wait_until_judged(page, False)
    assert "Solved" not in page.locator("#status").inner_text()
    reload(page)
    with page.expect_response("**/api/check"):
        cell(page, 0, 0).click()
    assert "Solved" not in page.locator("#status").inner_text()
    page.click("#undo")
    page.click("#undo")
    wait_for_status(page, "Solved")
    reload(page)
    wait_for_status(page, "Solved")


def test_a_game_that_is_kept_as_solved_is_judged_anew(visit: Visit) -> None:
    page = visit(HEART)
    cell(page, 0, 0).click()
    wait_until_judged(page, False)
    page.evaluate(KEPT, {"solved": True})
    page.add_init_script(f"({KEPT})({{ solved: true }})")
    reload(page)
    wait_until_judged(page, False)
    assert "Solved" not in page.locator("#status").inner_text()


def test_starting_again_starts_the_clock_again(visit: Visit) -> None:
    page = visit(HEART)
    cell(page, 0, 0).click()
    page.add_init_script(f"({KEPT})({{ seconds: 3723 }})")
    reload(page)
    assert (page.locator(".clock").text_content() or "").startswith("1:02:")
    page.click("#restart")
    page.wait_for_function("() => document.querySelector('.clock').textContent.startsWith('0:')")
    assert not any("is " in one for one in names(page))


def test_a_level_that_is_taken_back_is_not_solved(visit: Visit) -> None:
    page = visit(LEVEL)
    page.wait_for_function("() => document.querySelector('.piece').textContent !== ''")
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "t": "ArrowUp", "d": "ArrowDown"}
    cell(page, 0, 0).click()
    for move in registry.parse(LEVEL).write(solution(LEVEL)):
        page.keyboard.press(keys[move])
    wait_for_status(page, "Solved")
    wait_until_judged(page, True)
    page.click("#undo")
    wait_until_judged(page, False)
    page.click("#redo")
    wait_until_judged(page, True)
    wait_for_status(page, "Solved")


def test_two_tabs_go_on_with_the_same_game(visit: Visit) -> None:
    one = visit(HEART)
    other = one.context.new_page()
    other.goto(one.url)
    other.wait_for_selector("html[data-ready]")
    for c, (here, there) in enumerate([(one, other), (other, one), (one, other), (other, one)]):
        cell(here, 0, c).click()
        there.wait_for_function(PAINTED, arg=c + 1)
    assert names(one) == names(other)
    other.click("#undo")
    one.wait_for_function(PAINTED, arg=3)
    reload(one)
    assert one.evaluate(PAINTED, 3)


def test_an_address_that_cannot_be_read_is_told_and_no_older_puzzle_is_shown(visit: Visit) -> None:
    page = visit(HEART)
    page.evaluate("() => { history.replaceState(null, '', '/#nonogram:4x3:nonsense'); location.reload(); }")
    page.wait_for_selector("#status.bad")
    page.wait_for_selector("html[data-ready]")
    assert address(page) == "nonogram:4x3:nonsense"
    assert not page.locator("#stage [role=gridcell]").count() and page.locator("#side").is_hidden()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")  # to the board, which is not there
    page.select_option(".tools select", "de")
    page.wait_for_function("() => document.documentElement.lang === 'de'")
    page.select_option("#bar select >> nth=0", "bishops")
    page.wait_for_selector("#stage [role=gridcell]")
    assert page.locator("#side").is_visible() and name(page, 0, 0)

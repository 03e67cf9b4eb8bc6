"""Setting in a browser: edits on the board, live verdicts, suggestions, and answers that come too late."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from knobel import registry
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.tasks.unique import unique
from web.conftest import Visit
from web.pages import (
    LEVEL,
    SMALL,
    address,
    cell,
    drag,
    name,
    names,
    reload,
    show,
    to_the_board,
    wait_for_address,
    wait_for_another_address,
    wait_for_status,
    wait_for_verdict,
)
from web.servers import Server, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = SMALL["nonogram"]
SPARSE = "doppelblock:4:1,2,,2/,,,"
CLASH = "doppelblock:3:1,1,/,,"
HOLD = """() => {
    const real = window.fetch;
    window.held = []; // let what follows the first event of an answer go
    window.fetch = async (path, { signal, ...rest }) => {
        const answer = await real(path, rest); // which cannot be stopped any more
        const [first, ...others] = (await answer.text()).split(/(?<=\\n\\n)/);
        const late = new Promise((go) => window.held.push(go));
        const write = (to, text) => to.enqueue(new TextEncoder().encode(text));
        const start = async (to) => {
            write(to, first);
            await late;
            for (const other of others) write(to, other);
            to.close();
        };
        return new Response(new ReadableStream({ start }));
    };
}"""
WORDS = {"none": "none", "unique": "one", "multiple": "many"}


def judged(page: Page) -> str:
    """The verdict of the page, which must be that of the kernel."""
    status = wait_for_verdict(page)
    assert status == WORDS[unique(registry.parse(address(page)), nearest=False).status]
    return status


def test_a_clue_is_edited_on_the_board_by_keys_alone(visit: Visit) -> None:
    page = visit(SPARSE, tab="set")
    assert judged(page) == "many"
    to_the_board(page)
    for key in ("PageDown", "Home", "ArrowLeft", "Enter"):
        page.keyboard.press(key)
    page.keyboard.type("3")
    page.keyboard.press("Enter")
    wait_for_address(page, SMALL["doppelblock"])
    assert judged(page) == "one"
    assert name(page, 3, -1) == "clue of row 4: 3"
    assert page.evaluate("document.activeElement.dataset.c") == "-1"
    page.keyboard.press("Control+z")
    wait_for_address(page, SPARSE)
    page.keyboard.press("Control+y")
    wait_for_address(page, SMALL["doppelblock"])
    page.keyboard.press("Delete")
    wait_for_address(page, SPARSE)


def test_a_clue_that_cannot_be_is_refused_in_words(visit: Visit) -> None:
    page = visit(HEART, tab="set")
    wait_for_verdict(page)
    cell(page, 0, -1).click()
    page.fill(".here", "many")
    page.keyboard.press("Enter")
    page.wait_for_selector(".here[aria-invalid]")
    assert page.locator("#status.bad").inner_text().strip("✗ ")
    page.keyboard.press("Escape")
    assert not page.locator(".here").count() and address(page) == HEART


def test_tab_goes_from_clue_to_clue(visit: Visit) -> None:
    page = visit("nonogram:3x3:" + "/" * 5, tab="set")
    wait_for_verdict(page)
    cell(page, -1, 0).click()
    for text in ("1", "2", "3"):
        page.wait_for_selector(".here")
        page.keyboard.type(text)
        page.keyboard.press("Tab" if text != "3" else "Enter")
        page.wait_for_function("text => document.querySelector('#stage svg').textContent.includes(text)", arg=text)
    assert [name(page, -1, c)[-1] for c in range(3)] == ["1", "2", "3"]


def test_clicks_and_keys_write_into_cells(visit: Visit) -> None:
    page = visit("dominosweeper:3x3:.../.../...", tab="set")
    wait_for_verdict(page)
    cell(page, 0, 0).click()
    wait_for_address(page, "dominosweeper:3x3:0../.../...")
    cell(page, 0, 0).click(button="right")
    wait_for_address(page, "dominosweeper:3x3:.../.../...")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("3")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("*")
    wait_for_address(page, "dominosweeper:3x3:.3*/.../...")
    judged(page)
    page.fill("[data-place='mines:0']", "4")
    page.keyboard.press("Enter")
    wait_for_address(page, "dominosweeper:3x3:.3*/.../...:mines=4")
    page.select_option("[data-place='plain:0']", "yes")
    wait_for_address(page, "dominosweeper:3x3:.3*/.../...:mines=4:plain=yes")
    judged(page)


def test_the_board_shows_what_is_certain_open_and_different(visit: Visit) -> None:
    page = visit("doppelblock:5:,1,,,3/1,,,1,", tab="set")
    assert judged(page) == "many"
    found = unique(registry.parse(address(page)))
    assert page.locator(".mark-differs").count() >= 1
    assert page.locator(".badge-differs").count() == page.locator(".mark-differs").count()
    certain = [one for one in names(page) if "certain" in one]
    assert len(certain) == page.locator(".ghost").count()
    for said in certain:
        r, c = (int(word.strip(",")) - 1 for word in said.split()[1:4:2])
        value = int(found.solutions[0][r, c])
        assert all(int(values[r, c]) == value for values in found.solutions)
        assert said.endswith("is black" if value == 0 else f"is {value}")


@pytest.mark.parametrize("puzzle", [SPARSE, "dominosweeper:4x4:2.../..../...3/....", "nonogram:3x3:1/1/1/1/1/1"])
def test_suggestions_lead_to_one_solution(visit: Visit, puzzle: str) -> None:
    page = visit(puzzle, tab="set")
    for _ in range(30):
        if judged(page) == "one":
            break
        before = address(page)
        page.focus("#suggest")
        assert page.locator(".mark-given").count() <= 3
        page.keyboard.press("Enter")
        wait_for_another_address(page, before)
    assert judged(page) == "one"


def test_contradicting_clues_are_named_and_reached(visit: Visit) -> None:
    page = visit(CLASH, tab="set")
    assert judged(page) == "none"
    reasons = page.locator("#verdict li").all_inner_texts()
    assert any("column 1" in one for one in reasons) and any("column 2" in one for one in reasons)
    assert page.locator(".mark-wrong").count() == page.locator("#verdict li button").count() >= 2
    page.locator("#verdict li button").first.click()
    assert page.evaluate("document.activeElement.dataset.r") == "-1"


def test_size_rotation_and_a_new_board(visit: Visit) -> None:
    page = visit(HEART, tab="set")
    wait_for_verdict(page)
    for _ in range(4):
        before = address(page)
        page.click("#turn")
        wait_for_another_address(page, before)
    assert address(page) == HEART
    page.fill("#width", "7")
    page.keyboard.press("Enter")
    page.wait_for_function("() => location.hash.startsWith('#nonogram:7x5:')")
    page.click("#new")
    wait_for_address(page, "nonogram:7x5:" + "/" * 11)
    page.go_back()
    wait_for_address(page, HEART)


def test_boards_that_are_squares_stay_squares(visit: Visit) -> None:
    page = visit("bishops:4", tab="set")
    wait_for_verdict(page)
    page.fill("#height", "6")
    page.keyboard.press("Enter")
    wait_for_address(page, "bishops:6")
    assert page.locator("#width").input_value() == "6"


def test_a_size_that_is_refused_changes_nothing(visit: Visit) -> None:
    board = "nonogram:201x10:" + "/" * 210
    page = visit(board, tab="set")
    wait_for_verdict(page)
    page.fill("#height", "200")
    page.keyboard.press("Enter")
    wait_for_status(page, "40000")
    assert address(page) == board
    page.fill("#height", "0")
    page.keyboard.press("Enter")
    assert page.locator("#height").input_value() == "10"


def test_undo_is_heard_wherever_the_focus_is(visit: Visit) -> None:
    page = visit(HEART, tab="set")
    wait_for_verdict(page)
    page.click("#turn")
    wait_for_another_address(page, HEART)
    page.focus("#turn")
    page.keyboard.press("Control+z")
    wait_for_address(page, HEART)


@pytest.mark.parametrize(("board", "faint"), [(HEART, "Faint cells are open"), (SPARSE, "Faint signs are certain")])
def test_the_words_say_what_faint_means(visit: Visit, board: str, faint: str) -> None:
    page = visit(board, tab="set")
    wait_for_verdict(page)
    assert faint in page.locator(".hint", has_text="≠").inner_text()


def test_a_picture_is_painted_and_its_clues_follow(visit: Visit) -> None:
    page = visit("nonogram:4x3:" + "/" * 6, tab="set")
    judged(page)
    drag(page, (1, 0), (1, 2))
    wait_for_address(page, "nonogram:4x3:1/1/1///3/")
    judged(page)
    to_the_board(page)
    page.keyboard.press("PageDown")
    page.keyboard.press(" ")
    wait_for_address(page, "nonogram:4x3:1/1/2///3/1")
    assert judged(page) == "many" or page.locator(".ghost").count() == 0


def test_a_verdict_is_not_drawn_on_another_puzzle(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"], tab="set")
    wait_for_verdict(page, "one")
    assert page.locator(".ghost").count() == 16
    show(page, "dominosweeper:4x4:..../..../..../....")
    assert not page.locator(".ghost").count()


def test_levels_are_set_too(visit: Visit) -> None:
    page = visit(LEVEL, tab="set")
    assert wait_for_verdict(page) == "many"
    page.fill("[data-place='pieces:0']", "IOZ")
    page.keyboard.press("Enter")
    wait_for_verdict(page, "none")
    cell(page, 1, 1).click()
    page.wait_for_function("() => !location.hash.endsWith(':????/++++/++++/++++')")
    wait_for_verdict(page)


def test_verdicts_that_come_late_are_not_shown(visit: Visit) -> None:
    page = visit("dominosweeper:3x3:.../.../...", tab="set")
    judged(page)
    page.evaluate(HOLD)
    cell(page, 0, 0).click()
    wait_for_address(page, "dominosweeper:3x3:0../.../...")
    assert page.locator(".boards.pending").count()
    cell(page, 2, 2).click()
    wait_for_address(page, "dominosweeper:3x3:0../.../..0")
    page.evaluate("held[1]()")
    assert judged(page) == "one"
    page.evaluate("held[0]()")  # it says that there are many
    page.wait_for_timeout(200)
    assert judged(page) == "one"
    wait_for_status(page, "Exactly one solution")


def test_the_number_of_solutions_comes_before_the_reasons(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"], tab="set")
    judged(page)
    page.evaluate(
        """() => {
            const told = document.getElementById("verdict");
            window.seen = [];
            new MutationObserver(() =>
                seen.push([told.dataset.status, told.ariaBusy, told.querySelectorAll("li").length])
            ).observe(told, { attributes: true });
        }"""
    )
    cell(page, -1, 0).click()
    page.fill(".here", "2")
    page.keyboard.press("Enter")
    wait_for_verdict(page, "none")
    first, *_, last = page.evaluate("seen")
    assert first == ["none", "true", 0]
    assert last[:2] == ["none", "false"] and last[2] >= 2


def test_an_edit_stops_what_runs(visit: Visit, page_server: Server) -> None:
    n = 25  # a verdict on such a board takes seconds
    board = Doppelblock((None,) * n, (None,) * n).full(random_grid(n, np.random.default_rng(1)))
    page = visit(replace(board, givens=tuple((-1,) * n for _ in range(n))).id(), tab="set")
    stopped: list[str] = []
    page.on("requestfailed", lambda asked: stopped.append(asked.url))
    page.wait_for_selector(".boards.pending")
    for _ in range(2):
        before = address(page)
        cell(page, 0, 0).click()
        wait_for_another_address(page, before)
    wait_for(lambda: len(stopped) == 2)
    assert {one.rpartition("/")[2] for one in stopped} == {"live"}
    page.click("#tab-play")
    wait_for(lambda: not page_server.workers())


@pytest.mark.parametrize("tab", ["play", "set"])
def test_a_reload_keeps_the_tab_and_the_edited_board(visit: Visit, tab: str) -> None:
    page = visit("dominosweeper:3x3:.../.../...", tab="set")
    wait_for_verdict(page)
    cell(page, 0, 0).click()
    wait_for_address(page, "dominosweeper:3x3:0../.../...")
    page.click(f"#tab-{tab}")
    reload(page)
    assert address(page) == "dominosweeper:3x3:0../.../..."
    assert page.locator(f"#tab-{tab}").get_attribute("aria-selected") == "true"
    assert page.locator(f"#panel-{tab}").is_visible()


def test_an_edit_is_not_lost_when_the_tab_is_left(visit: Visit) -> None:
    page = visit(SPARSE, tab="set")
    wait_for_verdict(page)
    cell(page, 3, -1).click()
    page.fill(".here", "3")
    page.click("#tab-play")
    wait_for_address(page, SMALL["doppelblock"])
    assert name(page, 3, -1) == "clue of row 4: 3" and page.locator("#panel-play").is_visible()
    page.click("#tab-set")
    assert judged(page) == "one"


def test_many_quick_edits_all_count(visit: Visit) -> None:
    page = visit("dominosweeper:6x1:......", tab="set")
    judged(page)
    to_the_board(page)
    for key in "012345":
        page.keyboard.press(key)
        page.keyboard.press("ArrowRight")
    wait_for_address(page, "dominosweeper:6x1:012345")
    judged(page)

"""Playing in a browser, by mouse, by touch and by keys alone."""

from __future__ import annotations

import random

import pytest

from knobel import registry
from web.conftest import Visit
from web.pages import (
    LEVEL,
    MUSHROOM,
    SMALL,
    cell,
    drag,
    enter_by_keys,
    keys_of,
    name,
    names,
    reload,
    solution,
    solutions,
    to_the_board,
    wait_for_status,
)

HEART = SMALL["nonogram"]


@pytest.mark.parametrize("kind", SMALL)
def test_a_board_is_solved_by_keys_alone(visit: Visit, kind: str) -> None:
    page = visit(SMALL[kind])
    enter_by_keys(page, solution(SMALL[kind]), keys_of(SMALL[kind]))
    wait_for_status(page, "Solved")


def test_any_solution_is_accepted(visit: Visit) -> None:
    puzzle = "dominosweeper:3x2:2../..."
    both = solutions(puzzle)
    assert len(both) == 2
    for values in both:
        page = visit(puzzle)
        enter_by_keys(page, values, keys_of(puzzle))
        wait_for_status(page, "Solved")


def test_what_is_not_painted_need_not_be_said(visit: Visit) -> None:
    page = visit(HEART)
    for r, row in enumerate(solution(HEART).tolist()):
        for c, value in enumerate(row):
            if value:
                cell(page, r, c).click()
    wait_for_status(page, "Solved")


def test_a_stroke_of_the_mouse_is_one_step(visit: Visit) -> None:
    page = visit(MUSHROOM)
    drag(page, (2, 1), (2, 6))
    assert [name(page, 2, c).endswith("painted") for c in range(10)] == [False] + [True] * 6 + [False] * 3
    page.click("#undo")
    assert not any("painted" in one for one in names(page))
    page.keyboard.press("Tab")
    page.click("#redo")
    assert sum("painted" in one for one in names(page)) == 6


def test_right_button_and_brushes(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"])
    page.uncheck("#selects")
    cell(page, 0, 0).click(button="right")
    assert name(page, 0, 0).endswith("is black")
    page.click("[name=brush] >> nth=2")
    cell(page, 1, 1).click()
    assert name(page, 1, 1).endswith("is 2")
    cell(page, 1, 1).click()
    assert name(page, 1, 1) == "row 2 column 2"


def test_touch(visit: Visit) -> None:
    page = visit(HEART, width=390, height=844, has_touch=True, is_mobile=True)
    cell(page, 1, 1).tap()
    cell(page, 1, 2).tap()
    cell(page, 1, 2).tap()
    assert name(page, 1, 1).endswith("is painted") and name(page, 1, 2).endswith("is empty")


def test_notes_and_marks_are_seen_and_heard(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"])
    to_the_board(page)
    page.keyboard.press("n")
    page.keyboard.press("1")
    page.keyboard.press("2")
    page.keyboard.press("m")
    assert "notes: is 1, is 2" in name(page, 0, 0) and "○" in name(page, 0, 0)
    assert cell(page, 0, 0).locator(".note").all_text_contents() == ["1", "2"]
    assert cell(page, 0, 0).locator(".own-sign").text_content() == "○"
    assert "notes: is 1, is 2" in page.locator("#spoken").inner_text()
    page.keyboard.press("n")
    page.keyboard.press("2")
    assert "is 2" in name(page, 0, 0) and "notes" not in name(page, 0, 0)
    page.keyboard.press("Backspace")
    page.keyboard.press("z")
    page.keyboard.press("z")
    assert "notes: is 1, is 2" in name(page, 0, 0)


def test_numbers_of_clues_are_crossed_out(visit: Visit) -> None:
    page = visit(MUSHROOM)
    cell(page, -1, 2).locator("[data-index='1']").click()
    assert page.locator(".crossed").count() == 1
    to_the_board(page)
    for key in ("PageUp", "Home", "ArrowLeft"):
        page.keyboard.press(key)
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    page.keyboard.press(" ")
    assert cell(page, 2, -1).locator(".crossed").count() == 3
    page.keyboard.press("Control+z")
    assert page.locator(".crossed").count() == 1


@pytest.mark.slow
def test_undo_and_redo_have_no_limit_and_survive_a_reload(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"])

    def seen() -> tuple[list[str], int]:
        return names(page), page.locator(".crossed").count()

    chance = random.Random(7)
    boards = [seen()]
    to_the_board(page)
    for _ in range(120):
        page.keyboard.press(chance.choice(["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]))
        page.keyboard.press(chance.choice(["1", "2", "#", " ", "Backspace", "m"]))
        if (now := seen()) != boards[-1]:
            boards.append(now)
    reload(page)
    assert seen() == boards[-1]
    for before in reversed(boards[:-1]):
        page.keyboard.press("Control+z")
        assert seen() == before
    assert page.locator("#undo").is_disabled()
    for after in boards[1:]:
        page.keyboard.press("Control+y")
        assert seen() == after


def test_time_goes_on_after_a_reload_and_stops_when_solved(visit: Visit) -> None:
    page = visit(HEART)
    cell(page, 0, 0).click()
    page.add_init_script(
        "for (const [key, text] of Object.entries(localStorage)) if (key.startsWith('knobel:play:'))"
        " localStorage.setItem(key, JSON.stringify({...JSON.parse(text), seconds: 3723}));"
    )
    reload(page)
    assert (page.locator(".clock").text_content() or "").startswith("1:02:")
    page.click("#undo")
    enter_by_keys(page, solution(HEART), keys_of(HEART))
    wait_for_status(page, "Solved in 1:02:")


def test_correct_so_far(visit: Visit) -> None:
    page = visit(HEART)
    cell(page, 0, 1).click()
    page.click("#check")
    wait_for_status(page, "Correct so far")
    cell(page, 4, 0).click()
    page.click("#check")
    page.wait_for_selector("#status.bad")
    assert "row 5 column 1 is painted" in page.locator("#status").inner_text()
    assert name(page, 4, 0).endswith("wrong")
    assert cell(page, 4, 0).locator(".badge-sign").text_content() == "!"


def test_checking_while_playing_can_be_switched_off(visit: Visit) -> None:
    page = visit(HEART)
    page.check("#checking")
    cell(page, 4, 0).click()
    page.wait_for_selector(".mark-wrong")
    cell(page, 4, 0).click()
    page.wait_for_selector(".mark-wrong", state="detached")
    page.uncheck("#checking")
    with page.expect_response("**/api/check") as judged:
        cell(page, 4, 1).click()
    assert (judged.value.request.post_data_json or {})["name"] is False  # only whether the board is solved
    page.wait_for_load_state("networkidle")
    assert not page.locator(".mark-wrong").count()


def test_uncovering_cells(visit: Visit) -> None:
    puzzle = SMALL["dominosweeper"]
    values = solution(puzzle).tolist()
    page = visit(puzzle)
    page.check("[name=variant] >> nth=1")
    mine = next((r, c) for r in range(6) for c in range(6) if values[r][c] == 1)
    cell(page, *mine).click(button="right")
    assert name(page, *mine).endswith("flag")
    for r in range(6):
        for c in range(6):
            if values[r][c] == 0:
                cell(page, r, c).click()
    wait_for_status(page, "Solved")
    assert (cell(page, 5, 1).locator("text").first.text_content() or "").isdigit()
    page.click("#again")
    to_the_board(page)
    page.keyboard.press("PageDown")
    page.keyboard.press("Home")
    assert values[5][0] == 1
    page.keyboard.press(" ")
    wait_for_status(page, "over")
    assert name(page, 5, 0).endswith("wrong")


def test_a_level_is_played_by_keys(visit: Visit) -> None:
    page = visit(LEVEL)
    to_the_board(page)
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "t": "ArrowUp", "d": "ArrowDown"}
    puzzle = registry.parse(LEVEL)
    line = puzzle.write(solution(LEVEL))
    for number, move in enumerate(line, 1):
        page.keyboard.press(keys[move])
        page.wait_for_function(
            "count => (JSON.parse(localStorage.getItem(Object.keys(localStorage).find((key) => "
            "key.startsWith('knobel:play:'))) ?? '{}').entries?.moves ?? '').length === count",
            arg=number,
        )
    wait_for_status(page, "Solved")
    reload(page)
    wait_for_status(page, "Solved")

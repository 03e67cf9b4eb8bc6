"""What players have at hand in a browser: brushes with words, selections, colours, trials, pieces that are carried,
shapes that come, and the game of uncovering cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
from web.asking import ask
from web.conftest import Visit
from web.pages import (
    LEVEL,
    MUSHROOM,
    SMALL,
    address,
    cell,
    name,
    names,
    reload,
    solution,
    to_the_board,
    wait_for_status,
)
from web.test_hints import SIZES
from web.test_large import in_sight
from web.test_strokes import PHONE, middle, touch, way

if TYPE_CHECKING:
    from playwright.sync_api import Page

NUMBERS = "doppelblock:5:,,,,/,,,,"
COLOUR = ".own-colour"
HIGH = "satromino:4x7:IOO:" + "/".join(["...."] * 7) + ":????/????/????/????/++++/++++/++++"
GHOST = """() => [...document.querySelectorAll("#stage .cell")].filter((one) => one.querySelector(".landing"))
    .map((one) => [+one.dataset.r, +one.dataset.c])"""


# brushes, buttons and help


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("nonogram", ["in turn", "painted", "empty", "erase"]),
        ("bishops", ["in turn", "a bishop", "empty", "erase"]),
        ("dominosweeper", ["in turn", "a mine", "free", "erase"]),
    ],
)
def test_brushes_have_words(visit: Visit, kind: str, words: list[str], size: str) -> None:
    page = visit(SMALL[kind], **SIZES[size])
    assert page.locator(".brush .word").all_inner_texts() == words
    assert in_sight(page, ".brushes")


def test_the_right_button_is_empty(visit: Visit) -> None:
    page = visit(SMALL["nonogram"])
    cell(page, 0, 0).click(button="right")
    assert name(page, 0, 0).endswith("is empty")
    cell(page, 0, 1).click()
    cell(page, 0, 1).click(button="right")
    assert name(page, 0, 1).endswith("is empty"), "also where something was painted"
    cell(page, 0, 1).click(button="right")
    assert name(page, 0, 1) == "row 1 column 2"
    page.mouse.move(*middle(page, 2, 0))
    page.mouse.down(button="right")
    page.mouse.move(*middle(page, 2, 4))
    page.mouse.up(button="right")
    assert all(name(page, 2, c).endswith("is empty") for c in range(5))


@pytest.mark.parametrize(
    ("puzzle", "told"),
    [
        (SMALL["nonogram"], {"Right button": "empty, or take it away again", "#": "painted"}),
        (
            NUMBERS,
            {"Right button": "black, or take it away again", "1 … 3": "enter a number", "c": "colours on or off"},
        ),
        (SMALL["bishops"], {"Drag": "move a piece, and see what it attacks"}),
        (LEVEL, {"←": "left", "Space": "all the way down"}),
    ],
)
def test_help_tells_what_mouse_and_keys_do_here(visit: Visit, puzzle: str, told: dict[str, str]) -> None:
    page = visit(puzzle)
    if "bishops" in puzzle:
        page.wait_for_selector("#aid-clashes", state="attached")
    page.keyboard.press("?")
    rows = page.eval_on_selector_all(
        "#help dt", "all => all.map((one) => [one.textContent, one.nextSibling.textContent])"
    )
    found: dict[str, str] = dict(rows)
    for keys, words in told.items():
        assert any(keys in key.split(" / ") or keys == key or keys in key.split() for key in found), found
        assert words in found.values()


# selections


def notes(page: Page, r: int, c: int) -> list[str]:
    found: list[str] = cell(page, r, c).locator(".note").all_text_contents()
    return found


def test_what_is_typed_goes_into_all_selected_cells(visit: Visit) -> None:
    page = visit(NUMBERS)
    page.mouse.move(*middle(page, 0, 0))
    page.mouse.down()
    page.mouse.move(*middle(page, 0, 2))
    page.mouse.move(*middle(page, 2, 2))
    page.mouse.up()
    assert page.locator(".selected").count() == 5
    cell(page, 4, 4).click(modifiers=["Control"])
    assert page.locator(".selected").count() == 6
    for key in "n12N3c4":
        page.keyboard.press(key)
    chosen = [(0, 0), (0, 1), (0, 2), (1, 2), (2, 2), (4, 4)]
    for at in chosen:
        assert notes(page, *at) == ["1", "2", "3"] and cell(page, *at).locator(COLOUR).count() == 1
        assert "notes: is 1, is 2" in name(page, *at) and "in the middle: is 3" in name(page, *at)
        assert "colour 4" in name(page, *at)
    assert page.locator(COLOUR).count() == 6
    page.keyboard.press("z")
    assert page.locator(COLOUR).count() == 0, "one step"
    page.keyboard.press("y")
    reload(page)
    assert page.locator(COLOUR).count() == 6 and notes(page, 4, 4) == ["1", "2", "3"]


def test_cells_are_selected_by_keys(visit: Visit) -> None:
    page = visit(NUMBERS)
    to_the_board(page)
    for key in ("PageUp", "Home", "Shift+ArrowRight", "Shift+ArrowDown", "2"):
        page.keyboard.press(key)
    assert [at for at in range(25) if " is 2" in names(page)[at]] == [0, 1, 6]
    page.keyboard.press("ArrowDown")
    page.keyboard.press("1")
    assert sum("is 1" in one for one in names(page)) == 1
    page.keyboard.press("Backspace")
    assert sum("is 1" in one for one in names(page)) == 0


def test_a_finger_selects_and_buttons_write(visit: Visit) -> None:
    page = visit(NUMBERS, **PHONE)
    touch(page, way(middle(page, 1, 1), middle(page, 3, 3), 20))
    assert page.locator(".selected").count() >= 3
    page.click("#select-mode label >> nth=2")
    page.click(".keypad .brush >> nth=0")
    assert [notes(page, i, i) for i in (1, 2, 3)] == [["1"]] * 3
    page.click("#select-mode label >> nth=0")
    page.click(".keypad .brush >> nth=1")
    assert all(name(page, i, i).startswith(f"row {i + 1} column {i + 1} is 2") for i in (1, 2, 3))
    assert in_sight(page, ".keypad") and in_sight(page, "#undo")


def test_who_prefers_brushes_keeps_them(visit: Visit) -> None:
    page = visit(NUMBERS)
    page.uncheck("#selects")
    assert page.locator(".brushes").count() == 1
    reload(page)
    cell(page, 0, 0).click()
    assert name(page, 0, 0).endswith("is 1") and not page.is_checked("#selects")


# trials


@pytest.mark.parametrize("size", SIZES)
def test_what_is_tried_is_kept_or_taken_back(visit: Visit, size: str) -> None:
    page = visit(MUSHROOM, **SIZES[size])

    def painted() -> list[int]:
        return [c for c in range(10) if "painted" in name(page, 0, c)]

    def tried() -> list[int]:
        return [c for c in range(10) if name(page, 0, c).endswith("tried")]

    assert page.locator("#try-keep").is_hidden() and page.locator("#try-drop").is_hidden()
    cell(page, 0, 0).click()
    page.click("#try")
    cell(page, 0, 1).click()
    page.click("#try")
    cell(page, 0, 2).click()
    assert painted() == [0, 1, 2] and tried() == [1, 2] and page.locator(".tried").count() == 2
    reload(page)
    assert tried() == [1, 2]
    page.click("#try-drop")
    assert painted() == [0, 1] and tried() == [1]
    page.click("#try-keep")
    assert painted() == [0, 1] and tried() == [] and page.locator("#try-drop").is_hidden()
    page.click("#undo")
    assert painted() == [0, 1, 2], "what was taken back is not lost"


def test_a_trial_whose_beginning_is_taken_back_is_over(visit: Visit) -> None:
    page = visit(MUSHROOM)
    cell(page, 0, 0).click()
    page.keyboard.press("t")
    cell(page, 0, 1).click()
    page.keyboard.press("z")
    assert page.locator("#try-drop").is_visible()
    page.keyboard.press("z")
    assert page.locator("#try-drop").is_hidden()


# pieces that stand


@pytest.mark.parametrize(("puzzle", "wanted"), [("bishops:8", 14), ("bishops:5:count=3", 3)])
def test_how_many_stand_and_how_many_are_wanted(visit: Visit, puzzle: str, wanted: int) -> None:
    page = visit(puzzle)
    tally = "text => document.getElementById('tally').textContent === text"
    page.wait_for_function(tally, arg=f"Pieces: 0 of {wanted}")
    cell(page, 0, 1).click()
    cell(page, 0, 2).click()
    page.wait_for_function(tally, arg=f"Pieces: 2 of {wanted}")


def test_more_than_are_wanted_break_a_rule(visit: Visit) -> None:
    page = visit("bishops:5:count=1")
    page.wait_for_function("() => document.getElementById('tally').textContent !== ''")
    for c in (0, 2):
        cell(page, 0, c).click()
    page.wait_for_selector("#tally.bad")


def attacked(page: Page) -> int:
    found: int = page.locator("#stage .reach").count()
    return found


def test_a_piece_is_carried_and_shows_what_it_attacks(visit: Visit) -> None:
    page = visit("bishops:8")
    page.wait_for_selector("#aid-clashes", state="attached")
    cell(page, 0, 0).click()
    page.mouse.move(*middle(page, 0, 0))
    page.mouse.down()
    assert attacked(page) == 7
    page.mouse.move(*middle(page, 3, 4), steps=4)
    assert attacked(page) == 13 and name(page, 3, 4).endswith("bishop")
    page.mouse.up()
    page.mouse.move(5, 5)
    assert attacked(page) == 0
    assert [at for at in range(64) if names(page)[at].endswith("bishop")] == [3 * 8 + 4]
    page.click("#undo")
    assert [at for at in range(64) if names(page)[at].endswith("bishop")] == [0], "one step"


def test_a_finger_carries_a_piece_too(visit: Visit) -> None:
    page = visit("bishops:6", **PHONE)
    page.wait_for_selector("#aid-clashes", state="attached")
    touch(page, way(middle(page, 1, 1), middle(page, 4, 3), 12))
    assert [at for at in range(36) if names(page)[at].endswith("bishop")] == [4 * 6 + 3]
    assert attacked(page) == 0


# pieces that fall


@pytest.mark.parametrize("size", SIZES)
def test_shapes_to_come_a_landing_ghost_and_a_legend(visit: Visit, size: str) -> None:
    page = visit(HIGH, **SIZES[size])
    page.wait_for_selector("#coming .shape")
    shapes = "all => all.map((one) => one.dataset.piece).join('')"
    assert page.eval_on_selector_all("#coming .shape", shapes) == "IOO"
    assert page.locator("#legend li").all_inner_texts()[-1] == "where it would land"
    assert len(page.locator("#legend li").all_inner_texts()) == 4
    assert in_sight(page, "#coming") and in_sight(page, ".pad")
    before = page.evaluate(GHOST)
    page.click("[data-code=D]")
    page.wait_for_function("() => document.querySelectorAll('#coming .shape').length === 2")
    played: Any = registry.kind("satromino").editor
    after = played.played(registry.parse(HIGH), "D").board.cells
    landed = [[r, c] for r, row in enumerate(after) for c, one in enumerate(row) if one.text == "I"]
    assert before and all(at in landed for at in before)


def test_a_level_is_played_without_waiting_for_the_server(visit: Visit) -> None:
    page = visit(LEVEL)
    page.wait_for_selector("#coming .shape")
    page.route("**/api/moves", lambda _: None)  # never answered
    to_the_board(page)
    for key in ("ArrowUp", "ArrowLeft", " "):
        page.keyboard.press(key)
    assert page.locator(".piece").inner_text() == "Piece 2 of 3: O"
    page.keyboard.press("z")
    assert page.locator(".piece").inner_text() == "Piece 1 of 3: I"


# uncovering


def uncovered(page: Page, puzzle: str) -> Page:
    page.check("[name=variant] >> nth=1")
    total = int((solution(puzzle) == 1).sum())
    page.wait_for_function("text => document.getElementById('tally').textContent.endsWith(text)", arg=f"of {total}")
    return page


def covered(page: Page) -> int:
    found: int = page.locator("#stage .cover").count()
    return found


def test_a_0_uncovers_all_around_it_and_mines_are_counted(visit: Visit) -> None:
    puzzle = "dominosweeper:5x4:...../...../...../**..."
    values = solution(puzzle)
    full: Any = registry.parse(puzzle).full(values)
    zero = next((r, c) for r, row in enumerate(full.rows) for c, g in enumerate(row) if g == "0")
    page = uncovered(visit(puzzle), puzzle)
    told = ask("reveal", puzzle=puzzle, open=[list(zero)])
    assert len(told["cells"]) > 3
    cell(page, *zero).click()
    page.wait_for_function(
        "count => document.querySelectorAll('#stage .cover').length === count", arg=18 - len(told["cells"])
    )
    assert page.locator("#tally").inner_text() == f"Mines: 2 of {int(values.sum())}"


def test_a_number_with_all_its_flags_uncovers_the_rest(visit: Visit) -> None:
    puzzle = SMALL["dominosweeper"]
    values = solution(puzzle)
    page = uncovered(visit(puzzle), puzzle)
    page.wait_for_function("() => document.querySelectorAll('#stage .cover').length < 30")
    mines = [(r, c) for r in (0, 1) for c in (0, 1) if values[r, c] == 1]
    for at in mines[:-1]:
        cell(page, *at).click(button="right")
    cell(page, 0, 0).click()
    before = covered(page)
    cell(page, *mines[-1]).click(button="right")
    assert covered(page) == before
    assert page.locator("#tally").inner_text() == f"Mines: 2 of {int(values.sum())}"
    cell(page, 0, 0).focus()
    page.keyboard.press(" ")
    page.wait_for_function("count => document.querySelectorAll('#stage .cover').length < count", arg=before)
    left = next((r, c) for r in (0, 1) for c in (0, 1) if values[r, c] == 0 and (r, c) != (0, 0))
    assert cell(page, *left).locator(".cover").count() == 0


def test_a_new_board_is_made(visit: Visit) -> None:
    puzzle = "dominosweeper:4x3:..../..../....:plain=yes"
    page = visit(puzzle)
    page.check("[name=variant] >> nth=1")
    page.click("#new-board")
    page.wait_for_function("id => document.getElementById('stage').dataset.puzzle !== id", arg=puzzle)
    assert address(page).startswith("dominosweeper:4x3:") and address(page).endswith("plain=yes")
    assert page.is_checked("[name=variant] >> nth=1")
    page.wait_for_selector("#stage .cover")
    wait_for_status(page, "")

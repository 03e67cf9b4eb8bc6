"""Explaining and replaying in a browser: what the panel shows is what the kernel says."""

from __future__ import annotations

import json
import re
from importlib.resources import files
from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
from web.asking import ask, stream
from web.conftest import Visit
from web.pages import (
    LEVEL,
    MUSHROOM,
    SMALL,
    cell,
    name,
    names,
    solution,
    to_the_board,
    wait_for_address,
    wait_for_status,
)
from web.servers import wait_for
from web.test_page_looks import catalogue

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

HEART = SMALL["nonogram"]
CLASH = "doppelblock:3:1,1,/,,"
FIVE = "doppelblock:5:,1,,,3/1,,,1,"
HUGE = "nonogram:14x14:" + "/".join(["1.1.1"] * 28)
GOAL = "satromino:4x4:IOO:..../..../..../....:.???/++++/++++/++++"
OWN = (
    "explain",
    "steps",
    "legend",
    "reasons",
    "replay",
    "inside",
    "clauses",
    "compare",
    "generate",
    "parts",
    "present",
)


def text_of(page: Page, id: str) -> str:
    """The text of something that says something by now."""
    page.wait_for_selector(f"#{id}:not(:empty)")
    return page.locator(f"#{id}").inner_text()


MARKED = """
() => [...document.querySelectorAll('#stage [data-r] .mark')].map((mark) => {
    const { r, c } = mark.closest('[data-r]').dataset;
    return `${mark.getAttribute('class').split('mark-')[1]} ${r} ${c}`;
}).sort()
"""


def marked(page: Page) -> list[str]:
    """The cells and clues that are marked on the board, each with why."""
    found: list[str] = page.evaluate(MARKED)
    return found


def wait_for_marked(page: Page, marks: list[dict[str, Any]]) -> None:
    """Until the marks of an answer, and no others, are on the board."""
    expected = []
    for mark in marks:
        line, *numbers = mark.get("place", "").split(":")
        at = mark["at"] if "at" in mark else (-1, numbers[0]) if line == "column" else (numbers[0], -1)
        expected.append(f"{mark['why']} {at[0]} {at[1]}")
    page.wait_for_function(f"marks => JSON.stringify(({MARKED})()) === marks", arg=_json(sorted(expected)))


def _json(texts: list[str]) -> str:
    return json.dumps(texts, separators=(",", ":"))


def called(puzzle: str, **state: Any) -> list[str]:
    """What the cells of a board are called."""
    return [one["name"] for row in ask("board", puzzle=puzzle, **state)["boards"][0]["cells"] for one in row]


def test_phrases_that_are_chosen_at_run_time_are_in_the_catalogue() -> None:
    english = catalogue("en")
    groups = {key.split(".")[0] for key in english}
    static = files("knobel.web") / "static"
    for module in OWN:
        for key in re.findall(r'"([a-z]+\.[a-z_]+)"', (static / f"{module}.js").read_text()):
            assert key in english or key.split(".")[0] not in groups, (module, key)


# a solution, hints


@pytest.mark.parametrize("kind", SMALL)
def test_the_solution_button(visit: Visit, kind: str) -> None:
    page = visit(SMALL[kind], tab="explain")
    page.click("#solve")
    wait_for_status(page, "A solution")
    values = ask("solve", puzzle=SMALL[kind])["values"]
    page.wait_for_function(
        """names => [...document.querySelectorAll('#stage [role=gridcell]')]
            .every((one, i) => one.ariaLabel === names[i])""",
        arg=called(SMALL[kind], values=values),
    )
    page.click("#clear")
    assert names(page) == called(SMALL[kind])


def test_no_solution_is_told(visit: Visit) -> None:
    page = visit(CLASH, tab="explain")
    page.click("#solve")
    wait_for_status(page, "No solution.")


def test_hints_go_deeper_and_start_where_the_player_is(visit: Visit) -> None:
    page = visit(HEART)
    for c in range(5):
        cell(page, 1, c).click()
    page.click("#tab-explain")
    values = [[-1] * 5, [1] * 5, [-1] * 5, [-1] * 5, [-1] * 5]
    for depth in (1, 2, 3):
        page.locator("[name=depth]").nth(depth - 1).check()
        page.click("#hint")
        expected = ask("hint", puzzle=HEART, values=values, depth=depth)
        page.wait_for_function(
            "text => document.getElementById('hint-text').textContent === text", arg=expected["text"]
        )
        wait_for_marked(page, expected["marks"])
        assert page.locator("#hint-enter").is_visible() == (depth == 3)
    page.click("#hint-enter")
    after = ask("hint", puzzle=HEART, values=[[-1] * 5, [1] * 5, [1] * 5, [-1] * 5, [-1] * 5], depth=3)
    page.click("#hint")
    wait_for_marked(page, after["marks"])
    page.wait_for_timeout(500)
    wait_for_marked(page, after["marks"])  # nobody else has drawn the board
    page.click("#tab-play")
    for one in expected["cells"]:
        assert name(page, *one["at"]).endswith("is painted")
    page.click("#undo")
    assert not name(page, *expected["cells"][0]["at"]).endswith("is painted")


def test_a_hint_tells_what_is_wrong(visit: Visit) -> None:
    page = visit(HEART)
    cell(page, 4, 0).click()
    page.click("#tab-explain")
    page.click("#hint")
    text_of(page, "hint-text")
    wait_for_marked(page, [{"at": [4, 0], "why": "wrong"}])


def test_hints_for_a_level_start_from_the_pieces_that_lie(visit: Visit) -> None:
    page = visit(LEVEL)
    keys = {"l": "ArrowLeft", "r": "ArrowRight", "t": "ArrowUp", "d": "ArrowDown"}
    values = solution(LEVEL)
    values[1:] = -1
    state = registry.parse(LEVEL).write(values)
    texts = []
    for moves, line in (("", "?,?,?"), (state.partition(",")[0], state)):
        page.click("#tab-play")
        to_the_board(page)
        for move in moves:
            page.keyboard.press(keys[move])
        page.wait_for_function(
            "piece => document.querySelector('.piece').textContent.startsWith(piece)",
            arg=f"Piece {2 if moves else 1} of 3",
        )
        page.click("#tab-explain")
        page.locator("[name=depth]").nth(2).check()
        page.click("#hint")
        expected = ask("hint", puzzle=LEVEL, state=line)["text"]
        page.wait_for_function("text => document.getElementById('hint-text').textContent === text", arg=expected)
        texts.append(expected)
    assert ": I " in texts[0] and ": I " not in texts[1]


# step by step


def test_an_explanation_forward_and_back_by_keys_alone(visit: Visit) -> None:
    page = visit(HEART)
    events = stream("explain", puzzle=HEART)
    steps, end = events[:-1], events[-1]
    page.focus("#tab-play")
    for _ in range(2):
        page.keyboard.press("ArrowRight")
    while page.evaluate("document.activeElement.id") != "explain":
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    assert end["words"] in text_of(page, "step-end") and str(len(steps)) in text_of(page, "step-end")
    while page.evaluate("document.activeElement.id") != "steps":
        page.keyboard.press("Tab")

    def shows(number: int) -> None:
        step = steps[number - 1]
        page.wait_for_function("text => document.getElementById('step-text').textContent === text", arg=step["text"])
        wait_for_marked(page, step["marks"])
        filled = sum(value >= 0 for row in step["values"] for value in row)
        assert sum(" is " in one for one in names(page)) == filled
        assert f"Step {number} of {len(steps)}" == page.locator("#step-number").inner_text()

    shows(1)
    for number in range(2, 5):
        page.keyboard.press("ArrowRight")
        shows(number)
    page.keyboard.press("ArrowLeft")
    shows(3)
    page.keyboard.press("End")
    shows(len(steps))
    page.keyboard.press("Home")
    wait_for_marked(page, [])
    page.click("#step-forward")
    shows(1)


def test_a_step_that_is_drawn_late_is_not_drawn_on_another_puzzle(visit: Visit) -> None:
    page = visit(HEART, tab="explain")
    late: list[Route] = []

    def keep(route: Route) -> None:
        if "marks" in str(route.request.post_data):
            late.append(route)
        else:
            route.continue_()

    page.route("**/api/board", keep)
    page.click("#explain")
    wait_for(lambda: page.evaluate("true") and bool(late))
    page.keyboard.press(">")
    wait_for_address(page, MUSHROOM)
    with page.expect_response("**/api/board"):
        late[-1].continue_()
    page.evaluate("() => new Promise(requestAnimationFrame)")
    assert not marked(page)


def test_an_explanation_ends_with_another_puzzle(visit: Visit) -> None:
    page = visit(HEART, tab="explain")
    page.click("#explain")
    text_of(page, "step-end")
    page.keyboard.press(">")
    wait_for_address(page, MUSHROOM)
    assert not page.locator("#step-end").inner_text() and page.locator("#step-text").is_hidden()
    assert not marked(page)


def test_explanations_speak_the_language_of_the_page(visit: Visit) -> None:
    page = visit(HEART, tab="explain", locale="de")
    page.click("#explain")
    text_of(page, "step-end")
    assert page.locator("#step-text").inner_text() == stream("explain", puzzle=HEART, language="de")[0]["text"]


# why not, how many


def test_why_there_is_no_solution(visit: Visit) -> None:
    page = visit(CLASH, tab="explain")
    page.click("#why-part summary")
    page.click("#why-not")
    expected = ask("why", puzzle=CLASH)
    wait_for_marked(page, expected["marks"])
    told = page.locator("#reasons").inner_text().lower()
    for sentence in [*expected["story"], *(one["words"] for one in (*expected["clues"], *expected["mend"]))]:
        assert sentence.lower() in told
    assert all(one["to"].lower() in told for one in expected["change"])
    page.locator("#reasons button").first.focus()
    assert page.locator("#stage .mark-look").count() == 1
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.dataset.r") == "-1"


def test_grade_and_count(visit: Visit) -> None:
    page = visit(FIVE, tab="explain")
    page.click("#grade")
    assert text_of(page, "grade-text") == "Several solutions."
    page.click("#count")
    page.wait_for_function("() => document.getElementById('count-text').textContent === 'Exactly 5.'")


def test_a_grade_is_told_in_techniques(visit: Visit) -> None:
    page = visit("nonogram:4x4:2/1/2/1/1.1/2/1/1", tab="explain")
    page.click("#grade")
    told = text_of(page, "grade-text")
    assert told.startswith("Medium (6 deductions from one clue or rule: 3 x finished line")
    assert told.endswith("4 rounds)")


def test_counting_tells_how_far_it_is_and_is_cancelled(visit: Visit) -> None:
    page = visit(HUGE, tab="explain")
    page.focus("#count")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('count-text').textContent.startsWith('At least')")
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.className") == "cancel"
    page.keyboard.press("Enter")
    wait_for_status(page, "Cancelled.")
    page.wait_for_function("() => document.activeElement.id === 'count'")
    assert page.locator("#count + .cancel").is_hidden()
    last = text_of(page, "count-text")
    page.wait_for_timeout(700)
    assert text_of(page, "count-text") == last
    page.click("#grade")  # the server is free again
    text_of(page, "grade-text")


# replays


def test_a_solution_is_replayed_piece_by_piece(visit: Visit) -> None:
    page = visit(GOAL, tab="explain")
    frames = ask("replay", puzzle=GOAL, state=ask("solve", puzzle=GOAL)["line"])["frames"]
    page.focus("#replay")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.getElementById('caption').textContent.startsWith('1/3')")
    page.keyboard.press("Enter")
    at = int(page.locator("#frames").input_value())
    page.wait_for_timeout(700)
    assert int(page.locator("#frames").input_value()) == at  # it stands still
    page.click("#frame-forward")
    assert page.locator("#caption").inner_text() == frames[at + 1]["caption"]
    page.click("#frame-back")
    assert page.locator("#caption").inner_text() == frames[at]["caption"]
    page.focus("#speed")
    page.keyboard.press("End")
    page.click("#replay")
    page.wait_for_function("last => document.getElementById('frames').value === String(last)", arg=len(frames) - 1)
    assert page.locator("#replay").get_attribute("aria-label") == "Play"
    assert sum(one.endswith((": I", ": O")) for one in names(page)) == 12
    colours = page.locator("#panel-explain .outline").evaluate_all("all => all.map((one) => one.style.borderColor)")
    words = page.locator("#panel-explain .legend li").all_inner_texts()
    meaning = {colour: said.split("\n")[-1] for colour, said in zip(colours, words, strict=True)}
    assert meaning == {
        "rgb(31, 128, 71)": "must be filled",
        "rgb(107, 116, 135)": "must stay empty",
        "rgb(74, 120, 207)": "free",
    }


def test_without_motion_a_piece_is_shown_where_it_rests(visit: Visit) -> None:
    page = visit(LEVEL, tab="explain", reduced_motion="reduce")
    page.evaluate(
        """() => {
            const caption = document.getElementById('caption');
            window.seen = [];
            new MutationObserver(() => window.seen.push(caption.textContent)).observe(caption, { childList: true });
        }"""
    )
    page.focus("#speed")
    page.keyboard.press("End")
    page.click("#replay")
    page.wait_for_function("() => window.seen.length === 3")
    frames = ask("replay", puzzle=LEVEL, state=ask("solve", puzzle=LEVEL)["line"])["frames"]
    last = {one["caption"][0]: one["caption"] for one in frames}
    assert page.evaluate("window.seen") == list(last.values())

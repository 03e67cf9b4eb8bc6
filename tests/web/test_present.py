"""A presentation in a browser: board and explanation or formula side by side in large letters; steps are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from web.asking import ask, stream
from web.conftest import Visit
from web.pages import MUSHROOM, SMALL, cell, name, reload
from web.test_contrast import ALL
from web.test_strokes import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

DONE = "() => document.getElementById('step-end').textContent"
SIZE = "one => Number.parseFloat(getComputedStyle(one).fontSize)"
WHOLE = """() => {
    const inside = (one) => {
        const { top, bottom, height } = one.getBoundingClientRect();
        return height > 0 && top >= 0 && bottom <= innerHeight;
    };
    const covered = (one) => {
        const { left, bottom, width } = one.getBoundingClientRect();
        return document.elementsFromPoint(left + width / 2, bottom - 3)[0]?.closest(".walk") !== null;
    };
    const [board, text] = [document.querySelector("#stage svg"), document.getElementById("step-text")];
    return inside(board) && inside(text) && !covered(board);
}"""


MARKED = """() => {
    const mark = document.querySelector("#stage .mark")?.getBoundingClientRect();
    return mark && mark.top >= 0 && mark.bottom <= document.querySelector(".walk").getBoundingClientRect().top;
}"""
"""Whether what is marked is above what is told."""


def explained(page: Page) -> None:
    """All steps are there."""
    page.click("#explain")
    page.wait_for_function(DONE)


def width_of(page: Page, id: str) -> float:
    box = page.locator(id).bounding_box()
    assert box
    return box["width"]


@pytest.mark.parametrize("tab", ["explain", "inside"])
def test_a_presentation_is_large_and_has_nothing_else(visit: Visit, tab: str) -> None:
    page = visit(MUSHROOM, tab=tab)
    told = page.locator("#explain" if tab == "explain" else "#formula-heading")
    page.wait_for_function("() => document.querySelector('#explain, .clause')")
    small = told.evaluate(SIZE)
    page.focus(f"#present-{tab}")
    page.keyboard.press("Enter")
    assert told.evaluate(SIZE) >= 1.4 * small
    assert not page.locator("#bar, #heading, #save-part").filter(visible=True).count()
    board, side = page.locator("#stage svg").bounding_box(), page.locator("#side").bounding_box()
    assert board and side and board["x"] + board["width"] <= side["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280
    before = told.evaluate(SIZE)
    page.click("#letters-larger")
    assert told.evaluate(SIZE) > before
    page.click("#letters-smaller")
    page.click("#letters-smaller")
    assert told.evaluate(SIZE) < before
    page.keyboard.press("Escape")
    assert page.locator("#bar").is_visible() and told.evaluate(SIZE) == small
    assert page.evaluate("document.activeElement.id") == f"present-{tab}"


def test_the_panel_is_resized_by_pointer_and_by_keys_and_stays_so(visit: Visit) -> None:
    page = visit(MUSHROOM, tab="explain")
    usual = width_of(page, "#side")
    page.click("#present-explain")
    large = width_of(page, "#side")
    assert large > usual
    line = page.locator("#divider").bounding_box()
    assert line
    page.mouse.move(line["x"] + 2, 300)
    page.mouse.down()
    page.mouse.move(line["x"] - 148, 300, steps=5)
    page.mouse.up()
    assert abs(width_of(page, "#side") - large - 150) < 8
    page.focus("#divider")
    before = page.locator("#divider").get_attribute("aria-valuenow")
    for _ in range(4):
        page.keyboard.press("ArrowRight")
    assert int(page.locator("#divider").get_attribute("aria-valuenow") or 0) == int(before or 0) - 8
    kept = width_of(page, "#side")
    page.keyboard.press("Escape")
    assert width_of(page, "#side") == usual, "each has a width of its own"
    reload(page)
    page.click("#present-explain")
    assert abs(width_of(page, "#side") - kept) < 2
    board = page.locator("#stage svg").bounding_box()
    assert board and board["width"] <= 1280 - kept, "the board takes the room that is left"


def test_remote_controls_go_through_the_steps(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"], tab="explain")
    page.click("#present-explain")
    explained(page)
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    assert page.locator("#step-number").inner_text().startswith("Step 3 ")
    page.keyboard.press("PageUp")
    assert page.locator("#step-number").inner_text().startswith("Step 2 ")


@pytest.mark.parametrize("kind", ALL)
def test_what_a_step_is_about_is_drawn_and_has_a_legend(visit: Visit, kind: str) -> None:
    page = visit(ALL[kind], tab="explain")
    explained(page)
    steps = [one for one in stream("explain", puzzle=ALL[kind]) if "marks" in one]
    seen = set()
    for number, step in enumerate(steps, 1):
        page.locator("#steps").evaluate(f"one => {{ one.value = {number}; one.dispatchEvent(new Event('input')); }}")
        page.wait_for_function(
            """() => {
                const marks = [...document.querySelectorAll("#stage .mark")].flatMap((one) => [...one.classList]);
                const drawn = new Set(marks.filter((one) => one !== "mark").map((one) => one.slice(5)));
                if (document.querySelector("#stage .out")) drawn.add("out");
                const told = [...document.querySelectorAll("#step-legend li")].map((one) => one.dataset.why);
                return told.length > 0 && [...drawn].sort().join() === [...told].sort().join();
            }"""
        )
        seen |= {mark["why"] for mark in step["marks"]}
        assert page.locator("#step-text").inner_text() == step["text"]
    assert "new" in seen
    words = page.locator("#step-legend li").all_inner_texts()
    assert all(words) and len(set(words)) == len(words)


@pytest.mark.parametrize("kind", ["bishops", "nonogram", "doppelblock", "starbattle"])
def test_lines_and_diagonals_are_hatched(visit: Visit, kind: str) -> None:
    page = visit(ALL[kind], tab="explain")
    explained(page)
    step = next(one for one in stream("explain", puzzle=ALL[kind]) if "marks" in one)
    lines = {tuple(mark["at"]) for mark in step["marks"] if mark["why"] == "line"}
    assert lines
    page.wait_for_function(
        "count => document.querySelectorAll('#stage [data-r] .mark-line').length === count", arg=len(lines)
    )


@pytest.mark.parametrize("kind", ALL)
def test_on_a_phone_board_and_step_are_seen_together(visit: Visit, kind: str) -> None:
    page = visit(ALL[kind], tab="explain", **PHONE)
    page.tap("#explain")
    page.wait_for_function(DONE)
    if kind != "satromino":  # which has a board for each piece
        page.wait_for_function(WHOLE)
    page.tap("#step-forward")
    assert page.locator("#step-number").inner_text().startswith("Step 2 ")
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    page.wait_for_function(WHOLE if kind != "satromino" else MARKED)


def test_names_and_figures_of_the_chart_never_touch(visit: Visit) -> None:
    page = visit(SMALL["doppelblock"], tab="inside")
    page.click("#compare-part summary")
    page.click("#compare")
    page.wait_for_selector("#compare[aria-busy]")
    page.wait_for_selector("#compare:not([aria-busy])")
    assert page.locator(".bar").count() >= 4
    apart = """() => [...document.querySelectorAll(".bar")].every((bar) => {
        const [name, time, bars] = [...bar.children].map((one) => one.getBoundingClientRect());
        const whole = bar.getBoundingClientRect();
        return (name.right <= time.left || name.bottom <= time.top) && bars.top >= time.bottom - 1
            && time.right <= whole.right + 1 && name.left >= whole.left - 1 && bars.width > 0;
    })"""
    assert page.evaluate(apart)
    page.evaluate(
        "() => document.querySelectorAll('.bar .label').forEach((one) => { one.textContent += ' of a long name'; })"
    )
    assert page.evaluate(apart)
    page.click("#present-inside")
    assert page.evaluate(apart)


# those who listen


def heard(page: Page) -> list[dict[str, Any]]:
    """The accessibility tree of the page, as the browser gives it to screen readers."""
    client = page.context.new_cdp_session(page)
    nodes = client.send("Accessibility.getFullAXTree")["nodes"]
    return [
        {"role": one.get("role", {}).get("value"), "name": one.get("name", {}).get("value", ""), **properties(one)}
        for one in nodes
        if not one.get("ignored")
    ]


def properties(node: dict[str, Any]) -> dict[str, Any]:
    return {one["name"]: one["value"].get("value") for one in node.get("properties", [])}


@pytest.mark.parametrize("kind", [kind for kind in ALL if kind != "satromino"])
def test_who_listens_hears_row_column_content_and_why_a_step_holds(visit: Visit, kind: str) -> None:
    page = visit(ALL[kind], tab="explain")
    explained(page)
    step = next(one for one in stream("explain", puzzle=ALL[kind]) if "marks" in one)
    page.wait_for_function("() => document.querySelector('#step-legend li')")
    nodes = heard(page)
    cells = [one["name"] for one in nodes if one["role"] in ("gridcell", "cell")]
    picture = ask("board", puzzle=ALL[kind], state=step["line"])["boards"][0]
    expected = [one for row in picture["cells"] for one in row]
    assert len(cells) == len(expected) == len({one["where"] for one in expected})
    for said, one in zip(cells, expected, strict=True):
        assert said.startswith(one["name"]) and "row" in said and "column" in said
    whys: dict[tuple[int, ...], set[str]] = {}
    for mark in step["marks"]:
        whys.setdefault(tuple(mark.get("at", ())), set()).add(mark["why"])
    for at, why in whys.items():
        if at and why <= {"new", "line"} and "new" in why:
            assert name(page, *at).endswith(", new")
    live = page.locator("[aria-live=polite]").all_inner_texts()
    assert any(text.startswith("Step 1 of ") and text.endswith(step["text"]) for text in live)


def test_a_hint_is_spoken_where_one_plays(visit: Visit) -> None:
    page = visit(SMALL["nonogram"])
    cell(page, 0, 0).focus()
    page.click("#play-hint")
    page.wait_for_function("() => document.getElementById('play-hint-text').textContent !== ''")
    said = page.locator("#play-hint-text").inner_text()
    assert [text for text in page.locator("[aria-live=polite]").all_inner_texts() if said in text] == [said]

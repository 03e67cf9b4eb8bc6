"""The first screen in a browser: kinds and their puzzles, the puzzle of the day, one's own, and a guided start."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from knobel import registry
from knobel.say import LANGUAGES
from knobel.tasks.generate import generating
from knobel.tasks.unique import unique
from web.conftest import Visit
from web.pages import (
    SMALL,
    address,
    cell,
    enter_by_keys,
    keys_of,
    name,
    paste,
    reload,
    solution,
    wait_for_address,
    wait_for_another_address,
)
from web.test_page_looks import LUMINANCE, catalogue, speak
from web.test_strokes import PHONE

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = SMALL["nonogram"]
KINDS = registry.kinds()
SIZES = [{"width": 1280, "height": 800}, PHONE]


def tile(page: Page, puzzle: str) -> Any:
    """The entry of a puzzle in a list."""
    return page.locator(f'.tile[data-id="{puzzle}"]')


@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_the_first_screen_has_all_kinds_and_leads_to_puzzles_and_back(visit: Visit, size: dict[str, Any]) -> None:
    page = visit(**size)
    assert page.locator(".card").evaluate_all("all => all.map((one) => one.dataset.kind)") == list(KINDS)
    assert page.locator(".card .thumbnail").count() == len(KINDS)
    assert page.locator("#work").is_hidden() and page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    page.click(".card[data-kind=nonogram] h2 a")
    page.wait_for_function("() => document.querySelector('#home h1').textContent === 'Nonogram'")
    playable = [one.id for one in KINDS["nonogram"].examples.values() if one.solutions]
    assert page.locator("#home > .puzzles .tile").evaluate_all("all => all.map((one) => one.dataset.id)") == playable
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    tile(page, HEART).click()
    page.wait_for_selector("#stage [role=gridcell]")
    assert address(page) == HEART and page.locator("#home").is_hidden()
    page.go_back()
    tile(page, HEART).wait_for()
    page.go_back()
    page.wait_for_selector(".cards")
    page.go_forward()
    page.go_forward()
    page.wait_for_selector("#work:not([hidden]) #stage [role=gridcell]")
    assert address(page) == HEART
    page.click("#brand")
    page.wait_for_selector(".cards")


def test_the_first_screen_is_used_by_keys(visit: Visit) -> None:
    page = visit()
    page.locator(".card[data-kind=doppelblock] h2 a").focus()
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.activeElement.textContent === 'Doppelblock'")  # where one is now
    page.locator(".tile").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#stage [role=gridcell]")
    cell(page, 0, 0).focus()
    page.keyboard.press("1")
    page.wait_for_function("() => Object.keys(localStorage).some((one) => one.startsWith('knobel:play:'))")
    page.click("#brand")
    page.wait_for_selector(".cards")
    page.keyboard.press("2")  # there is no board that could hear it
    page.go_back()
    page.wait_for_selector("#work:not([hidden])")
    assert "1" in name(page, 0, 0)


def test_entries_tell_size_grade_and_state_but_no_name_before_it_is_solved(visit: Visit) -> None:
    page = visit("nonogram")
    example = KINDS["nonogram"].examples["heart"]
    assert example.grade == "easy"
    assert not re.search("heart|mushroom|cat", page.content(), re.IGNORECASE)
    told = tile(page, HEART).text_content() or ""
    assert "5×5" in told and "easy" in told and "Nonogram 2" in told
    tile(page, HEART).click()
    page.wait_for_selector("#stage [role=gridcell]")
    assert page.locator("h1#title").inner_text() == "Nonogram 2"
    assert not re.search("heart|mushroom", page.content(), re.IGNORECASE)
    cell(page, 1, 1).click()
    page.go_back()
    tile(page, HEART).wait_for()
    assert tile(page, HEART).get_attribute("data-state") == "begun" and "begun" in tile(page, HEART).inner_text()
    page.click("#back")
    page.click("#go-on")
    wait_for_address(page, HEART)
    page.click("#restart")
    enter_by_keys(page, solution(HEART), keys_of(HEART))
    page.wait_for_selector("#finish .thumbnail")
    page.click("#brand")
    page.click(".card[data-kind=nonogram] h2 a")
    assert tile(page, HEART).get_attribute("data-state") == "solved"
    assert "Heart" in tile(page, HEART).inner_text() and tile(page, HEART).locator(".thumbnail").count() == 1
    reload(page)
    assert tile(page, HEART).get_attribute("data-state") == "solved"
    page.click("#back")
    assert page.locator(".card[data-kind=nonogram] .row .hint").inner_text().startswith("1 /")


def test_the_puzzle_of_the_day_is_made_from_the_date(visit: Visit) -> None:
    page = visit()
    page.clock.set_fixed_time("2026-11-18T12:00:00")
    (expected,) = generating("doppelblock", seed=20261118, grade="medium", count=1)
    page.click(".card[data-kind=doppelblock] .today")
    wait_for_address(page, expected.puzzle.id())
    assert unique(expected.puzzle)
    assert page.locator("h1#title").inner_text() == "Doppelblock · November 18"
    page.go_back()
    page.wait_for_selector(".cards")
    page.route("**/api/stream/generate", lambda route: route.abort())  # it is known now
    page.click(".card[data-kind=doppelblock] .today")
    wait_for_address(page, expected.puzzle.id())


def test_making_the_puzzle_of_the_day_says_so_and_can_be_stopped(visit: Visit) -> None:
    page = visit()
    page.route("**/api/stream/generate", lambda route: None)  # a machine that takes its time
    page.click(".card[data-kind=bishops] .today")
    page.wait_for_function("() => document.querySelector('#told').textContent.startsWith('Making the puzzle')")
    page.click(".saying .cancel")
    page.locator(".saying .cancel").wait_for(state="hidden")
    assert page.locator("#told").inner_text() == "" and address(page) == ""


def test_own_puzzles_are_listed_and_taken_off(visit: Visit) -> None:
    page = visit("doppelblock:5:,1,,,3/1,,,1,", tab="generate")
    page.fill("#make-width", "4")
    page.fill("#make-height", "4")
    page.click("#make")
    page.wait_for_selector("#made li")
    puzzle = page.locator("#made li").get_attribute("data-id") or ""
    page.click("#brand")
    assert "4×4" in page.locator("#own .tile").inner_text()
    page.click("#own .quiet")
    page.click("#question-no")
    page.click("#own .quiet")
    page.click("#question-yes")
    page.locator("#own .tile").wait_for(state="detached")
    reload(page)
    assert puzzle and not page.locator("#own .tile").count()


def test_a_puzzle_that_was_set_is_ones_own_with_its_title(visit: Visit) -> None:
    page = visit(HEART, tab="set")
    for r, c in ((0, 0), (0, 4)):
        before = address(page)
        cell(page, r, c).click()
        wait_for_another_address(page, before)
    puzzle = address(page)
    page.click("#share")
    page.fill("#share-name", "My <own>")
    page.fill("#share-author", "Ann")
    with page.expect_download() as saved:
        page.click("#share-svg")
    assert "<title>My &lt;own&gt; · Ann</title>" in Path(saved.value.path()).read_text()
    page.keyboard.press("Escape")
    page.wait_for_function("() => document.getElementById('title').textContent === 'My <own>'")
    page.click("#brand")
    assert page.locator("#own .tile").evaluate_all("all => all.map((one) => one.dataset.id)") == [puzzle]
    reload(page)
    assert "My <own>" in page.locator("#own .tile").inner_text()
    page.click("#own .tile")
    wait_for_address(page, puzzle)
    page.click("#tab-generate")
    assert not page.locator("#made li").count()  # it was not made here


@pytest.mark.parametrize("kind", list(KINDS))
@pytest.mark.parametrize("size", SIZES, ids=["desktop", "phone"])
def test_a_guided_start_leads_through_the_first_steps(visit: Visit, kind: str, size: dict[str, Any]) -> None:
    page = visit(kind, **size)
    page.click("[data-guide]")
    page.wait_for_selector("#guide")
    page.click("#guide-next")
    while True:
        page.wait_for_selector("#guide-show, #guide-done, #finish:not([hidden])")
        if not page.locator("#guide-show").count():
            break
        before = page.locator("#guide").inner_text()
        page.evaluate("() => document.querySelector('#guide-show')?.click()")  # it may be solved meanwhile
        page.wait_for_function("before => document.querySelector('#guide')?.innerText !== before", arg=before)
    if page.locator("#finish").is_hidden():  # a small one may be solved by then
        page.click("#guide-done")
    page.locator("#guide").wait_for(state="detached")


def test_newcomers_play_the_steps_of_the_guided_start_themselves(visit: Visit) -> None:
    page = visit()
    page.click(".welcome [data-guide]")
    page.click("#guide-next")
    page.wait_for_selector("#guide-show")
    assert address(page) == HEART and page.locator(".mark-new").count() == 5
    before = page.locator("#guide").inner_text()
    assert before.startswith("2 of 5")
    for c in range(5):
        cell(page, 1, c).click()
    page.wait_for_function("() => document.querySelector('#guide').innerText.startsWith('3 of 5')")
    page.click("#guide-end")
    assert not page.locator("#guide").count() and not page.locator(".mark-new").count()


def test_what_cannot_be_read_is_told_on_the_first_screen(visit: Visit) -> None:
    page = visit()
    paste(page, "no puzzle at all")
    page.wait_for_function("() => document.querySelector('#told').textContent !== ''")
    paste(page, HEART)
    wait_for_address(page, HEART)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_first_screen_speaks_all_languages_and_can_be_read(visit: Visit, scheme: Any) -> None:
    page = visit(color_scheme=scheme)
    for language in LANGUAGES:
        speak(page, language)
        page.wait_for_function(
            "words => document.querySelector('#home h1').textContent === words", arg=catalogue(language)["home.title"]
        )
        assert page.locator(".today").first.inner_text() == catalogue(language)["home.today"]
    page.click(".card[data-kind=nonogram] h2 a")
    page.wait_for_selector(".tile")
    assert min(page.evaluate(LUMINANCE, [".tile .hint", ".tile .face", "#home h1", ".about", "#back"])) >= 4.5

"""The page in a browser: choosing a puzzle, opening others, and moving on."""

from __future__ import annotations

from pathlib import Path

import pytest

from knobel import registry
from web.conftest import Visit
from web.pages import (
    LEVEL,
    MUSHROOM,
    SMALL,
    address,
    names,
    paste,
    reload,
    to_the_board,
    wait_for_address,
)

HEART = SMALL["nonogram"]


def test_kinds_and_examples_are_chosen_and_the_address_follows(visit: Visit) -> None:
    page = visit(HEART)
    for kind in registry.kinds().values():
        page.select_option("#bar select >> nth=0", kind.name)
        examples = [example.id for example in kind.examples.values()]
        wait_for_address(page, examples[0])
        page.select_option("#bar select >> nth=1", "2")
        wait_for_address(page, examples[2])
        assert page.locator("h1").inner_text() == f"{kind.name.capitalize()} 3"  # its name may give it away


def test_previous_and_next_by_keys_and_buttons_and_the_way_back(visit: Visit) -> None:
    examples = [example.id for example in registry.kind("nonogram").examples.values()]
    page = visit(examples[0])
    to_the_board(page)
    for key, puzzle in (
        (">", examples[1]),
        (">", examples[2]),
        ("<", examples[1]),
        ("<", examples[0]),
        ("<", examples[-1]),
    ):
        page.keyboard.press(key)
        wait_for_address(page, puzzle)
    for _ in range(3):
        page.keyboard.press(">")  # quickly
    wait_for_address(page, examples[2])
    for _ in range(3):
        page.keyboard.press("<")
    wait_for_address(page, examples[-1])
    page.click("#next")
    wait_for_address(page, examples[0])
    page.click("#previous")
    wait_for_address(page, examples[-1])
    page.go_back()
    wait_for_address(page, examples[0])
    page.wait_for_function("() => document.querySelector('#stage svg').getAttribute('aria-colcount') === '5'")
    reload(page)
    assert address(page) == examples[0]


@pytest.mark.parametrize(
    ("text", "puzzle"),
    [
        ("doppelblock:5:1,2,3,4,4/2,3,2,5,4", "doppelblock:5:1,2,3,4,4/2,3,2,5,4"),
        ("https://puzz.link/p?nonogram/4/3/112g1g11122g11", "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"),
        ("@dominosweeper/report", SMALL["dominosweeper"]),
    ],
)
def test_opening_by_pasting(visit: Visit, text: str, puzzle: str) -> None:
    page = visit(LEVEL)
    page.keyboard.press("Tab")
    paste(page, text)
    wait_for_address(page, puzzle)


def test_opening_by_the_dialog_a_file_and_a_drop(visit: Visit, tmp_path: Path) -> None:
    page = visit(LEVEL)
    page.focus("#open")
    page.keyboard.press("Enter")
    page.keyboard.type("no puzzle at all")
    page.keyboard.press("Enter")
    page.wait_for_function("() => document.querySelector('.problem').textContent.length > 5")
    page.fill("textarea", HEART)
    page.keyboard.press("Enter")
    wait_for_address(page, HEART)
    page.locator("dialog").wait_for(state="detached")

    pack = tmp_path / "pack.txt"
    pack.write_text("doppelblock:3:0,1,0/0,1,0\nbishops:4\n")
    page.click("#open")
    page.set_input_files("dialog input[type=file]", pack)
    wait_for_address(page, "doppelblock:3:0,1,0/0,1,0")
    page.locator("dialog").wait_for(state="detached")
    page.keyboard.press(">")
    wait_for_address(page, "bishops:4")

    page.evaluate(
        """text => {
            const data = new DataTransfer();
            data.items.add(new File([text], "one.txt"));
            document.body.dispatchEvent(new DragEvent("drop", {dataTransfer: data, bubbles: true, cancelable: true}));
        }""",
        MUSHROOM,
    )
    wait_for_address(page, MUSHROOM)


def test_files_need_not_be_text_and_bad_ones_do_not_hide_the_others(visit: Visit, tmp_path: Path) -> None:
    page = visit(LEVEL)
    contents = {"packed.pbm": b"P4\n3 3\n\xa0\xe0\x40", "junk.bin": bytes(range(256)), "one.txt": b"bishops:4\n"}
    for name_, content in contents.items():
        (tmp_path / name_).write_bytes(content)
    page.click("#open")
    page.set_input_files("dialog input[type=file]", tmp_path / "junk.bin")
    page.wait_for_function("() => document.querySelector('.problem').textContent.length > 5")
    page.set_input_files("dialog input[type=file]", [tmp_path / name_ for name_ in contents])
    wait_for_address(page, "nonogram:3x3:2/2/2/1.1/3/1")
    page.locator("dialog").wait_for(state="detached")
    page.keyboard.press(">")
    wait_for_address(page, "bishops:4")


def test_a_puzzle_that_cannot_be_is_told_and_the_one_before_stays(visit: Visit) -> None:
    page = visit(HEART)
    page.evaluate("() => { location.hash = 'nonogram:4x3:nonsense'; }")
    page.wait_for_selector("#status.bad")
    assert len(names(page)) == 25
    wait_for_address(page, HEART)

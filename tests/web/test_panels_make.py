"""Generating in a browser: by kind, size, grade and seed, from an image, and a book to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from knobel import registry
from knobel.tasks.generate import generating
from knobel.tasks.unique import unique
from web.conftest import Visit
from web.pages import SMALL, address, reload, wait_for_address, wait_for_status
from web.test_page_looks import LUMINANCE
from web.test_strokes import PHONE

HEART = SMALL["nonogram"]
FIVE = "doppelblock:5:,1,,,3/1,,,1,"


def test_puzzles_are_made_by_kind_size_options_and_seed(visit: Visit) -> None:
    page = visit(HEART, tab="generate")
    page.select_option("#bar select >> nth=0", "bishops")
    page.wait_for_selector("[data-option=piece]", state="attached")
    page.fill("#make-width", "5")
    page.fill("#make-height", "5")
    page.fill("#make-seed", "7")
    page.fill("#make-count", "2")
    page.click("#make-options summary")
    page.select_option("[data-option=piece]", "rook")
    page.focus("#make")
    page.keyboard.press("Enter")
    wait_for_status(page, "Puzzles made: 2.")
    expected = [one.puzzle.id() for one in generating("bishops", size=(5, 5), seed=7, count=2, piece="rook")]
    assert page.locator("#made li").evaluate_all("all => all.map((one) => one.dataset.id)") == expected
    assert address(page) == expected[0]
    page.locator("#made .link").nth(1).click()
    wait_for_address(page, expected[1])


def test_a_grade_is_asked_for(visit: Visit) -> None:
    page = visit(FIVE, tab="generate")
    page.fill("#make-width", "4")
    page.fill("#make-height", "4")
    page.select_option("#make-grade", "easy")
    page.click("#make")
    wait_for_status(page, "Puzzles made: 1.")
    assert "easy" in page.locator("#made li").inner_text()
    assert unique(registry.parse(address(page)))


def test_making_puzzles_is_cancelled(visit: Visit) -> None:
    page = visit(HEART, tab="generate")
    page.fill("#make-width", "40")
    page.fill("#make-height", "40")
    page.fill("#make-count", "50")
    page.click("#make")
    page.wait_for_selector("#make + .cancel")
    page.click("#make + .cancel")
    wait_for_status(page, "Cancelled.")
    page.locator("#make + .cancel").wait_for(state="hidden")
    page.locator("#panel-generate progress").wait_for(state="hidden")
    assert page.locator("#making").inner_text().startswith("Stopped. Puzzles made:")


def test_making_says_what_is_done_and_puzzles_survive_a_reload(visit: Visit) -> None:
    page = visit(FIVE, tab="generate")
    page.evaluate(
        """() => {
            window.said = [];
            const making = document.getElementById("making");
            new MutationObserver(() => said.push(making.textContent)).observe(making, { childList: true });
        }"""
    )
    page.fill("#make-width", "4")
    page.fill("#make-height", "4")
    page.fill("#make-seed", "3")
    page.click("#make")
    wait_for_status(page, "Puzzles made: 1.")
    assert page.evaluate("said[0]").startswith("Making puzzle 1 of 1: trying drafts")
    puzzle = address(page)
    reload(page)
    assert page.locator("#made li").get_attribute("data-id") == puzzle
    page.click("#made li .quiet")
    reload(page)
    assert not page.locator("#made li").count()


def test_a_grade_that_is_not_met_is_no_success(visit: Visit) -> None:
    page = visit(FIVE, tab="generate", **PHONE)
    page.fill("#make-width", "3")
    page.fill("#make-height", "3")
    page.select_option("#make-grade", "expert")
    page.click("#make")
    wait_for_status(page, "Not of the grade asked for (expert): 1.")
    assert page.locator("#status").get_attribute("class") == "bad"
    assert "not expert" in page.locator("#made .unfit").inner_text()


def test_what_cannot_be_made_is_refused_in_words(visit: Visit) -> None:
    page = visit(HEART, tab="generate")
    page.click("#make-options summary")
    page.fill("[data-option=density]", "much")
    page.click("#make")
    page.wait_for_selector("#status.bad")
    assert "density" in page.locator("#status").inner_text()


def test_a_picture_becomes_a_puzzle_and_a_book(visit: Visit, tmp_path: Path, need_module: Any) -> None:
    need_module("PIL")
    from PIL import Image

    picture = Image.new("L", (60, 60), 255)
    picture.paste(0, (0, 0, 30, 60))
    picture.save(tmp_path / "half.png")
    page = visit(HEART, tab="generate")
    page.fill("#make-width", "6")
    page.fill("#make-height", "6")
    page.set_input_files("#make-image", tmp_path / "half.png")
    page.click("#make")
    wait_for_address(page, "nonogram:6x6:6/6/6////3/3/3/3/3/3")
    wait_for_status(page, "Puzzles made")
    page.fill("#book-title", "Halves & <wholes>")
    for to, start in (("pdf", b"%PDF"), ("html", b"<!")):
        page.select_option("#book-to", to)
        with page.expect_download() as download:
            page.click("#book")
        content = Path(download.value.path()).read_bytes()
        assert content.startswith(start) and download.value.suggested_filename.endswith(to)
    assert b"Halves &amp; &lt;wholes&gt;" in content


def test_an_image_is_cut_and_its_threshold_chosen_with_a_preview(
    visit: Visit, tmp_path: Path, need_module: Any
) -> None:
    need_module("PIL")
    from PIL import Image

    picture = Image.new("L", (80, 40), 255)
    picture.paste(0, (0, 0, 20, 40))  # black, then two greys
    picture.paste(100, (40, 0, 60, 40))
    picture.paste(180, (60, 0, 80, 40))
    picture.save(tmp_path / "greys.png")
    page = visit(HEART, tab="generate")
    page.fill("#make-width", "4")
    page.fill("#make-height", "4")
    page.set_input_files("#make-image", tmp_path / "greys.png")
    page.wait_for_selector("#crop-cells")
    box = page.locator("#crop").bounding_box()
    assert box
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 1)
    page.mouse.down()
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + box["height"] - 1, steps=5)
    page.mouse.up()
    assert abs(int(page.input_value("#cut-left")) - 50) <= 2
    for side, share in (("left", "50"), ("top", "0"), ("right", "0"), ("bottom", "0")):
        page.fill(f"#cut-{side}", share)
    page.check("#crop-by-hand")
    page.fill("#crop-tone", "140")
    row = "() => [...document.getElementById('crop-cells').getContext('2d').getImageData(0, 0, 4, 1).data]"
    assert page.evaluate(row)[::4] == [0, 0, 255, 255]  # what will become of it
    page.click("#make")
    wait_for_address(page, "nonogram:4x4:4/4///2/2/2/2")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_panels_can_be_read_in_light_and_dark(visit: Visit, scheme: Any) -> None:
    page = visit(HEART, color_scheme=scheme, tab="explain")
    page.click("#explain")
    page.wait_for_selector("#step-end:not(:empty)")
    page.click("#tab-inside")
    page.wait_for_selector(".clause")
    page.focus("#clauses")
    told = ["#step-text", "#step-number", "#step-end", "#explain", "#hint", ".part h3", ".clause code", "#names"]
    told += [".clause .number", "#clauses .group", "#filter", "#formula-heading", "#make", "#panel-generate .field"]
    assert min(page.evaluate(LUMINANCE, told)) >= 4.5

"""Generating in a browser: by kind, size, grade and seed, from an image, and a book to print."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from knobel import registry
from knobel.tasks.generate import generating
from knobel.tasks.unique import unique
from web.conftest import Visit
from web.pages import SMALL, address, wait_for_address, wait_for_status
from web.test_page_looks import LUMINANCE

HEART = SMALL["nonogram"]
FIVE = "doppelblock:5:,1,,,3/1,,,1,"


def test_puzzles_are_made_by_kind_size_options_and_seed(visit: Visit) -> None:
    page = visit(HEART, tab="generate")
    page.select_option("#make-kind", "bishops")
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

"""A look inside, in a browser: clauses and cells point at each other, encodings and engines run against each other."""

from __future__ import annotations

import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from web.asking import ask, file
from web.conftest import Visit
from web.pages import LEVEL, MUSHROOM, SMALL, address, cell, names, to_the_board, wait_for_address

if TYPE_CHECKING:
    from playwright.sync_api import Page

HEART = SMALL["nonogram"]


def listed(page: Page) -> list[str]:
    """The clauses on the page."""
    return page.locator(".clause code").all_inner_texts()


def readable(line: dict[str, Any]) -> str:
    """A clause in words, as the page shows it: literals are not broken."""
    return " ∨ ".join(one.replace(" ", "\xa0") for one in line["told"])


def wait_for_lines(page: Page, expected: dict[str, Any]) -> None:
    """Until the clauses of an answer are listed as is chosen, with the sentence of each group."""
    worded = page.locator("[name=format]:checked").input_value() == "words"
    page.wait_for_function(
        """lines => {
            const shown = [...document.querySelectorAll('.clause code')].map((one) => one.textContent);
            return JSON.stringify(shown) === JSON.stringify(lines);
        }""",
        arg=[readable(line) if worded else line["text"] for line in expected["lines"]],
    )
    said = [text.lower() for text in page.locator("#clauses .group").all_inner_texts()]
    lines = expected["lines"]
    assert said == [
        line["words"].lower() for i, line in enumerate(lines) if not i or line["group"] != lines[i - 1]["group"]
    ]


def lit(page: Page) -> list[tuple[int, int]]:
    """The cells that light up: the places of the marks over the board, in cells."""
    found: list[list[int]] = page.evaluate(
        """() => [...document.querySelectorAll('#stage .overlay .mark-look')].map((mark) => {
            const { x, y, width, height } = mark.getBoundingClientRect();
            return document.elementsFromPoint(x + width / 2, y + height / 2).map((one) => one.closest('[data-r]'))
                .filter(Boolean).map((one) => [Number(one.dataset.r), Number(one.dataset.c)])[0];
        })"""
    )
    return sorted((r, c) for r, c in found)


@pytest.mark.parametrize("puzzle", [*SMALL.values(), LEVEL])
def test_clauses_are_listed_in_words_as_dimacs_and_as_norm_in_every_encoding(visit: Visit, puzzle: str) -> None:
    page = visit(puzzle, tab="inside")
    for row in ask("sizes", puzzle=puzzle)["encodings"]:
        page.select_option("#encoding", row["name"])
        if row["model"]:
            page.wait_for_selector("#clauses .hint")
            assert not listed(page)
            continue
        page.check("[name=format][value=words]")
        wait_for_lines(page, ask("formula", puzzle=puzzle, encoding=row["name"]))
        for to in ("dimacs", "norm"):
            page.check(f"[name=format][value={to}]")
            wait_for_lines(page, ask("formula", puzzle=puzzle, encoding=row["name"], to=to))
            heading = page.locator("#formula-heading").inner_text()
            assert f"{row['clauses']:,} clauses" in heading or "goal=" not in puzzle
            assert ("p cnf" in heading) == (to == "dimacs") and ("DIMACS" if to == "dimacs" else "norm") in heading


def test_a_clause_lights_its_cells_by_keys_alone(visit: Visit) -> None:
    page = visit(HEART, tab="inside")
    lines = ask("formula", puzzle=HEART)["lines"]
    page.wait_for_selector(".clause")
    while page.evaluate("document.activeElement.id") != "clauses":
        page.keyboard.press("Tab")
    for number in range(12):
        assert page.locator(".clause[aria-selected=true] code").text_content() == readable(lines[number])
        active = page.locator("#clauses").get_attribute("aria-activedescendant")
        assert page.locator(f"#{active}").get_attribute("aria-selected") == "true"
        assert lit(page) == sorted((r, c) for r, c in lines[number]["cells"])
        assert page.locator("#names").inner_text() == f"{number + 1}: {lines[number]['text']}"
        page.keyboard.press("ArrowDown")
    page.keyboard.press("Tab")
    assert not lit(page)


def test_a_clause_lights_its_cells_by_pointer(visit: Visit) -> None:
    page = visit("bishops:4", tab="inside")
    page.select_option("#encoding", "pairs")
    expected = ask("formula", puzzle="bishops:4", encoding="pairs")
    wait_for_lines(page, expected)
    page.locator(".clause").nth(3).hover()
    assert lit(page) == sorted((r, c) for r, c in expected["lines"][3]["cells"])
    page.locator("#encoding").hover()
    assert not lit(page)


def test_a_cell_lists_its_clauses(visit: Visit) -> None:
    page = visit(HEART, tab="inside")
    all_lines, own = ask("formula", puzzle=HEART), ask("formula", puzzle=HEART, cell=[2, 3])
    wait_for_lines(page, all_lines)
    assert 0 < own["total"] < all_lines["total"]
    cell(page, 2, 3).hover()
    wait_for_lines(page, own)
    assert f"Row 3 column 4. Clauses: {own['total']}." in page.locator("#filter").inner_text()
    page.locator("#encoding").hover()
    wait_for_lines(page, all_lines)
    cell(page, 2, 3).click()
    wait_for_lines(page, own)
    page.locator("#encoding").hover()
    page.wait_for_timeout(300)
    wait_for_lines(page, own)  # what was clicked stays
    page.click("#every")
    wait_for_lines(page, all_lines)
    to_the_board(page)
    for key in ("PageUp", "Home", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    wait_for_lines(page, ask("formula", puzzle=HEART, place="column:0"))
    page.keyboard.press("Escape")
    wait_for_lines(page, all_lines)


def test_what_is_no_cell_of_the_answer_lists_its_clauses_too(visit: Visit) -> None:
    page = visit(LEVEL, tab="inside")
    page.wait_for_selector(".clause")
    cell(page, 1, 0).click()
    wait_for_lines(page, ask("formula", puzzle=LEVEL, place="goal:1:0"))


def test_large_formulas_are_paged(visit: Visit) -> None:
    page = visit(MUSHROOM, tab="inside")
    first = ask("formula", puzzle=MUSHROOM)
    wait_for_lines(page, first)
    assert first["pages"] > 3
    page.click("#page-forward")
    wait_for_lines(page, ask("formula", puzzle=MUSHROOM, page=2))
    page.fill("#page", str(first["pages"]))
    page.keyboard.press("Enter")
    wait_for_lines(page, ask("formula", puzzle=MUSHROOM, page=first["pages"]))
    page.click("#page-back")
    wait_for_lines(page, ask("formula", puzzle=MUSHROOM, page=first["pages"] - 1))


def test_encodings_side_by_side(visit: Visit) -> None:
    page = visit(HEART, tab="inside")
    page.click("#sizes-part summary")
    page.wait_for_selector("#sizes td")
    rows = [[one.strip() for one in row.split("\t")] for row in page.locator("#sizes tbody tr").all_inner_texts()]
    expected = ask("sizes", puzzle=HEART)["encodings"]
    assert rows == [[one["name"], f"{one['variables']:,}", f"{one['clauses']:,}"] for one in expected]


@pytest.mark.parametrize(("what", "least"), [("encodings", 4), ("engines", 4)])
def test_engines_and_encodings_run_against_each_other(visit: Visit, what: str, least: int) -> None:
    page = visit(HEART, tab="inside")
    page.wait_for_selector(".clause")
    page.click("#compare-part summary")
    page.check(f"[name=against][value={what}]")
    page.focus("#compare")
    page.keyboard.press("Enter")
    page.wait_for_selector("#compare[aria-busy]")
    page.wait_for_selector("#compare:not([aria-busy])")
    bars = page.locator(".bar").evaluate_all("all => all.map((one) => one.getAttribute('aria-label'))")
    assert len(bars) >= least and len({one.split(":")[0] for one in bars}) == len(bars)
    assert all(" s" in one or " ms" in one for one in bars)
    if what == "engines":
        assert {one.split(",")[0] for one in bars} == {"compact"}


def test_the_original_formula_and_what_it_gets_wrong(visit: Visit) -> None:
    page = visit("bishops:5", tab="inside")
    page.select_option("#encoding", "pairs")
    page.wait_for_selector("#wrong:not([hidden])")
    page.fill("#side-length", "8")
    page.keyboard.press("Enter")
    wait_for_address(page, "bishops:8")
    assert page.locator("#encoding").input_value() == "pairs"
    page.wait_for_selector("#wrong:not([hidden])")
    wait_for_lines(page, ask("formula", puzzle="bishops:8", encoding="pairs"))
    page.check("[name=format][value=dimacs]")
    page.wait_for_function("() => document.getElementById('formula-heading').textContent.includes('p cnf 64 281')")
    told = page.locator("#wrong").inner_text()
    assert "12" in told and "14" in told
    page.check("[name=format][value=norm]")
    wait_for_lines(page, ask("formula", puzzle="bishops:8", encoding="pairs", to="norm"))

    def pieces(count: int) -> None:
        page.wait_for_function(
            """count => [...document.querySelectorAll('#stage [role=gridcell]')]
                .filter((one) => one.querySelector('text')?.textContent === '♗').length === count""",
            arg=count,
        )

    page.click("#wrong-show")
    pieces(12)
    page.select_option("#encoding", "diagonals")
    page.wait_for_selector("#wrong", state="hidden")
    page.click("#run")
    pieces(14)
    assert "Value: 14." in page.locator("#run-text").inner_text()
    assert address(page) == "bishops:8" and len(names(page)) == 64


def test_formula_proof_and_pictures_are_saved(visit: Visit) -> None:
    page = visit(HEART, tab="inside")
    page.wait_for_selector(".clause")
    page.click("#save-part summary")

    def saved(id: str) -> bytes:
        with page.expect_download() as download:
            page.click(f"#save-{id}")
        return Path(download.value.path()).read_bytes()

    for to in ("dimacs", "norm"):
        assert saved(to) == file("encode", puzzle=HEART, encoding="compact", to=to).content
    assert saved("svg").lstrip().startswith(b"<svg") and saved("pdf").startswith(b"%PDF")
    with page.expect_download() as download:
        page.click("#save-proof")
    with zipfile.ZipFile(download.value.path()) as archive:
        assert archive.testzip() is None and len(archive.namelist()) >= 2

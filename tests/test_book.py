"""Books: nothing overlaps, nothing is cut, everything is there, on any paper; and the files hold just those pages."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from itertools import combinations
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from knobel import registry
from knobel.book import Entry, book, pages
from knobel.book.layout import MARGIN, PAPERS, PUZZLES, SOLUTIONS, Box, Item, Page, Paper, laid_out
from knobel.cli import main
from knobel.errors import Misuse
from knobel.picture import Board, Cell, Label, Picture
from knobel.picture.data import CELL
from knobel.picture.shapes import Text
from shape_bounds import bounds

SLACK = 0.02


def board(rows: int, columns: int, top: int = 0, left: int = 0, caption: str = "") -> Board:
    return Board(
        ((Cell("x"),) * columns,) * rows,
        top=((Label("12"),) * top,) * columns if top else (),
        left=((Label("3"),) * left,) * rows if left else (),
        caption=caption,
    )


# As tuples, which Hypothesis can show: how boards, and items of boards, are made.
sides = st.integers(1, 12) | st.integers(1, 60)
boards = st.tuples(sides, sides, st.integers(0, 9), st.integers(0, 9), st.text("IOTLJSZ ", max_size=60))
several = st.lists(boards, min_size=1, max_size=1) | st.lists(boards, min_size=1, max_size=12)
items = st.tuples(several, st.text("abc WÄ", max_size=80), st.sampled_from(["", "easy", "search"]))
rules = st.lists(st.tuples(st.text("abcW", max_size=60), st.text("ab cdW", max_size=600)), max_size=12)
Made: TypeAlias = tuple[list[tuple[int, int, int, int, str]], str, str]


def made(found: list[Made], first: int) -> list[Item]:
    return [
        Item(number, Picture(tuple(board(*one) for one in sizes)), title, note)
        for number, (sizes, title, note) in enumerate(found, first)
    ]


def boxes_are_apart(page: Page, paper: Paper) -> None:
    width, height = PAPERS[paper]
    for box in page:
        assert box.x >= MARGIN - SLACK and box.x + box.width <= width - MARGIN + SLACK, box[:5]
        assert box.y >= MARGIN - SLACK and box.y + box.height <= height - MARGIN / 2 + SLACK, box[:5]
        for shape in box.shapes:
            left, top, right, bottom = bounds(shape)
            assert left >= box.x - SLACK and right <= box.x + box.width + SLACK, (box[:5], shape)
            assert top >= box.y - SLACK and bottom <= box.y + box.height + SLACK, (box[:5], shape)
    for one, two in combinations(page, 2):
        beside = one.x + one.width <= two.x + SLACK or two.x + two.width <= one.x + SLACK
        above = one.y + one.height <= two.y + SLACK or two.y + two.height <= one.y + SLACK
        assert beside or above, (one[:5], two[:5])


def the(page: Page, what: str) -> list[Box]:
    return [box for box in page if box.what == what]


@settings(deadline=None)
@given(
    st.lists(items, max_size=14),
    st.lists(items, max_size=6),
    rules,
    st.text("Title Wäx", max_size=120),
    st.sampled_from(sorted(PAPERS)),
    st.none() | st.integers(1, 14),
)
@example([([(30, 30, 9, 9, "")], "", "")], [], [], "", "letter", None)
@example([([(200, 3, 0, 0, "")], "", "")], [], [("a", "b")], "t", "a4", None)
def test_nothing_overlaps_and_nothing_is_cut(
    asked: list[Made],
    answers: list[Made],
    rules: list[tuple[str, str]],
    title: str,
    paper: Paper,
    per_page: int | None,
) -> None:
    puzzles, solutions = made(asked, 1), made(answers, 90)
    laid = laid_out(puzzles, solutions, rules, title, paper, per_page)
    for page in laid:
        boxes_are_apart(page, paper)
        assert len(the(page, "foot")) == 1 and len(the(page, "heading")) == len(the(page, "picture"))
    numbers = [shape.text for page in laid for box in the(page, "heading") for shape in box.shapes[:1]]  # type: ignore[union-attr]
    assert numbers[: len(puzzles)] == [str(item.number) for item in puzzles]
    assert list(dict.fromkeys(numbers[len(puzzles) :])) == list(dict.fromkeys(str(item.number) for item in solutions))
    assert sum(len(the(page, "rule")) for page in laid) == len(rules)
    counts = [len(the(page, "picture")) for page in laid]
    assert max(counts) <= max(per_page or PUZZLES.most, SOLUTIONS.most if solutions else 0)


@settings(deadline=None)
@given(st.lists(boards, min_size=2, max_size=14), st.sampled_from(sorted(PAPERS)))
def test_cells_side_by_side_are_large_enough_to_write_in(
    found: list[tuple[int, int, int, int, str]], paper: Paper
) -> None:
    drawn = iter([Picture((board(*one),)) for one in found])
    laid = laid_out([Item(i, Picture((board(*one),))) for i, one in enumerate(found)], [], [], "", paper)
    for page in laid:
        rows: dict[float, list[float]] = {}
        for box in the(page, "picture"):
            rows.setdefault(box.y, []).append(box.width / next(drawn).drawing().width * CELL)
        for cells in rows.values():
            assert cells == pytest.approx([cells[0]] * len(cells)) and cells[0] <= PUZZLES.large + SLACK
            assert len(cells) == 1 or cells[0] >= PUZZLES.small - SLACK
    assert next(drawn, None) is None


def test_many_boards_are_given_several_pages() -> None:
    many = Item(7, Picture((board(30, 30),) * 80))
    laid = laid_out([], [many], [], "", "a4")
    assert len(laid) > 2
    for page in laid:
        boxes_are_apart(page, "a4")


def entries() -> list[Entry]:
    """Two examples of every kind, the first without a grade."""
    found = []
    for kind in registry.kinds().values():
        for number, one in enumerate(list(kind.examples.values())[:2]):
            puzzle = registry.parse(one.id)
            answer = puzzle.read(one.answer) if one.answer else None
            found.append(Entry(puzzle, answer, "easy" if number else None, one.name))
    return found


@pytest.mark.parametrize("paper", sorted(PAPERS))
def test_a_book_has_every_puzzle_rule_and_solution(paper: Paper) -> None:
    found = entries()
    texts = [
        [shape.text for shape in page.shapes if isinstance(shape, Text)]
        for page in pages(found, title="All kinds", paper=paper)
    ]
    said = " ".join(word for page in texts for word in page)
    for kind in registry.kinds().values():
        assert kind.about in said
    start = next(i for i, page in enumerate(texts) if "Solutions" in page)
    assert "All kinds" in texts[0] and start > 0
    riddles = [text for page in texts[:start] for text in page]
    assert all(one.title in riddles for one in found) and riddles.count("easy") == sum(
        one.grade == "easy" for one in found
    )
    assert [page[-1] for page in texts] == [f"{i + 1} / {len(texts)}" for i in range(len(texts))]


def test_files_hold_the_pages(need_module: Callable[[str], None]) -> None:
    need_module("reportlab")
    found = entries()
    for paper in PAPERS:
        count = len(pages(found, paper=paper))
        made = book(found, paper=paper)
        assert made.startswith(b"%PDF") and re.search(rb"/Count (\d+)", made)[1] == str(count).encode()  # type: ignore[index]
        page = book(found, "html", title="<b>", paper=paper).decode()
        assert page.count("<svg") == page.count("</svg>") == count
        assert "<title>&lt;b&gt;</title>" in page and "<b>" not in page and " id=" not in page
        assert set(re.findall(r"[a-z]+://[^\"' )<]*", page)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"<script|<link|\b(src|href|@import|url\()", page)


def test_an_empty_book_is_one_page_and_nonsense_is_refused() -> None:
    assert len(pages([])) == 1
    with pytest.raises(Misuse, match="a4, letter"):
        pages([], paper="a5")  # type: ignore[arg-type]
    with pytest.raises(Misuse, match="1 or more"):
        pages([], per_page=0)


# the command


def test_render_prints_a_book(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "book.html"
    asked = ["render", "@nonogram/first", "@nonogram/twins", "@nonogram/impossible", "--book", str(out), "--json"]
    assert main([*asked, "--title", "Three", "--paper", "letter", "--per-page", "1"]) == 1  # one has no solution
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["number"] for line in lines] == [1, 2, 3]
    assert lines[0]["grade"] and lines[1]["grade"] is None  # two solutions have no grade
    text = out.read_text(encoding="utf-8")
    assert text.count("<svg") == 4 and ">Three<" in text and ">Solutions<" in text  # three puzzles and their solutions
    before = out.read_bytes()
    assert main(asked) == 2 and out.read_bytes() == before
    assert "exists" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("more", "complaint"),
    [
        (["--book", "x.doc"], "a .pdf or a .html file"),
        (["--book", "x.pdf", "--out", "y.pdf"], "neither --out"),
        (["--book", "x.pdf", "--solution", "#"], "neither --out"),
    ],
)
def test_wrong_questions_are_refused(
    more: list[str], complaint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["render", "@nonogram/first", *more]) == 2
    assert complaint in capsys.readouterr().err and not list(tmp_path.iterdir())


def test_a_book_needs_reportlab_only_as_a_pdf(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "reportlab", None)
    assert main(["render", "@nonogram/first", "--book", str(tmp_path / "a.pdf")]) == 2
    assert "knobel[print]" in capsys.readouterr().err
    assert main(["render", "@nonogram/first", "--book", str(tmp_path / "a.html")]) == 0
    assert [path.name for path in tmp_path.iterdir()] == ["a.html"]

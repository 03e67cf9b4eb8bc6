"""Pictures as pages: nothing from elsewhere, one part a look, and the boards in their order."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

import knobel
from knobel.cli import main
from knobel.page import html
from knobel.picture import Board, Cell, Label, Mark, Picture

LEVEL = "satromino:4x4:IOO::++++/++++/++++"
SOLVED = "ltdddd" + "ldd" + "rdd"


def film(page: str) -> dict[str, list[object]]:
    found = re.search(r'<script type="application/json" id="film">(.*?)</script>', page, re.DOTALL)
    assert found is not None
    data: dict[str, list[object]] = json.loads(found[1])
    return data


def test_an_animation_shows_every_move() -> None:
    level = knobel.parse(LEVEL)
    page = html(level.draw(level.read(SOLVED)))
    data = film(page)
    assert data["captions"][:4] == ["1/3 I", "1/3 I l", "1/3 I lt", "1/3 I ltd"]
    assert len(data["captions"]) == len(data["frames"]) == len(SOLVED) + 3  # and three pieces that appear
    assert len(data["parts"]) < 16 * 8
    assert all(isinstance(frame, list) and max(frame) < len(data["parts"]) for frame in data["frames"])


def test_a_page_needs_nothing_from_elsewhere() -> None:
    level = knobel.parse(LEVEL)
    for picture in (level.draw(), level.draw(level.read(SOLVED))):
        page = html(picture)
        assert page.startswith("<!DOCTYPE html>") and page.count("<html") == page.count("</html>") == 1
        assert set(re.findall(r"[a-z]+://[^\"' )<]*", page)) <= {"http://www.w3.org/2000/svg"}
        assert not re.search(r"\b(src|href|@import|fetch|XMLHttpRequest|url\()", page)


def test_one_board_is_just_the_picture() -> None:
    picture = knobel.parse("nonogram:2x1:1//1").draw()
    page = html(picture)
    assert "<script" not in page and "<svg" in page


def test_boards_without_finer_frames_are_played_as_they_are_with_their_marks() -> None:
    boards = tuple(
        Board(((Cell("x", text),),), left=((Label("1"),),), origin=(i,), caption=text) for i, text in enumerate("ab")
    )
    data = film(html(Picture(boards, "a < b </script>", [Mark((1, 0, 0), "new")])))
    assert data["captions"] == ["a", "b"]
    frames = ["".join(str(data["parts"][part]) for part in frame) for frame in data["frames"]]  # type: ignore[attr-defined]
    assert "fill-opacity" in frames[1] and "fill-opacity" not in frames[0]


def test_titles_and_texts_cannot_leave_their_place() -> None:
    evil = "</script><script>alert(1)</script>"
    boards = tuple(Board(((Cell("x", evil),),), caption=evil) for _ in range(2))
    page = html(Picture(boards, evil))
    assert "<script>alert" not in page
    assert film(page)["captions"] == [evil, evil]


def test_the_reader_decides_about_motion_and_pace() -> None:
    level = knobel.parse(LEVEL)
    page = html(level.draw(level.read(SOLVED)))
    assert "prefers-reduced-motion: reduce" in page
    assert all(f'id="{name}"' in page for name in ("first", "back", "play", "on", "last", "pace", "at"))
    assert all(key in page for key in ("ArrowLeft", "ArrowRight", "Home", "End"))
    assert "<noscript>\n<svg" in page


def test_render_writes_a_page(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "level.html"
    assert main(["render", LEVEL, "--solution", "auto", "--to", "html", "--out", str(out)]) == 0
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert main(["render", LEVEL, "--to", "html"]) == 0
    assert capsys.readouterr().out.startswith("<!DOCTYPE html>")


# several boards as text and as one drawing


def board(caption: str, wide: int = 3) -> Board:
    return Board(((Cell("#", fill="#000000"),) * wide,) * 2, caption=caption)


def test_boards_stand_side_by_side_as_long_as_they_fit() -> None:
    assert Picture((board("a"), board("b", 4))).text() == "a     b\n###   ####\n###   ####"
    assert Picture((board("a", 60), board("b", 60))).text().splitlines() == [
        "a",
        "#" * 60,
        "#" * 60,
        "",
        "b",
        "#" * 60,
        "#" * 60,
    ]
    plain = Picture((board("a"), board("b"))).text()
    assert re.sub("\x1b\\[[0-9;]*m", "", Picture((board("a"), board("b"))).text(colour=True)) == plain


def test_drawings_of_many_boards_are_broken_into_rows() -> None:
    one, many = (Picture(tuple(board(str(i), 10) for i in range(count))).svg() for count in (1, 9))
    sizes = [tuple(map(int, re.findall(r'viewBox="0 0 (\d+) (\d+)"', svg)[0])) for svg in (one, many)]
    assert sizes[1][0] <= 48 * 24 + 24 and sizes[1][1] > 2 * sizes[0][1]

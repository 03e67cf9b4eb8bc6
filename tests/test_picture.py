"""Painters: each paints every shape and keeps it in its place, and all of them show pictures of the same size."""

from __future__ import annotations

import io
import re
import sys
from collections.abc import Callable
from itertools import islice
from pathlib import Path
from string import ascii_letters, digits, printable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from knobel import registry
from knobel.cli import main
from knobel.errors import Misuse, Unable
from knobel.picture import Board, Cell, Label, Mark, Picture
from knobel.picture.lettering import extent, shortened, wrapped
from knobel.picture.pdf import pdf
from knobel.picture.png import png
from knobel.picture.shapes import Drawing, Line, Rect, Shape, Text
from knobel.picture.signs import SIGNS
from knobel.picture.svg import document
from shape_bounds import bounds

SHAPES: list[Shape] = [
    Rect(10, 12, 30, 20, "#ff0000"),
    Rect(10, 12, 30, 20, "#ff0000", 0.3),
    Rect(10, 12, 30, 20, stroke="#00aa00", line=2),
    Rect(10, 12, 30, 20, "#ff0000", 0.3, "#00aa00", 3, "cell-0-0"),
    Line(10, 40, 60, 40, "#0000ff", 1),
    Line(40, 10, 40, 60, "#0000ff", 2),
    Text(50, 50, "12", "#123456", 13),
    Text(20, 50, "Start", "#123456", 13, True, "start"),
    Text(90, 50, "end", "#123456", 13, anchor="end"),
    *(Text(50, 50, sign, "#123456", 26) for sign in SIGNS),
]


@pytest.fixture(autouse=True)
def extras(need_module: Callable[[str], None]) -> None:
    need_module("PIL")
    need_module("reportlab")


def sheet(*shapes: Shape) -> Drawing:
    return Drawing(100, 80, shapes, 13)


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_every_painter_paints_every_shape(shape: Shape) -> None:
    for painter in (document, png, lambda drawn: pdf([drawn], 1)):
        assert painter(sheet(shape)) != painter(sheet())


@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_pixels_change_only_where_the_shape_is(shape: Shape) -> None:
    from PIL import Image, ImageChops

    blank, painted = (Image.open(io.BytesIO(png(one))) for one in (sheet(), sheet(shape)))
    changed = ImageChops.difference(blank, painted).getbbox()
    assert changed is not None
    left, top, right, bottom = bounds(shape)
    assert left - 1 <= changed[0] and top - 1 <= changed[1] and changed[2] <= right + 1 and changed[3] <= bottom + 1


def pictures() -> list[Picture]:
    """A few examples of every kind, as puzzles and solved, and one with all there is."""
    found = []
    for kind in registry.kinds().values():
        for example in islice(kind.examples.values(), 6):
            puzzle = registry.parse(example.id)
            found.append(puzzle.draw())
            if example.answer:
                found.append(puzzle.draw(puzzle.read(example.answer)))
    board = Board(
        ((Cell("x", "x", "#ffeedd", outline="#00ff00"),) * 3,),
        top=((Label("1"), Label("23")),) * 3,
        left=((Label("4"),),),
        caption="much more than three cells can hold",
    )
    return [*found, Picture((board, board), "<&>", [Mark((0, 1)), Mark((0, 2), "new")])]


def test_svg_png_and_pdf_have_the_same_size() -> None:
    from PIL import Image

    for picture in pictures():
        for size in (24, 17):
            [(wide, tall)] = re.findall(r'^<svg [^>]* width="([\d.]+)" height="([\d.]+)"', picture.svg(size))
            assert Image.open(io.BytesIO(picture.png(size))).size == (int(wide), int(tall))
            [box] = re.findall(rb"/MediaBox \[ 0 0 ([\d.]+) ([\d.]+) \]", picture.pdf(size))
            assert tuple(float(side) / 0.75 for side in box) == pytest.approx((int(wide), int(tall)))


def test_everything_is_inside_of_the_picture() -> None:
    for picture in pictures():
        drawn = picture.drawing(24)
        for shape in drawn.shapes:
            left, top, right, bottom = bounds(shape)
            assert left >= 0 and top >= 0 and right <= drawn.width and bottom <= drawn.height, shape


def test_no_picture_needs_a_font_of_the_system() -> None:
    """Letters that Pillow's own font lacks are signs."""
    for picture in pictures():
        for shape in picture.drawing(24).shapes:
            assert not isinstance(shape, Text) or shape.text.isascii() or shape.text in SIGNS, shape


def test_equal_pictures_give_equal_files() -> None:
    for picture in pictures()[-3:]:
        assert picture.pdf() == picture.pdf() and picture.png() == picture.png()


def test_letters_from_elsewhere_are_painted_too() -> None:
    plain = Picture((Board(((Cell("x"),) * 9,), caption="uber ? zlto?"),))
    other = Picture((Board(((Cell("x"),) * 9,), caption="über 中 žlťoš"),))
    assert other.pdf() != plain.pdf() and other.png() != plain.png()


@pytest.mark.parametrize(
    ("text", "font"), [("谜题小", "STSong-Light"), ("かなカ", "STSong-Light"), ("한글뷁", "HYSMyeongJo-Medium")]
)
def test_a_pdf_takes_letters_from_a_font_that_has_them(text: str, font: str) -> None:
    page = pdf([sheet(Text(50, 50, f"1 {text}", "#123456", 13))], 1)
    assert set(re.findall(rb"/BaseFont /(STSong-Light|HYSMyeongJo-Medium)", page)) == {font.encode()}


def test_a_letter_that_no_font_has_is_a_question_mark() -> None:
    unknown, asked = (pdf([sheet(Text(50, 50, text, "#123456", 13))], 1) for text in ("\U00020000", "?"))
    assert unknown == asked


# the room that texts take


@settings(deadline=None)  # fonts are loaded by the first
@given(st.text(ascii_letters + digits + " .,:;!?()/-+=#&%@", max_size=30), st.booleans())
def test_no_font_takes_more_room_than_reckoned(text: str, bold: bool) -> None:
    from PIL import ImageFont
    from reportlab.pdfbase.pdfmetrics import stringWidth

    from knobel.picture.pdf import _fonts

    fonts = [name for name, _ in _fonts(bold)] + ["Helvetica-Bold" if bold else "Helvetica"]
    assert all(stringWidth(text, font, 10) <= extent(text, 10, bold) + 1e-6 for font in fonts)
    assert ImageFont.load_default(100).getlength(text) <= extent(text, 100) + 1


@given(st.text(printable + "äöß中", max_size=60), st.floats(5, 300))
def test_wrapping_loses_no_word(text: str, room: float) -> None:
    lines = wrapped(text, 10, room)
    assert " ".join(lines).split() == text.split()
    assert all(extent(line, 10) <= room or len(line.split()) == 1 for line in lines)


@given(st.text(printable, max_size=60), st.floats(20, 300))
def test_shortening_fits(text: str, room: float) -> None:
    short = shortened(text, 10, room)
    assert extent(short, 10) <= room
    assert short == text or text.startswith(short.removesuffix("..."))


# the command


@pytest.mark.parametrize(("form", "begins"), [("png", b"\x89PNG"), ("pdf", b"%PDF"), ("svg", b"<svg")])
def test_render_writes_files(
    form: str, begins: bytes, tmp_path: Path, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    out = tmp_path / f"first.{form}"
    asked = ["render", "@nonogram/first", "--to", form]
    assert main([*asked, "--out", str(out)]) == 0
    written = out.read_bytes()
    assert written.startswith(begins)
    assert main([*asked, "--cell", "48", "--out", str(out)]) == 2 and out.read_bytes() == written
    assert main([*asked, "--cell", "48", "--out", str(out), "--force"]) == 0 and out.read_bytes() != written
    capfdbinary.readouterr()
    assert main(asked) == 0
    assert capfdbinary.readouterr().out == written
    assert main(["render", "@nonogram/cat", *asked[1:], "--out", f"{tmp_path}/many/"]) == 0
    assert sorted(path.name for path in (tmp_path / "many").iterdir()) == [f"cat.{form}", f"first.{form}"]


def test_the_ending_of_a_file_says_what_it_is(tmp_path: Path) -> None:
    for name, begins in (
        ("a.PNG", b"\x89PNG"),
        ("a.pdf", b"%PDF"),
        ("a.svg", b"<svg"),
        ("a.html", b"<!"),
        ("a.txt", b" "),
    ):
        assert main(["render", "@nonogram/first", "--out", str(tmp_path / name)]) == 0
        assert (tmp_path / name).read_bytes().startswith(begins), name
    assert main(["render", "@nonogram/first", "--to", "text", "--out", str(tmp_path / "b.svg")]) == 0
    assert not (tmp_path / "b.svg").read_bytes().startswith(b"<svg")


@pytest.mark.parametrize("more", [["--json"], ["@nonogram/cat"]])
def test_what_is_not_text_needs_a_file(more: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["render", "@nonogram/first", *more, "--to", "png"]) == 2
    assert "--out" in capsys.readouterr().err


@pytest.mark.parametrize(("module", "form", "extra"), [("PIL", "png", "pictures"), ("reportlab", "pdf", "print")])
def test_a_missing_extra_is_named(
    module: str,
    form: str,
    extra: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    picture = Picture((Board(((Cell("x"),),)),))
    with pytest.raises(Misuse, match=rf"knobel\[{extra}\]"):
        getattr(picture, form)()
    assert main(["render", "@nonogram/first", "--to", form, "--out", str(tmp_path / "x")]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and f"knobel[{extra}]" in err and not (tmp_path / "x").exists()


def test_pictures_beyond_all_memory_are_refused() -> None:
    with pytest.raises(Unable, match="too large"):
        png(Drawing(100_000, 100_000, (), 13))

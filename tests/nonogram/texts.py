"""What the tests of the nonogram formats share: the formats, boards with every feature, and any clues at all."""

from __future__ import annotations

from string import ascii_lowercase

from hypothesis import strategies as st

from format_laws import Formats
from knobel.errors import BadInput
from knobel.kinds.nonogram.formats import FORMATS
from knobel.kinds.nonogram.rules import BLACK, Colour, Line, Nonogram, Run
from knobel.puzzle import Puzzle

TESTED = Formats(FORMATS, Nonogram)
read, write = TESTED.read, TESTED.write

SMALL = Nonogram.parse("4x3:1.1/2/1/1.1/2.1/2/1.1")
SQUARE = Nonogram.parse("3x3:1.1//2/2/1/1")
COLOURED = Nonogram.parse("3x2:1a/1b/1b.1a/1a.2b/1a:a=ff0000:b=0000ff")


def titles(items: list[Puzzle | BadInput]) -> list[str]:
    return [f"! {item}" if isinstance(item, BadInput) else item.title for item in items]


def titled(puzzle: Nonogram, title: str) -> Nonogram:
    return Nonogram(puzzle.columns, puzzle.rows, puzzle.palette, title)


def check_error(name: str, text: str, message: str) -> None:
    """The text has one error, and this is how it begins."""
    [error] = [item for item in read(name, text) if isinstance(item, BadInput)]
    assert str(error).startswith(message)


def check_kept(name: str, boards: list[Nonogram]) -> None:
    """Boards and their titles survive being written."""
    TESTED.check_round_trip(name, boards)
    assert titles(read(name, write(name, *boards))) == [board.title for board in boards]


tones = st.dictionaries(st.sampled_from(ascii_lowercase), st.integers(0, 0xFFFFFF).map("{:06x}".format), min_size=1)
palettes = st.just(BLACK) | tones.map(lambda tones: tuple(Colour(char, rgb) for char, rgb in tones.items()))


@st.composite
def puzzles(
    draw: st.DrawFn,
    palettes: st.SearchStrategy[tuple[Colour, ...]] = st.just(BLACK),  # noqa: B008
    titles: st.SearchStrategy[str] = st.just(""),  # noqa: B008
    square: bool = False,
    longest: int = 999_999,
    slots: bool = False,
) -> Nonogram:
    """Any clues, most of which nobody can meet."""
    palette = draw(palettes)
    width = draw(st.integers(1, 6))
    height = width if square else draw(st.integers(1, 6))
    runs = st.builds(Run, st.integers(1, 5) | st.integers(1, longest), st.integers(1, len(palette)))

    def lines(count: int, most: int) -> tuple[Line, ...]:
        line = st.lists(runs, max_size=(most + 1) // 2 if slots else 8).map(tuple)
        return tuple(draw(st.lists(line, min_size=count, max_size=count)))

    return Nonogram(lines(width, height), lines(height, width), palette, draw(titles))


def webpbn(inside: str, attributes: str = "") -> str:
    """A puzzle of webpbn.com with these elements."""
    return f"<puzzleset>\n<puzzle{attributes}>\n{inside}\n</puzzle>\n</puzzleset>\n"

"""Where everything stands in a book: a pure function from pictures to pages of boxes. Nobody paints here.

Lengths are points. Boxes of a page never overlap, and what a box shows is inside of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from math import ceil
from typing import Literal, NamedTuple, TypeAlias

from ..picture import FAINT, INK, Picture
from ..picture.data import CELL
from ..picture.lettering import BOLD, extent, shortened, wrapped
from ..picture.shapes import Shape, Text, arranged, rooms_of

MM = 72 / 25.4
Paper: TypeAlias = Literal["a4", "letter"]
PAPERS: dict[Paper, tuple[float, float]] = {"a4": (210 * MM, 297 * MM), "letter": (8.5 * 72, 11 * 72)}
MARGIN, GAP = 12 * MM, 6 * MM  # around a page, and between two pictures
MOST_LINES = 8  # of the title; what is longer is no title
HEAD = 6 * MM  # above each picture, for its number, title and grade
TITLE, RULE, NUMBER, NOTE = 20.0, 9.5, 11.0, 8.5  # sizes of letters
STRETCH = 14 * MM  # between two rows of pictures, at most, to fill a page
MOST_ARRANGEMENTS = 16  # of the boards of one picture that are tried


class Box(NamedTuple):
    """A part of a page: what it is, its place, and its shapes, all of them inside."""

    what: Literal["title", "rule", "heading", "picture", "foot"]
    x: float
    y: float
    width: float
    height: float
    shapes: tuple[Shape, ...]


Page: TypeAlias = list[Box]


class Item(NamedTuple):
    """A picture of a book with what stands above it."""

    number: int
    picture: Picture
    title: str = ""
    note: str = ""


@dataclass(frozen=True)
class Style:
    """How close pictures may stand: how small cells may become to stand side by side, and how large they grow."""

    small: float
    large: float
    columns: int
    most: int  # pictures a page


PUZZLES = Style(5.5 * MM, 7.5 * MM, 3, 12)
SOLUTIONS = Style(2.4 * MM, 3.5 * MM, 5, 40)
SMALLEST = 1 * MM  # cells of a solution in many boards, before it is given several pages


class Frame(NamedTuple):
    """The part of a page that is still free."""

    x: float
    y: float
    width: float
    height: float

    def below(self, used: float) -> Frame:
        return Frame(self.x, self.y + used, self.width, self.height - used)


def laid_out(
    puzzles: Sequence[Item],
    solutions: Sequence[Item],
    rules: Sequence[tuple[str, str]],
    title: str,
    paper: Paper = "a4",
    per_page: int | None = None,
) -> list[Page]:
    """The pages of a book: its title and the rules, the puzzles, then the solutions."""
    width, height = PAPERS[paper]
    frame = Frame(MARGIN, MARGIN, width - 2 * MARGIN, height - 2 * MARGIN - HEAD)
    pages, rest = _opening(frame, title, rules)
    _fill(pages, rest, frame, puzzles, replace(PUZZLES, most=per_page or PUZZLES.most))
    if solutions:
        heading = _headline(frame, "Solutions")
        pages.append([heading])
        split = [part for item in solutions for part in _parted(item, frame)]
        _fill(pages, frame.below(heading.height), frame, split, SOLUTIONS)
    for number, page in enumerate(pages):
        words = Text(width / 2, height - MARGIN / 2 - HEAD / 2, f"{number + 1} / {len(pages)}", FAINT, NOTE)
        page.append(Box("foot", frame.x, height - MARGIN / 2 - HEAD, frame.width, HEAD, (words,)))
    return pages


def _headline(frame: Frame, words: str) -> Box:
    lines = [
        shortened(line, TITLE, frame.width, True) for line in wrapped(words, TITLE * BOLD, frame.width)[:MOST_LINES]
    ]
    step = TITLE * 1.25
    texts = [Text(frame.x, frame.y + (i + 0.5) * step, line, INK, TITLE, True, "start") for i, line in enumerate(lines)]
    return Box("title", frame.x, frame.y, frame.width, (len(lines) + 0.4) * step, tuple(texts))


def _opening(frame: Frame, title: str, rules: Sequence[tuple[str, str]]) -> tuple[list[Page], Frame]:
    """The title and the rules, and what is left of their last page."""
    pages: list[Page] = [[]]
    rest = frame
    if title:
        pages[-1].append(_headline(rest, title))
        rest = rest.below(pages[-1][-1].height)
    line = RULE * 1.4
    indent = min(max((extent(name, RULE, True) for name, _ in rules), default=0) + RULE, frame.width / 3)
    for name, sentence in rules:
        lines = wrapped(sentence, RULE, rest.width - indent)
        if len(lines) * line > rest.height:
            pages.append([])
            rest = frame
        y = rest.y + line / 2
        words = [Text(rest.x, y, shortened(name, RULE, indent - RULE, True), INK, RULE, True, "start")]
        words += [Text(rest.x + indent, y + i * line, one, INK, RULE, anchor="start") for i, one in enumerate(lines)]
        pages[-1].append(Box("rule", rest.x, rest.y, rest.width, max(1, len(lines)) * line, tuple(words)))
        rest = rest.below(pages[-1][-1].height + line / 3)
    if rest.height < frame.height / 2:  # too little is left for a picture
        pages.append([])
        rest = frame
    return pages, rest.below(GAP / 2) if pages[-1] else rest


class Fit(NamedTuple):
    """The largest cells with which an item fits into some width; how many it is across at most, and how many high."""

    item: Item
    width: float
    cell: float
    across: int
    height: float


def fit(item: Item, width: float, height: float) -> Fit:
    """How the picture of an item fits best: its boards in as many columns as make its cells largest."""
    rooms = rooms_of(item.picture.boards, CELL)
    fits = [Fit(item, width, CELL, 1, 1)] if not rooms else []
    for edge in accumulate(room.width + CELL for room in rooms[:MOST_ARRANGEMENTS]):
        across = ceil(edge / CELL)
        sheet = arranged(rooms, CELL, across)
        cell = CELL * min(width / sheet.width, height / sheet.height)
        fits.append(Fit(item, width, cell, across, sheet.height / CELL))
    return max(fits, key=lambda found: found[2:])


def _narrowest(item: Item, frame: Frame, style: Style) -> Fit:
    """In the narrowest part of a page in which an item's cells are large enough; for large items, all of it."""
    for columns in range(min(style.columns, style.most), 0, -1):
        width = (frame.width - GAP * (columns - 1)) / columns
        height = frame.height / min(columns, 2)  # what has others beside it should not stand there like a tower
        found = fit(item, width, height - HEAD)
        if found.cell >= style.small:
            break
    return found._replace(cell=min(found.cell, style.large))


class Row(NamedTuple):
    """Items side by side, with cells of one size."""

    fits: list[Fit]
    cell: float
    height: float


def _row(items: Sequence[Item], frame: Frame, style: Style) -> Row:
    """As many of the first items as fit side by side."""
    fits: list[Fit] = []
    room = frame.width + 0.01  # of three thirds, rounding must not drop one
    for item in items[: style.most]:
        found = _narrowest(item, frame, style)
        if fits and found.width > room:
            break
        fits.append(found)
        room -= found.width + GAP
    cell = min(found.cell for found in fits)
    return Row(fits, cell, HEAD + cell * max(found.height for found in fits))


def _fill(pages: list[Page], first: Frame, frame: Frame, items: Sequence[Item], style: Style) -> None:
    """Put pictures into rows, and rows onto pages: first onto the last page there is, of which ``first`` is free."""
    rest, start = first, 0
    while start < len(items):
        rows: list[Row] = []
        used, stop = 0.0, start + style.most
        while start < min(stop, len(items)):
            row = _row(items[start:stop], rest, style)
            if rows and used + row.height > rest.height:
                break
            rows.append(row)
            used += row.height + GAP
            start += len(row.fits)
        spread = min(STRETCH, max(0, rest.height + GAP - used) / len(rows))
        y = rest.y
        for row in rows:
            x = rest.x
            for found in row.fits:
                pages[-1] += _placed(found, x, y, row.cell)
                x += found.width + GAP
            y += row.height + GAP + spread
        if start < len(items):
            pages.append([])
            rest = frame


def _placed(found: Fit, left: float, top: float, cell: float) -> Iterator[Box]:
    """The heading and the picture of an item, in the middle of its width."""
    item = found.item
    drawn = item.picture.drawing(CELL, found.across, named=False)
    k = cell / CELL
    width, height = k * drawn.width, k * drawn.height
    number = f"{item.number}"
    words = extent(number, NUMBER, True) + extent(item.title, NUMBER) + extent(item.note, NOTE) + 2 * NUMBER
    room = block = min(found.width, max(width, words))
    x, y = left + (found.width - block) / 2, top + HEAD / 2
    texts = [Text(x, y, number, INK, NUMBER, True, "start")]
    if item.note:
        texts.append(Text(x + block, y, item.note, FAINT, NOTE, anchor="end"))
        room -= extent(item.note, NOTE) + NUMBER / 2
    if item.title:
        after = extent(number, NUMBER, True) + NUMBER / 2
        title = shortened(item.title, NUMBER, room - after)
        texts.append(Text(x + after, y, title, INK, NUMBER, anchor="start"))
    yield Box("heading", x, top, block, HEAD, tuple(texts))
    x, y = left + (found.width - width) / 2, top + HEAD
    yield Box("picture", x, y, width, height, tuple(shape.placed(x, y, k) for shape in drawn.shapes))


def _parted(item: Item, frame: Frame) -> Iterator[Item]:
    """A solution in so many boards that nobody could read them on one page, in several parts."""
    boards = item.picture.boards
    if len(boards) > 1 and fit(item, frame.width, frame.height - HEAD).cell < SMALLEST:
        half = len(boards) // 2
        for part in (boards[:half], boards[half:]):
            yield from _parted(item._replace(picture=replace(item.picture, boards=part)), frame)
    else:
        yield item

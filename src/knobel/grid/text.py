"""The text of a board: its size, lists beside it, its cells and its options, as they stand in an ID."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeAlias

from ..errors import unexpected
from ..readers import check_count, short
from ..say import Say

Rows: TypeAlias = tuple[tuple[str, ...], ...]
"""What stands in each cell, as in the ID; ``""`` where nothing does."""

SIDES = ("top", "bottom", "left", "right")
CODES = "0123456789abcdefghijklmnopqrstuvwxyz"
"""A number up to 35 as one character."""
REGIONS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Parts(NamedTuple):
    """An ID taken apart."""

    width: int
    height: int
    cells: Rows
    outside: Rows
    settings: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Form:
    """How the IDs of a kind are written: ``SIZE:LISTS/ROWS:option=value``.

    ``square``: the size is one number. ``sides``: comma lists come first, for these sides of the board. ``commas``: so
    are the rows of cells, which otherwise have one character a cell. ``blank`` stands where nothing does. ``spare``:
    the rows are left out where nothing stands in any cell. ``settings`` are the options and what each is where it is
    not written; ``always`` those that are written in any case.
    """

    square: bool = False
    least: int = 1
    most: int = 60
    sides: tuple[str, ...] = ()
    commas: bool = False
    blank: str = "."
    spare: bool = False
    settings: Mapping[str, str] = field(default_factory=dict)
    always: tuple[str, ...] = ()

    def check_size(self, width: int, height: int) -> None:
        """Refuse sizes that no board can have, before anything is allocated."""
        if self.square and width != height:
            raise unexpected(Say("the size is {size}", size=f"{width}x{height}"), Say("a square"))
        for side in (width, height):
            if not self.least <= side <= self.most:
                shown = side if self.square else f"{width}x{height}"
                expected = Say("{least} to {most}", least=self.least, most=self.most)
                raise unexpected(Say("the size is {size}", size=shown), expected)

    def length(self, side: str, width: int, height: int) -> int:
        """How many clues a side has room for."""
        return width if side in ("top", "bottom") else height

    def read(self, description: str) -> Parts:
        """An ID without its kind, taken apart; what cells and clues say is for the kind to judge."""
        size, _, rest = description.partition(":")
        width, height = self._size(size)
        body, *options = rest.split(":")
        lists = body.split("/")
        few, many = len(self.sides), len(self.sides) + height
        if len(lists) != many and not (self.spare and len(lists) == few):
            check_count(len(lists), many, (few,) if self.spare else ())
        outside = tuple(
            self._entries(text, self.length(side, width, height), Say("the list {side}", side=side))
            for side, text in zip(self.sides, lists, strict=False)
        )
        cells = tuple(self.row(row, width, Say("row {row}", row=r)) for r, row in enumerate(lists[few:], 1))
        return Parts(width, height, cells or (("",) * width,) * height, outside, self._settings(options))

    def write(self, parts: Parts) -> str:
        """The inverse of :meth:`read`."""
        size = str(parts.width) if self.square else f"{parts.width}x{parts.height}"
        lists = [",".join(side) for side in parts.outside]
        if not self.spare or any(map(any, parts.cells)):
            lists += [("," if self.commas else "").join(code or self.blank for code in row) for row in parts.cells]
        chosen = dict(parts.settings)
        options = [f":{name}={chosen[name]}" for name in self.settings if name in chosen]
        return f"{size}:{'/'.join(lists)}{''.join(options)}"

    def row(self, text: str, width: int, name: Say) -> tuple[str, ...]:
        """A row of cells."""
        codes = self._entries(text, width, name) if self.commas else tuple(text)
        if len(codes) != width:
            several = Say("{name} has {count} cells", name=name, count=len(codes))
            raise unexpected(several if len(codes) != 1 else Say("{name} has 1 cell", name=name), str(width))
        if "" in codes and self.blank:
            expected = Say("{code} where nothing stands", code=self.blank)
            raise unexpected(Say("{name} has an empty entry", name=name), expected)
        return tuple("" if code == self.blank else code for code in codes)

    def _size(self, text: str) -> tuple[int, int]:
        expected = (
            Say("a number such as {example}", example=6)
            if self.square
            else Say("a size such as {example}", example="6x6")
        )
        match = re.fullmatch("([0-9]{1,9})" if self.square else "([0-9]{1,9})x([0-9]{1,9})", text)
        if not match:
            raise unexpected(Say("the size is {size}", size=short(text)), expected)
        width, height = int(match[1]), int(match[match.lastindex or 1])
        self.check_size(width, height)
        return width, height

    def _entries(self, text: str, count: int, name: Say) -> tuple[str, ...]:
        entries = text.split(",")
        if len(entries) != count:
            several = Say("{name} has {count} entries", name=name, count=len(entries))
            raise unexpected(several if len(entries) > 1 else Say("{name} has 1 entry", name=name), str(count))
        return tuple(entries)

    def _settings(self, options: Sequence[str]) -> tuple[tuple[str, str], ...]:
        found: dict[str, str] = {}
        for option in options:
            name, equals, value = option.partition("=")
            if not equals or name not in self.settings or name in found:
                known = ", ".join(f"{one}=..." for one in self.settings)
                expected = Say("each once out of: {names}", names=known) if known else Say("no option")
                raise unexpected(Say("the option is {option}", option=short(option)), expected)
            found[name] = value
        return self.chosen(found)

    def chosen(self, values: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
        """The options that are not as usual, or always written."""
        usual = self.settings
        full = {name: values.get(name, usual[name]) for name in usual}
        return tuple((name, value) for name, value in full.items() if value != usual[name] or name in self.always)

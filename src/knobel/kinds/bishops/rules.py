"""The rules of bishops that must not attack each other, and of the same questions about the other pieces.

n side of the board, r row, c column, k number of a line; the answer is 1 where a piece stands, 0 where none does.
On a board ``.`` is a free cell, ``B`` a given piece, ``x`` a cell given as empty and ``#`` a hole: no piece stands
there and it need not be attacked, but pieces attack across it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import ClassVar, NamedTuple, Self

import numpy as np
import numpy.typing as npt

from knobel.errors import BadInput, unexpected
from knobel.picture import Mark, Picture
from knobel.puzzle import At, Atom, Best, Left, Place, Possible, Values
from knobel.readers import short
from knobel.say import Say

from .board import CELLS, MAX_SIDE, as_array, as_rows, check_side, read_options, read_rows
from .bounds import bound
from .briefs import BRIEF, MANY, TECHNIQUES
from .covers import Ints
from .drawing import GLYPHS, drawn
from .techniques import one_on_each, taken

COUNT = Place("count", 0)
"""Where the number of pieces stands, if one is asked for."""


class Piece(NamedTuple):
    """Along which lines a piece attacks and how it leaps (down, or right in the same row), and words about it."""

    lines: tuple[str, ...]
    leaps: tuple[tuple[int, int], ...]
    none: str
    some: str
    one: str
    amount: str


STRAIGHT, SLANTED = ("row", "column"), ("diagonal", "antidiagonal")
BESIDE, ASKEW = ((0, 1), (1, 1), (1, 0), (1, -1)), ((1, 2), (2, 1), (2, -1), (1, -2))
PIECES = {
    "bishop": Piece(SLANTED, (), "no two bishops", "at least one bishop", "a bishop", "the number of bishops"),
    "queen": Piece(STRAIGHT + SLANTED, (), "no two queens", "at least one queen", "a queen", "the number of queens"),
    "rook": Piece(STRAIGHT, (), "no two rooks", "at least one rook", "a rook", "the number of rooks"),
    "knight": Piece((), ASKEW, "no two knights", "at least one knight", "a knight", "the number of knights"),
    "king": Piece((), BESIDE, "no two kings", "at least one king", "a king", "the number of kings"),
}
GOALS = ("most", "dominate", "some")


@dataclass(frozen=True)
class Bishops:
    """A board, a piece and a question about them.

    The goals: ``most`` pieces that do not attack each other; ``some``: at least one, as the first program asked;
    ``dominate``: the fewest pieces that attack or occupy every cell. A ``count`` asks for exactly so many pieces.

    >>> p = Bishops.parse("3:B.#/.../..x")
    >>> p.check(p.read("B.#/.B./..B"))[0]
    no two bishops stand on the diagonal from row 1 column 1 to row 3 column 3
    >>> p.check(p.read("BB#/.../.B."))
    []
    """

    kind: ClassVar[str] = "bishops"
    brief = BRIEF
    techniques = TECHNIQUES
    options: ClassVar[dict[str, tuple[str, ...]]] = {"piece": tuple(PIECES), "goal": GOALS, "count": ()}
    rows: tuple[str, ...]
    piece: str = "bishop"
    goal: str = "most"
    count: int | None = None
    title: str = field(default="", compare=False)

    @property
    def n(self) -> int:
        return len(self.rows)

    @property
    def moves(self) -> Piece:
        """How the piece attacks, and what it is called."""
        return PIECES[self.piece]

    @cached_property
    def board(self) -> npt.NDArray[np.str_]:
        """The characters of the board as an array."""
        return as_array(self.rows)

    @property
    def holes(self) -> Possible:
        holes: Possible = self.board == "#"
        return holes

    # text forms

    @classmethod
    def parse(cls, description: str) -> Self:
        size, *parts = description.split(":", 5)
        if not re.fullmatch("[0-9]{1,9}", size):
            expected = Say("a number up to {most}, for example 8", most=MAX_SIDE)
            raise unexpected(Say("the side is {side}", side=short(size)), expected)
        n = int(size)
        check_side(n)
        body = parts.pop(0) if parts and "=" not in parts[0] else None
        options = read_options(parts, cls.options)
        piece, count = options.get("piece", "bishop"), options.get("count")
        rows = ("." * n,) * n if body is None else read_rows(body, n, CELLS, GLYPHS[piece][0])
        return cls(rows, piece, options.get("goal", "most"), int(count) if count else None)

    def id(self) -> str:
        body = f":{'/'.join(self.rows)}" if any(row.strip(".") for row in self.rows) else ""
        piece = f":piece={self.piece}" if self.piece != "bishop" else ""
        goal = f":goal={self.goal}" if self.goal != "most" else ""
        count = f":count={self.count}" if self.count is not None else ""
        return f"{self.kind}:{self.n}{body}{piece}{goal}{count}"

    def read(self, line: str) -> Values:
        found = as_array(read_rows(line.strip(), self.n, ".B#?", GLYPHS[self.piece][0]))
        if (wrong := np.argwhere((found == "#") & ~self.holes)).size:
            r, c = wrong[0] + 1
            raise BadInput(Say("row {row} column {column} has '#', but the board has no hole there", row=r, column=c))
        return np.where(found == "B", 1, np.where(found == "?", -1, 0)).astype(np.int64)

    def write(self, values: Values) -> str:
        chars = np.array([".", "B", "?"])[values]  # -1 is the last one
        chars[(values == 0) & self.holes] = "#"
        return "/".join(map("".join, chars.tolist()))

    # rules

    def domain(self) -> Possible:
        return np.stack([np.ones((self.n, self.n), dtype=np.bool_), ~self.holes], axis=-1)

    def check(self, values: Values) -> list[Say]:
        pieces = values == 1
        broken = [self.cell_rule("hole", r, c) for r, c in np.argwhere(pieces & self.holes).tolist()]
        broken += self._uncovered(pieces) if self.goal == "dominate" else self._attacks(pieces)
        if self.goal == "some" and not pieces.any():
            broken.append(self.some_rule())
        if self.count is not None and int(pieces.sum()) != self.count:
            broken.append(self.count_rule())
        wrong = ((self.board == "B") & ~pieces) | ((self.board == "x") & pieces)
        return broken + [self.clue(r, c) for r, c in np.argwhere(wrong).tolist()]

    def _attacks(self, pieces: Possible) -> list[Say]:
        """The lines and pairs of cells where two pieces attack each other."""
        r, c = np.nonzero(pieces)
        broken = []
        for line in self.moves.lines:
            crowded = np.bincount(self.number(line, r, c)) > 1
            broken += [self.line_rule(line, k) for k in np.flatnonzero(crowded).tolist()]
        for dr, dc in self.moves.leaps:
            inside = (r + dr < self.n) & (c + dc >= 0) & (c + dc < self.n)
            first = np.stack([r[inside], c[inside]], axis=1)
            hit = first[pieces[first[:, 0] + dr, first[:, 1] + dc]]
            broken += [self.pair_rule(a, b, a + dr, b + dc) for a, b in hit.tolist()]
        return broken

    def _uncovered(self, pieces: Possible) -> list[Say]:
        """The cells, holes apart, that are neither occupied nor attacked."""
        covered = pieces | self.holes
        r, c = np.divmod(np.arange(self.n**2).reshape(pieces.shape), self.n)
        for line in self.moves.lines:
            k = self.number(line, r, c)
            covered |= (np.bincount(k[pieces], minlength=2 * self.n) > 0)[k]
        for dr, dc in self.moves.leaps:
            for away in (1, -1):
                to_r, to_c = r[pieces] + away * dr, c[pieces] + away * dc
                inside = (to_r >= 0) & (to_r < self.n) & (to_c >= 0) & (to_c < self.n)
                covered[to_r[inside], to_c[inside]] = True
        return [self.cell_rule("covered", a, b) for a, b in np.argwhere(~covered).tolist()]

    def number(self, line: str, r: Ints, c: Ints) -> Ints:
        """Which row, column, diagonal (down to the right) or antidiagonal (down to the left) a cell is on."""
        return {"row": r, "column": c, "diagonal": r - c + self.n - 1, "antidiagonal": r + c}[line]

    # sentences

    def line_rule(self, line: str, k: int) -> Say:
        """No two pieces stand on this line."""
        none, n = Say(self.moves.none), self.n
        if line == "row":
            return Say("{none} stand in row {row}", none=none, row=k + 1)
        if line == "column":
            return Say("{none} stand in column {column}", none=none, column=k + 1)
        top, bottom = max(k - n + 1, 0), min(k, n - 1)
        left, right = (n - 1 - bottom, n - 1 - top) if line == "diagonal" else (bottom, top)
        template = "{none} stand on the diagonal from row {row} column {column} to row {last_row} column {last_column}"
        return Say(template, none=none, row=top + 1, column=left + 1, last_row=bottom + 1, last_column=right + 1)

    def pair_rule(self, r: int, c: int, other_r: int, other_c: int) -> Say:
        """No two pieces stand on these two cells."""
        template = "{none} stand on row {row} column {column} and row {other_row} column {other_column}"
        none = Say(self.moves.none)
        return Say(template, none=none, row=r + 1, column=c + 1, other_row=other_r + 1, other_column=other_c + 1)

    def cell_rule(self, rule: str, r: int, c: int) -> Say:
        """What is asked of one cell: to be ``covered``, or to stay empty as a ``hole``."""
        at = {"row": r + 1, "column": c + 1}
        if rule == "hole":
            return Say("row {row} column {column} is a hole and stays empty", **at)
        return Say("row {row} column {column} is occupied or attacked", **at)

    def attack_rule(self) -> Say:
        """All the rules about lines and pairs in one."""
        return Say("{none} attack each other", none=Say(self.moves.none))

    def lines_rule(self) -> Say:
        """What follows for the lines of one direction, wherever the pieces stand."""
        return Say("no more parallel lines are occupied than there are pieces")

    def some_rule(self) -> Say:
        return Say("{some} stands on the board", some=Say(self.moves.some))

    def count_rule(self) -> Say:
        return Say("{amount} is {count}", amount=self.amount(), count=self.count)

    def amount(self) -> Say:
        return Say(self.moves.amount)

    def clue(self, r: int, c: int) -> Say:
        """What is given about a cell."""
        at = {"row": r + 1, "column": c + 1}
        if self.rows[r][c] == "x":
            return Say("row {row} column {column} is given as empty", **at)
        return Say("row {row} column {column} is given as {one}", one=Say(self.moves.one), **at)

    def say(self, atom: Atom) -> Say:
        (r, c), v, holds = atom
        at = {"row": r + 1, "column": c + 1}
        if (v == 1) != holds:
            return Say("row {row} column {column} is empty", **at)
        return Say("row {row} column {column} has {one}", one=Say(self.moves.one), **at)

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        if "none" in clue.args:
            return None if "other_row" in clue.args else taken(cells, before, left)  # two cells say it themselves
        return one_on_each([], int(str(clue.args["value"])), before, left) if self._asks_most(clue) else None

    def together(self, clues: Sequence[Say], cells: Sequence[Sequence[At]], before: Possible, left: Left) -> Say | None:
        """Lines, and perhaps the number of pieces at the end."""
        *lines, last = clues
        if not self._asks_most(last) or any("none" not in clue.args or "other_row" in clue.args for clue in lines):
            return None
        return one_on_each(cells[:-1], int(str(last.args["value"])), before, left)

    def _asks_most(self, clue: Say) -> bool:
        return self.best == "most" and "value" in clue.args

    def name_value(self, value: int, many: bool) -> Say:
        return Say("empty") if not value else Say(MANY[self.piece]) if many else Say(self.moves.one)

    # the best solutions

    @property
    def best(self) -> Best | None:
        if self.count is not None or self.goal == "some":
            return None
        return "fewest" if self.goal == "dominate" else "most"

    def value(self, values: Values) -> int:
        return int((values == 1).sum())

    def bound(self) -> tuple[int, Say] | None:
        return bound(self.piece, self.best, ~self.holes)

    def refutation(self) -> Say | None:
        if self.count is None or self.goal != "most":
            return None
        most = replace(self, count=None).bound()
        return None if most is None or self.count <= most[0] else most[1]

    # clues

    def places(self) -> list[Place]:
        given = (self.board == "B") | (self.board == "x")
        return [Place("cell", r, c) for r, c in np.argwhere(given).tolist()]

    def keep(self, places: Collection[Place]) -> Self:
        board = self.board.copy()
        for place in self.places():
            if place not in places:
                board[place.i, place.j] = "."
        return replace(self, rows=as_rows(board))

    def full(self, values: Values) -> Self:
        board = np.where(self.holes, "#", np.where(values == 1, "B", "x"))
        return replace(self, rows=as_rows(board))

    # picture

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        return Picture((drawn(self.rows, self.piece, values),), self.title or self.kind, marks)

    def transposed(self) -> Self:
        return replace(self, rows=tuple(map("".join, zip(*self.rows, strict=True))))

    def _repr_svg_(self) -> str:
        return self.draw().svg()

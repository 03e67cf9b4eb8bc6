"""The rules of tetromino planning: pieces fall one after the other, and at the end the board is as the goal says.

k step: which piece, from 0; s state, x column and y row of a piece's top-left corner; r row and c column of a cell;
v value of a step: s * width + x. Rows of start and goal are strings over ``+`` filled, ``.`` empty and ``?`` either.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import ClassVar, Self

import numpy as np

from knobel.errors import BadInput, unexpected
from knobel.picture import Mark, Picture
from knobel.puzzle import At, Atom, Left, Place, Possible, Values
from knobel.readers import check_row, check_sides, read_sides, short
from knobel.say import Say

from .briefs import BRIEF, TECHNIQUES
from .drawing import draw
from .moves import read_moves
from .pieces import PIECES, Drop, Filled, cells_at, open_paths, paths
from .techniques import Asked, argument, games
from .telling import name_of, tell

MAX_SIDE = 200
MAX_PIECES = 10_000
check_size = partial(check_sides, MAX_SIDE)


@dataclass(frozen=True)
class Satromino:
    """A level: the board at the start, the pieces in their order, and the goal.

    >>> p = Satromino.parse("4x4:IO::++++/++??")
    >>> p.check(p.read("ltddddrdd"))
    [at the end row 3 column 1 is filled, at the end row 3 column 2 is filled]
    """

    kind: ClassVar[str] = "satromino"
    brief = BRIEF
    techniques = TECHNIQUES
    options: ClassVar[dict[str, tuple[str, ...]]] = {"strict": ("yes", "no")}
    width: int
    height: int
    sequence: str
    start: tuple[str, ...]
    goal: tuple[str, ...]
    strict: bool = False
    title: str = field(default="", compare=False)

    # text forms

    @classmethod
    def parse(cls, description: str) -> Self:
        size, *parts = description.split(":")
        width, height = read_sides(size, "10x20")
        check_size(width, height)
        if len(parts) < 3:
            found = Say("the number of parts after the size is {count}", count=len(parts))
            raise unexpected(found, Say("3 or more, SEQUENCE:START:GOAL"))
        sequence, start, goal, *options = parts
        for option in options:
            if option not in ("strict=yes", "strict=no"):
                raise unexpected(Say("the option is {option}", option=short(option)), "strict=yes")
        if len(options) > 1:
            raise BadInput(Say("the option {name} is given twice", name="strict"))
        return cls(
            width,
            height,
            read_sequence(list(sequence)),
            _board("start", start, ".+", width, height),
            _board("goal", goal, "?.+", width, height),
            options == ["strict=yes"],
        )

    def id(self) -> str:
        boards = f"{'/'.join(self.start)}:{'/'.join(self.goal)}"
        return f"{self.kind}:{self.width}x{self.height}:{self.sequence}:{boards}" + ":strict=yes" * self.strict

    def read(self, line: str) -> Values:
        return read_moves(self, line.strip().lower())

    def write(self, values: Values) -> str:
        drops = list(self.drops(values))
        parts = ["?" if d.pose is None else d.path + "d" * (1 if d.y is None else d.y + 1) for d in drops]
        return ("," if any(drop.y is None for drop in drops) else "").join(parts)

    # rules

    def domain(self) -> Possible:
        states = max(len(PIECES[piece]) for piece in self.sequence)
        possible = np.zeros((len(self.sequence), states, self.width), dtype=np.bool_)
        for k, piece in enumerate(self.sequence):
            for s, shape in enumerate(PIECES[piece]):
                possible[k, s, : max(self.width - shape.width + 1, 0)] = True
        return possible.reshape(len(self.sequence), -1)

    def started(self) -> set[tuple[int, int]]:
        """The cells that are filled at the start."""
        return {(r, c) for r, row in enumerate(self.start) for c, char in enumerate(row) if char == "+"}

    def free(self, piece: str, s: int, x: int, y: int, filled: Filled) -> bool:
        """Whether a piece can be there."""
        return all(r < self.height and c < self.width and (r, c) not in filled for r, c in cells_at(piece, s, x, y))

    def rest(self, piece: str, s: int, x: int, filled: Filled) -> int | None:
        """The row in which a piece comes to rest, or None if it cannot even be in the top row."""
        y = -1
        while self.free(piece, s, x, y + 1, filled):
            y += 1
        return y if y >= 0 else None

    def drops(self, values: Values) -> Iterator[Drop]:
        """What becomes of each piece. A piece without a place is left out of the board.

        One that touches something at the top on every path breaks the strict rule, and falls all the same.
        After a piece whose move is unknown, the rows in which the others rest are unknown too.
        """
        filled, certain = self.started(), True
        for piece, v in zip(self.sequence, values.tolist(), strict=True):
            s, x = pose = divmod(v, self.width)
            if not (v >= 0 and s < len(PIECES[piece]) and pose in open_paths(piece, self.width)):
                certain = False
                yield Drop(piece)
                continue
            path, y, touches = open_paths(piece, self.width)[pose], None, False
            if certain:
                y = self.rest(piece, s, x, filled)
                if self.strict:
                    reached = paths(piece, self.width, filled)
                    path, touches = reached.get(pose, path), pose not in reached
            drop = Drop(piece, pose, y, path, touches)
            filled.update(drop.cells)
            yield drop

    def final(self, values: Values) -> set[tuple[int, int]]:
        """The filled cells after the last piece."""
        return self.started().union(*(drop.cells for drop in self.drops(values)))

    def check(self, values: Values) -> list[Say]:
        broken = [self.rule(k) for k, drop in enumerate(self.drops(values)) if drop.y is None or drop.touches]
        filled = self.final(values)
        return broken + [
            self.clue(place) for place in self.places() if (place[1:] in filled) != (self.goal[place.i][place.j] == "+")
        ]

    def entry(self, at: At) -> Say:
        return name_of(self.sequence, at[0])

    def rule(self, k: int) -> Say:
        """What is asked of one piece."""
        words = {"number": k + 1, "piece": self.sequence[k]}
        template = "piece {number} ({piece}) finds a place and comes to rest"
        if self.strict:
            template = "piece {number} ({piece}) is turned and shifted without touching anything and comes to rest"
        return Say(template, **words)

    def clue(self, place: Place) -> Say:
        """What the goal says about one cell."""
        words = {"row": place.i + 1, "column": place.j + 1}
        if self.goal[place.i][place.j] == "+":
            return Say("at the end row {row} column {column} is filled", **words)
        return Say("at the end row {row} column {column} is empty", **words)

    def say(self, atom: Atom) -> Say:
        (k,), v, holds = atom
        s, x = divmod(v, self.width)
        words = {"number": k + 1, "piece": self.sequence[k], "shape": PIECES[self.sequence[k]][s].drawn, "left": x + 1}
        if holds:
            return Say("piece {number} ({piece}) falls as {shape} with its left edge in column {left}", **words)
        return Say("piece {number} ({piece}) does not fall as {shape} with its left edge in column {left}", **words)

    def cited(self, clues: Sequence[Say]) -> Sequence[Say]:
        """Pieces by the names that they have in facts."""
        return [
            Say(one.template, piece=self.entry((self._piece(one),))) if "number" in one.args else one for one in clues
        ]

    def _piece(self, rule: Say) -> int:
        return int(str(rule.args["number"])) - 1

    def argument(self, clue: Say, cells: Sequence[At], before: Possible, left: Left) -> Say | None:
        return self.together([clue], [cells], before, left)

    def together(self, clues: Sequence[Say], cells: Sequence[Sequence[At]], before: Possible, left: Left) -> Say | None:
        """By playing all that is possible."""
        played = games(self.sequence, self.width, self.height, self.started(), before)
        if played is None or (self.strict and any("number" in clue.args for clue in clues)):
            return None
        asked: dict[str, list[tuple[int, int]]] = {"+": [], ".": []}
        for clue in clues:
            if "row" in clue.args:
                r, c = int(str(clue.args["row"])) - 1, int(str(clue.args["column"])) - 1
                asked[self.goal[r][c]].append((r, c))
        rest = tuple(self._piece(clue) for clue in clues if "number" in clue.args)
        names = [name_of(self.sequence, k) for k in range(len(self.sequence))]
        wanted = Asked(tuple(asked["."]), tuple(asked["+"]), rest)
        return argument(played, self.sequence, self.width, wanted, before, left, names)

    def tell(self, atoms: Sequence[Atom], left: Left) -> tuple[Say, ...]:
        return tell(self.sequence, self.width, atoms, left)

    def refutation(self) -> Say | None:
        """Why nobody can reach the goal, where counting cells or colouring the board like a chessboard tells."""
        cells = {(r, c): char for r, row in enumerate(self.goal) for c, char in enumerate(row)}
        filled = self.started()
        for r, c in sorted(filled):
            if cells[r, c] == ".":
                return Say(
                    "row {row} column {column} is filled at the start and has to be empty at the end",
                    row=r + 1,
                    column=c + 1,
                )
        count = len(filled) + 4 * len(self.sequence)
        least = {cell for cell, char in cells.items() if char == "+"} | filled
        most = {cell for cell, char in cells.items() if char != "."}
        if count < len(least):
            return Say(
                "{least} cells have to be filled at the end, and the start and the pieces fill only {count}",
                least=len(least),
                count=count,
            )
        if count > len(most):
            return Say(
                "the start and the pieces fill {count} cells, and only {most} may be filled at the end",
                count=count,
                most=len(most),
            )
        if count not in (len(least), len(most)):
            return None  # which cells will be filled is left open, so their colours are too
        new = (least if count == len(least) else most) - filled
        dark = sum((r + c) % 2 for r, c in new)
        light, number = len(new) - dark, self.sequence.count("T")
        difference = abs(dark - light)
        if difference in range(2 * (number % 2), 2 * number + 1, 4):
            return None  # each T moves the two numbers apart by 2, one way or the other
        need = "coloured like a chessboard, {dark} dark and {light} light cells have to be filled"
        give = Say("every piece covers two dark and two light cells")
        if number:
            template = (
                "a T covers three cells of one colour and one of the other, any other piece two of each: "
                "with {number} T the difference is never {difference}"
            )
            give = Say(template, number=number, difference=difference)
        return Say("{need}; {give}", need=Say(need, dark=dark, light=light), give=give)

    # clues

    def places(self) -> list[Place]:
        return [Place("goal", r, c) for r, row in enumerate(self.goal) for c, char in enumerate(row) if char != "?"]

    def keep(self, places: Collection[Place]) -> Self:
        kept = (
            "".join(char if Place("goal", r, c) in places else "?" for c, char in enumerate(row))
            for r, row in enumerate(self.goal)
        )
        return replace(self, goal=tuple(kept))

    def full(self, values: Values) -> Self:
        return replace(self, goal=rows_of(self.final(values), self.width, self.height))

    # picture

    def draw(self, values: Values | None = None, marks: Collection[Mark] = ()) -> Picture:
        return draw(self, None if values is None else list(self.drops(values)), marks)

    def _repr_svg_(self) -> str:
        return self.draw().svg()


def read_sequence(names: Collection[str], line: int | None = None) -> str:
    """The pieces by their letters."""
    if not 1 <= len(names) <= MAX_PIECES:
        found = Say("the number of pieces is {count}", count=len(names))
        raise unexpected(found, Say("{least} to {most}", least=1, most=MAX_PIECES), line)
    for name in names:
        if not (name.isascii() and name.upper() in PIECES):
            found = Say("the sequence has {piece}", piece=short(name))
            raise unexpected(found, Say("one of {codes}", codes=" ".join(PIECES)), line)
    return "".join(names).upper()


def _board(what: str, text: str, codes: str, width: int, height: int) -> tuple[str, ...]:
    """The rows of a board; the first code stands in all rows that are missing at the top."""
    rows = text.split("/") if text else []
    if len(rows) > height:
        start, goal = (
            Say("the start has {count} rows", count=len(rows)),
            Say("the goal has {count} rows", count=len(rows)),
        )
        raise unexpected(start if what == "start" else goal, Say("at most {most}", most=height))
    for r, row in enumerate(rows, 1):
        start, goal = Say("row {row} of the start", row=r), Say("row {row} of the goal", row=r)
        check_row(row, width, start if what == "start" else goal, codes)
    return with_top(rows, codes[0], width, height)


def rows_of(filled: Filled, width: int, height: int) -> tuple[str, ...]:
    """The rows of a board on which just these cells are filled."""
    return tuple("".join("+" if (r, c) in filled else "." for c in range(width)) for r in range(height))


def with_top(rows: Sequence[str], char: str, width: int, height: int) -> tuple[str, ...]:
    """The rows of a board, with those that are missing at the top."""
    return (char * width,) * (height - len(rows)) + tuple(rows)

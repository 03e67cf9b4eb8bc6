"""The file formats of doppelblock: the Prolog terms of the report (docs/why/origins.md), and addresses of puzz.link."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import islice, pairwise
from typing import NoReturn, TypeAlias

from knobel import puzzlink
from knobel.editor import square
from knobel.errors import BadInput, Misuse
from knobel.puzzle import Format, Puzzle
from knobel.readers import Found, counted, each_piece, head, of_kind, patient, short, unix

from .rules import MAX_SIDE, MAX_SUM, Doppelblock, Givens, Sums, check_size

HOLDS = "doppelblock boards"


def cell(number: int | None, n: int, r: int, c: int) -> int:
    """A given cell, from 0 for black and None for nothing; rows and columns count from 0."""
    if number is None:
        return -1
    if number > n - 2:
        raise BadInput(f"row {r + 1} column {c + 1} is {number}; expected 1 to {n - 2}, or 0 for black")
    return number


# Prolog terms: doppelBlock([[4,8,4,5,6,5],[9,7,2,10,3,1],_]).
# The lists are the sums of the columns, the sums of the rows and the cells, which are 0 where black; a variable stands
# for what is not known, and comments are skipped. Any name will do, and the list alone, too: a file holds nothing else.
# The cells may be missing.

Term: TypeAlias = "int | list[Term] | None"
"""A number, a variable, or a list."""

EXAMPLE = "doppelBlock([[1,2,3,4,4],[2,3,2,5,4],_])."
DEPTH = 3  # of lists in lists
_START = r"(?:[?:]-\s*+)?(?:(?P<name>\b[A-Za-z]\w*+\s*+\()|\[(?=\s*\[))"  # of a term
_HEAD = re.compile(_START)
# Where terms begin and end. Lists inside a term follow a comma, a bracket or a parenthesis, and begin none.
_BOUND = re.compile(rf",(?:\s*\[)+|(?P<start>{_START})(?:\s*\[)*|(?P<stop>\.(?!\S)|\](?=[^\S\n]*+\n\s*+[A-Za-z]))")
_LISTS = re.compile(r"\[\s*\[[^][]*\]\s*,\s*\[[^][]*\]\s*,\s*\\?(?:[A-Z_]|\[\s*[A-Z_\[])")
_SUMS = re.compile(r"\[\s*\[[0-9\s,]+\]\s*,\s*\[[0-9\s,]+\]\s*\]")  # no cells
_COMMENT = re.compile(r"%[^\n]*|/\*.*?(?:\*/|\Z)", re.DOTALL)
# An underscore may be escaped, as it is in Markdown.
_TOKEN = re.compile(r"(?P<number>[0-9]+)|\\?(?P<variable>[A-Z_][A-Za-z0-9_]*)|(?P<mark>[][(),.])|(?P<other>\S)")


def recognise(text: str) -> bool:
    text = _without_comments(head(text)).lstrip()
    found = _HEAD.match(text)
    if found is None:
        return False
    if (found["name"] or "").lower().startswith("doppelblock"):
        return True
    return _LISTS.search(text) is not None or _SUMS.search(text) is not None


def _without_comments(text: str) -> str:
    """The text with blanks instead of comments, so that everything else stays where it was."""
    return _COMMENT.sub(lambda comment: re.sub(r"[^\n]", " ", comment[0]), text)


@patient
def read(text: str) -> Found:
    text = _without_comments(unix(text))
    if not text.strip():
        yield BadInput(f"found nothing; expected a term such as {EXAMPLE}", 1)
    yield from each_piece(text, _terms(text), lambda term, line: _Reader(term, line).puzzle())


def _terms(text: str) -> Iterator[tuple[int, str]]:
    """Where each term starts, and the term, or what stands in its place.

    A term ends where the next one begins, at the latest: a bad one does not hide the others.
    """
    bounds = [match.end() if match["stop"] else match.start() for match in _BOUND.finditer(text) if match.lastgroup]
    for start, end in pairwise([0, *bounds, len(text)]):
        term = text[start:end].lstrip()
        if term:
            yield end - len(term), term


class _Reader:
    """Reads one term, which begins in this line, token by token."""

    def __init__(self, text: str, line: int) -> None:
        found = _HEAD.match(text)
        if not found:
            raise BadInput(f"found {short(text.partition(chr(10))[0])}; expected a term such as {EXAMPLE}", line)
        self.named = found["name"] is not None
        self.tokens = _tokens(text, found.end() - (not self.named), line)  # the list's bracket is to be read
        self.variables: set[str] = set()
        self._next()

    def puzzle(self) -> Doppelblock:
        first = self.line
        board = self._list(1)
        if self.named:
            self._mark(")")
        if self.named or self.kind:
            self._mark(".")
        if self.kind:
            self._wrong("nothing, or the next term")
        try:
            return _board(board)
        except BadInput as error:
            raise BadInput(error.message, first) from None

    def _next(self) -> None:
        self.token, self.kind, self.line = next(self.tokens)

    def _wrong(self, expected: str) -> NoReturn:
        raise BadInput(f"found {short(self.token) if self.kind else 'the end'}; expected {expected}", self.line)

    def _mark(self, mark: str) -> None:
        if self.token != mark:
            self._wrong(repr(mark))
        self._next()

    def _list(self, depth: int) -> list[Term]:
        self._mark("[")
        found: list[Term] = [self._term(depth)]
        while self.token == ",":
            self._next()
            found.append(self._term(depth))
            if len(found) > MAX_SIDE:
                self._wrong(f"lists of at most {MAX_SIDE} entries")
        self._mark("]")
        return found

    def _term(self, depth: int) -> Term:
        if self.token == "[" and depth < DEPTH:
            return self._list(depth + 1)
        if self.kind == "variable":
            if self.token != "_" and self.token in self.variables:
                self._wrong("each variable once, or _")
            self.variables.add(self.token)
            self._next()
            return None
        if self.kind != "number" or len(self.token) > len(str(MAX_SUM)):
            self._wrong(f"a number up to {MAX_SUM}, a variable" + (" or a list" if depth < DEPTH else ""))
        number = int(self.token)
        self._next()
        return number


def _tokens(text: str, start: int, line: int) -> Iterator[tuple[str, str, int]]:
    """Each token from there on, its sort, and its line; at last the end, which has neither text nor sort."""
    at = 0
    for match in _TOKEN.finditer(text, start):
        line += text.count("\n", at, match.start())
        at = match.start()
        yield match[0].removeprefix("\\"), str(match.lastgroup), line
    yield "", "", line


def _board(term: list[Term]) -> Doppelblock:
    if len(term) not in (2, 3):
        parts = counted(len(term), "part")
        raise BadInput(f"the board has {parts}; expected the sums of the columns, of the rows, and perhaps the cells")
    columns, rows = _sums(term[0], "columns"), _sums(term[1], "rows")
    if len(columns) != len(rows):
        raise BadInput(
            f"there are {len(columns)} sums of columns and {len(rows)} of rows; expected the same number of each"
        )
    check_size(len(rows))
    return Doppelblock(columns, rows, _cells(term[2], len(rows)) if len(term) == 3 else ())


def _sums(term: Term, what: str) -> Sums:
    if not isinstance(term, list) or any(isinstance(s, list) for s in term):
        raise BadInput(f"the sums of the {what} are not a list of numbers; expected a term such as {EXAMPLE}")
    return tuple(s for s in term if not isinstance(s, list))


def _cells(term: Term, n: int) -> Givens:
    if term is None:
        return ()
    if not isinstance(term, list) or len(term) != n:
        raise BadInput(f"the cells are not a list of {n} rows; expected that, or _ where no cell is given")
    return tuple(_row(row, n, r) for r, row in enumerate(term))


def _row(term: Term, n: int, r: int) -> tuple[int, ...]:
    if term is None:
        return (-1,) * n
    if not isinstance(term, list) or len(term) != n or any(isinstance(v, list) for v in term):
        raise BadInput(f"row {r + 1} of the cells is not a list of {n} numbers; expected that, or _ for the whole row")
    return tuple(cell(v, n, r, c) for c, v in enumerate(term) if not isinstance(v, list))


def write(puzzles: Iterable[Puzzle]) -> str:
    return "".join(_text(p) for p in of_kind(puzzles, Doppelblock, "prolog", HOLDS))


def _text(p: Doppelblock) -> str:
    columns, rows, cells = lists(p)
    return f"doppelBlock([{columns},{rows},{cells if p.has_givens else '_'}]).\n"


def lists(p: Doppelblock) -> tuple[str, str, str]:
    """The sums of the columns, the sums of the rows and the cells as lists of Prolog."""
    columns, rows = (_listed("_" if s is None else str(s) for s in sums) for sums in (p.columns, p.rows))
    return columns, rows, _listed(_listed("_" if v < 0 else str(v) for v in row) for row in p.givens)


def _listed(items: Iterable[str]) -> str:
    return f"[{','.join(items)}]"


# addresses of puzz.link: doppelblock/N/N/BODY
# The body fills a slot for each column's sum and each row's sum, then a slot a cell if any cell is given. puzz.link
# itself gives numbers only. Solvers that read its addresses take 0 for a black cell: that is read, but never written.

NAME = "doppelblock"


def _of_address(width: int, height: int, body: str) -> Doppelblock:
    n = square((width, height))
    check_size(n)
    few, many = 2 * n, 2 * n + n * n
    slots = list(islice(puzzlink.slots(body), many + 1))
    if len(slots) not in (few, many):
        number = f"more than {many}" if len(slots) > many else str(len(slots))
        raise BadInput(f"the body fills {number} slots; expected {few}, or {many} with given cells")
    sums = [None if slot == puzzlink.UNKNOWN else slot for slot in slots[:few]]
    if puzzlink.UNKNOWN in slots[few:]:
        raise BadInput("the body has an unknown number '.' in a cell; unknown numbers are not part of the rules")
    rows = [slots[at : at + n] for at in range(few, len(slots), n)]
    givens = [tuple(cell(number, n, r, c) for c, number in enumerate(row)) for r, row in enumerate(rows)]
    return Doppelblock(tuple(sums[:n]), tuple(sums[n:]), tuple(givens))


def write_addresses(puzzles: Iterable[Puzzle]) -> str:
    return puzzlink.write(NAME, [(p.n, p.n, _body(p)) for p in of_kind(puzzles, Doppelblock, "puzzlink", HOLDS)])


def _body(p: Doppelblock) -> str:
    cells = [v for row in p.givens for v in row]
    if 0 in cells:
        raise Misuse("the format puzzlink cannot hold a given black cell")
    body = puzzlink.body(p.columns + p.rows)
    return body + (puzzlink.body([None if v < 0 else v for v in cells]) if p.has_givens else "")


FORMATS: tuple[Format, ...] = (
    Format(
        "puzzlink",
        "addresses of puzz.link, pzv.jp and pzprxs, one a line",
        (),
        puzzlink.recogniser(NAME),
        puzzlink.reader(NAME, _of_address, "doppelblock/5/5/g6g34g10h"),
        write_addresses,
    ),
    Format(
        "prolog",
        "Prolog terms doppelBlock([Columns,Rows,Cells]) of any name, or bare lists; many a file",
        (".pl",),
        recognise,
        read,
        write,
    ),
)

"""Formulas as text, out and in: DIMACS with the names of variables and groups, bare clauses, OPB; and solvers' answers.

Formulas here can have millions of clauses, so nothing is formatted or read literal by literal.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, product
from typing import IO, NoReturn

import numpy as np
import numpy.typing as npt

from .errors import BadInput
from .formula import Axis, Formula, Lits
from .limits import tick

CHUNK = 1 << 16  # clauses written between two looks at the clock
MOST_VARIABLES = 50_000_000  # engines allocate for each of them, used or not
HEADER = re.compile(r"^p[ \t]+cnf[ \t]+([0-9]{1,10})[ \t]+([0-9]{1,10})[ \t\r]*$", re.MULTILINE)
NAME = re.compile(r"\nc var ([0-9]{1,10}) ([^\r\n]+)")
COMMENT = re.compile(r"\nc[^\n]*")
EXPECTED = "expected the header 'p cnf VARIABLES CLAUSES'"
STATUS = {"s SATISFIABLE": True, "s OPTIMUM FOUND": True, "s UNSATISFIABLE": False, "s UNKNOWN": None}
STATUS |= {"SAT": True, "UNSAT": False, "INDET": None}  # as MiniSat says it


# writing


def write_dimacs(formula: Formula, out: IO[str]) -> None:
    """The formula with all its names: a comment for each variable, and one wherever another group begins.

    >>> import sys
    >>> f = Formula()
    >>> x = f.new("x", 2)
    >>> f.add([x[0], -x[1]])
    >>> write_dimacs(f, sys.stdout)
    c var 1 x(0)
    c var 2 x(1)
    p cnf 2 1
    c group 0 axiom what the variables mean
    1 -2 0
    """
    out.writelines(f"c var {variable} {name}\n" for variable, name in variable_names(formula))
    out.write("p cnf {} {}\n".format(*formula.size))
    groups = formula.clause_groups()
    changes = np.flatnonzero(np.diff(groups, prepend=-1))
    remarks = [_remark(f"group {group.id} {group.kind} {group.say}") for group in formula.groups]
    heads = [remarks[group] for group in groups[changes].tolist()]
    for number, text in enumerate(_rendered(formula.flat(), "{} ".format, lambda negative: "0\n")):
        start, stop = np.searchsorted(changes, [number * CHUNK, (number + 1) * CHUNK]).tolist()
        if start < stop:
            lines = text.split("\n")
            for change, head in zip((changes[start:stop] - number * CHUNK).tolist(), heads[start:stop], strict=True):
                lines[change] = head + lines[change]
            text = "\n".join(lines)
        out.write(text)


def write_clauses(flat: Lits, variables: int, out: IO[str]) -> None:
    """Bare DIMACS, without any names.

    >>> import sys
    >>> write_clauses(np.array([1, -2, 0, 2, 0], dtype=np.int32), 2, sys.stdout)
    p cnf 2 2
    1 -2 0
    2 0
    """
    out.write(f"p cnf {variables} {np.count_nonzero(flat == 0)}\n")
    out.writelines(_rendered(flat, "{} ".format, lambda negative: "0\n"))


def write_norm(formula: Formula, out: IO[str]) -> None:
    """Nothing but the clauses, one a line: no header, no 0, no comments."""
    for text in _rendered(formula.flat(), "{} ".format, lambda negative: "\n"):
        out.write(text.replace(" \n", "\n"))


def write_opb(formula: Formula, out: IO[str]) -> None:
    """The pseudo-Boolean form: of a clause with k negated variables, the others minus those are at least 1 - k."""
    out.write("* #variable= {} #constraint= {}\n".format(*formula.size))
    out.writelines(f"* var {variable} {name}\n" for variable, name in variable_names(formula))
    out.writelines(_rendered(formula.flat(), _opb_term, lambda negative: f">= {1 - negative} ;\n"))


def _opb_term(lit: int) -> str:
    return f"+1 x{lit} " if lit > 0 else f"-1 x{-lit} "


def variable_names(formula: Formula) -> Iterator[tuple[int, str]]:
    """Every variable that has a name, block by block: asking for one name after the other is slow on large formulas."""
    for block in formula.blocks:
        if block.name:
            axes = [_axis_words(axis, size) for axis, size in zip(block.axes, block.shape, strict=True)]
            for variable, words in enumerate(product(*axes), block.first):
                yield variable, f"{block.name}({','.join(words)})" if words else block.name


def _axis_words(axis: Axis, size: int) -> list[str]:
    return [str(axis + i if isinstance(axis, int) else axis[i]) for i in range(size)]


def _remark(text: str) -> str:
    return f"c {' '.join(text.split())}\n"  # on one line, whatever is in the sentence


def _rendered(flat: Lits, literal: Callable[[int], str], end: Callable[[int], str]) -> Iterator[str]:
    """The text of the clauses, ``CHUNK`` clauses at a time; ``end`` gets the number of negated literals in the clause.

    All words are made once, in a table of fixed width, from which NumPy copies them: formatting each literal anew takes
    several times as long.
    """
    zeros = np.flatnonzero(flat == 0)
    if not len(zeros):
        return
    negative = np.add.reduceat((flat < 0).astype(np.int32), np.append(0, zeros[:-1] + 1))
    top = int(np.abs(flat).max())
    # Where few of the variables occur, they are numbered anew, or the table would be larger than the formula.
    used = np.unique(np.abs(flat)) if top > len(flat) else None
    numbers: list[int] = (np.arange(top + 1) if used is None else used).tolist()[1:]
    ends = (end(count) for count in range(int(negative.max()) + 1))
    # A negative index counts from the end, so that a literal is its own index.
    words = chain(["?"], map(literal, numbers), ends, (literal(-number) for number in reversed(numbers)))
    table = np.array([word.encode() for word in words])
    start = 0
    for first in range(0, len(zeros), CHUNK):
        tick()
        stops = zeros[first : first + CHUNK]
        part = flat[start : stops[-1] + 1]
        index = part.copy() if used is None else np.sign(part) * np.searchsorted(used, np.abs(part))
        index[stops - start] = len(numbers) + 1 + negative[first : first + CHUNK]
        yield table[index].tobytes().translate(None, b"\0").decode("ascii")
        start = int(stops[-1]) + 1


# reading


@dataclass(frozen=True, eq=False)
class Cnf:
    """A formula that was read.

    Engines never see an empty clause: one that was in the file is told to them as two opposite units of one more
    variable, the last one. So ``variables`` and ``clauses`` may exceed the header's.
    """

    variables: int
    clauses: int
    flat: Lits
    names: dict[int, str]


def read_dimacs(text: str) -> Cnf:
    """A DIMACS file. Clauses may span lines, comments may stand anywhere, a line with ``%`` ends it.

    >>> cnf = read_dimacs("c var 2 door\\np cnf 2 2\\n1 -2\\n0 2 0\\n")
    >>> cnf.flat.tolist(), cnf.names
    ([1, -2, 0, 2, 0], {2: 'door'})
    """
    header = HEADER.search(text)
    if header is None or COMMENT.sub("", "\n" + text[: header.start()]).strip(" \t\r\n"):
        _complain(text)
    variables, clauses = map(int, header.groups())
    body = text[header.end() :]
    body = COMMENT.sub("", body[: body.find("\n%")] if "\n%" in body else body)
    numbers = _integers(body)
    if (
        numbers is None
        or variables > MOST_VARIABLES
        or (len(numbers) and (numbers[-1] != 0 or numbers.min() < -variables or numbers.max() > variables))
        or np.count_nonzero(numbers == 0) != clauses
    ):
        _complain(text)
    names = {int(number): name for number, name in NAME.findall("\n" + text)}
    return _without_empty(variables, clauses, numbers.astype(np.int32), names)


def _without_empty(variables: int, clauses: int, flat: Lits, names: dict[int, str]) -> Cnf:
    ends = flat == 0
    empty = ends & np.append(True, ends[:-1])[: len(ends)]
    if not empty.any():
        return Cnf(variables, clauses, flat, names)
    fresh = variables + 1
    flat = np.append(flat[~empty], np.array([fresh, 0, -fresh, 0], dtype=np.int32))
    return Cnf(fresh, clauses - int(empty.sum()) + 2, flat, names)


_ALLOWED = np.zeros(256, dtype=np.bool_)
_ALLOWED[list(b"0123456789- \t\r\n\f\v")] = True
_DIGIT = np.zeros(256, dtype=np.bool_)
_DIGIT[list(b"0123456789")] = True


def _integers(text: str) -> npt.NDArray[np.int64] | None:
    """All numbers of the text, or None if there is anything else in it."""
    if not text.strip(" \t\r\n\f\v"):
        return np.empty(0, dtype=np.int64)
    # NumPy would take "1-2" for two numbers and stop in silence at other junk, so the characters are looked at first.
    bytes_ = np.frombuffer(f" {text} ".encode("ascii", "replace"), dtype=np.uint8)
    minus = np.flatnonzero(bytes_ == ord("-"))
    if not _ALLOWED[bytes_].all() or (bytes_[minus - 1] > ord(" ")).any() or not _DIGIT[bytes_[minus + 1]].all():
        return None
    return np.fromstring(text, dtype=np.int64, sep=" ")


def _complain(text: str) -> NoReturn:
    """Read a file that is known to be bad again, slowly, to say where and why."""
    header: re.Match[str] | None = None
    header_line = line = last = clauses = variables = 0
    ended = True
    for line, content in enumerate(text.split("\n"), 1):
        words = re.findall(r"[^ \t\r\f\v]+", content)
        if content.startswith("c") or not words:
            continue
        if content.startswith("%") and header:
            break
        last = line
        if header is None:
            header, header_line = HEADER.fullmatch(content), line
            if header is None:
                raise BadInput(f"{EXPECTED}, not {content[:40].strip()!r}", line)
            variables = int(header[1])
            if variables > MOST_VARIABLES:
                raise BadInput(f"at most {MOST_VARIABLES} variables are possible", line)
            continue
        for word in words:
            if not re.fullmatch("-?[0-9]+", word):
                raise BadInput(f"expected a literal or 0, not {word[:40]!r}", line)
            if len(word.lstrip("-0")) > 10 or abs(int(word)) > variables:
                raise BadInput(f"the literal {word[:40]} is not among the {variables} variables of the header", line)
            ended = not word.strip("-0")
            clauses += ended
    if header is None:
        raise BadInput(f"{EXPECTED}, but there is none", max(1, line))
    if not ended:
        raise BadInput("the last clause does not end in 0", last)
    raise BadInput(f"the header says {int(header[2])} clauses; found {clauses}", header_line)


def read_model(text: str) -> tuple[bool | None, list[int]]:
    """A solver's answer: whether there is a model (None: it does not know) and its literals.

    Lines ``s`` and ``v``, a MiniSat result file, and bare literals that end in 0 are understood; so are the ``v`` lines
    of pseudo-Boolean solvers (``x1 -x2``).

    >>> read_model("c fast\\ns SATISFIABLE\\nv 1 -2\\nv 3 0\\n")
    (True, [1, -2, 3])
    >>> read_model("UNSAT\\n")
    (False, [])
    """
    status: list[bool | None] = []
    lits: list[int] = []
    line = open_line = 0  # the line of values that still waits for its 0
    ended = False
    for line, content in enumerate(text.split("\n"), 1):
        content = " ".join(content.split())
        if not content or re.match(r"c(?![^ ])", content):
            continue
        if content in STATUS:
            status.append(STATUS[content])
            continue
        for word in content.removeprefix("v ").split() if content != "v" else ():
            if ended or not re.fullmatch("-?x?[0-9]{1,10}", word):
                raise BadInput(f"expected 's' and 'v' lines, or literals up to a 0, not {word[:40]!r}", line)
            lit = int(word.replace("x", ""))
            ended = lit == 0
            open_line = 0 if ended or "x" in word else line
            if lit:
                lits.append(lit)
    if open_line:
        raise BadInput("the values do not end in 0", open_line)
    if not status and not lits and not ended:
        raise BadInput("there is no answer: expected a line 's SATISFIABLE' or 's UNSATISFIABLE'", max(1, line))
    if len(set(status)) > 1 or (lits and status and not status[0]):
        raise BadInput("the answer contradicts itself: two verdicts, or values for an unsatisfiable formula", line)
    known = set(lits)
    for lit in lits:
        if -lit in known:
            raise BadInput(f"the answer contradicts itself: both {abs(lit)} and {-abs(lit)}", line)
    return (status[0] if status else True), lits

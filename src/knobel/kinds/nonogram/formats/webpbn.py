"""The XML files of webpbn.com: one or more puzzles, in colour, by their clues or by the picture itself.

The text is parsed as a stream, which gives line numbers and keeps no tree; entities are refused before parsing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.parsers import expat
from xml.sax.saxutils import escape, quoteattr

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import Line, Nonogram
from knobel.puzzle import Format, Puzzle
from knobel.readers import Found, head, patient, unix
from knobel.say import Say

from .common import writable
from .webpbn_sheet import Sheet

MAX_DEPTH = 50
MAX_STRANGE = 10_000
MAX_TOKEN = 1 << 21  # bytes; the parser begins a tag or comment anew with each piece of text that does not end it
MAX_AGAIN = 8  # each break may cost a look at all the rest; so many times the text, and it is left alone

_ENTITY = re.compile("<!ENTITY", re.IGNORECASE)
_ROOT = re.compile(r"<(?:puzzleset|puzzle)[\s/>]")
_PUZZLE = re.compile(rb"<puzzle[\s/>]")
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def recognise(text: str) -> bool:
    start = head(text)
    return start.startswith("<") and _ROOT.search(start) is not None


# reading


@patient
def read(text: str) -> Found:
    text = unix(text)
    if entity := _ENTITY.search(text):
        yield BadInput("found <!ENTITY; entities are refused", text.count("\n", 0, entity.start()) + 1)
        return
    found = False
    for item in _stream(text.encode("utf-8", "replace")):
        found = True
        yield item
    if not found:
        yield BadInput("found no puzzle; expected <puzzleset> and in it <puzzle>", 1)


def _stream(data: bytes) -> Found:
    """The puzzles of a document. Behind an error, of the XML or of a puzzle, reading goes on with the next puzzle."""
    start, root, fed = len(data) - len(data.lstrip()), b"", 0
    line = data.count(b"\n", 0, start)
    while start < len(data):
        parser = _Parser(line)
        try:
            parser.feed(root)
            for chunk in _chunks(data, start):
                fed += len(chunk)
                parser.feed(chunk)
                yield from parser.taken()
            parser.feed(b"", last=True)
            return
        except _BrokenError as error:
            yield from parser.taken()
            yield error.problem
            following = _PUZZLE.search(data, start + max(error.at - len(root), 0) + 1)
            if not following or not error.goes_on or fed > MAX_AGAIN * len(data) + (1 << 20):
                return
        line += data.count(b"\n", start, following.start())
        start, root = following.start(), b"<puzzleset>"


def _chunks(data: bytes, start: int) -> Iterator[bytes]:
    """Growing pieces, so that little is read in vain where an error is near."""
    size = 1 << 10
    while start < len(data):
        yield data[start : start + size]
        start += size
        size = min(2 * size, 1 << 20)


class _BrokenError(Exception):
    """Nothing more can be read before the byte ``at``."""

    def __init__(self, problem: BadInput, at: int, goes_on: bool = True) -> None:
        super().__init__(problem)
        self.problem, self.at, self.goes_on = problem, at, goes_on


class _Parser:
    """Turns the events of an XML parser into puzzles."""

    def __init__(self, line: int) -> None:
        self.first = line  # lines before the document
        self.fed = 0
        self.depth = 0
        self.strange = 0
        self.sheet: Sheet | None = None
        self.done: list[Puzzle] = []
        self.expat = expat.ParserCreate("utf-8")
        self.expat.buffer_text = True
        self.expat.StartElementHandler = self.start
        self.expat.EndElementHandler = self.end
        self.expat.CharacterDataHandler = self.characters
        self.expat.StartDoctypeDeclHandler = self.doctype

    def feed(self, data: bytes, last: bool = False) -> None:
        """Read on; raises :class:`_BrokenError`, after which the parser is of no use."""
        try:
            self.expat.Parse(data, last)
            self.fed += len(data)
        except expat.ExpatError as error:
            message = f"the XML is broken: {expat.ErrorString(error.code)}; expected well-formed XML"
            problem = BadInput(message, self.first + error.lineno)
            raise _BrokenError(problem, self.expat.ErrorByteIndex) from None
        if self.fed - self.expat.CurrentByteIndex > MAX_TOKEN:
            raise self.broken(f"a tag or comment is longer than {MAX_TOKEN} bytes; expected its end")

    def taken(self) -> list[Puzzle]:
        """The puzzles finished since the last call."""
        done, self.done = self.done, []
        return done

    def line(self) -> int:
        return self.first + self.expat.CurrentLineNumber

    def broken(self, message: Say | str, line: int | None = None, back: int = 0) -> _BrokenError:
        """An error at the present place; the parser forgets it as soon as a handler has failed."""
        problem = BadInput(message, self.line() if line is None else line)
        return _BrokenError(problem, self.expat.CurrentByteIndex - back)

    def doctype(self, name: str, system: str | None, public: str | None, declarations: int) -> None:
        if declarations:
            problem = BadInput("found a DOCTYPE with declarations of its own; expected a bare one", self.line())
            raise _BrokenError(problem, 0, goes_on=False)

    def start(self, name: str, attributes: dict[str, str]) -> None:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise self.broken(f"the elements are nested more than {MAX_DEPTH} deep; expected five levels")
        if name == "puzzle" and self.sheet:
            message = "the puzzle does not end; expected </puzzle> before the next one"
            raise self.broken(message, self.sheet.at, back=1)  # so that reading goes on with this one
        try:
            if name == "puzzle":
                self.sheet, self.strange = Sheet(attributes, self.line()), 0
            elif not self.sheet or not self.sheet.start(name, attributes, self.line()):
                self.strange += 1
        except BadInput as error:
            raise self.broken(error.message, error.line) from None
        if self.strange > MAX_STRANGE:
            raise self.broken(f"found more than {MAX_STRANGE} elements that say nothing; expected clues")

    def end(self, name: str) -> None:
        self.depth -= 1
        try:
            if self.sheet and name == "puzzle":
                self.done.append(self.sheet.puzzle())
                self.sheet = None
            elif self.sheet:
                self.sheet.end(name, self.line())
        except BadInput as error:
            raise self.broken(error.message, error.line) from None

    def characters(self, text: str) -> None:
        if self.sheet and self.sheet.text is not None:
            self.sheet.text.append(text)


# writing


def write(puzzles: Iterable[Puzzle]) -> str:
    boards = "".join(map(_text, writable(puzzles, "webpbn", colour=True)))
    doctype = '<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">'
    return f'<?xml version="1.0"?>\n{doctype}\n<puzzleset>\n{boards}</puzzleset>\n'


def _text(puzzle: Nonogram) -> str:
    names = [(char, char, rgb) for char, rgb in puzzle.palette] if puzzle.coloured else [("black", "X", "000")]
    return "\n".join([
        f'<puzzle type="grid" defaultcolor={quoteattr(names[0][0])}>',
        *_title(puzzle.title),
        '<color name="white" char=".">fff</color>',
        *(f"<color name={quoteattr(name)} char={quoteattr(char)}>{rgb}</color>" for name, char, rgb in names),
        '<clues type="columns">',
        *(_line(line, puzzle) for line in puzzle.columns),
        "</clues>",
        '<clues type="rows">',
        *(_line(line, puzzle) for line in puzzle.rows),
        "</clues>",
        "</puzzle>\n",
    ])  # fmt: skip


def _title(title: str) -> list[str]:
    """Blanks at the ends count only where the file says so; control characters do not exist in XML."""
    space = ' xml:space="preserve"' if title != title.strip() else ""
    text = escape(_NO_XML.sub("\ufffd", title), {"\r": "&#13;"})
    return [f"<title{space}>{text}</title>"] if title else []


def _line(line: Line | None, puzzle: Nonogram) -> str:
    colours = [f" color={quoteattr(colour.char)}" if puzzle.coloured else "" for colour in puzzle.palette]
    return "<line>" + "".join(f"<count{colours[v - 1]}>{length}</count>" for length, v in line or ()) + "</line>"


FORMAT = Format(
    "webpbn", "the XML of webpbn.com, with colours, several puzzles a file", (".xml", ".pbn"), recognise, read, write
)

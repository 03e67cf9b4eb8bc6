"""Addresses of puzz.link and its relatives: ``NAME/WIDTH/HEIGHT/BODY``, with the number code that its puzzles share.

A body fills slots: ``0-9a-f`` is a number, ``-hh`` and ``+hhh`` are larger ones, ``g`` to ``z`` skip 1 to 20 slots.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import groupby

from .errors import Misuse, unexpected
from .puzzle import Puzzle
from .readers import Found, Reader, each_piece, head, patient, short, unix
from .say import Say

SITE = "https://puzz.link/p?"
UNKNOWN = -1
"""What stands for the code ``.``: a number that is there but not known."""

_SLOT = re.compile(
    r"(?P<value>[0-9a-f])|-(?P<two>[0-9a-f]{2})|\+(?P<three>[0-9a-f]{3})|(?P<skip>[g-z])|(?P<unknown>\.)"
)


def recogniser(name: str) -> Callable[[str], bool]:
    """Whether a text starts with an address of this puzzle."""
    start = re.compile(rf"(?:https?://[^\s?]+\?)?{name}/")
    return lambda text: start.match(head(text)) is not None


def reader(name: str, make: Callable[[int, int, str], Puzzle], example: str, parts: int = 1) -> Reader:
    """Reads addresses, one a line; ``make`` turns a width, a height and a body (of so many parts) into a puzzle."""
    body = "/".join(["[^/]*"] * parts)
    pattern = re.compile(rf"(?:(?:https?://)?[^\s?]+\?)?{name}/([^/]*)/([^/]*)/({body})/?")

    def puzzle(address: str, line: int) -> Puzzle:
        match = pattern.fullmatch(address)
        if not match:
            found = Say("found {text}", text=short(address))
            raise unexpected(found, Say("an address such as {example}", example=SITE + example))
        if not all(re.fullmatch("[0-9]{1,9}", side) for side in match.group(1, 2)):
            found = Say("the size is {size}", size=short(f"{match[1]}/{match[2]}"))
            raise unexpected(found, Say("two numbers, for example {size}", size="4/3"))
        return make(int(match[1]), int(match[2]), match[3])

    @patient
    def read(text: str) -> Found:
        text = unix(text)
        if not text or text.isspace():
            yield unexpected(Say("found no address"), Say("an address such as {example}", example=SITE + example), 1)
        found = ((match.start(), match[0].rstrip()) for match in re.finditer(r"\S.*", text))
        yield from each_piece(text, found, puzzle)

    return read


def slots(body: str) -> Iterator[int | None]:
    """The slots that a body fills: a number, None for a skipped one, ``UNKNOWN``. Raises :class:`BadInput`.

    >>> list(slots("1h-10."))
    [1, None, None, 16, -1]
    """
    at = 0
    while at < len(body):
        match = _SLOT.match(body, at)
        if not match:
            found = Say("the body has {text} after {count} characters", text=short(body[at]), count=at)
            raise unexpected(found, "0-9, a-z, -hh, +hhh")
        if match["skip"]:
            yield from [None] * (ord(match["skip"]) - ord("f"))
        elif match["unknown"]:
            yield UNKNOWN
        else:
            yield int(match["value"] or match["two"] or match["three"], 16)
        at = match.end()


def exactly(found: Iterator[int | None], count: int) -> list[int | None]:
    """Exactly so many slots; never more are stored."""
    taken = [slot for slot, _ in zip(found, range(count + 1), strict=False)]
    if len(taken) != count:
        more = Say("the body fills more than {count} slots", count=count)
        fewer = Say("the body fills too few slots: {count}", count=len(taken))
        raise unexpected(more if len(taken) > count else fewer, str(count))
    return taken


def body(filled: Iterable[int | None]) -> str:
    """The inverse of :func:`slots`.

    >>> body([1, None, None, 16, -1])
    '1h-10.'
    """
    parts = []
    for empty, group in groupby(filled, key=lambda slot: slot is None):
        if empty:
            twenties, rest = divmod(len(list(group)), 20)
            parts.append("z" * twenties + (chr(ord("f") + rest) if rest else ""))
        else:
            parts += [_code(slot) for slot in group if slot is not None]
    return "".join(parts)


def _code(slot: int) -> str:
    if slot > 0xFFF:
        raise Misuse(f"an address cannot hold the number {slot}")
    return "." if slot == UNKNOWN else f"{slot:x}" if slot < 16 else f"-{slot:x}" if slot < 256 else f"+{slot:x}"


def write(name: str, boards: Iterable[tuple[int, int, str]]) -> str:
    """Addresses, one a line, of boards given as width, height and body."""
    return "".join(f"{SITE}{name}/{width}/{height}/{filled}\n" for width, height, filled in boards)

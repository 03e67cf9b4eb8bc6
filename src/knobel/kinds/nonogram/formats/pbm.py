"""PBM pictures, plain (P1) and packed (P4): the clues are read off the picture, and the picture itself is not kept.

Formats read text. The bytes of a packed picture come in it as they are where they happen to be UTF-8, and as lone
surrogates (Python's ``surrogateescape``) elsewhere, which loses nothing.
"""

from __future__ import annotations

import re

import numpy as np

from knobel.errors import BadInput
from knobel.kinds.nonogram.rules import Nonogram, check_size
from knobel.puzzle import Format, Values
from knobel.readers import Found, patient

_GAP = rb"(?:[ \t\n\v\f\r]|#[^\n\r]*[\n\r])"
_HEADER = re.compile(rb"P([14])" + _GAP + rb"+([0-9]{1,9})" + _GAP + rb"+([0-9]{1,9})(?:#[^\n\r]*)?([ \t\n\v\f\r]|\Z)")
_COMMENT = re.compile(rb"#[^\n\r]*")
_BLANKS = b" \t\n\v\f\r"
_END = re.compile(rb"[ \t\n\v\f\r]*+\Z")
_LOOKS = re.compile(r"P[14](?:[ \t\n\v\f\r]|#[^\n\r]*[\n\r])+[0-9]")


def recognise(text: str) -> bool:
    return _LOOKS.match(text) is not None


@patient
def read(text: str) -> Found:
    """All pictures of a text: packed ones can follow each other."""
    data = _bytes(text)
    start, line = 0, 1
    while True:
        try:
            values, end = _picture(data, start, line)
        except BadInput as error:
            yield error
            return  # nobody knows where the next picture would begin
        yield Nonogram.of(values)
        line += data.count(b"\n", start, end)
        start = end
        if _END.match(data, start):
            return


def _bytes(text: str) -> bytes:
    try:
        return text.encode("utf-8", "surrogateescape")
    except UnicodeEncodeError:  # surrogates that stand for no byte
        return text.encode("utf-8", "replace")


def _picture(data: bytes, start: int, line: int) -> tuple[Values, int]:
    """The picture that begins at a place, and where it ends."""
    match = _HEADER.match(data, start)
    if not match:
        raise BadInput("found no picture; expected P1 or P4, the width and the height", line)
    width, height = int(match[2]), int(match[3])
    line += data.count(b"\n", start, match.end(3))
    check_size(width, height, line)
    start = match.end()
    if match[1] == b"1":
        return _plain(data[start:], width, height, line + (match[4] == b"\n")), len(data)
    across = (width + 7) // 8
    size = across * height
    if len(data) - start < size:
        raise BadInput(f"the picture has {len(data) - start} bytes; expected {size} for {width}x{height} pixels", line)
    rows = np.frombuffer(data, dtype=np.uint8, count=size, offset=start).reshape(height, across)
    return np.unpackbits(rows, axis=1)[:, :width].astype(np.int64), start + size


def _plain(raster: bytes, width: int, height: int, line: int) -> Values:
    """The pixels of a plain picture, which may stand apart or not."""
    raster = _COMMENT.sub(b"", raster)
    pixels = raster.translate(None, _BLANKS)
    if wrong := pixels.translate(None, b"01"):
        line += raster.count(b"\n", 0, raster.find(wrong[:1]))
        raise BadInput(f"the picture has {chr(wrong[0])!r}; expected pixels 0 and 1", line)
    if len(pixels) != width * height:
        raise BadInput(f"the picture has {len(pixels)} pixels; expected {width} x {height} = {width * height}", line)
    return (np.frombuffer(pixels, dtype=np.uint8) - ord("0")).astype(np.int64).reshape(height, width)


FORMAT = Format("pbm", "a picture of black and white pixels, plain or packed", (".pbm",), recognise, read)

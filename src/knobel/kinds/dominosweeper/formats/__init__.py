"""The file formats of dominosweeper, both read and written; time is linear in the text, sizes are checked first."""

from __future__ import annotations

from knobel.puzzle import Format

from . import lists, puzzlink

FORMATS: tuple[Format, ...] = (puzzlink.FORMAT, lists.FORMAT)

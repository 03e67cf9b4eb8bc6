"""The file formats of doppelblock: addresses of puzz.link, and the Prolog terms of the original report."""

from __future__ import annotations

from knobel.puzzle import Format

from . import prolog, puzzlink

FORMATS: tuple[Format, ...] = (puzzlink.FORMAT, prolog.FORMAT)

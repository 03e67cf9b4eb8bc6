"""The file formats of nonograms; the order is the order of preference in recognition.

A format looks only at text: sizes and lengths are checked before anything is allocated, and time is linear in the text.
"""

from __future__ import annotations

from knobel.puzzle import Format

from . import non, numbers, olsak, pbm, puzzlink, webpbn

FORMATS: tuple[Format, ...] = (puzzlink.FORMAT, webpbn.FORMAT, non.FORMAT, *numbers.FORMATS, olsak.FORMAT, pbm.FORMAT)

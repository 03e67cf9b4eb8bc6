"""The encodings of hitori beside those of the vocabulary."""

from knobel.encodings import encoding
from knobel.grid.encode import cuts

from .rules import Hitori

encoding(Hitori, "cuts", labels="clues", default=True, lazy=True)(cuts)

"""The encodings of slitherlink beside those of the vocabulary."""

from knobel.encodings import encoding
from knobel.grid.encode import cuts

from .rules import Slitherlink

encoding(Slitherlink, "cuts", labels="clues", default=True, lazy=True)(cuts)

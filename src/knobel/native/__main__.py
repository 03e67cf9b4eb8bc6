"""``python -m knobel.native MODULE...``: store what numba makes of the libraries of these modules."""

from __future__ import annotations

import importlib
import sys

for name in sys.argv[1:]:
    library = importlib.import_module(name).LIBRARY
    library.store()
    print(f"{library.stored.stat().st_size} bytes in {library.stored.name} of {name}")

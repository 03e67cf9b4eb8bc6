"""``python -m knobel.native MODULE...``: store what numba makes of the libraries of these modules."""

from __future__ import annotations

import importlib
import subprocess
import sys

first, *others = sys.argv[1:]
library = importlib.import_module(first).LIBRARY
library.store()
print(f"{library.stored.stat().st_size} bytes in {library.stored.name} of {first}", flush=True)
if others:  # each in a process of its own: numba is to know of no other
    subprocess.run([sys.executable, "-m", str(__package__), *others], check=True)

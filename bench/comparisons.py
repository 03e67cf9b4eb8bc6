"""The suites ``encodings``, ``engines`` and ``scaling`` of ``knobel bench``, as one run of them came out.

Measuring takes about half an hour; `stored.py` says how to.
"""

from __future__ import annotations

from functools import partial

from recorded import KEPT, measure, tables
from stored import DOCS, RESULTS, Bench

SUITES_HERE = ("encodings", "engines", "scaling")
LIMIT = 5.0  # seconds on the clock: what takes longer is told by the rows above it
KEPT_HERE = tuple(name for name in KEPT if name not in ("wall", "stats", "machine"))  # there are thousands of runs

BENCH = Bench(
    about="How encodings and engines compare, and how they grow.",
    stored=RESULTS / "comparisons.json",
    page=DOCS / "why" / "comparisons.md",
    sections={suite: partial(measure, suite, KEPT_HERE, LIMIT) for suite in SUITES_HERE},
    tables=partial(tables, suites=SUITES_HERE),
)

if __name__ == "__main__":
    BENCH.main()

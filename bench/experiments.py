"""Suites of ``knobel bench``, as one run of them came out: goals, original reports, generating, explaining, waiting.

Boards of other people are measured where they are at hand, and only their names and seconds are stored. Measuring takes
a quarter of an hour; `stored.py` says how to.
"""

from __future__ import annotations

from functools import partial

from recorded import measure, tables
from stored import DOCS, RESULTS, Bench

SUITES_HERE = ("goals", "reports", "generate", "explain", "latency")  # the others are in `comparisons.py`

BENCH = Bench(
    about="The suites of `knobel bench`.",
    stored=RESULTS / "experiments.json",
    page=DOCS / "why" / "experiments.md",
    sections={suite: partial(measure, suite) for suite in SUITES_HERE},
    tables=partial(tables, suites=SUITES_HERE),
)

if __name__ == "__main__":
    BENCH.main()

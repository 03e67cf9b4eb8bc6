"""No wrong verdict is counted as a time: runs on the same board have to agree, and a witness beats a claim."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace

from .. import registry
from ..puzzle import Optimising
from .trial import Run

CLAIMED = {"unsolvable": 0, "none": 0, "solved": 1, "unique": 1, "multiple": 2}
"""How many solutions a verdict claims (2: at least two)."""

ENDED = {"unsolvable", "none", "unique"}
"""Verdicts that say that there are no more."""


def judged(runs: Iterable[Run]) -> list[Run]:
    """The runs; those are marked as wrong that another one refutes, or whose counts contradict each other."""
    boards: dict[str, list[Run]] = defaultdict(list)
    found = list(runs)
    for run in found:
        boards[run.trial.puzzle].append(run)
    wrong: dict[int, str] = {}
    for same in boards.values():
        wrong |= {id(run): why for run, why in (*_refuted(same), *_unshown(same), *_outdone(same), *_miscounted(same))}
    return [
        replace(run, verdict="wrong", checked=False, note=wrong[id(run)]) if id(run) in wrong else run for run in found
    ]


def _refuted(runs: list[Run]) -> list[tuple[Run, str]]:
    """Those that claim less than somebody has shown."""
    shown = max((_claimed(run) for run in runs if run.checked and run.verdict in CLAIMED), default=0)
    counted = max((_claimed(run) for run in runs if run.trial.question == "count" and run.decided), default=0)
    return [
        (run, f"said {run.verdict}, but another run has found one solution more")
        for run in runs
        if run.decided and (run.verdict in ENDED or run.trial.question == "count")
        if _claimed(run) < max(shown, counted)
    ]


def _unshown(runs: list[Run]) -> list[tuple[Run, str]]:
    """Those that say that there are solutions and show none, where nobody shows any and somebody says there are none.

    A solution is easily shown, and that there is none is not: so it is the yes that has to be believed less.
    """
    asked = [run for run in runs if run.decided and run.verdict in CLAIMED and run.trial.question != "count"]
    if any(run.checked and _claimed(run) for run in asked) or all(_claimed(run) for run in asked):
        return []
    words = "but showed no solution, and another run says that there is none"
    return [(run, f"said {run.verdict}, {words}") for run in asked if _claimed(run)]


def _claimed(run: Run) -> int:
    """How many solutions it says there are, 2 for two and more."""
    return min(2, int(run.value or 0)) if run.trial.question == "count" else CLAIMED[run.verdict]


def _outdone(runs: list[Run]) -> list[tuple[Run, str]]:
    """Those that call a solution a best one while another run has shown a better one."""
    valued = [run for run in runs if run.trial.question == "solve" and run.value is not None and run.decided]
    valued = [run for run in valued if not _asks_for_less(run)]
    if len({run.value for run in valued}) < 2:
        return []
    puzzle = registry.parse(runs[0].trial.puzzle)
    if not isinstance(puzzle, Optimising) or puzzle.best is None:
        return []
    best = (max if puzzle.best == "most" else min)(run.value or 0 for run in valued)
    return [(run, f"called {run.value:g} best, where {best:g} is possible") for run in valued if run.value != best]


def _asks_for_less(run: Run) -> bool:
    """Whether its encoding never claimed to find a best solution."""
    known = registry.kind(run.trial.kind).encodings.get(run.trial.encoding.partition(":")[0])
    return known is not None and known.weaker_for(registry.parse(run.trial.puzzle))


def _miscounted(runs: list[Run]) -> list[tuple[Run, str]]:
    """Those that counted differently; nobody can tell by looking which of them is right."""
    counts = [run for run in runs if run.trial.question == "count" and run.decided]
    several = sorted({int(run.value or 0) for run in counts})
    words = f"the counts differ: {', '.join(map(str, several))}"
    return [(run, words) for run in counts] if len(several) > 1 else []

"""Goals: what the project promises about its speed, beside what was measured."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import mean, median

from .. import registry
from ..experiments import Goal, Statistic, Way
from .boards import experiments_of
from .report_data import Grid, Runs, Section, by_table, number, seconds
from .trial import Run

STATISTICS: Mapping[Statistic, Callable[[list[float]], float]] = {"mean": mean, "median": median, "worst": max}


def goals(runs: Runs) -> list[Section]:
    """What was promised, and what was measured."""
    at = by_table(runs)
    rows = []
    for name, kind in registry.kinds().items():
        for goal in experiments_of(kind).goals:
            if goal.name in at:
                rows.append([name, goal.about, *met(goal, at[goal.name])])
    head = ["kind", "goal", "promised", "measured", "boards", "met"]
    text = (
        "CPU seconds, and their ratios, in one run. A board that was not decided counts as not met; one that a rival "
        "did not decide counts with the CPU time that it spent in vain."
    )
    return [Section("goals", text, [Grid("", head, rows, words=3)])]


def met(goal: Goal, runs: Runs) -> list[str]:
    """What is promised, what was measured, on how many boards, and whether it is met."""
    ours = _by(goal.way, runs)
    took = [run.cpu for run in ours if run.decided and run.cpu is not None]
    complete = bool(ours) and len(took) == len(ours)
    promised, measured, met = [], [], complete
    if took and goal.below is not None:
        value = STATISTICS[goal.statistic](took)
        promised.append(f"{goal.statistic} < {goal.below:g} s")
        measured.append(f"{seconds(value)} s")
        met = met and value < goal.below
    if took and goal.memory is not None:
        most = max(run.memory or 0 for run in ours)
        promised.append(f"< {number(goal.memory)} MB")
        measured.append(f"{number(most)} MB")
        met = met and most < goal.memory
    if took and goal.times is not None and goal.rival is not None:
        theirs = _by(goal.rival, runs)
        promised.append(f"{goal.times:g} times less than {goal.rival.name}")
        if theirs and all(run.decided or run.verdict == "undecided" for run in theirs):
            ratio = _ratio(ours, theirs)
            least = any(not run.decided for run in theirs)
            measured.append(f"{'at least ' * least}{ratio:.0f} times less")
            met = met and ratio >= goal.times
        else:
            measured.append(f"{goal.rival.name} could not be measured")
            met = False
    return ["; ".join(promised), "; ".join(measured), f"{len(took)} of {len(ours)}", "yes" if met else "no"]


def _by(way: Way, runs: Runs) -> list[Run]:
    return [run for run in runs if (run.trial.encoding, run.trial.engine) == (way.encoding, way.engine)]


def _ratio(ours: Runs, theirs: Runs) -> float:
    """How many times less CPU time on the boards that the rival got too, decided or not."""
    mine = {run.trial.puzzle: run.cpu or 0.0 for run in ours}
    own = sum(mine.get(run.trial.puzzle, 0.0) for run in theirs)
    return sum(run.cpu or 0.0 for run in theirs) / own if own else 0.0

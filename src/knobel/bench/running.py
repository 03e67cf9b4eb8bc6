"""A suite from the first trial that is missing to the last: every run is stored before the next one is shown."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path

from .measure import measure
from .store import Store
from .suites import SUITES, Plan
from .trial import Run, Trial


class Ladders:
    """Boards of growing size: who decided none of a size is not asked about larger ones."""

    def __init__(self) -> None:
        self._tried: dict[tuple[str, ...], dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))

    @staticmethod
    def _key(trial: Trial) -> tuple[str, ...]:
        return trial.suite, trial.part, trial.question, trial.kind, trial.encoding, trial.engine

    def climbed(self, run: Run) -> None:
        """Take note of a run."""
        if run.trial.size:
            self._tried[self._key(run.trial)][run.trial.size].append(run.decided)

    def hopeless(self, trial: Trial) -> bool:
        """Whether a smaller size was too much already."""
        tried = self._tried.get(self._key(trial), {})
        return any(not any(decided) for size, decided in tried.items() if size < trial.size)


def _spread(work: Callable[[Trial], Run], trials: Iterator[Trial], on: str) -> Iterator[Run]:
    """On a cluster; whatever went wrong there is the outcome of the run."""
    from ..cluster import spread

    under_way: deque[Trial] = deque()

    def noted() -> Iterator[Trial]:
        for trial in trials:
            under_way.append(trial)
            yield trial

    for found in spread(work, noted(), on):
        trial = under_way.popleft()
        yield found if isinstance(found, Run) else Run(trial, "error", note=str(found))


def run_suite(
    name: str, plan: Plan, store: Store, *, on: str | None = None, peers: Path | None = None
) -> Iterator[Run]:
    """Run what is not in the store yet, and give out each run once it is there."""
    import numpy as np  # noqa: F401 - before the processes are forked: once is enough
    import pysolvers  # noqa: F401

    ladders, begun = Ladders(), set[Trial]()
    for run in store.runs([name]):
        ladders.climbed(run)

    def missing() -> Iterator[Trial]:
        for trial in SUITES[name](plan):
            trial = trial if plan.limit is None else replace(trial, allowed=plan.limit)
            if trial not in begun and not ladders.hopeless(trial) and not store.settled(trial):
                begun.add(trial)
                yield trial

    work = partial(measure, peers=peers)
    runs = map(work, missing()) if on is None else _spread(work, missing(), on)
    for run in runs:
        store.add(run)
        ladders.climbed(run)
        yield run

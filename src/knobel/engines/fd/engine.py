"""The engine ``fd``: options, limits and verdicts around the search."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace

import numpy as np

from ...errors import Misuse
from ...limits import Limit, left
from ...model import Model
from ...puzzle import Best
from .. import Fact, ModelVerdict
from .labeling import Labeling
from .posting import Posting
from .search import Problem, Stopped, race
from .store import Store
from .sums import Goal

FIRST_FAIL = Labeling("ff")


@dataclass(frozen=True)
class Fd:
    """Domains, propagators and a labeling; ``labeling`` is None for one that races find."""

    name: str = "fd"
    about: str = "our own finite-domain solver in the style of CLP(FD), for constraint models"
    can: frozenset[str] = frozenset({"model", "race"})
    options: tuple[str, ...] = ("labeling", "seed")
    labeling: Labeling | None = FIRST_FAIL
    seed: int = 0

    def configured(self, text: str) -> Fd:
        found = self
        for part in text.split(":"):
            key, _, value = part.partition("=")
            if key == "labeling":
                found = replace(found, labeling=None if value == "auto" else Labeling.parse(value))
            elif key == "seed" and re.fullmatch("[0-9]{1,9}", value):
                found = replace(found, seed=int(value))
            else:
                known = "labeling=WORD,WORD... and seed=NUMBER"
                raise Misuse(f"the engine {self.name} does not take the option {part!r}; it takes: {known}")
        return found

    def solve_model(self, model: Model, assume: Sequence[Fact], limit: Limit, best: Best | None = None) -> ModelVerdict:
        if not all(model.domains):
            return ModelVerdict(False)  # a variable without any value
        posting = Posting(model)
        store = Store(posting.domains, _clock(limit))
        answer: list[int] = np.unique(model.answer).tolist()  # in the model's own order, whichever way it is read
        others: list[int] = np.setdiff1d(np.arange(len(model.domains)), answer).tolist()
        problem = Problem(store, answer, others)
        sat, extra = None, {}
        try:
            posting.post(store, model.constraints, assume)
            if best and model.objective:
                problem.goal = Goal(posting.sum(model.objective), best == "most", store.posted)
                store.post(problem.goal)
            if self.labeling is None:
                sat, won = race(problem, self.seed, limit.conflicts)
                extra = {f"labeling {won}": 1}
            else:
                sat = problem.search(self.labeling, self.seed, limit.conflicts)
        except Stopped:
            pass
        base, found = posting.base, problem.found
        stats = asdict(store.statistics) | extra
        if sat and found.solution is not None:
            return ModelVerdict(True, [value + base for value in found.solution], stats=stats)
        if sat is None:
            fullest = found.solution or found.partial or []
            return ModelVerdict(None, partial=[None if v is None else v + base for v in fullest], stats=stats)
        return ModelVerdict(False, stats=stats)


def _clock(limit: Limit) -> Callable[[], None]:
    """A function that raises when the limit, or the deadline in force, has passed."""
    given = [seconds for seconds in (limit.seconds, left()) if seconds is not None]
    if not given:
        return lambda: None
    ends = time.monotonic() + min(given)

    def pulse() -> None:
        if time.monotonic() >= ends:
            raise Stopped

    return pulse

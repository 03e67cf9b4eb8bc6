"""What a worker of a cluster runs: some calls, one after the other, for as long as somebody wants the answers."""

from __future__ import annotations

import time
from typing import NamedTuple

from distributed import get_worker

from .hand import answered


class Chunk(NamedTuple):
    """Answers to some calls, and how long they took."""

    answers: list[bytes]
    seconds: float


def run(calls: list[bytes]) -> Chunk:
    """Answer calls. Who cancels this, or goes away, ends the call under way too."""
    worker = get_worker()
    key, tasks = worker.get_current_task(), worker.state.tasks

    def unwanted() -> bool:
        task = tasks.get(key)
        return task is None or task.state == "cancelled"

    started = time.perf_counter()
    answers = [answered(call, unwanted) for call in calls]
    return Chunk(answers, time.perf_counter() - started)

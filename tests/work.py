"""How much is done between two looks at the deadline: counted in calls, so that no clock is needed."""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from knobel import limits


def calls_between_ticks(run: Callable[[], object]) -> int:
    """The most function calls, those of built-in functions too, from one tick to the next, start and end included."""
    calls, most = 0, 0

    def called(frame: object, event: str, arg: object) -> None:
        nonlocal calls
        calls += event.endswith("call")

    class Clock:
        """Stands still; whoever asks for the time has ticked."""

        @staticmethod
        def monotonic() -> float:
            nonlocal calls, most
            calls, most = 0, max(most, calls)
            return 0.0

    with pytest.MonkeyPatch.context() as patch, limits.Deadline(3600):
        patch.setattr(limits, "time", Clock)
        outer = sys.getprofile()
        sys.setprofile(called)
        try:
            run()
        finally:
            sys.setprofile(outer)
    return max(most, calls)

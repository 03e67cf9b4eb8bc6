"""Every engine gives its memory back on close."""

from __future__ import annotations

import ctypes
import gc
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from knobel import registry
from knobel.engines import Engine, Session
from knobel.limits import Limit

HELD = 5  # sessions kept open, to see what one needs
ROUNDS = 18  # sessions opened and closed, one after the other
STATM = Path("/proc/self/statm")
pytestmark = pytest.mark.skipif(not STATM.exists(), reason="only Linux tells how much memory a process has")


def used() -> int:
    """Bytes of this process that are in memory, without what its allocator only keeps for later."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def worked(engine: Engine) -> Session:
    """A session with a formula of 60,000 clauses that has been asked something."""
    random = np.random.default_rng(0)
    table = random.integers(1, 20_000, (60_000, 4)) * random.choice((-1, 1), (60_000, 4))
    table[:, 3] = 0
    session = engine.open(20_000)
    session.add(table.astype(np.int32).ravel())
    session.solve((), Limit(conflicts=50))
    return session


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", [name for name, engine in registry.engines().items() if "assume" in engine.can]
)  # the others hold nothing: they work in a process of their own
def test_memory_comes_back(name: str, need_module: Callable[[str], None]) -> None:
    if name == "yasat":
        need_module("llvmlite")
    engine = registry.engine(name)
    assert isinstance(engine, Engine)
    worked(engine).close()  # what is loaded once stays
    before = used()
    held = [worked(engine) for _ in range(HELD)]
    one = (used() - before) / HELD
    for session in held:
        session.close()
    del held
    before = used()
    for _ in range(ROUNDS):
        worked(engine).close()
    lost = used() - before
    assert one > 1_000_000, "nothing was measured"
    assert lost < 3 * one, f"{ROUNDS} closed sessions hold as much as {lost / one:.1f} open ones"

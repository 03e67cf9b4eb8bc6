"""Whether the server of the page stays quick and whole when many ask at once, and when one asks for too much.

A real server on this machine, asked over the network by this script. In one section twenty clients ask and cancel for a
minute; in another, small questions are asked while hopeless ones run up to their limit. There seconds are those of the
clock, as a person would wait. Takes about three minutes.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace

import httpx
import numpy as np
import psutil  # type: ignore[import-untyped]
from suite import FIRST_ONLY, Record, Suite, each, timed

import knobel
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.web.schemas import PuzzleRequest
from knobel.web.verdicts import verdict

SUITE = Suite(__name__, __doc__)
CLIENTS = 20
SECONDS = 60.0
PAUSE = (0.1, 1.0)  # seconds that a client thinks between two questions
HOPELESS_LIMIT = 10.0
TIMES = 100  # that a small question is asked for its cost
SMALL = ("nonogram 10x10", "doppelblock 6", "dominosweeper 8x8")


# what is asked


def small_boards() -> dict[str, list[str]]:
    """IDs of boards as setters have them in front of them."""
    found: dict[str, list[str]] = {}
    for name, kind, size in zip(SMALL, ("nonogram", "doppelblock", "dominosweeper"), (10, 6, 8), strict=True):
        found[name] = [knobel.generate(kind, size=(size, size), seed=seed).id() for seed in each(range(5))]
    return found


def hopeless() -> str:
    """A board of 25x25 cells that takes the engine `fd` for ever, in little memory."""
    n = 25
    board = Doppelblock((None,) * n, (None,) * n).full(random_grid(n, np.random.default_rng(1)))
    return replace(board, givens=tuple((-1,) * n for _ in range(n))).id()


# the server


@dataclass
class Server:
    """A running server, and connections to it."""

    process: subprocess.Popen[str]
    client: httpx.AsyncClient
    small: dict[str, list[float]] = field(default_factory=lambda: {name: [] for name in SMALL})
    statuses: Counter[int] = field(default_factory=Counter)

    async def ask(self, path: str, **fields: object) -> int:
        """The status of the answer; 0 where there is none."""
        try:
            found = await self.client.post(f"/api/{path}", json=fields)
        except httpx.TransportError as error:
            print(type(error).__name__, error, flush=True)
            return 0
        return found.status_code

    async def ask_small(self, boards: dict[str, list[str]], rng: random.Random, **tab: str) -> int:
        """A verdict about a small board, timed."""
        name = rng.choice(SMALL)
        started = time.monotonic()
        status = await self.ask("verdict", puzzle=rng.choice(boards[name]), **tab)
        self.small[name].append(time.monotonic() - started)
        return status

    def processes(self) -> list[psutil.Process]:
        """The server and all that it started."""
        own = psutil.Process(self.process.pid)
        return [own, *own.children(recursive=True)]

    def memory(self) -> float:
        """Megabytes that all its processes use, what they share counted once."""
        total = 0
        for one in self.processes():
            with suppress(psutil.Error):
                total += one.memory_full_info().pss
        return round(total / 2**20, 1)


@asynccontextmanager
async def server() -> AsyncIterator[Server]:
    """A server that has answered its first question; in the end it is told to stop."""
    with subprocess.Popen([sys.executable, "-m", "knobel", "web", "--port", "0"], stdout=-1, text=True) as process:
        assert process.stdout is not None
        address = process.stdout.readline().strip()
        try:
            limits = httpx.Limits(max_connections=None)
            async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
                found = Server(process, client)
                assert await found.ask("kinds") == 200
                yield found
        finally:
            process.send_signal(signal.SIGINT)


def spread(values: Iterable[float]) -> Record:
    """How many, the middle one, the 95th of a hundred and the largest."""
    ordered = sorted(values)
    middle, high = ordered[len(ordered) // 2], ordered[int(len(ordered) * 0.95)]
    return {
        "asked": len(ordered),
        "median": round(middle, 4),
        "95 of 100 below": round(high, 4),
        "slowest": round(ordered[-1], 4),
    }


# twenty clients


async def behave(server: Server, name: str, boards: dict[str, list[str]], large: str, ends: float) -> None:
    """A client: mostly small questions, some large ones that it does not wait for, and pauses."""
    rng = random.Random(name)
    tab = {"client": name, "lane": "large"}
    while time.monotonic() < ends:
        await asyncio.sleep(rng.uniform(*PAUSE))
        way = rng.random()
        if way < 0.6:
            server.statuses[await server.ask_small(boards, rng, client=name, lane="verdict")] += 1
        elif way < 0.75:
            server.statuses[await server.ask("solve", puzzle=rng.choice(boards[rng.choice(SMALL)]), **tab)] += 1
        else:
            asking = asyncio.create_task(server.ask("solve", puzzle=large, encoding="cp", engine="fd", limit=60, **tab))
            await asyncio.sleep(rng.uniform(0.05, 2.0))
            if way < 0.84:
                server.statuses[await server.ask("solve", puzzle=rng.choice(boards[rng.choice(SMALL)]), **tab)] += 1
            elif way < 0.92:
                asking.cancel()  # the connection is closed
            while not asking.done():  # it may even have been overtaken
                await server.ask("cancel", **tab)
                await asyncio.sleep(0.2)
            with suppress(asyncio.CancelledError):
                server.statuses[await asking] += 1


async def load() -> Record:
    boards, large, others = small_boards(), hopeless(), round(os.getloadavg()[0], 1)
    async with server() as asked:
        await asyncio.gather(*(asked.ask_small(boards, random.Random(seed)) for seed in range(40)))
        asked.small = {name: [] for name in SMALL}
        await asyncio.sleep(1)
        before, processes, most = asked.memory(), len(asked.processes()), 0
        span = 2.0 if FIRST_ONLY[0] else SECONDS
        started = time.monotonic()
        clients = [
            asyncio.create_task(behave(asked, str(one), boards, large, started + span)) for one in range(CLIENTS)
        ]
        halfway = 0.0
        while not all(one.done() for one in clients):
            await asyncio.sleep(1)
            most = max(most, len(asked.processes()))
            if not halfway and time.monotonic() - started > span / 2:
                halfway = asked.memory()
        await asyncio.gather(*clients)
        await asyncio.sleep(1)
        counts = asked.statuses
        over = sum(counts[status] for status in (408, 413, 503))
        times = spread(value for values in asked.small.values() for value in values)
        figures = {
            f"questions answered in {span:g} s": counts[200],
            "cancelled, as wished": counts[409],
            "refused over a limit": over,
            "failed otherwise": counts.total() - counts[200] - counts[409] - over,
            "seconds for a small question, median": times["median"],
            "seconds for a small question, 95 of 100 below": times["95 of 100 below"],
            "processes before, most, after": f"{processes}, {most}, {len(asked.processes())}",
            "other processes that wanted a processor (load average before)": str(others),
            "megabytes before, halfway, after": f"{before}, {halfway}, {asked.memory()}",
        }
        started_all = asked.processes()
    return figures | {"processes alive when the server has ended": sum(one.is_running() for one in started_all)}


@SUITE.section(name="load")
def many_clients() -> list[Record]:
    """Twenty clients for a minute."""
    return [{"what": what, "figure": figure} for what, figure in asyncio.run(load()).items()]


# one that is too large


async def beside(many: int) -> list[Record]:
    """Small questions while so many hopeless ones run."""
    boards, large, limit = small_boards(), hopeless(), 1.0 if FIRST_ONLY[0] else HOPELESS_LIMIT
    stopped: list[float] = []

    async def ask_for_too_much(server: Server) -> None:
        begun = time.monotonic()
        fields = {"puzzle": large, "encoding": "cp", "engine": "fd", "limit": limit}
        answer = await server.client.post("/api/solve", json=fields)
        assert json.loads(answer.text)["status"] == "undecided", answer.text
        stopped.append(round(time.monotonic() - begun, 2))

    async with server() as asked:
        rng = random.Random(many)
        await asyncio.gather(*(asked.ask_small(boards, rng) for _ in range(10)))
        asked.small = {name: [] for name in SMALL}
        started = time.monotonic()
        hard = [asyncio.create_task(ask_for_too_much(asked)) for _ in range(many)]
        while time.monotonic() - started < limit:
            assert await asked.ask_small(boards, rng) == 200
            await asyncio.sleep(0.05)
        await asyncio.gather(*hard)
        return [
            {"small question": name, "hopeless ones beside it": many}
            | spread(values)
            | {"stopped after": max(stopped, default=None)}
            for name, values in asked.small.items()
            if values
        ]


@SUITE.section(name="hopeless")
def beside_hopeless() -> list[Record]:
    """Small questions beside hopeless ones."""
    return [row for many in each((0, 1, 4)) for row in asyncio.run(beside(many))]


# what a small question costs


async def cost() -> list[Record]:
    found = []
    async with server() as asked:
        for name, ids in each(small_boards().items()):
            before = [one.cpu_times() for one in asked.processes()[:2]]
            for turn in each(range(TIMES)):
                assert await asked.ask("verdict", puzzle=ids[turn % len(ids)]) == 200
            await asyncio.sleep(0.5)
            after = [one.cpu_times() for one in asked.processes()[:2]]
            spent = [[b - a for a, b in zip(*pair, strict=True)] for pair in zip(before, after, strict=True)]
            (server_cpu, _), (forkserver_cpu, workers_cpu) = [(sum(one[:2]), sum(one[2:4])) for one in spent]
            _, alone = timed(lambda ids=ids: [verdict(PuzzleRequest(puzzle=ids[n % len(ids)])) for n in range(TIMES)])  # type: ignore[misc]
            row = {"the verdict itself": alone, "its process": workers_cpu}
            row |= {"the forkserver": forkserver_cpu, "the server": server_cpu}
            found.append({"small question": name, **{key: round(value / TIMES, 5) for key, value in row.items()}})
    return found


@SUITE.section(name="cost")
def cost_of_small() -> list[Record]:
    """CPU seconds of small questions, one after the other: of the verdict alone, and of each process for it."""
    verdict(PuzzleRequest(puzzle=small_boards()[SMALL[0]][0]))  # loads what has to be loaded once
    return asyncio.run(cost())

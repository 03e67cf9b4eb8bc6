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
from collections.abc import AsyncIterator, Iterable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import dataclass, field
from functools import cache

import httpx
import numpy as np
import psutil  # type: ignore[import-untyped]
from suite import FIRST_ONLY, Suite, each, timed
from tables import Record

import knobel
from knobel.kinds.doppelblock.experiments import full_clues
from knobel.web.schemas import PuzzleRequest
from knobel.web.verdicts import verdict

SUITE = Suite(__name__, __doc__)
CLIENTS = 20
SECONDS = 60.0
PAUSE = (0.1, 1.0)  # seconds that a client thinks between two questions
HOPELESS_LIMIT = 10.0
TIMES = 100  # that a small question is asked for its cost
SMALL = {
    "nonogram 10x10": ("nonogram", 10),
    "doppelblock 6": ("doppelblock", 6),
    "dominosweeper 8x8": ("dominosweeper", 8),
}


# what is asked


@cache
def small_boards() -> dict[str, list[str]]:
    """IDs of boards as setters have them in front of them."""
    return {
        name: [knobel.generate(kind, size=(size, size), seed=seed).id() for seed in each(range(5))]
        for name, (kind, size) in SMALL.items()
    }


@cache
def hopeless() -> Record:
    """What asks for too much: a board of 25x25 cells that takes the engine `fd` for ever, in little memory."""
    return {"puzzle": full_clues(25, 1).id(), "encoding": "cp", "engine": "fd"}


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

    async def ask_small(self, rng: random.Random, **tab: str) -> int:
        """A verdict about a small board, timed."""
        name = rng.choice(list(SMALL))
        started = time.monotonic()
        status = await self.ask("verdict", puzzle=rng.choice(small_boards()[name]), **tab)
        self.small[name].append(time.monotonic() - started)
        return status

    async def warm_up(self, times: int) -> None:
        """Ask so many small questions at once, which are not counted."""
        await asyncio.gather(*(self.ask_small(random.Random(seed)) for seed in range(times)))
        self.small = {name: [] for name in SMALL}

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


@contextmanager
def running() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server's process and its address; in the end it is told to stop."""
    with subprocess.Popen([sys.executable, "-m", "knobel", "web", "--port", "0"], stdout=-1, text=True) as process:
        assert process.stdout is not None
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.send_signal(signal.SIGINT)


@asynccontextmanager
async def server() -> AsyncIterator[Server]:
    """A server that has answered its first questions."""
    limits = httpx.Limits(max_connections=None)
    with running() as (process, address):
        async with httpx.AsyncClient(base_url=address, timeout=60, limits=limits) as client:
            found = Server(process, client)
            assert await found.ask("kinds") == 200
            yield found


def spread(values: Iterable[float]) -> Record:
    """How many, the middle one, the 95th of a hundred and the largest."""
    ordered = sorted(values)
    at = {"median": len(ordered) // 2, "95 of 100 below": int(len(ordered) * 0.95), "slowest": -1}
    return {"asked": len(ordered)} | {name: round(ordered[i], 4) for name, i in at.items()}


# twenty clients


async def behave(server: Server, name: str, ends: float) -> None:
    """A client: mostly small questions, some large ones that it does not wait for, and pauses."""
    rng = random.Random(name)
    tab = {"client": name, "lane": "large"}

    async def solve_small() -> int:
        return await server.ask("solve", puzzle=rng.choice(small_boards()[rng.choice(list(SMALL))]), **tab)

    while time.monotonic() < ends:
        await asyncio.sleep(rng.uniform(*PAUSE))
        way = rng.random()
        if way < 0.6:
            server.statuses[await server.ask_small(rng, client=name, lane="verdict")] += 1
        elif way < 0.75:
            server.statuses[await solve_small()] += 1
        else:
            asking = asyncio.create_task(server.ask("solve", **hopeless(), limit=60, **tab))
            await asyncio.sleep(rng.uniform(0.05, 2.0))
            if way < 0.84:
                server.statuses[await solve_small()] += 1
            elif way < 0.92:
                asking.cancel()  # the connection is closed
            while not asking.done():  # it may even have been overtaken
                await server.ask("cancel", **tab)
                await asyncio.sleep(0.2)
            with suppress(asyncio.CancelledError):
                server.statuses[await asking] += 1


async def ask_for_a_minute() -> Record:
    """Twenty clients: what they were answered, how long they waited, and what the server used."""
    others = round(os.getloadavg()[0], 1)
    async with server() as asked:
        await asked.warm_up(40)
        await asyncio.sleep(1)
        memory, processes = [asked.memory()], [len(asked.processes())]
        span = 2.0 if FIRST_ONLY[0] else SECONDS
        started = time.monotonic()
        clients = [asyncio.create_task(behave(asked, str(one), started + span)) for one in range(CLIENTS)]
        while not all(one.done() for one in clients):
            await asyncio.sleep(1)
            processes.append(len(asked.processes()))
            if len(memory) == 1 and time.monotonic() - started > span / 2:
                memory.append(asked.memory())
        await asyncio.gather(*clients)
        await asyncio.sleep(1)
        memory.append(asked.memory())
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
            "processes before, most, after": f"{processes[0]}, {max(processes)}, {len(asked.processes())}",
            "other processes that wanted a processor (load average before)": str(others),
            "megabytes before, halfway, after": ", ".join(map(str, memory)),
        }
        started_all = asked.processes()
    return figures | {"processes alive when the server has ended": sum(one.is_running() for one in started_all)}


@SUITE.section()
def load() -> list[Record]:
    """Twenty clients for a minute."""
    return [{"what": what, "figure": figure} for what, figure in asyncio.run(ask_for_a_minute()).items()]


# one that is too large


async def beside(many: int) -> list[Record]:
    """Small questions while so many hopeless ones run."""
    limit, stopped = 1.0 if FIRST_ONLY[0] else HOPELESS_LIMIT, list[float]()

    async def ask_for_too_much(server: Server) -> None:
        begun = time.monotonic()
        answer = await server.client.post("/api/solve", json=hopeless() | {"limit": limit})
        assert json.loads(answer.text)["status"] == "undecided", answer.text
        stopped.append(round(time.monotonic() - begun, 2))

    async with server() as asked:
        rng = random.Random(many)
        await asked.warm_up(10)
        started = time.monotonic()
        hard = [asyncio.create_task(ask_for_too_much(asked)) for _ in range(many)]
        while time.monotonic() - started < limit:
            assert await asked.ask_small(rng) == 200
            await asyncio.sleep(0.05)
        await asyncio.gather(*hard)
        last = {"stopped after": max(stopped, default=None)}
        return [
            {"small question": name, "hopeless ones beside it": many} | spread(values) | last
            for name, values in asked.small.items()
            if values
        ]


@SUITE.section(name="hopeless")
def beside_hopeless() -> list[Record]:
    """Small questions beside hopeless ones."""
    return [row for many in each((0, 1, 4)) for row in asyncio.run(beside(many))]


# what a small question costs


async def cost_by_process() -> list[Record]:
    """CPU seconds of small questions: of the verdict alone, and of each process for it."""
    found = []
    async with server() as asked:
        for name, ids in each(small_boards().items()):
            requests = [ids[turn % len(ids)] for turn in range(TIMES)]
            before = [np.array(one.cpu_times()) for one in asked.processes()[:2]]
            for puzzle in each(requests):
                assert await asked.ask("verdict", puzzle=puzzle) == 200
            await asyncio.sleep(0.5)
            spent = [np.array(one.cpu_times()) - old for one, old in zip(asked.processes()[:2], before, strict=True)]
            _, alone = timed(list, (verdict(PuzzleRequest(puzzle=one)) for one in requests))
            row = {"the verdict itself": alone, "its process": spent[1][2:4].sum()}
            row |= {"the forkserver": spent[1][:2].sum(), "the server": spent[0][:2].sum()}
            found.append({"small question": name} | {key: round(float(row[key]) / TIMES, 5) for key in row})
    return found


@SUITE.section()
def cost() -> list[Record]:
    """Small questions, one after the other."""
    verdict(PuzzleRequest(puzzle=next(iter(small_boards().values()))[0]))  # loads what has to be loaded once
    return asyncio.run(cost_by_process())

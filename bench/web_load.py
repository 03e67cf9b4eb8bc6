"""Whether the server of the page stays quick and whole when many ask at once, and when one asks for too much.

A real server on this machine, asked over the network by this script. In one section twenty clients ask and cancel for a
minute; in another, small questions are asked while hopeless ones run up to their limit. There seconds are those of the
clock, as a person would wait. Takes about three minutes; `stored.py` says how to measure.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field, replace
from pathlib import Path

import httpx
import numpy as np
from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel.forks import family
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock
from knobel.web.verdicts import verdict

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
        found[name] = [knobel.generate(kind, size=(size, size), seed=seed).id() for seed in range(5)]
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

    def processes(self) -> list[int]:
        return list(family(self.process.pid))

    def memory(self) -> float:
        """Megabytes that all its processes use, what they share counted once."""
        total = 0
        for pid in self.processes():
            with suppress(OSError):
                found = re.search(r"^Pss:\s+(\d+)", Path(f"/proc/{pid}/smaps_rollup").read_text(), re.MULTILINE)
                total += int(found[1]) if found else 0
        return round(total / 1024, 1)


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
    return {"asked": len(ordered), "median": round(middle, 4), "p95": round(high, 4), "max": round(ordered[-1], 4)}


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


async def load() -> list[Record]:
    boards, large, others = small_boards(), hopeless(), round(os.getloadavg()[0], 1)
    async with server() as asked:
        await asyncio.gather(*(asked.ask_small(boards, random.Random(seed)) for seed in range(40)))
        asked.small = {name: [] for name in SMALL}
        await asyncio.sleep(1)
        before, processes, most = asked.memory(), asked.processes(), 0
        started = time.monotonic()
        clients = [
            asyncio.create_task(behave(asked, str(one), boards, large, started + SECONDS)) for one in range(CLIENTS)
        ]
        halfway = 0.0
        while not all(one.done() for one in clients):
            await asyncio.sleep(1)
            most = max(most, len(asked.processes()))
            if not halfway and time.monotonic() - started > SECONDS / 2:
                halfway = asked.memory()
        await asyncio.gather(*clients)
        await asyncio.sleep(1)
        counts = asked.statuses
        over = sum(counts[status] for status in (408, 413, 503))
        record = {
            "clients": CLIENTS,
            "seconds": SECONDS,
            "others": others,
            "answered": counts[200],
            "cancelled": counts[409],
            "over": over,
            "failed": counts.total() - counts[200] - counts[409] - over,
            **spread(value for values in asked.small.values() for value in values),
            "processes": len(processes),
            "most": most,
            "left": len(asked.processes()),
            "before": before,
            "halfway": halfway,
            "after": asked.memory(),
        }
        started_all = asked.processes()
    record["alive"] = sum(Path(f"/proc/{pid}").exists() for pid in started_all)
    return [progress(record)]


def measure_load() -> list[Record]:
    """Twenty clients for a minute."""
    return asyncio.run(load())


# one that is too large


async def beside() -> list[Record]:
    found = []
    boards, large = small_boards(), hopeless()
    for many in (0, 1, 4):
        async with server() as asked:
            rng = random.Random(many)
            await asyncio.gather(*(asked.ask_small(boards, rng) for _ in range(10)))
            asked.small = {name: [] for name in SMALL}
            started = time.monotonic()
            fields = {"puzzle": large, "encoding": "cp", "engine": "fd", "limit": HOPELESS_LIMIT}
            stopped: list[float] = []

            async def ask_for_too_much(server: Server = asked, fields: Record = fields) -> None:
                begun = time.monotonic()
                answer = await server.client.post("/api/solve", json=fields)
                assert json.loads(answer.text)["status"] == "undecided", answer.text
                stopped.append(round(time.monotonic() - begun, 2))  # noqa: B023

            hard = [asyncio.create_task(ask_for_too_much()) for _ in range(many)]
            while time.monotonic() - started < HOPELESS_LIMIT:
                assert await asked.ask_small(boards, rng) == 200
                await asyncio.sleep(0.05)
            await asyncio.gather(*hard)
            for name, values in asked.small.items():
                row = {"hopeless": many, "board": name, **spread(values), "stopped": max(stopped, default=None)}
                found.append(progress(row))
    return found


def measure_hopeless() -> list[Record]:
    """Small questions beside hopeless ones."""
    return asyncio.run(beside())


# what a small question costs


async def cost() -> list[Record]:
    found = []
    async with server() as asked:
        for name, ids in small_boards().items():
            before = [cpu_of(pid) for pid in asked.processes()[:2]]
            for number in range(TIMES):
                assert await asked.ask("verdict", puzzle=ids[number % len(ids)]) == 200
            await asyncio.sleep(0.5)
            after = [cpu_of(pid) for pid in asked.processes()[:2]]
            (server_cpu, _), (foreman_cpu, workers_cpu) = [
                tuple((b - a) / TIMES for a, b in zip(*pair, strict=True)) for pair in zip(before, after, strict=True)
            ]
            for puzzle in ids:
                verdict({"puzzle": puzzle})
            started = cpu()
            for number in range(TIMES):
                verdict({"puzzle": ids[number % len(ids)]})
            row = {"board": name, "alone": (cpu() - started) / TIMES, "worker": workers_cpu}
            row |= {"foreman": foreman_cpu, "server": server_cpu}
            found.append(progress({key: round(x, 5) if isinstance(x, float) else x for key, x in row.items()}))
    return found


def cpu_of(pid: int) -> tuple[float, float]:
    """CPU seconds of a process, and of those of its children that have ended."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own, children = (sum(map(int, fields[at : at + 2])) / os.sysconf("SC_CLK_TCK") for at in (11, 13))
    return own, children


def measure_cost() -> list[Record]:
    """CPU seconds of small questions, one after the other."""
    return asyncio.run(cost())


# tables


def tables(stored: Record) -> dict[str, str]:
    """The tables of the documentation."""
    head = ("", "")
    asked = [
        row
        for one in rows_of(stored, "load")
        for row in (
            (f"questions answered in {one['seconds']:g} s", number(one["answered"])),
            ("cancelled, as wished", number(one["cancelled"])),
            ("refused over a limit", number(one["over"])),
            ("failed otherwise", number(one["failed"])),
            ("seconds for a small question, median", seconds(one["median"])),
            ("seconds for a small question, 95 of 100 below", seconds(one["p95"])),
            ("processes before, most, after", f"{one['processes']}, {one['most']}, {one['left']}"),
            ("processes alive when the server has ended", number(one["alive"])),
            ("other processes that wanted a processor (load average before)", one["others"]),
            ("megabytes before, halfway, after", f"{one['before']}, {one['halfway']}, {one['after']}"),
        )
    ]
    beside = markdown(
        ("small question", "hopeless ones beside it", "asked", "median", "95 of 100 below", "slowest", "stopped after"),
        (
            (
                row["board"],
                row["hopeless"],
                row["asked"],
                *(seconds(row[name]) for name in ("median", "p95", "max", "stopped")),
            )
            for row in rows_of(stored, "hopeless")
        ),
    )
    cost = markdown(
        ("small question", "the verdict itself", "its process", "the foreman", "the server"),
        (
            (row["board"], *(seconds(row[name]) for name in ("alone", "worker", "foreman", "server")))
            for row in rows_of(stored, "cost")
        ),
    )
    return {"cost": cost, "load": markdown(head, asked), "hopeless": beside, "versions": measured_with(stored)}


BENCH = Bench(
    about=__doc__.partition("\n")[0],
    stored=RESULTS / "web_load.json",
    page=DOCS / "why" / "web.md",
    sections={"cost": measure_cost, "load": measure_load, "hopeless": measure_hopeless},
    tables=tables,
)

if __name__ == "__main__":
    BENCH.main()

"""Work on many machines: a real scheduler and its workers, some of which are killed; every item is answered once."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cluster_work import (
    DEADLY,
    double,
    hated,
    kill_the_forkserver,
    kill_the_process,
    kill_the_worker,
    run_long,
    sleep_long,
    worker_of,
)
from conftest import Outcome
from knobel import cluster, registry
from knobel.cluster import spread
from knobel.errors import KnobelError, Misuse

Run = Callable[..., Outcome]
HARD = "nonogram:9x9:" + "/".join("1" * 18)  # many solutions; it takes long to say how to have one only
EASY = "nonogram:2x1:1/1/2"


class Machines:
    """A scheduler, and workers that come and go, as processes of their own."""

    def __init__(self, folder: Path) -> None:
        self.file = folder / "scheduler.json"
        self.processes: list[subprocess.Popen[bytes]] = []
        self.start("dask_scheduler", "--host", "127.0.0.1", "--port", "0")
        self.until(self.file.exists)
        self.until(lambda: "address" in self.file.read_text())
        self.address: str = json.loads(self.file.read_text())["address"]

    def start(self, command: str, *args: str) -> subprocess.Popen[bytes]:
        named = [sys.executable, "-m", f"distributed.cli.{command}", "--scheduler-file", str(self.file), *args]
        env = os.environ | {
            "PYTHONPATH": os.pathsep.join(filter(None, sys.path)),  # what is imported here can be imported there
            "DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES": "1",  # so that fewer have to die
        }
        self.processes.append(subprocess.Popen([*named, "--no-dashboard"], env=env, stderr=subprocess.DEVNULL))
        return self.processes[-1]

    def worker(self, *args: str) -> subprocess.Popen[bytes]:
        return self.start("dask_worker", "--nthreads", "1", *args)

    def wait(self, workers: int) -> None:
        from distributed import Client

        with Client(self.address, set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=600)

    @staticmethod
    def until(true: Callable[[], bool], seconds: float = 30) -> None:
        ends = time.monotonic() + seconds
        while not true():
            assert time.monotonic() < ends, "waited too long"
            time.sleep(0.05)

    def close(self) -> None:
        for process in reversed(self.processes):
            process.terminate()
        for process in self.processes:
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory, need_module: Callable[[str], None]) -> Iterator[Machines]:
    """A scheduler with two workers whose nannies start them again when they die."""
    need_module("distributed")
    with closing(Machines(tmp_path_factory.mktemp("machines"))) as started:
        for _ in range(2):
            started.worker("--nanny")
        started.wait(2)
        yield started


# in order, each once


def test_here_and_there_come_to_the_same(machines: Machines) -> None:
    for on in (None, machines.address, "local"):
        finished: list[int] = []
        found = list(spread(double, range(500), on, chunk=30, progress=finished.append))
        assert found == [double(number) for number in range(500)]
        assert finished == sorted(set(finished)) and finished[-1] == 500


def test_an_error_stands_in_the_place_of_its_item(machines: Machines) -> None:
    for on in (None, machines.address):
        for number, found in enumerate(spread(hated, range(100), on)):
            assert (str(found) == f"no {number}") if number % 7 == 3 else (found == number)


def test_items_are_taken_as_they_are_needed(machines: Machines) -> None:
    taken = count()
    with closing(spread(double, taken, machines.address)) as found:
        assert list(islice(found, 300)) == [double(number) for number in range(300)]
    assert next(taken) < 20_000  # of infinitely many


def test_an_error_of_the_items_comes_after_their_answers(machines: Machines) -> None:
    def items() -> Iterator[int]:
        yield from range(5)
        raise Misuse("no more")

    found = spread(double, items(), machines.address)
    assert list(islice(found, 5)) == [0, 2, 4, 6, 8]
    with pytest.raises(Misuse, match="no more"):
        next(found)


def test_whoever_asks_may_wait_for_each_answer(machines: Machines) -> None:
    said = threading.Semaphore(1)

    def items() -> Iterator[int]:
        for number in range(5):
            assert said.acquire(timeout=600)
            yield number

    for number, found in enumerate(spread(double, items(), machines.address)):
        assert found == double(number)
        said.release()


def test_new_puzzles_are_the_same_wherever_they_are_made(machines: Machines, run: Run) -> None:
    wish = ["generate", "dominosweeper", "--size", "4", "--seed", "5", "--json"]
    for options in (["--count", "12", "--grade", "easy"], ["--count", "3", "--timeout", "0"]):
        here, there = run(*wish, *options), run(*wish, *options, "--on", machines.address)
        assert (here.code, here.err) == (there.code, there.err)
        assert list(map(timeless, here.objects)) == list(map(timeless, there.objects)) and here.objects
    assert run(*wish, "--jobs", "2", "--on", machines.address).code == 2


# those who die


@pytest.mark.slow
def test_a_worker_dies_in_the_middle_of_2000_puzzles(machines: Machines, run: Run, tmp_path: Path) -> None:
    random = np.random.default_rng(0)
    rule = registry.kind("nonogram").puzzle.parse("5x5://///////")
    boards = {rule.full((random.random((5, 5)) < 0.6).astype(np.int64)).id(): None for _ in range(2100)}
    ids = list(boards)[:1998]
    ids[700:700] = ["nonogram:5x5:oops", "nonogram:2x2:2/2/1/1"]
    assert len(set(ids)) == 2000
    (tmp_path / "ids.txt").write_text("\n".join(ids))
    here = run("solve", "ids.txt", "--json")
    victim = next(spread(worker_of, [0], machines.address))
    assert isinstance(victim, int)
    command = [sys.executable, "-m", "knobel", "solve", "ids.txt", "--json", "--on", machines.address]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stderr
        lines = [process.stdout.readline() for _ in range(200)]
        os.kill(victim, signal.SIGKILL)
        Machines.until(lambda: not alive(victim))
        lines += process.stdout.readlines()
        assert process.stderr.read() == here.err
    assert process.returncode == here.code == 3
    assert [timeless(json.loads(line)) for line in lines] == [timeless(found) for found in here.objects]


def alive(pid: int) -> bool:
    return Path("/proc", str(pid)).exists()


def timeless(record: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in record.items() if name != "seconds"}


@pytest.mark.slow
@pytest.mark.parametrize("deadly", [kill_the_process, kill_the_forkserver, kill_the_worker])
def test_an_item_that_kills_is_an_error_and_the_others_are_not(
    machines: Machines, deadly: Callable[[int], int]
) -> None:
    found = list(spread(deadly, range(120), machines.address))
    assert [number for number in range(120) if found[number] != number] == [DEADLY]
    assert isinstance(found[DEADLY], KnobelError) and "died" in str(found[DEADLY])


# who goes


def gone(folder: Path) -> bool:
    return not any(alive(int(path.name)) for path in folder.iterdir())


@pytest.mark.parametrize("long", [sleep_long, run_long])
def test_whoever_goes_ends_his_own_work_only(machines: Machines, tmp_path: Path, long: Callable[..., None]) -> None:
    from distributed import Client

    with Client(machines.address, set_as_default=False) as other:
        theirs = other.submit(time.sleep, 3, pure=False)
        found = spread(partial(long, tmp_path), range(50), machines.address)

        def interrupt() -> None:
            Machines.until(lambda: bool(list(tmp_path.iterdir())))
            os.kill(os.getpid(), signal.SIGINT)

        threading.Thread(target=interrupt).start()
        with pytest.raises(KeyboardInterrupt):
            next(found)
        Machines.until(lambda: gone(tmp_path))
        assert theirs.result(timeout=600) is None and theirs.status == "finished"
    assert list(spread(double, [1], machines.address)) == [2]


def test_ctrl_c_ends_at_once_with_what_is_finished(machines: Machines, tmp_path: Path) -> None:
    (tmp_path / "ids.txt").write_text(f"{EASY}\n{HARD}\n{EASY}\n")
    command = [sys.executable, "-m", "knobel", "unique", "--suggest", "--timeout", "300", "ids.txt", "--json"]
    with subprocess.Popen(
        [*command, "--on", machines.address], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path
    ) as process:
        assert process.stdout
        assert json.loads(process.stdout.readline())["status"] == "unique"
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=600)
    assert process.returncode == 130 and err == ""
    [line] = out.splitlines()
    assert json.loads(line)["id"] == HARD and json.loads(line)["interrupted"] is True


# who is not there


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch, need_module: Callable[[str], None]) -> None:
    need_module("distributed")
    monkeypatch.setattr("knobel.cluster.scheduler.PATIENCE", 0.5)


@pytest.mark.usefixtures("impatient")
@pytest.mark.parametrize("listening", [True, False])
def test_a_scheduler_that_does_not_answer(run: Run, listening: bool) -> None:
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        if listening:  # somebody, but no scheduler
            nobody.listen()
        address = f"tcp://127.0.0.1:{nobody.getsockname()[1]}"
        done = run("solve", EASY, "--on", address)
    assert done.code == 3 and done.out == ""
    assert done.err.startswith(f"knobel: {address}: no scheduler answers: ") and done.err.count("\n") == 1


@pytest.mark.usefixtures("impatient")
def test_a_scheduler_without_workers(run: Run, tmp_path: Path) -> None:
    with closing(Machines(tmp_path)) as lonely:
        done = run("solve", EASY, "--on", lonely.address)
    assert (done.code, done.err) == (3, f"knobel: {lonely.address}: the scheduler has no workers\n")


@pytest.mark.parametrize(
    ("who", "package", "version"),
    [
        ("the scheduler", "knobel", None),
        ("the worker tcp://far", "python", "3.99.1.final.0"),
        ("the worker tcp://far", "distributed", "1"),
    ],
)
def test_other_versions_are_named(
    who: str, package: str, version: str | None, need_module: Callable[[str], None]
) -> None:
    need_module("distributed")
    from knobel.cluster.scheduler import difference

    def packages(of: str) -> dict[str, Any]:
        usual = {"knobel": "0.1", "python": f"3.12.{len(of)}.final.0", "distributed": "2"}
        return {"packages": usual | ({package: version} if of == who else {})}

    workers = {"tcp://near": packages("the worker tcp://near"), "tcp://far": packages("the worker tcp://far")}
    found = difference({"client": packages("us"), "scheduler": packages("the scheduler"), "workers": workers})
    assert found is not None and found.startswith(f"{who} has {package} ")
    assert difference({"client": packages("us"), "scheduler": packages("us"), "workers": {}}) is None


@pytest.mark.parametrize("on", ["here", "localhost:8786", ""])
def test_what_is_no_address(run: Run, on: str) -> None:
    done = run("solve", EASY, "--on", on)
    assert done.code == 2 and "no scheduler; expected local or an address such as" in done.err


def test_the_extra_is_named(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "find_spec", lambda name: None)
    done = run("solve", EASY, "--on", "tcp://127.0.0.1:8786")
    assert done.code == 2 and "pip install 'knobel[cluster]'" in done.err and done.err.count("\n") == 1


@pytest.mark.parametrize("option", ["--keep", "--trace"])
def test_files_that_would_be_written_elsewhere(run: Run, option: str) -> None:
    done = run("solve", EASY, option, "place", "--on", "local")
    assert done.code == 2 and "--on" in done.err


@pytest.mark.slow
def test_a_scheduler_that_dies(tmp_path: Path, need_module: Callable[[str], None]) -> None:
    need_module("distributed")
    with closing(Machines(tmp_path)) as mortal:
        mortal.worker("--no-nanny")
        mortal.wait(1)
        found = spread(worker_of, count(), mortal.address)
        assert len(set(islice(found, 5))) == 1
        mortal.processes[0].kill()
        with pytest.raises(KnobelError, match="the connection to the scheduler is lost"):
            list(found)

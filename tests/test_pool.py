"""The ordered pool: the same answers in the same order as with one process, and nobody is left behind."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from functools import partial
from itertools import count, islice
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cluster_work import double, fail, hated, kill_the_forkserver, no_answer, run_long, sleep_long
from knobel import registry
from knobel.cluster import spread
from knobel.errors import BadInput, KnobelError, Misuse
from knobel.processes import client, process_tree
from knobel.processes.pool import READ

pytestmark = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")


@pytest.fixture(autouse=True)
def nobody_is_left() -> Iterator[None]:
    before = set(process_tree(os.getpid()))
    yield
    assert set(process_tree(os.getpid())) <= before  # those that ended and were not waited for included


def until(true: Callable[[], bool], seconds: float = 60) -> None:
    ends = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < ends, "it never came true"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] not in "ZX"
    return False


# the same as with one process


@pytest.mark.parametrize("jobs", [1, 2, 3, 0])
@pytest.mark.parametrize("number", [0, 1, 500])
def test_answers_come_in_the_order_of_their_items(jobs: int, number: int) -> None:
    finished: list[int] = []
    found = list(spread(hated, range(number), jobs=jobs, progress=finished.append))
    for item, answer in zip(range(number), found, strict=True):
        assert str(answer) == f"no {item}" if item % 7 == 3 else answer == item
    assert finished == sorted(set(finished)) and finished[-1:] == ([number] if number else [])


Fate = tuple[str, int]


def suffer(fate: Fate) -> Fate:
    """What an item has in mind for the process that works on it."""
    what, number = fate
    match what:
        case "late":
            time.sleep(number / 1000)
        case "error":
            raise ValueError(number)
        case "big":
            return what, len(os.urandom(number << 10))
        case "kill":
            os.kill(os.getpid(), signal.SIGKILL)
        case "crash":
            os._exit(number)
        case "orphan":  # a process that goes on, in a session of its own
            subprocess.Popen(["sleep", "600"], start_new_session=True, stdin=subprocess.DEVNULL)
        case "print":
            print("this is no answer")
    return fate


FATES = st.tuples(
    st.sampled_from(["quick", "late", "error", "big", "kill", "crash", "orphan", "print"]), st.integers(1, 30)
)


def expected(fate: Fate) -> object:
    what, number = fate
    if what == "error":
        return repr(ValueError(number))
    return "died" if what in ("kill", "crash") else (what, number << 10 if what == "big" else number)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.one_of(FATES, st.just(("quick", 1))), max_size=30), st.integers(2, 3), st.integers(1, 8), st.data())
def test_whatever_happens_to_workers_each_item_is_answered_once(
    fates: list[Fate], jobs: int, chunk: int, data: st.DataObject
) -> None:
    before = set(process_tree(os.getpid()))
    taken = data.draw(st.one_of(st.just(len(fates)), st.integers(0, len(fates))))
    with closing(spread(suffer, fates, jobs=jobs, chunk=chunk)) as results:
        found = list(islice(results, taken))
    for fate, answer in zip(fates, found, strict=False):
        wanted = expected(fate)
        if wanted == "died":
            assert isinstance(answer, KnobelError) and "died" in str(answer)
        else:
            assert (repr(answer) if isinstance(answer, Exception) else answer) == wanted
    assert len(found) == taken
    assert set(process_tree(os.getpid())) <= before


def test_a_pool_whose_forkserver_died_says_so_and_ends() -> None:
    with pytest.raises(KnobelError, match="the process that starts all others died"):
        list(spread(kill_the_forkserver, range(1000), jobs=2))


# items


def test_items_are_read_as_they_are_needed() -> None:
    taken = count()
    with closing(spread(double, taken, jobs=2)) as found:
        assert list(islice(found, 300)) == [double(number) for number in range(300)]
    assert next(taken) < 20 * READ  # of infinitely many


def test_an_error_of_the_items_comes_after_their_answers() -> None:
    def items() -> Iterator[int]:
        yield from range(5)
        raise Misuse("no more")

    found = spread(double, items(), jobs=2)
    assert list(islice(found, 5)) == [0, 2, 4, 6, 8]
    with pytest.raises(Misuse, match="no more"):
        next(found)


def test_whoever_writes_items_may_wait_for_each_answer() -> None:
    said = threading.Semaphore(1)

    def items() -> Iterator[int]:
        for number in range(20):
            assert said.acquire(timeout=600)
            yield number

    for number, found in enumerate(spread(double, items(), jobs=2)):
        assert found == double(number)
        said.release()


def test_items_and_answers_may_be_larger_than_a_pipe() -> None:
    items = [bytes([number]) * 2_000_000 for number in range(8)]
    assert list(spread(bytes.upper, items, jobs=2)) == [item.upper() for item in items]


def test_what_cannot_travel_is_an_error_of_its_item() -> None:
    for found in spread(no_answer, [0, 1], jobs=2):
        assert isinstance(found, KnobelError) and "cannot travel" in str(found)


def test_errors_travel() -> None:
    errors = [BadInput("bad", 3, "file"), Misuse("no"), KnobelError("what")]
    for error, found in zip(errors, spread(fail, errors, jobs=2), strict=True):
        assert type(found) is type(error) and str(found) == str(error)


@pytest.mark.parametrize("wrong", [{"jobs": -1}, {"jobs": 2, "on": "local"}])
def test_what_makes_no_sense_is_refused(wrong: dict[str, Any]) -> None:
    with pytest.raises(Misuse):
        list(spread(double, [1], **wrong))


# who goes


@pytest.mark.parametrize("long", [sleep_long, run_long])
def test_ctrl_c_ends_all_that_was_started(tmp_path: Path, long: Callable[..., None]) -> None:
    found = spread(partial(long, tmp_path), range(50), jobs=2)

    def interrupt() -> None:
        until(lambda: len(list(tmp_path.iterdir())) == 2)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=interrupt)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        next(found)
    thread.join()
    until(lambda: not any(alive(int(path.name)) for path in tmp_path.iterdir()))


PROGRAM = """
import sys
from functools import partial
from pathlib import Path
from cluster_work import double, {long}
from knobel.cluster import spread
assert list(spread(double, range(100), jobs=2)) == [*range(0, 200, 2)]
print("here", flush=True)
next(spread(partial({long}, Path(sys.argv[1])), range(50), jobs=2))
"""


@pytest.mark.parametrize("long", ["sleep_long", "run_long"])
@pytest.mark.parametrize("how", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_whatever_ends_the_program_ends_its_workers(tmp_path: Path, how: signal.Signals, long: str) -> None:
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    command = [sys.executable, "-c", PROGRAM.format(long=long), str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment) as program:
        assert program.stdout is not None and program.stdout.readline() == b"here\n"
        until(lambda: len(list(tmp_path.iterdir())) == 2)
        started = [*process_tree(program.pid), *(int(path.name) for path in tmp_path.iterdir())]
        assert len(set(started)) >= 4  # the program, its forkserver, two workers or what they started
        program.send_signal(how)
        program.wait(60)
    until(lambda: not any(map(alive, started)))


def test_an_iterator_that_nobody_leaves_does_not_keep_the_interpreter() -> None:
    words = "import knobel; puzzles = knobel.generating('nonogram', size=3, seed=1, jobs=2); print(next(puzzles))"
    ended = subprocess.run([sys.executable, "-c", words], capture_output=True, text=True, timeout=600, check=False)
    assert ended.returncode == 0 and ended.stdout.startswith("nonogram:3x3:") and not ended.stderr


# what goes to other processes and back


@pytest.mark.parametrize("kind", registry.kinds().values(), ids=lambda kind: kind.name)
def test_puzzles_and_results_can_travel(kind: registry.Kind) -> None:
    from knobel.cli.query import solved
    from knobel.tasks.unique import unique

    example = min(kind.examples.values(), key=lambda one: len(one.id))
    puzzle = registry.parse(example.id)
    assert pickle.loads(pickle.dumps(puzzle)) == puzzle
    result = solved({"encoding": None, "engine": None, "timeout": 20}, True, puzzle)
    again = pickle.loads(pickle.dumps(result))
    assert (again.line, again.status, again.atoms, again.because) == (
        result.line,
        result.status,
        result.atoms,
        result.because,
    )
    assert result.solution is None or any(result.atoms.values())
    assert pickle.loads(pickle.dumps(unique(puzzle))).status != "undecided"


def test_a_second_pool_does_not_keep_the_first_one_from_ending(monkeypatch: pytest.MonkeyPatch) -> None:
    """The second one is forked with copies of what the first one is told through."""
    monkeypatch.setattr(client, "kill_tree", lambda pid: pytest.fail("it did not end by itself"))
    monkeypatch.setattr(client, "LEAVING", 300.0)
    first, second = (spread(abs, range(-9, 0), jobs=2) for _ in range(2))
    assert next(first) == next(second) == 9
    first.close()
    assert list(second) == [*range(8, 0, -1)]

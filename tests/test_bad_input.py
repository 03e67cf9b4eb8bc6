"""Hostile input: one line that names the file, exit 3 (or 2), and never a traceback."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bad_files import FILES
from knobel.processes import process_tree

FIRST = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"
in_proc = pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc")
GOOD = 'title "good"\nwidth 2\nheight 1\nrows\n2\ncolumns\n1\n1\n'


def knobel(*args: str, stdin: bytes | int | None = b"", **more: object) -> subprocess.CompletedProcess[bytes]:
    command = [sys.executable, "-m", "knobel", *args]
    given = {"input": stdin} if isinstance(stdin, bytes) else {"stdin": stdin}
    return subprocess.run(command, capture_output=True, timeout=600, **given, **more)  # type: ignore[call-overload, no-any-return]


def refused(done: subprocess.CompletedProcess[bytes], *words: str, code: int = 3) -> None:
    err = done.stderr.decode()
    assert done.returncode == code, (done.returncode, err)
    assert err.startswith("knobel: ") and err.count("\n") == 1 and "Traceback" not in err, err
    assert all(word in err for word in words), err


@contextmanager
def after_work(*command: str, seconds: float) -> Iterator[subprocess.Popen[str]]:
    """A command that has worked, with all that it started, for so many seconds, however busy the machine is."""
    with subprocess.Popen(
        [sys.executable, "-m", "knobel", *command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            while process.poll() is None and sum(map(worked, process_tree(process.pid))) < seconds:
                time.sleep(0.05)
            yield process
        finally:
            process.kill()


def worked(pid: int) -> float:
    """The seconds of a process, and of those that it waited for."""
    try:
        ticks = map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15])
        return sum(ticks) / os.sysconf("SC_CLK_TCK")
    except OSError:
        return 0  # it has ended


@pytest.mark.parametrize("name", FILES)
def test_a_bad_file_is_named_in_one_line(name: str, tmp_path: Path) -> None:
    content, line = FILES[name]
    (tmp_path / name).write_bytes(content)
    refused(knobel("solve", name, cwd=tmp_path), f"{name}:{line}" if line else name)


def test_what_is_not_a_file(tmp_path: Path) -> None:
    refused(knobel("solve", str(tmp_path)), "is a folder")
    refused(knobel("solve", "missing.non", cwd=tmp_path), "missing.non: no such file")
    refused(knobel("solve", "x" * 5000, cwd=tmp_path), "xxx")
    refused(knobel("solve", "a\nb", cwd=tmp_path), "a?b")


def test_an_unreadable_file(tmp_path: Path) -> None:
    if os.geteuid() == 0:
        pytest.skip("root reads everything")
    (tmp_path / "secret").touch(mode=0)
    refused(knobel("solve", "secret", cwd=tmp_path), "secret: cannot be read")


@pytest.mark.slow
def test_a_hundred_megabytes_of_text(tmp_path: Path) -> None:
    with open(tmp_path / "big.txt", "wb") as file:
        for _ in range(100):
            file.write(b"1 2 3 4 5 6 7 8 9\n" * (2**20 // 18))
    refused(knobel("solve", "big.txt", cwd=tmp_path), "big.txt", "MiB")


def test_standard_input_that_is_closed_or_empty() -> None:
    refused(knobel("solve", "-"), "standard input")
    closed = subprocess.run(
        f"{sys.executable} -m knobel solve - <&-", shell=True, capture_output=True, timeout=600, check=False
    )
    refused(closed, "standard input")


def test_a_reader_who_goes_away() -> None:
    script = f"{sys.executable} -m knobel all nonogram:6x6:1/1/1/1/1/1/1/1/1/1/1/1 | head -1"
    done = subprocess.run(script, shell=True, capture_output=True, timeout=600, check=False)
    assert done.stdout.count(b"\n") == 1 and done.stderr == b""


def test_one_bad_puzzle_leaves_the_others(tmp_path: Path) -> None:
    (tmp_path / "pack.non").write_text(GOOD + "====\nwidth 0\nheight 1\nrows\n1\ncolumns\n====\n" + GOOD)
    done = knobel("solve", "--plain", "pack.non", FIRST, cwd=tmp_path)
    assert done.returncode == 3 and done.stdout.decode().split() == ["##", "ERROR", "##", "##.#/.##./#..#"]
    refused(done, "pack.non:")


@in_proc
def test_ctrl_c_ends_at_once_with_what_is_known() -> None:
    with after_work("count", "nonogram:9x9:" + "/".join("1" * 18), seconds=1.5) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=6000)
    assert process.returncode == 130 and out.startswith("at least ") and err == ""


@pytest.mark.parametrize("redirect", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_do_no_harm(redirect: str) -> None:
    script = f"{sys.executable} -m knobel solve --plain {FIRST} {redirect}"
    done = subprocess.run(script, shell=True, capture_output=True, timeout=600, check=False)
    assert done.returncode == 0 and b"Traceback" not in done.stderr


def test_names_that_are_too_long_for_a_file_system_leave_the_others() -> None:
    done = knobel("solve", "--plain", "a" * 300 + ":x", "@" + "b" * 300 + "/x", FIRST)
    assert done.returncode == 3 and done.stdout.decode().split() == ["ERROR", "ERROR", "##.#/.##./#..#"]
    assert b"rules.py" not in done.stderr


def test_a_formula_with_billions_of_variables() -> None:
    refused(knobel("sat", "-", stdin=b"p cnf 2000000000 1\n2000000000 0\n"), "variables")


def test_clues_that_are_far_too_long_are_unsolvable_at_once() -> None:
    for encoding in ("auto", "dnf", "order", "compact", "automaton"):
        done = knobel("solve", "--plain", "nonogram:1x1:" + ".".join(["999999"] * 5) + "/1", "--encoding", encoding)
        assert (done.returncode, done.stdout) == (1, b"UNSAT\n"), encoding


@in_proc
def test_an_interrupted_model_engine_ends_too() -> None:
    hard = "nonogram:12x12:" + "/".join(["1.1.1"] * 24)
    with after_work("count", "@nonogram/first", hard, "--encoding", "cp", seconds=4) as process:
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=6000)
    assert process.returncode == 130 and "at least" in out and err == ""


@in_proc
def test_ctrl_c_shows_the_runs_that_were_finished() -> None:
    hard = "nonogram:60x60:" + "/".join(["1.1.1.1.1.1.1.1"] * 120)
    with after_work("compare", hard, "--encoding", "dnf", "--encoding", "automaton", "--json", seconds=5) as process:
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=6000)
    assert process.returncode in (0, 130) and '"dnf"' in out

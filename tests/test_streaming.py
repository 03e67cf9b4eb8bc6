"""Lists of IDs come as they are written: what was read so far is answered, whatever follows and however much it is."""

from __future__ import annotations

import gzip
import io
import json
import lzma
import os
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import IO

import pytest
from hypothesis import given
from hypothesis import strategies as st

from knobel import files, inputs
from knobel.errors import BadInput
from knobel.inputs import entries, text_entries

FIRST, SECOND, BROKEN = "nonogram:2x1:1/1/2", "bishops:2", "nonogram:2x1:oops"
PACKS: list[Callable[[bytes], bytes]] = [bytes, gzip.compress, lzma.compress]


@contextmanager
def running(*args: str) -> Iterator[tuple[IO[str], IO[str]]]:
    """The command, with both ends of what it reads and writes."""
    with subprocess.Popen(
        [sys.executable, "-m", "knobel", *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1
    ) as process:
        guard = threading.Timer(60, process.kill)  # a deadlock fails the test, and does not hold it up
        guard.start()
        assert process.stdin and process.stdout
        yield process.stdin, process.stdout
        process.stdin.close()
        assert process.wait() == 0
        guard.cancel()


@pytest.mark.parametrize("verb", ["solve", "unique"])
def test_whoever_writes_may_wait_for_each_answer(verb: str) -> None:
    with running(verb, "--json", "-") as (put, answers):
        for number in range(1, 4):
            put.write(f"# a comment\n{FIRST}\n")
            assert json.loads(answers.readline())["name"] == f"standard input#{number}"


def test_plain_lines_come_one_by_one() -> None:
    with running("solve", "--plain", "-") as (put, answers):
        put.write(f"{FIRST}\n")
        assert answers.readline() == "##\n"
        put.write(f"{SECOND}\n")
        assert set(answers.readline()) == set("B./\n")


def test_a_named_pipe_is_no_file_to_wait_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    written = threading.Event()

    def write() -> None:
        with open(tmp_path / "pipe", "w") as pipe:
            print(FIRST, file=pipe, flush=True)
            written.wait(60)
            print(SECOND, file=pipe)

    threading.Thread(target=write, daemon=True).start()
    found = entries(str(tmp_path / "pipe"), ahead=False)
    assert next(found).name == "pipe#1"
    written.set()
    assert [(entry.name, entry.puzzle and entry.puzzle.id()) for entry in found] == [("pipe#2", SECOND)]


def test_above_pictures_only_one_of_several_has_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    def found(text: str) -> list[tuple[str, bool]]:
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        return [(entry.name, entry.several) for entry in entries("-")]

    assert found(f"{FIRST}\n") == [("standard input", False)]
    assert found(f"{FIRST}\n{SECOND}") == [("standard input#1", True), ("standard input#2", True)]


lines = st.sampled_from(
    ["", "#", "# bishops:2", " ", FIRST, SECOND, f" {SECOND}", BROKEN, "nothing", "\ufeffbishops:2"]
)
ends = st.sampled_from(["\n", "\r\n", "\r", "\n\n", "\u2028"])


@given(st.lists(st.tuples(lines, ends)), st.sampled_from(PACKS))
def test_a_file_is_read_as_its_text_is(
    tmp_path_factory: pytest.TempPathFactory, parts: list[tuple[str, str]], pack: Callable[[bytes], bytes]
) -> None:
    data = "".join(line + end for line, end in parts).encode()
    file = tmp_path_factory.mktemp("list") / "list.txt"
    file.write_bytes(pack(data))
    found = list(entries(str(file)))
    wanted = list(text_entries(files.text_of(data)))
    assert [entry.puzzle or str(entry.error) for entry in found] == [
        str(BadInput(one.message, one.line, str(file))) if isinstance(one, BadInput) else one for one in wanted
    ]
    assert {entry.several for entry in found} == {len(wanted) > 1}


def test_a_list_may_be_longer_than_any_other_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(inputs, "MAX_BYTES", 100)
    monkeypatch.setattr(files.bounded, "__defaults__", (100,))
    file = tmp_path / "list.txt"
    file.write_text(f"{FIRST}\n" * 1000 + "bishops:" + "0" * 100 + "\n")
    found = list(entries(str(file)))
    assert len(found) == 1001 and all(entry.puzzle for entry in found[:-1])
    assert str(found[-1].error).startswith(f"{file}:1001: is larger than ")
    file.write_text("1 2 3\n" * 20)
    [entry] = entries(str(file))
    assert str(entry.error).startswith(f"{file}: is larger than ")


@pytest.mark.parametrize("pack", PACKS[1:])
def test_damage_hides_nothing_before_it(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    random = Random(0)
    lines = [f"bishops:{random.randrange(1, 100)}" for _ in range(9000)]
    whole = pack("".join(f"{line}\n" for line in lines).encode())
    file = tmp_path / "list.txt"
    file.write_bytes(whole[: len(whole) // 2])
    *good, last = entries(str(file))
    assert [entry.puzzle.id() for entry in good if entry.puzzle] == lines[: len(good)]
    assert len(good) > 100 and "but damaged" in str(last.error)

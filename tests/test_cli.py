"""The command line as its users' scripts rely on it: what is printed where, and the exit codes."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import knobel
from knobel import registry
from knobel.engines import Engine, Session

FIRST = "nonogram:4x3:1.1/2/1/1.1/2.1/2/1.1"
ANSWER = "##.#/.##./#..#"
TWO = "nonogram:2x2:1/1/1/1"
NONE = "nonogram:2x2:2/2/1/1"


def test_solve_draws_the_board(run: Any) -> None:
    done = run("solve", FIRST)
    assert done.code == 0 and "2 1 ████··██" in done.out


def test_plain_prints_one_line_a_puzzle_and_the_worst_code_wins(run: Any) -> None:
    Path("many.txt").write_text(f"{FIRST}\n{NONE}\nnonogram:oops\n# a comment\n\n{TWO}\n")
    done = run("solve", "--plain", "many.txt")
    assert done.lines[:3] == [ANSWER, "UNSAT", "ERROR"] and done.lines[3] in ("#./.#", ".#/#.")
    assert done.code == 3
    assert done.err.count("\n") == 1 and done.err.startswith("knobel: many.txt:3: ")
    assert run("solve", "--plain", FIRST, NONE).code == 1
    assert run("solve", "--plain", FIRST, TWO).code == 0


def test_json_objects_of_solve(run: Any) -> None:
    done = run("solve", "--json", FIRST, NONE, "nonogram:1x1:")
    solved, unsolvable, error = done.objects
    fields = {
        "kind",
        "name",
        "id",
        "status",
        "solution",
        "value",
        "encoding",
        "engine",
        "variables",
        "clauses",
        "seconds",
    }
    assert fields == set(solved)
    assert set(solved["seconds"]) == {"read", "encode", "solve", "total"}
    assert (solved["status"], solved["solution"], solved["id"]) == ("solved", ANSWER, FIRST)
    assert (unsolvable["status"], unsolvable["solution"]) == ("unsolvable", None)
    assert error["status"] == "error" and "expected" in error["error"]
    assert done.code == 3


@pytest.mark.parametrize("verb", ["solve", "unique"])
def test_json_after_ctrl_c_has_a_status(run: Any, verb: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("knobel.search.Search.solve", interrupted)
    done = run(verb, "--json", FIRST, TWO)
    (record,) = done.objects
    assert done.code == 130 and record["id"] == FIRST
    assert (record["status"], record["interrupted"]) == ("undecided", True)


SETTLED = "nonogram:2x2:2/2/2/2"  # every line decides itself


@pytest.mark.parametrize("verb", ["solve", "unique"])
def test_a_board_decided_before_encoding_names_no_encoding(run: Any, verb: str) -> None:
    settled, searched = run(verb, "--json", SETTLED, TWO).objects
    assert (settled["encoding"], settled["engine"]) == (None, "presolve")
    assert searched["encoding"] and searched["engine"] in registry.engines()
    named = run(verb, "--json", SETTLED, "--engine", "minisat").objects[0]
    assert named["encoding"] and named["engine"] == "minisat"


def test_stats_are_shown_or_said_to_be_none(run: Any) -> None:
    assert any(line.startswith("conflicts: ") for line in run("solve", "--stats", TWO).lines)
    assert run("solve", "--stats", SETTLED).lines[-1].startswith("no statistics: the board was decided before")
    assert run("solve", "--stats", "--json", SETTLED).objects[0]["stats"] == {}


def test_check(run: Any) -> None:
    assert (run("check", FIRST, ANSWER).out, run("check", FIRST, ANSWER).code) == ("correct\n", 0)
    wrong = run("check", FIRST, "##.#/.##./#...")
    assert wrong.code == 1 and wrong.lines == ["broken: column 4 has the runs 1 1", "broken: row 3 has the runs 1 1"]
    german = run("check", FIRST, "##.#/.##./#...", "--language", "de")
    assert german.lines[1] == "verletzt: Zeile 3 hat die Blöcke 1 1"
    assert run("check", FIRST, "##.#/.##./#..?").code == 3
    assert run("check", FIRST, "##.#").code == 3
    Path("answer.txt").write_text(ANSWER + "\n")
    assert run("check", FIRST, "answer.txt").code == 0


def test_count_and_all(run: Any) -> None:
    six = "nonogram:3x3:1/1/1/1/1/1"
    assert (run("count", six).out, run("count", six).code) == ("6\n", 0)
    assert (run("count", six, "--limit", "4").out, run("count", six, "--limit", "4").code) == ("at least 4\n", 0)
    assert run("count", six, "--limit", "6").out == "6\n"
    assert (run("count", NONE).out, run("count", NONE).code) == ("0\n", 1)
    record = run("count", six, "--json", "--limit", "4").objects[0]
    assert (record["id"], record["count"], record["exact"]) == (six, 4, False)
    assert len(set(run("all", six).lines)) == 6
    assert len(run("all", six, "--limit", "2").lines) == 2
    for verb in ("count", "all"):  # nobody asks for nothing: it is a slip, and "at least 0" would be no answer
        nothing = run(verb, six, "--limit", "0")
        assert nothing.code == 2 and nothing.out == "" and "expected 1 or more" in nothing.err
    streamed = run("all", TWO, "--json").objects
    assert [one.get("solution") for one in streamed[:2]] != [None, None] and streamed[-1]["exact"] is True
    assert run("all", NONE).code == 1


def test_unique(run: Any) -> None:
    assert (run("unique", FIRST).out, run("unique", FIRST).code) == ("unique\n", 0)
    assert (run("unique", NONE).out, run("unique", NONE).code) == ("none\n", 1)
    several = run("unique", TWO)
    assert several.code == 1 and several.lines[0] == "multiple" and "They differ in 4 places" in several.out
    record = run("unique", TWO, "--json").objects[0]
    assert record["status"] == "multiple" and record["differs"] == [[0, 0], [0, 1], [1, 0], [1, 1]]
    assert sorted(record["solutions"]) == ["#./.#", ".#/#."]


def test_forced(run: Any) -> None:
    record = run("forced", "nonogram:3x2:1/1/1/1/2", "--json").objects[0]
    assert record["board"] == "?.?/?#?"
    assert record["cells"] == [{"at": [0, 1], "value": 0}, {"at": [1, 1], "value": 1}]
    assert record["possible"]["0,0"] == [0, 1]
    assert run("forced", NONE).code == 1


def test_sat_says_no(run: Any) -> None:
    Path("no.cnf").write_text("c nothing\np cnf 1 2\n1 0\n-1 0\n")
    done = run("sat", "no.cnf")
    assert done.code == 20 and "s UNSATISFIABLE" in done.lines
    Path("bad.cnf").write_text("p cnf 1 1\n2 0\n")
    bad = run("sat", "bad.cnf")
    assert bad.code == 3 and bad.err.startswith("knobel: bad.cnf:2: ")


def test_puzzles_come_from_everywhere(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    address = "https://puzz.link/p?nonogram/4/3/112g1g11122g11"
    assert run("solve", "--plain", address).out == ANSWER + "\n"
    assert run("solve", "--plain", "@nonogram/first").out == ANSWER + "\n"
    Path(FIRST.replace("/", "_")).write_text("not this")  # a known kind in front wins over a file of that name
    assert run("solve", "--plain", FIRST).out == ANSWER + "\n"
    assert run("solve", "@nonogram/nothing").code == 3
    assert run("solve", "@nothing/cat").code == 3


def test_a_choice_that_does_not_exist_is_wrong_usage(run: Any) -> None:
    for args in (
        ["--engine", "nonsense"],
        ["--encoding", "nonsense"],
        ["--encoding", "order:x=1"],
        ["--engine", "cadical:nonsense=1"],
        ["--encoding", "order", "--engine", "cpsat"],
        ["--labeling", "ff"],
        ["--encoding", "cp", "--engine", "cadical"],
        ["--engine", "external:no-such-command-anywhere {formula}"],
    ):
        done = run("solve", FIRST, *args)
        assert done.code == 2 and done.err.count("\n") == 1 and done.err.startswith("knobel: "), (args, done.err)
    assert run("nonsense").code == 2
    assert run("solve").code == 2
    assert run("solve", FIRST, "--timeout", "-1").code == 2


def test_runs_that_disagree_about_the_best_contradict_each_other() -> None:
    from knobel.tasks.compare import Run, contradictory

    best, worse, none = Run("a", "e", "solved", value=4), Run("b", "e", "solved", value=3), Run("c", "e", "unsolvable")
    assert not contradictory([best, best])
    assert contradictory([best, worse]) and contradictory([best, none])
    assert not contradictory([best, replace(worse, weaker=True), Run("cp", "e", "undecided")])


@pytest.mark.parametrize("spec", ["compact", "dnf"])
@pytest.mark.parametrize("verb", ["solve", "count", "encode", "compare"])
def test_an_encoding_of_another_kind_is_an_error_of_that_puzzle_alone(run: Any, verb: str, spec: str) -> None:
    other = "doppelblock:5:1,2,3,4,4/2,3,2,5,4"
    done = run(verb, "--json", FIRST, other, NONE, "--encoding", spec)
    first, error, none = done.objects
    assert done.code == 2 and done.err.count("\n") == 1
    assert (first["id"], none["id"]) == (FIRST, NONE) and "error" not in first and "error" not in none
    assert (error["kind"], error["name"], error["id"]) == ("doppelblock", "doppelblock", other)
    assert error["status"] == "error" and "of doppelblock" in error["error"]
    assert run("solve", "--plain", other, FIRST, "--encoding", spec).lines == ["ERROR", ANSWER]


def test_an_encoding_of_no_kind_ends_at_once(run: Any) -> None:
    done = run("solve", "--plain", FIRST, TWO, "--encoding", "nonsense")
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "complaint"),
    [
        (("render", FIRST, "--title", "Mine"), "--title is for a book"),
        (("render", FIRST, "--paper", "a4"), "--paper is for a book"),
        (("generate", "nonogram", "--size", "4", "--per-page", "2"), "--per-page is for a book"),
        (("render", FIRST, "--engine", "nope"), "--engine is for solving"),
        (("render", FIRST, "--solution", ANSWER, "--transpose"), "--transpose is for solving"),
        (("solve", FIRST, "--keep", "kept"), "keeps no files; take external"),
        (("count", FIRST, "--engine", "minisat", "--keep", "kept"), "minisat keeps no files"),
        (("sat", "some.cnf", "--keep", "kept"), "cadical keeps no files"),
        (("solve", FIRST, "--engine", "race", "--keep", "kept"), "keeps no files"),
    ],
)
def test_options_that_would_change_nothing_are_refused(run: Any, words: tuple[str, ...], complaint: str) -> None:
    done = run(*words)
    assert (done.code, done.out) == (2, "") and complaint in done.err and done.err.count("\n") == 1
    assert run(*words, "--json").objects[0]["status"] == "error" and not list(Path().iterdir())


def test_no_jobs_are_no_page(run: Any) -> None:
    done = run("web", "--jobs", "0")
    assert done.code == 2 and "expected 1 or more" in done.err


def test_compare_shows_every_encoding(run: Any) -> None:
    done = run("compare", FIRST, "--engine", "glucose", "--engine", "minisat")
    words = [line.split()[:2] for line in done.lines]
    for name in ("dnf", "order", "compact", "automaton"):
        assert [name, "glucose"] in words and [name, "minisat"] in words
    runs = run("compare", FIRST, "--json", "--encoding", "dnf").objects[0]["runs"]
    assert [(one["encoding"], one["status"]) for one in runs] == [("dnf", "solved")]


def test_compare_says_why_nothing_fits(run: Any) -> None:
    done = run("compare", FIRST, "--encoding", "dnf", "--encoding", "order", "--engine", "cpsat")
    assert (done.code, done.out) == (2, "") and done.err.count("\n") == 1
    assert "dnf, order" in done.err and "a constraint model" in done.err and "take cp" in done.err
    (record,) = run("compare", FIRST, "--encoding", "cp", "--engine", "minisat", "--json").objects
    assert (record["id"], record["status"]) == (FIRST, "error") and "a formula in clauses" in record["error"]


@pytest.mark.parametrize("what", ["kinds", "encodings", "engines", "formats", "examples"])
def test_list(run: Any, what: str) -> None:
    plain, records = run("list", what), run("list", what, "--json").objects
    assert plain.code == 0 and len(plain.lines) == len(records) + 1 and all(one["list"] == what for one in records)


MOST_FRAMES = 12


class Watched:
    """A session that notes, at each call, through which functions of knobel it came."""

    def __init__(self, session: Session, seen: list[list[str]]) -> None:
        self._session, self._seen = session, seen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._session, name)

    def solve(self, *args: Any) -> Any:
        frame, names = sys._getframe(1), []
        while frame is not None:
            if frame.f_code.co_filename.startswith(str(Path(knobel.__file__).parent)):
                names.append(frame.f_code.co_name)
            frame = frame.f_back  # type: ignore[assignment]
        self._seen.append(names)
        return self._session.solve(*args)


@pytest.mark.parametrize("kind", registry.kinds())
def test_from_main_to_the_engine_it_is_not_far(run: Any, kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A reader can follow ``knobel solve FILE``: there are few calls between the command and the engine."""
    seen: list[list[str]] = []
    for made in {type(engine) for engine in registry.engines().values() if isinstance(engine, Engine)}:

        def watched(self: Engine, *args: Any, real: Any = made.open, **more: Any) -> Watched:
            return Watched(real(self, *args, **more), seen)

        monkeypatch.setattr(made, "open", watched)
    boards = sorted((example.id for example in registry.kind(kind).examples.values()), key=len)[:10]
    Path("boards.txt").write_text("\n".join(boards))
    run("solve", "boards.txt")
    assert seen and all(names[-1] == "main" for names in seen)
    assert max(map(len, seen)) < MOST_FRAMES, max(seen, key=len)  # the engine's own call is one more

"""Every suite lists trials that make sense, for every kind there is, and the verb makes its reports of them."""

from __future__ import annotations

import csv
import io
import re
from collections import Counter
from collections.abc import Callable
from itertools import islice
from pathlib import Path

import pytest

import knobel
from conftest import Outcome
from knobel import registry
from knobel.bench.boards import Corpus, experiments_of
from knobel.bench.measure import measure
from knobel.bench.peers import formula_solvers, peers
from knobel.bench.questions import QUESTIONS
from knobel.bench.report import SHOWN, sections
from knobel.bench.report_data import number, seconds
from knobel.bench.report_tables import compared, report_tables, table_lines
from knobel.bench.suites import SUITES, Plan
from knobel.bench.trial import PEER, Run, Trial, versions
from knobel.experiments import Printed, Row, Table, Way

Runs = Callable[..., Outcome]
MOST = 4_000  # trials of a suite that are looked at


@pytest.fixture(scope="module")
def plan() -> Plan:
    return Plan.of(peers=peers())


@pytest.mark.parametrize("name", SUITES)
def test_trials_make_sense(name: str, plan: Plan) -> None:
    trials = list(islice(SUITES[name](plan), MOST))
    assert trials and len(set(trials)) == len(trials)
    for trial in trials:
        assert trial.suite == name and trial.question in QUESTIONS and trial.board
        if trial.question in ("solve", "unique", "again", "count", "explain"):
            assert registry.parse(trial.puzzle).kind == trial.kind
        if trial.question in ("solve", "unique", "again", "count"):
            _known(trial)


def _known(trial: Trial) -> None:
    if trial.engine.startswith(PEER):
        assert trial.engine.removeprefix(PEER) in peers()
    elif trial.engine == "sat4j (Debian)" and trial.engine not in formula_solvers():
        pass  # a report names it; where it is not installed, the run says so
    else:
        if trial.engine != "auto":
            registry.engine(formula_solvers().get(trial.engine, trial.engine))
        registry.encoding(registry.kind(trial.kind), trial.encoding)


def test_every_suite_can_be_shown() -> None:
    assert set(SUITES) == set(SHOWN)
    assert all(make.__doc__ for make in SUITES.values())


SUPPLIED = [name for name, kind in registry.kinds().items() if kind.experiments is not None]


@pytest.mark.parametrize("kind", SUPPLIED)
def test_boards_depend_on_size_and_seed_alone(kind: str) -> None:
    supplied = experiments_of(registry.kind(kind))
    assert supplied.board is not None and list(supplied.sizes) == sorted(supplied.sizes)
    for size in supplied.sizes[:2]:
        assert supplied.board(size, 1) == supplied.board(size, 1)
        assert supplied.board(size, 1).kind == kind
    assert supplied.board(supplied.sizes[0], 0).domain().size < supplied.board(supplied.sizes[1], 0).domain().size


@pytest.mark.parametrize("kind", registry.kinds())
def test_wishes_can_be_met(kind: str) -> None:
    for wish in experiments_of(registry.kind(kind)).wishes[:1]:
        assert measure(Trial("s", "p", "generate", kind, wish, wish, seed=1)).verdict == "unique"


def test_a_corpus_gives_its_boards_by_number(tmp_path: Path) -> None:
    (tmp_path / "nonogram").mkdir()
    (tmp_path / "nonogram" / "two.txt").write_text("$1\n1\n1\n1\n1\n$2\n2\n\n1\n1\n")
    boards = Corpus(tmp_path).boards("nonogram/two.txt")
    assert [(board.name, board.id) for board in boards] == [
        ("two 1", "nonogram:2x2:1/1/1/1"),
        ("two 2", "nonogram:2x2:2//1/1"),
    ]
    assert Corpus(tmp_path).boards("nonogram/none.txt") == Corpus(None).boards("nonogram/two.txt") == ()


def made(suite: str, kind: str) -> list[Run]:
    """Runs as they might have been, one of them too slow and one wrong."""
    trials = islice(SUITES[suite](Plan.of([kind])), 40)
    verdict = {"unique": "unique", "generate": "unique", "explain": "unique"}
    return [
        Run(
            trial,
            "undecided" if i == 3 else "wrong" if i == 4 else verdict.get(trial.question, "solved"),
            cpu=0.01 * (i + 1),
            memory=50.0,
            variables=10 * i,
            clauses=20 * i,
            note="<b>odd</b>" if i == 4 else "",
            at="2026-01-02T03:04:05+00:00",
        )
        for i, trial in enumerate(trials)
    ]


@pytest.mark.parametrize("suite", SUITES)
def test_every_suite_becomes_tables_that_fit_together(suite: str) -> None:
    found = sections(made(suite, "doppelblock"))
    assert len(found) >= 2
    for section in found:
        for grid in section.grids:
            assert all(len(row) == len(grid.head) for row in grid.rows)
    cells = [cell for section in found for grid in section.grids for row in grid.rows for cell in row]
    assert "<b>odd</b>" in cells  # the wrong one is named, in the open
    assert not any(cell == "0.050" for cell in cells)  # and its time is not


def test_counters_that_a_report_printed_stand_beside_ours() -> None:
    ways = (Way("up", "cp", "fd"), Way("down", "cp", "fd:labeling=down"))
    printed = {"up": Printed(stats={"backtracks": 1234, "prunings": 5})}
    counters = ("backtracks", "prunings", "entailments")
    table = Table("", "", ways, (Row("b", lambda source: [], printed),), stats=counters)
    trial = Trial("reports", "", "solve", "doppelblock", "b", "", "cp", "fd")
    grid = compared(
        table, table_lines(table, [Run(trial, "solved", cpu=0.5, stats={"backtracks": 7, "entailments": 8})])
    )
    assert grid.head == ["board", "way", "seconds", "backtracks then", "now", "prunings then", "now", "entailments"]
    assert [list(row) for row in grid.rows] == [
        ["b", "up", "0.500", "1 234", "7", "5", "-", "8"],
        ["b", "down", *["-"] * 6],
    ]


@pytest.mark.parametrize("kind", SUPPLIED)
def test_all_that_a_report_printed_is_shown(kind: str) -> None:
    """Also where nothing was measured."""
    report = experiments_of(registry.kind(kind)).report
    assert report is not None
    for table in report.tables:
        grid = compared(table, table_lines(table, []))
        lines = {tuple(line[:2]): line[2:] for line in grid.rows}
        for row in table.rows:
            for way, printed in row.printed.items():
                numbers = [printed.variables, printed.clauses, *printed.stats.values()]
                texts = [number(one) for one in numbers if one is not None]
                texts += [seconds(printed.seconds)] if printed.seconds is not None else []
                texts += [f"{printed.value:g}"] if printed.value is not None else []
                texts += ["did not finish"] if printed.stopped else []
                assert texts and not Counter(texts) - Counter(lines[row.name, way])


def test_a_solution_is_drawn_once_and_called_as_in_its_table() -> None:
    puzzle = registry.parse(registry.kind("doppelblock").examples["S5"].id)
    values = knobel.solve(puzzle).solution
    assert values is not None
    trials = [one for one in SUITES["reports"](Plan.of(["doppelblock"])) if one.board == "S5"]
    found = report_tables([Run(one, "solved", True, answer=puzzle.write(values)) for one in trials])
    captions = [caption for section in found for caption, _ in section.pictures]
    [labeled] = [one for one in found if one.pictures]
    assert captions == [f"S5: {labeled.grids[0].rows[0][1]}"]


def test_the_verb_runs_a_suite_and_reports_it(run: Runs, tmp_path: Path, need_module: Callable[[str], None]) -> None:
    need_module("matplotlib")
    done = run("bench", "reports", "--kind", "bishops", "--store", "b.sqlite")
    assert done.code == 0
    assert re.search(r"\| 8x8 \| pairs, flipped \| 64 \| 64 \| 281 \| 281 \| [\d.]+ \| 12 \| 12 \|", done.out)
    assert run("bench", "reports", "--kind", "bishops", "--store", "b.sqlite", "--json").objects == []
    reported = run("bench", "report", "--store", "b.sqlite", "--out", "out")
    assert reported.code == 0
    page = (tmp_path / "out" / "report.html").read_text()
    assert "<svg" in page and "http:" not in re.sub(r'xmlns(:\w+)?="[^"]*"', "", page) and "<script" not in page
    table = next((tmp_path / "out").glob("*.csv"))
    rows = list(csv.reader(io.StringIO(table.read_text())))
    assert rows[0][:2] == ["board", "way"] and all(len(row) == len(rows[0]) for row in rows)
    again = run("bench", "report", "--store", "b.sqlite", "--out", "out")
    assert again.code == 2 and "--force" in again.err
    assert run("bench", "report", "--store", "b.sqlite", "--out", "out", "--force").code == 0


def test_plots_stand_beside_each_other(run: Runs, tmp_path: Path, need_module: Callable[[str], None]) -> None:
    need_module("matplotlib")
    from knobel.bench.store import Store

    with Store(tmp_path / "b.sqlite") as store:
        for one in (*made("encodings", "doppelblock"), *made("scaling", "doppelblock")):
            store.add(one)
    assert run("bench", "report", "--store", "b.sqlite", "--out", "out").code == 3  # one of the runs is wrong
    page = (tmp_path / "out" / "report.html").read_text()
    ids = re.findall(r'\bid="([^"]+)"', page)
    assert len(ids) == len(set(ids))
    used = set(re.findall(r'href="#([^"]+)"', page)) | set(re.findall(r"url\(#([^)]+)\)", page))
    assert used <= set(ids)
    assert len(list((tmp_path / "out").glob("*.svg"))) >= 4


def test_one_kind_is_shown_without_the_others(run: Runs, tmp_path: Path) -> None:
    from knobel.bench.store import Store

    with Store(tmp_path / "b.sqlite") as store:
        for one in (*made("reports", "doppelblock"), *made("latency", "doppelblock")):
            store.add(one)
    measured = run("bench", "reports", "--kind", "bishops", "--store", "b.sqlite")
    assert measured.code == 0 and "Maximum bishops" in measured.out and "Doppelblock" not in measured.out
    report = ("bench", "report", "--store", "b.sqlite")
    shown = {kind: run(*report, "--kind", kind).out for kind in ("bishops", "doppelblock")}
    assert "Maximum bishops" in shown["bishops"] and "Doppelblock" not in shown["bishops"]
    assert "Maximum bishops" not in shown["doppelblock"] and "Doppelblock" in shown["doppelblock"]
    assert "--help" in shown["bishops"]  # the commands are those of no kind
    assert run(*report, "--only", "reports", "--kind", "nonogram").code == 2


def test_what_another_run_refutes_ends_with_an_error(run: Runs, tmp_path: Path) -> None:
    from knobel.bench.store import Store

    first = next(one for one in SUITES["encodings"](Plan.of(["bishops"])) if one.board == "chessboard")
    with Store(tmp_path / "b.sqlite") as store:
        store.add(Run(first, "solved", True, value=99, cpu=0.1, versions=versions()))
    done = run("bench", "encodings", "--kind", "bishops", "--timeout", "3", "--store", "b.sqlite")
    assert done.code == 3 and "called" in done.out


def test_runs_of_what_is_not_installed_are_left_out(run: Runs, tmp_path: Path) -> None:
    from knobel.bench.store import Store

    with Store(tmp_path / "b.sqlite") as store:
        store.add(Run(Trial("nosuch", "p", "solve", "nonogram", "b", "nonogram:1x1:1/1"), "solved", at="2026"))
        store.add(Run(Trial("encodings", "p", "solve", "nosuch", "b", "nosuch:1"), "solved", at="2026"))
    done = run("bench", "report", "--store", "b.sqlite")
    assert done.code == 0 and "nosuch of nonogram, encodings of nosuch" in done.out


def test_an_unknown_suite_leaves_no_file(run: Runs, tmp_path: Path) -> None:
    assert run("bench", "nosuch").code == 2
    assert list(tmp_path.iterdir()) == []


def test_runs_are_objects_one_a_line(run: Runs) -> None:
    done = run("bench", "reports", "--kind", "bishops", "--store", "b.sqlite", "--json")
    assert done.code == 0 and len(done.objects) == 8
    assert {
        "puzzle",
        "encoding",
        "engine",
        "versions",
        "machine",
        "seed",
        "cpu",
        "wall",
        "memory",
        "verdict",
        "checked",
    } <= set(done.objects[0])


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("nosuch",), 2, "unknown suite"),
        (("report", "--store", "none.sqlite"), 3, "none.sqlite"),
        (("encodings", "--kind", "nosuch"), 2, "unknown kind"),
        (("encodings", "--corpus", "nowhere"), 3, "nowhere"),
        (("encodings", "--peers", "nowhere.toml"), 3, "nowhere.toml"),
        (("encodings", "--timeout", "x"), 2, "seconds"),
    ],
)
def test_what_makes_no_sense_is_said(run: Runs, words: tuple[str, ...], code: int, said: str) -> None:
    done = run("bench", *words)
    assert done.code == code and said in done.err
    assert len(done.err.splitlines()) == 1 or code == 2


def test_the_list_shows_all_suites(run: Runs) -> None:
    assert [one["suite"] for one in run("bench", "list", "--json").objects] == list(SUITES)
    assert "reports" in run("bench", "list").out

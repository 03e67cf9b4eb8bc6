"""Formulas, searches, deadlines, pictures and loading: what the kernel promises to kinds and tasks."""

from __future__ import annotations

import itertools
import time
from xml.etree import ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import knobel
from knobel import emit, registry
from knobel.engines import Engine
from knobel.errors import BadInput, Misuse, WrongAnswer
from knobel.formula import Formula, answer_cells, terminated, truth
from knobel.inputs import entries
from knobel.limits import Deadline, OutOfTime, left, tick
from knobel.picture import Board, Cell, Label, Mark, Picture
from knobel.puzzle import Atom, Place
from knobel.say import Say
from knobel.search import Search

Clauses = list[list[int]]


def satisfying(clauses: Clauses, variables: int) -> set[tuple[bool, ...]]:
    """All assignments of the variables that satisfy the clauses."""
    every = itertools.product((False, True), repeat=variables)
    return {row for row in every if all(any(row[abs(x) - 1] == (x > 0) for x in clause) for clause in clauses)}


def clauses_of(formula: Formula) -> Clauses:
    parts: Clauses = [[]]
    for lit in formula.flat().tolist():
        if lit:
            parts[-1].append(lit)
        else:
            parts.append([])
    return parts[:-1]


lits = st.integers(-4, 4).filter(bool)


@given(st.lists(st.lists(lits | st.sampled_from([5, -5]), min_size=1, max_size=4), max_size=6), st.booleans())
def test_clauses_simplify_by_the_true_literal_without_changing_meaning(clauses: Clauses, tables: bool) -> None:
    f = Formula()
    f.new("x", 4)
    assert f.true == 5
    for clause in clauses:
        f.add(np.array([clause], dtype=np.int32) if tables else clause)
    found = satisfying(clauses_of(f), 5)
    assert found == {row for row in satisfying(clauses, 5) if row[4]}
    assert f.size[1] == len(clauses_of(f))
    if not f.impossible(np.array([-5])).any():
        assert not found


@given(st.lists(st.tuples(st.lists(lits, min_size=1, max_size=3), st.integers(1, 3)), max_size=8))
def test_selectors_switch_groups(parts: list[tuple[list[int], int]]) -> None:
    f = Formula()
    f.new("x", 4)
    for number in range(1, 4):
        f.declare("clue" if number < 3 else "implied", Say("group {n}", n=number))
    for clause, group in parts:
        f.add(clause, group=group)
    selectors = np.array([0, 5, 6, 0], dtype=np.int32)
    flat = f.flat(selectors, without=("implied",))
    expected = [x for clause, group in parts if group < 3 for x in (*clause, -(4 + group), 0)]
    assert flat.tolist() == expected
    assert f.clause_groups().tolist() == [group for _, group in parts]


Part = tuple[str, Clauses, int]
parts = st.tuples(
    st.sampled_from(["one by one", "a table", "ragged", "exclusive", "read"]),
    st.lists(st.lists(lits | st.sampled_from([5, -5]), min_size=2, max_size=2), min_size=1, max_size=3),
    st.integers(0, 3),
)


@given(st.lists(parts, max_size=8), st.sampled_from([1, 7, 30]))
def test_no_clause_is_lost_between_batches(steps: list[Part], batch: int) -> None:
    """However clauses come, and whenever they are read: each is there once, in its group, without what holds anyway."""
    f, expected = Formula(), [([5], 0)]
    f.new("x", 4)
    assert f.true == 5
    groups = [0, *(f.declare("rule", Say("rule {n}", n=n)).id for n in range(1, 4))]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("knobel.clauses.BATCH", batch)
        for how, clauses, group in steps:
            if how == "read":
                assert np.count_nonzero(f.flat() == 0) == f.size[1] == len(f.clause_groups())
                continue
            if how == "one by one":
                f.add(*clauses, group=groups[group])
            elif how == "a table":
                f.add(np.array(clauses, dtype=np.int32), group=np.full(len(clauses), groups[group], dtype=np.int32))
            else:
                flat = np.array([lit for clause in clauses for lit in (*clause, 0)], dtype=np.int32)
                (f.add_ragged if how == "ragged" else f.exclude)(flat, group)
                clauses = clauses if how == "ragged" else [[-lit for lit in clause] for clause in clauses]
            kept = ([lit for lit in clause if lit != -5] for clause in clauses if 5 not in clause)
            expected += [(clause or [-5], group) for clause in kept]
        assert sorted(zip(clauses_of(f), f.clause_groups().tolist(), strict=True)) == sorted(expected)


@given(st.lists(st.lists(st.integers(1, 5), max_size=5, unique=True), max_size=5), st.data())
def test_at_most_one_of_each_exclusive_set_holds(sets: Clauses, data: st.DataObject) -> None:
    f = Formula()
    f.new("x", 4)
    assert f.true == 5
    signed = [[lit * data.draw(st.sampled_from([1, -1])) for lit in one] for one in sets]
    for one in signed:
        f.exclude(terminated(np.array([one], dtype=np.int32)))
    expected = set()
    for row in satisfying([[5]], 5):
        if all(sum(row[abs(lit) - 1] == (lit > 0) for lit in one) <= 1 for one in signed):
            expected.add(row)
    assert satisfying(clauses_of(f), 5) == expected
    assert f.size[1] == len(clauses_of(f))
    whole = [one for one in np.split(f.exclusive(), np.flatnonzero(f.exclusive() == 0) + 1) if len(one)]
    pairs = [[-int(a), -int(b)] for one in whole for a, b in itertools.combinations(one[:-1], 2)]
    rest = np.split(f.flat(exclusive=False), np.flatnonzero(f.flat(exclusive=False) == 0) + 1)
    assert satisfying([*([int(lit) for lit in one[:-1]] for one in rest if len(one)), *pairs], 5) == expected
    assert 5 not in np.abs(f.exclusive())


def test_zero_is_no_literal() -> None:
    f = Formula()
    f.add(np.array([[1, 0], [2, 3]], dtype=np.int32))
    with pytest.raises(ValueError, match="0 is no literal"):
        f.flat()


def test_a_clause_has_to_end() -> None:
    for add in (Formula.add_ragged, Formula.exclude):
        f = Formula()
        with pytest.raises(ValueError, match="does not end"):
            add(f, np.array([1, 2, 0, 3, 4], dtype=np.int32))
            f.flat()


def test_names_come_from_blocks_and_their_axes() -> None:
    f = Formula()
    f.new("empty", 0)
    c = f.new("C", 2, 3, axes=[1, ("LEFT", "UP", "DOWN")])
    single = int(f.new("flag"))
    assert [f.name(int(c[0, 0])), f.name(-int(c[1, 2])), f.name(single)] == ["C(1,LEFT)", "-C(2,DOWN)", "flag"]


def test_an_answer_with_known_facts_keeps_its_shape() -> None:
    f = Formula()
    known = np.array([[[True, False, False], [True, True, False]]])
    answer = answer_cells(f, np.ones((1, 2, 3), dtype=np.bool_), known)
    assert answer[0, 0].tolist() == [f.true, -f.true, -f.true] and answer[0, 1, 2] == -f.true
    model = np.zeros(f.variables + 1, dtype=np.bool_)
    model[[f.true, answer[0, 1, 1]]] = True
    assert f.decode(model).tolist() == [[0, 1]]
    assert truth(model, answer).sum() == 2


@given(st.integers(0, 2**16), st.integers(1, 4), st.integers(1, 4))
def test_an_automaton_accepts_exactly_its_words(seed: int, states: int, length: int) -> None:
    random = np.random.default_rng(seed)
    steps = [{v: int(random.integers(states)) for v in range(2) if random.random() < 0.8} for _ in range(states)]
    finals = frozenset(np.flatnonzero(random.random(states) < 0.5).tolist())
    f = Formula()
    cells = answer_cells(f, np.ones((length, 2), dtype=np.bool_))
    emit.automaton(f, cells, steps, 0, finals, "a")
    engine = registry.engine("cadical")
    assert isinstance(engine, Engine)
    session = engine.open(f.variables)
    session.add(f.flat())
    for word in itertools.product(range(2), repeat=length):
        state: int | None = 0
        for value in word:
            state = steps[state].get(value) if state is not None else None
        assert session.solve([int(cells[i, v]) for i, v in enumerate(word)]).sat == (state in finals)
    session.close()


def test_deadlines_nest_and_end() -> None:
    with Deadline(60):
        with Deadline(None):
            assert 59 < (left() or 0) <= 60
        with Deadline(0), pytest.raises(OutOfTime):
            tick()
        tick()
    assert left() is None


@pytest.mark.parametrize("encoding", ["dnf", "order", "compact", "automaton", None])
def test_no_time_means_undecided_for_every_question(encoding: str | None) -> None:
    board = knobel.load("@nonogram/mosaic")
    assert knobel.solve(board, timeout=0, encoding=encoding).status == "undecided"
    assert knobel.unique(board, timeout=0, encoding=encoding).status == "undecided"
    assert knobel.forced(board, timeout=0, encoding=encoding).status == "undecided"
    assert str(knobel.count(board, timeout=0, encoding=encoding)) == "at least 0"


def test_the_time_of_the_reader_is_not_the_searchers() -> None:
    found = knobel.solutions(knobel.load("@nonogram/diagonal"), timeout=10)
    next(found)
    assert left() is None, "the deadline leaked out of the generator"
    found.close()


def test_a_stopped_count_says_what_it_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    board = registry.parse("nonogram:9x9:" + "/".join("1" * 18))
    looks = itertools.count()
    monkeypatch.setattr(time, "monotonic", lambda: float(next(looks)))  # a clock that is one second on at each look
    counted = knobel.count(board, timeout=200)
    assert not counted.exact and 0 < int(counted) < 200


def test_a_lying_engine_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    board = knobel.load("@nonogram/first")
    monkeypatch.setattr(Formula, "decode", lambda *_: np.zeros((3, 4), dtype=np.int64))
    with pytest.raises(WrongAnswer, match="breaks: column 1 has the runs 1 1"):
        knobel.solve(board, encoding="compact")


def test_search_answers_about_atoms_and_groups() -> None:
    board = knobel.load("@nonogram/first")
    encoding = registry.encoding(registry.kind("nonogram"), "automaton")
    with Search(board, encoding, registry.engine("cadical"), select=lambda group: True) as search:
        wrong = [Atom((0, 0), 0), Atom((2, 3), 1)]
        found = search.solve(wrong)
        assert found.sat is False and Atom((0, 0), 0) in found.core
        rows = {group.id for group in encoding(board).groups if group.place and group.place.name == "row"}  # type: ignore[union-attr]
        assert search.solve(wrong, groups=rows).sat is False, "row 1 alone needs its first cell"
        assert search.solve([Atom((2, 3), 0)], groups=rows).sat is True
        possible = search.propagate(groups=rows)
        assert possible is not None and possible[0].tolist() == [
            [False, True],
            [False, True],
            [True, False],
            [False, True],
        ]
    with pytest.raises(Misuse, match="no labels"):
        Search(
            board, registry.encoding(registry.kind("nonogram"), "cp"), registry.engine("cpsat"), select=lambda _: True
        )


def test_pictures_are_the_same_data_in_text_and_svg() -> None:
    board = Board(
        ((Cell("##", fill="#112233"), Cell("··")), (Cell("··"), Cell("7", text="7<"))),
        top=((Label("10"),), (Label("1"), Label("2"))),
        left=((Label("1"),), (Label("1"),)),
        left_places=(Place("row", 0), Place("row", 1)),
        every=1,
    )
    picture = Picture((board,), "a < b", (Mark((0, 1)), Mark(Place("row", 0), "new")))
    assert picture.text().splitlines() == ["      1", "  10  2", "1 ##│··", "  ──┼──", "1 ··│ 7"]
    assert "\x1b[" in picture.text(colour=True) and "\x1b[" not in picture.text()
    svg = picture.svg()
    root = ElementTree.fromstring(svg)
    assert root.findtext("{http://www.w3.org/2000/svg}title") == "a < b"
    assert 'id="cell-1-1"' in svg and "#112233" in svg and "7&lt;" in svg


def test_sentences_translate_inside_out() -> None:
    inner = Say("row {row} is empty", row=1)
    outer = Say("if {what} then {runs}", what=inner, runs=((2, "a"), (1, "b")))
    assert str(outer) == "if row 1 is empty then 2a 1b"
    assert outer.into({"row {row} is empty": "Zeile {row} leer", "if {what} then {runs}": "{runs}, wenn {what}"}) == (
        "2a 1b, wenn Zeile 1 leer"
    )
    assert len({inner, Say("row {row} is empty", row=1), Say("row {row} is empty", row=2)}) == 2


def test_load_wants_one_and_loads_takes_many() -> None:
    with pytest.raises(BadInput, match="no such file"):
        knobel.load("nowhere.non")
    text = "nonogram:1x1:1/1\nnonogram:1x1:/\n"
    assert [puzzle.id() for puzzle in knobel.loads(text)] == text.split()
    with pytest.raises(BadInput, match="2"):
        knobel.loads("nonogram:1x1:1/1\nnonogram:1x1:1\n")
    assert [entry.error is None for entry in entries("@nonogram/cat")] == [True]


def test_a_kind_is_found_by_its_name() -> None:
    assert registry.kind("nonogram").about.split()[0] == "Paint"
    with pytest.raises(Misuse, match="unknown kind 'nosuch'; known: "):
        registry.kind("nosuch")

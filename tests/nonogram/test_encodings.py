"""Every encoding on every engine against brute force, and what their labels and sizes promise."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product

import numpy as np
import pytest

import knobel
from knobel import checks, emit, registry
from knobel.errors import Unable
from knobel.formula import Formula
from knobel.kinds.nonogram.encodings import line_automaton, starts
from knobel.kinds.nonogram.presolve import Impossible, _silent, place_runs, plan_of, presolve
from knobel.kinds.nonogram.rules import Nonogram, runs_of
from knobel.puzzle import Atom, Place
from knobel.search import Search
from nonogram.boards import COLOURS, boards

KIND = registry.kind("nonogram")
FAST = ("cadical", "glucose", "minisat")


@cache
def judged() -> list[tuple[Nonogram, set[str]]]:
    """Random boards, each with all its solutions."""
    return [(board, checks.brute_force(board)) for board in boards(300, seed=7)]


@pytest.mark.parametrize("engine", FAST)
@pytest.mark.parametrize("name", [e.name for e in KIND.encodings.values() if not e.model])
def test_solution_sets_equal_brute_force(name: str, engine: str) -> None:
    for board, expected in judged():
        with Search(board, KIND.encodings[name], registry.engine(engine)) as search:
            assert checks.enumerated(search) == expected, board.id()


@pytest.mark.slow
def test_the_model_equals_brute_force(cpsat_here: Callable[[], None]) -> None:
    cpsat_here()
    for board, expected in judged():
        with Search(board, KIND.encodings["cp"], registry.engine("cpsat")) as search:
            assert checks.enumerated(search) == expected, board.id()


@pytest.mark.slow
@pytest.mark.parametrize("spec", ["kissat", "external:minisat {formula} {result}"])
def test_engines_that_start_anew_equal_brute_force(spec: str, need_tool: object) -> None:
    if spec.startswith("external"):
        need_tool("minisat")  # type: ignore[operator]
    names = [e.name for e in KIND.encodings.values() if not e.model]
    for i, (board, expected) in enumerate(judged()):
        if len(expected) <= 12:
            with Search(board, KIND.encodings[names[i % len(names)]], registry.engine(spec)) as search:
                assert checks.enumerated(search) == expected, board.id()


def test_tasks_agree_with_brute_force_and_each_other() -> None:
    for board, expected in judged():
        assert knobel.count(board) == knobel.count(board, encoding="order") == knobel.count(board, engine="minisat")
        assert int(knobel.count(board)) == len(expected)
        verdict = knobel.unique(board)
        assert verdict.status == ("none", "unique", "multiple")[min(len(expected), 2)]
        witnesses = [board.write(values) for values in verdict.solutions]
        assert set(witnesses) <= expected and len(set(witnesses)) == min(len(expected), 2)
        found = knobel.forced(board)
        if expected:
            every = np.array([board.read(line) for line in sorted(expected)])
            occurs = np.stack([(every == v).any(axis=0) for v in range(len(board.palette) + 1)], axis=-1)
            assert (found.possible == occurs).all(), board.id()
            assert knobel.solve(board).line in expected
        else:
            assert found.status == knobel.solve(board).status == "unsolvable"


@pytest.mark.slow
@pytest.mark.parametrize("name", [e.name for e in KIND.encodings.values() if not e.model])
def test_labels_tell_the_truth(name: str) -> None:
    checks.check_encoding(KIND.encodings[name], boards(100, seed=11))


def test_facts_found_beforehand_hold_in_every_solution() -> None:
    for board, expected in judged():
        checks.check_presolved(board, presolve(board), expected)


def random_lines(count: int) -> list[tuple[list[int], list[list[bool]]]]:
    """A picture of one line, and what is possible at each cell (the picture itself most of the time)."""
    random = np.random.default_rng(3)
    lines = []
    for _ in range(count):
        inks, length = int(random.integers(1, 4)), int(random.integers(1, 8))
        hidden = random.integers(0, inks + 1, length)
        possible = random.random((length, inks + 1)) < 0.8
        possible[np.arange(length), hidden] |= random.random(length) < 0.95
        lines.append((hidden.tolist(), possible.tolist()))
    return lines


def test_the_line_solver_finds_exactly_what_brute_force_finds() -> None:
    for hidden, possible in random_lines(400):
        allowed, clue = np.array(possible), runs_of(hidden)
        length, values = allowed.shape
        words = np.stack(np.meshgrid(*[np.arange(values)] * length, indexing="ij"), axis=-1).reshape(-1, length)
        words = words[allowed[np.arange(length), words].all(axis=1)]
        words = np.array([word for word in words.tolist() if runs_of(word) == clue]).reshape(-1, length)
        masks = [sum(1 << i for i in np.flatnonzero(allowed[:, v]).tolist()) for v in range(values)]
        try:
            _, found = place_runs(plan_of(clue, length), masks)
        except Impossible:
            assert not len(words)
            continue
        expected = [sum(1 << i for i in range(length) if (words[:, i] == v).any()) for v in range(values)]
        assert len(words) and found == expected, (clue, possible)


def test_lines_that_are_not_asked_first_say_nothing() -> None:
    silent = 0
    for length in range(1, 10):
        open_ = [(1 << length) - 1] * 2
        for clue in {runs_of(cells) for cells in product((0, 1), repeat=length)}:
            if _silent(clue, open_, length):
                silent += 1
                assert place_runs(plan_of(clue, length), open_)[1] == open_
    assert silent > 20


def test_propagation_on_one_automaton_finds_all_that_its_line_implies() -> None:
    engine = registry.engine("cadical")
    for hidden, possible in random_lines(300):
        picture = np.array([hidden])
        inks = len(possible[0]) - 1
        palette = COLOURS[:inks]
        board = Nonogram.of(picture, palette).keep([Place("row", 0)])
        facts = [Atom((0, c), v, False) for c, row in enumerate(possible) for v, can in enumerate(row) if not can]
        expected = presolve(board, np.array([possible]))
        with Search(board, KIND.encodings["automaton"], engine) as search:
            found = search.propagate(facts)
        if not expected.any(axis=-1).all():
            assert found is None
        else:
            assert found is not None and (found == expected).all(), (board.id(), possible)


def test_the_automaton_reads_its_own_line_and_no_other() -> None:
    for hidden, _ in random_lines(100):
        steps, finals = line_automaton(runs_of(hidden))
        for word in ([*hidden], [*hidden[::-1]], [0] * len(hidden)):
            state: int | None = 0
            for value in word:
                state = steps[state].get(value) if state is not None else None
            assert (state in finals) == (runs_of(word) == runs_of(hidden))


def test_sizes_of_dnf_are_those_of_the_formula() -> None:
    """One clause a colouring and cell, one a line; a variable a cell and a colouring."""
    board = Nonogram.of(np.array([[1, 0, 1, 0], [0, 1, 1, 0], [0, 0, 0, 0]]))
    assert KIND.encodings["dnf"](board).size == (12 + 7 + 9, 4 * (3 + 3 + 1) + 3 * (3 + 3 + 2 + 1) + 7)


def test_dnf_refuses_what_would_not_fit() -> None:
    board = Nonogram.of(np.tile([1, 0, 0, 0, 0], (60, 12)))
    with pytest.raises(Unable, match="compact"):
        KIND.encodings["dnf"](board)


def test_a_board_that_facts_settle_answers_like_an_engine() -> None:
    """Every single assumption, with and without the solution forbidden."""
    settled = 0
    compact = KIND.encodings["compact"]
    for board, expected in judged():
        known = presolve(board)
        if len(expected) != 1 or not (known.sum(axis=-1) == 1).all():
            continue
        settled += 1
        engine = registry.engine("minisat")
        with (
            Search(board, compact, engine, known=known, presolve_may_answer=True) as easy,
            Search(board, compact, engine) as hard,
        ):
            assert easy.clauses == 0 < hard.clauses
            atoms = [Atom(tuple(at), int(v), holds) for *at, v in np.argwhere(known | True) for holds in (True, False)]
            for atom in atoms:
                found, other = easy.solve([atom]), hard.solve([atom])
                assert found.sat == other.sat and (found.sat or found.core == (atom,)), board.id()
            solution = easy.solve().values
            assert solution is not None and {board.write(solution)} == expected
            easy.forbid(solution)
            assert easy.solve().sat is False
    assert settled > 20


def test_a_piece_at_a_time_is_all_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(starts, "PIECE", 10)
    rng = np.random.default_rng(1)
    for _ in range(100):
        first = rng.integers(0, 5, rng.integers(0, 20))
        stop = first + rng.integers(-2, 15, len(first))
        parts = list(starts.pieces(first, stop))
        assert all(len(run) <= 10 or len(set(run.tolist())) == 1 for run, _ in parts)
        for column, whole in enumerate(emit.spread(first, stop)):
            assert [x for part in parts for x in part[column].tolist()] == whole.tolist()


@pytest.mark.parametrize("name", ["compact", "covers"])
def test_boards_written_in_pieces_are_the_same_formula(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for board in boards(20, seed=3):
        for known in (None, presolve(board)):
            formulas = []
            for piece in (starts.PIECE, 4):
                monkeypatch.setattr(starts, "PIECE", piece)
                f = KIND.encodings[name](board, known)
                assert isinstance(f, Formula)
                clauses = np.split(f.flat(), np.flatnonzero(f.flat() == 0) + 1)
                names = [f.name(v) for v in range(1, f.variables + 1)]
                assert len(set(names)) == len(names)
                formulas.append((names, sorted(map(tuple, clauses))))
            assert formulas[0] == formulas[1]

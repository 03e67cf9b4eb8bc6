"""Every doppelblock encoding against a witness that knows none of them, and what their labels and sizes promise."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

import knobel
from doppelblock.boards import bare, board, boards, grids, solutions
from knobel import checks, registry
from knobel.engines import Engine
from knobel.errors import Unable
from knobel.formula import Formula, Group
from knobel.kinds.doppelblock.encodings.running import line_automaton
from knobel.kinds.doppelblock.encodings.sets import count_sets, sets_with
from knobel.kinds.doppelblock.generate import random_grid
from knobel.kinds.doppelblock.rules import Doppelblock, between
from knobel.model import accepts
from knobel.puzzle import Atom, Place, Possible, Values
from knobel.search import Search

KIND = registry.kind("doppelblock")
SAT = [name for name, encoding in KIND.encodings.items() if not encoding.model]
HONEST = [name for name in SAT if KIND.encodings[name].labels == "all"]
CORPUS = Path(__file__).parents[3] / "shared" / "corpus" / "doppelblock.json"
BOARDS = list(boards(120, 4, seed=7))


@cache
def judged() -> list[tuple[Doppelblock, set[str]]]:
    """Random boards, each with all its solutions."""
    return [(one, solutions(one)) for one in BOARDS]


def engine_of(name: str) -> Engine:
    found = registry.engine(KIND.encodings[name].engine)
    assert isinstance(found, Engine)
    return found


def not_axiom(group: Group) -> bool:
    return group.kind != "axiom"


def some_facts(p: Doppelblock, expected: set[str], random: np.random.Generator) -> Possible:
    """What is possible in the solutions, and here and there more."""
    known = random.random(p.domain().shape) < 0.5
    for line in expected:
        np.put_along_axis(known, p.read(line)[..., None], True, axis=-1)
    return known


# solutions


@pytest.mark.parametrize("n", [5, 6, 7])
def test_sets_and_clauses_have_the_same_solutions(n: int) -> None:
    """From 5 x 5 on, diagrams have layers with several nodes; MiniCard is told that one of them holds."""
    random = np.random.default_rng(n)
    for one in boards(25, n, seed=n):
        filled = board(n, random, 0.25).givens  # some more givens, or there are thousands of solutions
        few = Doppelblock(one.columns, one.rows, filled if random.random() < 0.5 else one.givens)
        found = []
        for engine in ("minicard", "minisat"):
            with Search(few, KIND.encodings["diagram"], registry.engine(engine)) as search:
                lines = set[str]()
                while len(lines) < 60 and (values := search.solve().values) is not None:
                    lines.add(few.write(values))
                    search.forbid(values)
                found.append(lines)
        assert found[0] == found[1] or len(found[0]) == len(found[1]) == 60


@pytest.mark.parametrize("name", [*SAT, "diagram:amo=ladder", "diagram:amo=product"])
def test_solutions_are_those_of_the_rules_with_and_without_known_facts(name: str) -> None:
    random = np.random.default_rng(3)
    encoding = registry.encoding(KIND, name)
    for p, expected in judged():
        for known in (None, some_facts(p, expected, random)):
            with Search(p, encoding, registry.engine(encoding.engine), known=known) as search:
                assert checks.enumerated(search) == expected, p.id()


@pytest.mark.slow
def test_solutions_of_the_model_are_those_of_the_rules(cpsat_here: Callable[[], None]) -> None:
    cpsat_here()
    random = np.random.default_rng(3)
    for p, expected in judged()[:100]:
        if len(expected) <= 8:
            for known in (None, some_facts(p, expected, random)):
                with Search(p, KIND.encodings["cp"], registry.engine("cpsat"), known=known) as search:
                    assert checks.enumerated(search) == expected, p.id()


def test_a_bare_board_has_all_grids() -> None:
    for n in (3, 4):
        for name in SAT:
            assert int(knobel.count(bare(n), encoding=name)) == len(grids(n))


@pytest.mark.parametrize("n", [5, 6, 7])
def test_all_encodings_count_the_same_on_larger_boards(n: int) -> None:
    for p in boards(6, n, seed=n):
        counts = {str(knobel.count(p, limit=20, encoding=name)) for name in SAT}
        assert len(counts) == 1, f"{p.id()}: {counts}"


@pytest.mark.slow
def test_the_model_finds_what_the_formulas_find(cpsat_here: Callable[[], None]) -> None:
    cpsat_here()
    for p in [*boards(6, 5, seed=5), *boards(3, 6, seed=6)]:
        assert str(knobel.count(p, limit=3, encoding="cp")) == str(knobel.count(p, limit=3)), p.id()


def test_solutions_of_large_boards_obey_the_rules() -> None:
    random = np.random.default_rng(0)
    for n in (9, 12, 16):
        p = board(n, random, givens=0.05)
        assert knobel.solve(p).status == "solved"  # a solution that breaks a rule would be an error


# labels


@pytest.mark.slow
@pytest.mark.parametrize("name", KIND.encodings)
def test_the_laws_on_tiny_boards(name: str, cpsat_here: Callable[[], None]) -> None:
    if KIND.encodings[name].model:
        cpsat_here()
    checks.check_encoding(KIND.encodings[name], boards(100, 3, seed=11), subsets=1)


@pytest.mark.parametrize("name", SAT)
def test_dropping_clues_gives_the_board_without_them(name: str) -> None:
    random = np.random.default_rng(5)
    for p in BOARDS[:100]:
        formula = KIND.encodings[name](p)
        assert isinstance(formula, Formula)
        checks.check_formula(formula)
        assert {group.place for group in formula.groups if group.kind == "clue"} == set(p.places())
        kept = {place for place in p.places() if random.random() < 0.7}
        on = {group.id for group in formula.groups if group.place in kept}
        with Search(p, KIND.encodings[name], engine_of(name), select=lambda group: group.kind == "clue") as search:
            assert checks.enumerated(search, groups=on) == solutions(p.keep(kept)), (p.id(), kept)


def arbitrary(p: Doppelblock, random: np.random.Generator) -> Values:
    """Any array, or a grid with a few accidents: most sentences hold in it."""
    values = random_grid(p.n, random)
    wrong = random.random(values.shape) < random.choice([0.05, 0.2, 1.0])
    return np.where(wrong, random.integers(0, p.n - 1, values.shape), values)


@pytest.mark.parametrize("name", HONEST)
def test_a_group_holds_exactly_when_its_sentence_does(name: str) -> None:
    random = np.random.default_rng(9)
    for p in [*boards(60, 4, seed=4), *boards(40, 5, seed=5), *boards(10, 6, seed=6)]:
        formula = KIND.encodings[name](p)
        assert isinstance(formula, Formula)
        cited = [group for group in formula.groups if group.kind in ("rule", "clue")]
        with Search(p, KIND.encodings[name], engine_of(name), select=not_axiom) as search:
            for _ in range(3):
                values = arbitrary(p, random)
                broken = p.check(values)
                facts = [Atom(at, int(v)) for at, v in np.ndenumerate(values)]
                for group in cited:
                    holds = search.solve(facts, groups={group.id}).sat
                    assert holds == (group.say not in broken), f"{p.id()}, {p.write(values)}: {group.say}"


def test_the_fast_encodings_could_not_claim_more() -> None:
    """A number twice between the black cells: the sentence of the sum holds, the clauses of the sum do not."""
    p = Doppelblock.parse("5:,,,,/4,,,,")
    facts = [Atom((0, c), v) for c, v in enumerate([0, 2, 2, 0, 1])]
    for name in SAT:
        with Search(p, KIND.encodings[name], engine_of(name), select=not_axiom) as search:
            assert search.solve(facts, groups={group_at(search, Place("row", 0))}).sat == (name in HONEST)


def group_at(search: Search, place: Place) -> int:
    """The group of a clue."""
    formula = search.encoding(search.puzzle)
    assert isinstance(formula, Formula)
    return next(group.id for group in formula.groups if group.place == place)


def words(n: int, possible: Possible) -> list[tuple[int, ...]]:
    """All lines that these possibilities allow."""
    choices = [np.flatnonzero(cell).tolist() for cell in possible]
    table = np.stack(np.meshgrid(*choices, indexing="ij"), axis=-1).reshape(-1, n)
    return [tuple(word) for word in table.tolist()]


def test_propagation_on_one_automaton_finds_all_that_its_clue_implies() -> None:
    random = np.random.default_rng(2)
    n = 5
    for _ in range(80):
        s = int(random.integers(0, 11))
        p = bare(n)
        p = Doppelblock(p.columns, (s, *p.rows[1:]))
        possible = random.random((n, n - 1)) < 0.7
        if not possible.any(axis=1).all():
            continue
        fitting = [word for word in words(n, possible) if between(word) == s]
        facts = [Atom((0, int(c)), int(v), False) for c, v in np.argwhere(~possible)]
        with Search(
            p, KIND.encodings["automaton"], engine_of("automaton"), select=lambda g: g.kind != "axiom"
        ) as search:
            found = search.propagate(facts, groups={group_at(search, Place("row", 0))})
        if not fitting:
            assert found is None
        else:
            expected = np.zeros_like(possible)
            for word in fitting:
                expected[np.arange(n), word] = True
            assert found is not None and (found[0] == expected).all(), (s, possible)


# parts


def test_the_automaton_reads_lines_with_its_sum() -> None:
    n = 4
    for s in (0, 1, 3, 4, 5, 1000):
        automaton = line_automaton((0, 1, 2, 3), n, s)
        for word in words(n, np.ones((n, n - 1), dtype=np.bool_)):
            assert accepts(automaton, word) == (between(word) == s)


def test_sets_are_all_those_with_the_sum() -> None:
    for most in range(1, 9):
        subsets = [np.array([bits >> i & 1 for i in range(most)], dtype=np.bool_) for bits in range(1 << most)]
        for s in range(most * (most + 1) // 2 + 3):
            expected = {tuple(one.tolist()) for one in subsets if int((np.flatnonzero(one) + 1).sum()) == s}
            found = [tuple(row) for row in sets_with(most, s).tolist()]
            assert set(found) == expected and len(found) == len(expected) == count_sets(most).get(s, 0)


def test_encodings_refuse_what_would_not_fit() -> None:
    p = board(30, np.random.default_rng(1))
    for name in ("automaton", "order", "table"):
        with pytest.raises(Unable, match="diagram"):
            KIND.encodings[name](p)


@pytest.mark.parametrize("name", SAT)
def test_hopeless_sums_have_no_solution_and_cost_nothing(name: str) -> None:
    for s in ("4", "10", "999999"):
        p = Doppelblock.parse(f"4:{s},,,/,,,")
        assert knobel.solve(p, encoding=name).status == "unsolvable"
    assert (
        knobel.solve(Doppelblock.parse("30:999999" + "," * 29 + "/" + "," * 29), encoding=name).status == "unsolvable"
    )


def test_the_model_has_no_solution_for_a_hopeless_sum(cpsat_here: Callable[[], None]) -> None:
    cpsat_here()
    assert knobel.solve(Doppelblock.parse("5:999999,,,,/,,,,"), encoding="cp").status == "unsolvable"


# boards of others


@pytest.mark.parametrize("name", SAT)
def test_the_corpus_has_the_stated_numbers_of_solutions(name: str) -> None:
    if not CORPUS.exists():
        pytest.skip("the corpus is not there")
    for entry in json.loads(CORPUS.read_text(encoding="utf-8")):
        n = entry["n"]
        givens = np.full((n, n), -1)
        for r, c, v in entry["givens"]:
            givens[r, c] = v
        p = Doppelblock(tuple(entry["cols"]), tuple(entry["rows"]), tuple(map(tuple, givens.tolist())))
        found = [values.tolist() for values in knobel.solutions(p, encoding=name)]
        assert len(found) == entry["solutions"] and entry["solution"] in found, entry["name"]

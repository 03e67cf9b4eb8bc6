"""The laws of the house as functions: run them on your own kind, encoding or engine.

Each takes what it judges and small puzzles to judge it on, and raises :class:`AssertionError` with the first case that
breaks the law. Brute force over the rules is the witness: nothing here trusts an encoding.
"""

from __future__ import annotations

import io
from collections.abc import Collection, Iterable
from itertools import product

import numpy as np

from .. import registry
from ..dimacs import read_dimacs, write_dimacs
from ..encodings import Encoding
from ..engines import Engine, ModelEngine
from ..errors import BadInput, Unable
from ..formula import Formula
from ..model import Model
from ..puzzle import Atom, Optimising, Place, Possible, Puzzle, Transposable, Values
from ..registry import Kind
from ..search import Search
from ..tasks.count import Count, count
from ..tasks.forced import forced
from ..tasks.solve import solve
from ..tasks.unique import unique
from .sessions import check_engine

__all__ = [
    "arrays",
    "brute_force",
    "check_clue_subset",
    "check_encoding",
    "check_engine",
    "check_formula",
    "check_kind",
    "check_presolved",
    "check_puzzle",
    "check_sentences",
    "check_tasks",
    "enumerated",
]

MAX_ARRAYS = 1 << 16
MAX_SENTENCES = 24  # arrays on which sentences are compared with clauses


def arrays(puzzle: Puzzle) -> Iterable[Values]:
    """Every array that the domain allows."""
    domain = puzzle.domain()
    *shape, count = domain.shape
    choices = [np.flatnonzero(entry).tolist() for entry in domain.reshape(-1, count)]
    assert np.prod([float(len(choice)) for choice in choices]) <= MAX_ARRAYS, (
        f"{puzzle.id()} is too large for brute force"
    )
    for values in product(*choices):
        yield np.array(values, dtype=np.int64).reshape(shape)


def brute_force(puzzle: Puzzle, best_only: bool = True) -> set[str]:
    """All solutions by trying every array against the rules; only the best ones, if the puzzle asks for these."""
    found = [values for values in arrays(puzzle) if not puzzle.check(values)]
    if found and best_only and isinstance(puzzle, Optimising) and puzzle.best:
        worth = [puzzle.value(values) for values in found]
        best = max(worth) if puzzle.best == "most" else min(worth)
        found = [values for values, value in zip(found, worth, strict=True) if value == best]
    return {puzzle.write(values) for values in found}


def enumerated(search: Search, groups: Collection[int] | None = None) -> set[str]:
    """All solutions that a search finds, each once."""
    found: set[str] = set()
    while (values := search.solve(groups=groups).values) is not None:
        line = search.puzzle.write(values)
        assert line not in found, f"{search.puzzle.id()}: {line} was found twice"
        found.add(line)
        search.forbid(values)
    return found


def check_puzzle(puzzle: Puzzle, answer: str | None = None, only: bool = False) -> None:
    """IDs and solutions round-trip, and a known answer passes; if it is the only one, every change to it is named."""
    assert registry.parse(puzzle.id()) == puzzle, f"{puzzle.id()} does not round-trip"
    unknown = np.full(puzzle.domain().shape[:-1], -1, dtype=np.int64)
    assert (puzzle.read(puzzle.write(unknown)) == unknown).all(), f"{puzzle.id()}: an unknown board does not round-trip"
    sentences = {puzzle.say(Atom(tuple(at), int(value))) for *at, value in np.argwhere(puzzle.domain()).tolist()}
    assert len(sentences) == int(puzzle.domain().sum()), f"{puzzle.id()}: two facts have the same sentence"
    if answer is None:
        return
    values = puzzle.read(answer)
    assert puzzle.write(values) == answer, f"{puzzle.id()}: {answer} does not round-trip"
    assert puzzle.check(values) == [], f"{puzzle.id()}: the known answer breaks {puzzle.check(values)}"
    assert puzzle.full(values).check(values) == [], f"{puzzle.id()}: clues read off the answer do not fit it"
    for atom in _changes(puzzle, values) if only else ():
        changed = values.copy()
        changed[atom.at] = atom.value
        worse = isinstance(puzzle, Optimising) and puzzle.best and puzzle.value(changed) != puzzle.value(values)
        assert puzzle.check(changed) or worse, f"{puzzle.id()}: nothing is said against '{puzzle.say(atom)}'"
    if isinstance(puzzle, Transposable):
        mirrored = puzzle.transposed()
        assert mirrored.transposed() == puzzle, f"{puzzle.id()}: transposed twice, it is another puzzle"
        assert mirrored.check(values.T) == [], f"{puzzle.id()}: the mirrored answer breaks {mirrored.check(values.T)}"
    drawn = puzzle.draw(values)
    assert drawn.text() and drawn.svg().startswith("<svg"), f"{puzzle.id()}: there is no picture"


def _changes(puzzle: Puzzle, values: Values, most: int = 200) -> list[Atom]:
    """Other values for single entries of a solution, at most so many, spread evenly."""
    domain = puzzle.domain().copy()
    np.put_along_axis(domain, values[..., None], False, axis=-1)
    atoms = [Atom(tuple(at), int(value)) for *at, value in np.argwhere(domain).tolist()]
    return atoms[:: max(1, len(atoms) // most)]


def check_kind(kind: Kind) -> None:
    """The kind is complete: a default encoding, one whose labels can be trusted, examples with known answers."""
    assert kind.about, f"{kind.name} has no sentence about itself"
    assert sum(one.default for one in kind.encodings.values()) == 1, f"{kind.name} needs exactly one default encoding"
    assert any(one.labels == "all" for one in kind.encodings.values()), f"{kind.name} has no encoding with labels='all'"
    assert all(one.about for one in kind.encodings.values()), f"an encoding of {kind.name} has no docstring"
    assert kind.examples, f"{kind.name} has no examples"
    for example in kind.examples.values():
        puzzle = registry.parse(example.id)
        assert puzzle.id() == example.id, f"{example.name} is not in the form that id() writes"
        assert (example.answer is None) == (example.solutions == 0), f"{example.name}: answer and number disagree"
        check_puzzle(puzzle, example.answer, only=example.solutions == 1)
    for text in ("", ":", "x", "1x1:", "-1x2:1", "99999999x99999999:", "\x00", "é:²", "1" * 5000):
        try:
            kind.puzzle.parse(text)
        except BadInput:
            continue


def check_formula(formula: Formula) -> None:
    """Names are unique, literals are in range, and the DIMACS file says the same."""
    names = [formula.name(variable) for variable in range(1, formula.variables + 1)]
    assert len(set(names)) == len(names), "two variables have the same name"
    flat = formula.flat()
    assert len(flat) == 0 or (flat[-1] == 0 and flat[0] != 0), "clauses are not terminated"
    assert not ((flat[1:] == 0) & (flat[:-1] == 0)).any(), "an empty clause was stored"
    assert np.abs(flat).max(initial=0) <= formula.variables, "a literal is out of range"
    assert len(formula.clause_groups()) == formula.size[1] == np.count_nonzero(flat == 0), "clauses are counted wrongly"
    assert (np.abs(formula.answer) > 0).all(), "the answer has a literal 0"
    text = io.StringIO()
    write_dimacs(formula, text)
    cnf = read_dimacs(text.getvalue())
    assert (cnf.flat == flat).all(), "the DIMACS file has other clauses"
    assert cnf.names == dict(enumerate(names, 1)), "the DIMACS file has other names"


def check_encoding(
    encoding: Encoding, puzzles: Iterable[Puzzle], engine: Engine | ModelEngine | None = None, subsets: int = 3
) -> None:
    """Its solutions are those of brute force, its labels say what they claim, and known facts change nothing.

    A puzzle that the encoding says it is unable to encode is passed over.
    """
    engine = engine or registry.engine(encoding.engine)
    random = np.random.default_rng(0)
    for puzzle in puzzles:
        try:
            built = encoding(puzzle)
        except Unable:
            continue
        expected = brute_force(puzzle)
        kind = registry.kind(puzzle.kind)
        knowns: list[Possible | None] = [None]
        if kind.presolve is not None:
            knowns.append(kind.presolve(puzzle))
            check_presolved(puzzle, knowns[1], expected)
        for known in knowns:
            for one in (engine, *_without_sets()) if "exclusive" in engine.can else (engine,):
                with Search(puzzle, encoding, one, known=known) as search:
                    search.climb()
                    _same(encoding, puzzle, enumerated(search), expected)
        if isinstance(built, Model):
            continue
        assert isinstance(engine, Engine)
        check_formula(built)
        with Search(puzzle, encoding, engine, without=("implied",)) as search:
            search.climb()
            _same(encoding, puzzle, enumerated(search), expected)
        if encoding.labels != "none":
            for _ in range(subsets):
                kept = [place for place in puzzle.places() if random.random() < 0.6]
                check_clue_subset(encoding, puzzle, engine, kept)
        if encoding.labels == "all":
            check_sentences(encoding, puzzle, engine)


def _without_sets() -> list[Engine | ModelEngine]:
    """An engine, quick on small puzzles, that reads as clauses what others take as exclusive sets."""
    return [one for one in registry.engines().values() if "light" in one.can and "exclusive" not in one.can][:1]


def check_tasks(puzzle: Puzzle) -> None:
    """Solving, counting, uniqueness and forced entries agree with brute force, and so with each other."""
    expected = brute_force(puzzle)
    assert (solve(puzzle).line in expected) if expected else (solve(puzzle).status == "unsolvable"), puzzle.id()
    assert count(puzzle) == Count(len(expected), True), f"{puzzle.id()}: {count(puzzle)}, brute force {len(expected)}"
    verdict = unique(puzzle, nearest=False)
    witnesses = {puzzle.write(values) for values in verdict.solutions}
    assert verdict.status == ("none", "unique", "multiple")[min(2, len(expected))], f"{puzzle.id()}: {verdict}"
    assert witnesses <= expected and len(witnesses) == min(2, len(expected)), f"{puzzle.id()}: {witnesses}"
    if expected:
        every = np.stack([puzzle.read(line) for line in expected])
        occurs = np.stack([(every == v).any(axis=0) for v in range(puzzle.domain().shape[-1])], axis=-1)
        assert (forced(puzzle).possible == occurs).all(), f"{puzzle.id()}: other entries are forced"


def _same(encoding: Encoding, puzzle: Puzzle, found: set[str], expected: set[str]) -> None:
    fits = expected <= found if encoding.weaker_for(puzzle) else expected == found
    assert fits, f"{encoding.full_name} of {puzzle.id()}: {sorted(found ^ expected)[:3]} is found or missed wrongly"


def check_presolved(puzzle: Puzzle, known: Possible | None, expected: set[str]) -> None:
    """Facts found before encoding hold in every solution."""
    assert known is not None and known.shape == puzzle.domain().shape
    for line in expected:
        values = puzzle.read(line)
        assert np.take_along_axis(known, values[..., None], axis=-1).all(), f"{puzzle.id()}: presolve excludes {line}"


def check_clue_subset(encoding: Encoding, puzzle: Puzzle, engine: Engine, kept: Collection[Place]) -> None:
    """Switching clue groups off gives exactly the puzzle without those clues, and its best solutions too."""
    formula = encoding(puzzle)
    assert isinstance(formula, Formula)
    places = {group.place for group in formula.groups if group.kind == "clue"}
    assert places == set(puzzle.places()), f"{encoding.name} of {puzzle.id()}: clue groups are not the puzzle's clues"
    on = {group.id for group in formula.groups if group.place in kept}
    fewer = puzzle.keep([place for place in puzzle.places() if place in kept])
    # A line may show the clues that are left, so it is written again by the whole puzzle.
    found = [fewer.read(line) for line in brute_force(fewer, best_only=False)]
    with Search(puzzle, encoding, engine, select=lambda group: group.kind == "clue", without=("implied",)) as search:
        _same(encoding, fewer, enumerated(search, groups=on), {puzzle.write(values) for values in found})
    if isinstance(fewer, Optimising) and fewer.best and not encoding.weaker_for(fewer):
        sign = 1 if fewer.best == "most" else -1
        worth = [sign * fewer.value(values) for values in found]
        name = f"{encoding.full_name} of {puzzle.id()}, asked as {fewer.id()}"
        best = sign * max(worth, default=0)
        told = best in formula.levels or len(set(worth)) < 2  # where all are worth the same, nothing is to be demanded
        assert told, f"{name}: nothing demands the best value, {best}"
        for value, sat in _demands(formula, engine, on).items():
            fits = any(one >= sign * value for one in worth)
            assert sat == fits, f"{name}: the value {value} is {'met' if sat else 'refuted'} wrongly"


def _demands(formula: Formula, engine: Engine, on: Collection[int]) -> dict[int, bool | None]:
    """For each value that can be demanded, whether it is met with only these clues on."""
    clues = [group.id for group in formula.groups if group.kind == "clue"]
    selectors = np.zeros(len(formula.groups), dtype=np.int32)
    selectors[clues] = formula.variables + 1 + np.arange(len(clues))
    session = engine.open(formula.variables + len(clues))
    try:
        session.add(formula.flat(selectors, without=("implied",)))
        assume = [int(selectors[group]) for group in on]
        return {value: session.solve([*assume, lit]).sat for value, lit in formula.levels.items()}
    finally:
        session.close()


def check_sentences(encoding: Encoding, puzzle: Puzzle, engine: Engine) -> None:
    """For arbitrary arrays, a group holds exactly when its sentence is not among the broken rules."""
    formula = encoding(puzzle)
    assert isinstance(formula, Formula)
    cited = [group for group in formula.groups if group.kind in ("rule", "clue")]
    tried = list(arrays(puzzle))
    chosen = np.random.default_rng(0).permutation(len(tried))[:MAX_SENTENCES]
    with Search(puzzle, encoding, engine, select=lambda group: group.kind != "axiom") as search:
        for index in chosen.tolist():
            values = tried[index]
            broken = puzzle.check(values)
            facts = [Atom(tuple(at), int(values[tuple(at)])) for at in np.argwhere(values >= 0).tolist()]
            for group in cited:
                holds = search.solve(facts, groups={group.id}).sat
                assert holds == (group.say not in broken), (
                    f"{encoding.name} of {puzzle.id()}: on {puzzle.write(values)} the clauses of '{group.say}' "
                    f"{'hold' if holds else 'fail'}, its sentence does not"
                )

"""The proof checker: it never accepts what is wrong, always what is right, and reads nothing into damaged files."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benches import load
from drat_by_definition import Step, is_proof, is_rup, is_wrong
from knobel import registry
from knobel.backends import open_session
from knobel.engines import Artifacts, Engine
from knobel.errors import BadInput
from knobel.formula import Lits
from knobel.limits import Deadline, OutOfTime
from knobel.proofs import check_proof, checker
from knobel.proofs.checker import check
from knobel.proofs.drat import Proof, read_proof
from knobel.proofs.kernel import LIBRARY

BENCH = load("proofs")
steps_of: Callable[[Proof], list[Step]] = BENCH.steps_of
Clauses = list[list[int]]

SQUARE: Clauses = [[1, 2], [1, -2], [-1, 2], [-1, -2]]
PROVERS = ["cadical", "cadical:inprocessing=1:stabilizeonly=0", "glucose", "yasat"]


def flat(clauses: Iterable[Sequence[int]]) -> Lits:
    return np.array([lit for clause in clauses for lit in (*clause, 0)], dtype=np.int32)


def as_text(steps: Iterable[Step]) -> bytes:
    return "".join(f"{'d ' if deletes else ''}{' '.join(map(str, (*lits, 0)))}\n" for deletes, lits in steps).encode()


def as_binary(steps: Iterable[Step]) -> bytes:
    out = bytearray()
    for deletes, lits in steps:
        out += b"d" if deletes else b"a"
        for lit in lits:
            code = 2 * abs(lit) + (lit < 0)
            while code > 127:
                out.append(code & 127 | 128)
                code >>= 7
            out.append(code)
        out.append(0)
    return bytes(out)


def satisfiable(clauses: Iterable[Sequence[int]]) -> bool:
    clauses = list(clauses)
    top = max((abs(lit) for clause in clauses for lit in clause), default=0)
    return any(
        all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
        for values in product((False, True), repeat=top)
    )


def pigeons(holes: int) -> Clauses:
    at = np.arange(1, holes * (holes + 1) + 1).reshape(holes + 1, holes)
    pairs = [[-int(at[i, h]), -int(at[j, h])] for h in range(holes) for i in range(holes + 1) for j in range(i)]
    return at.tolist() + pairs


def three_sat(variables: int, seed: int, ratio: float = 5.5) -> Clauses:
    rng = random.Random(seed)
    picks = (rng.sample(range(1, variables + 1), 3) for _ in range(int(ratio * variables)))
    return [[lit * rng.choice((1, -1)) for lit in pick] for pick in picks]


def proof_of(clauses: Clauses, name: str, folder: Path) -> bytes | None:
    """An engine's proof, or None if there is a model."""
    engine = registry.engine(name)
    assert isinstance(engine, Engine)
    path = folder / "proof"
    session = open_session(engine, int(np.abs(flat(clauses)).max()), Artifacts(proof=path))
    try:
        session.add(flat(clauses))
        return path.read_bytes() if session.solve().sat is False else None
    finally:
        session.close()


# reading

literals = st.integers(-300, 300).filter(bool) | st.sampled_from([2**31 - 1, 1 - 2**31, 63, 64, -64, 8192])
proofs = st.lists(st.tuples(st.booleans(), st.lists(literals, max_size=5).map(tuple)), max_size=8)


@given(proofs)
def test_both_forms_are_read_as_they_were_written(steps: list[Step]) -> None:
    assert steps_of(read_proof(as_text(steps))) == steps
    assert steps_of(read_proof(as_binary(steps))) == steps


@given(proofs.filter(bool), st.data())
def test_a_proof_cut_short_is_refused_or_has_fewer_steps(steps: list[Step], data: st.DataObject) -> None:
    written = as_binary(steps)
    cut = data.draw(st.integers(0, len(written) - 1))
    try:
        read = steps_of(read_proof(written[:cut]))
    except BadInput:
        assert cut and written[cut - 1] != 0
    else:
        assert read == steps[: len(read)] and len(read) < len(steps)


@given(st.binary(max_size=40) | st.text("0123456789- \nadc", max_size=40).map(str.encode))
def test_any_bytes_are_a_proof_or_bad_input(data: bytes) -> None:
    try:
        proof = read_proof(data)
    except BadInput:
        return
    assert np.count_nonzero(proof.flat == 0) == proof.steps
    assert (
        as_text(steps_of(proof)).split() == [word for line in data.split(b"\n") for word in _words(line)]
        or b"\0" in data
    )


def _words(line: bytes) -> list[bytes]:
    """The numbers of a line as they would be written, and the letter d."""
    words = [] if line.lstrip(b" ").startswith(b"c") else line.split()
    return [word if word == b"d" else str(int(word)).encode() for word in words]


@pytest.mark.parametrize(
    ("data", "line", "words"),
    [
        (b"1 2 0\n1 x 0\n", 2, "'x'"),
        (b"1 -2", 1, "cut short"),
        (b"c a comment\n1 d 2 0\n", 2, "before the next step"),
        (b"1 0\n2147483648 0\n", 2, "at most"),
        (b"99999999999999999999 0\n", 1, "at most"),
        (b"1 -0-1 0\n", 1, "expected"),
        (b"- 1 0\n", 1, "expected"),
        (b"1 d2 0\n", 1, "expected"),
        (b"b\x02\x00", None, "'a' or 'd'"),
        (b"a\x02\x00a\x02", None, "cut short"),
        (b"a\x01\x00a\x00", None, "out of range"),
        (b"a\xff\xff\xff\xff\x7f\x00", None, "out of range"),
        (b"a\xff\xff\xff\xff\xff\x7f\x00", None, "damaged"),
        (b"a\x82\x00a\x00", None, "damaged"),
    ],
)
def test_what_is_wrong_with_a_file_is_said(data: bytes, line: int | None, words: str) -> None:
    with pytest.raises(BadInput, match=words) as caught:
        read_proof(data)
    assert caught.value.line == line


def test_text_may_be_spaced_in_any_way() -> None:
    expected = [(False, (1, -2)), (True, (1, 2)), (False, ())]
    assert steps_of(read_proof(b"c hello\r\n1\t-2\r\n0 d 1 2 0\n\n  c more\n0")) == expected
    assert steps_of(read_proof(b"")) == []


# checking


@pytest.fixture(params=["pure", "compiled"])
def compiled_too(request: pytest.FixtureRequest, need_module: Callable[[str], None]) -> bool:
    if request.param == "compiled":
        need_module("llvmlite")
    return bool(request.param == "compiled")


small_lits = st.integers(-4, 4).filter(bool)
formulas = st.lists(st.lists(small_lits, min_size=1, max_size=3), max_size=14)
lemmas = st.lists(
    st.tuples(
        st.sampled_from((False, False, False, True)), st.lists(st.integers(-6, 6).filter(bool), max_size=3).map(tuple)
    ),
    max_size=10,
).map(lambda steps: [*steps, (False, ())])


@settings(max_examples=500, deadline=None)
@given(formulas, lemmas)
def test_what_is_accepted_has_no_model_and_what_is_right_is_accepted(formula: Clauses, steps: list[Step]) -> None:
    accepted = bool(check(flat(formula), read_proof(as_text(steps)), pure=True))
    assert not (accepted and satisfiable(formula))
    assert accepted or not is_proof(formula, steps)
    assert not (accepted and is_wrong(formula, steps))


@settings(max_examples=300, deadline=None)
@given(st.integers(0, 10**6), st.lists(st.integers(0, 200), max_size=3), st.data())
def test_deletions_are_honoured(seed: int, deleted: list[int], data: st.DataObject) -> None:
    """Deletions and double clauses among lemmas that all follow: the naive checker and this one say the same."""
    formula = three_sat(5, seed, ratio=7)
    rng = random.Random(seed)
    steps: list[Step] = []
    for _ in range(rng.randrange(1, 12)):
        lemma = tuple(lit * rng.choice((1, -1)) for lit in rng.sample(range(1, 6), rng.randrange(1, 3)))
        if is_rup([*map(tuple, formula), *(clause for _, clause in steps)], lemma):
            steps.append((False, lemma))
        if steps and rng.random() < 0.5:
            steps.append((True, rng.choice([*(tuple(clause) for clause in formula), *(clause for _, clause in steps)])))
    steps.append((False, ()))
    accepted = bool(check(flat(formula), read_proof(as_binary(steps)), pure=True))
    assert accepted >= is_proof(formula, steps)
    if accepted:
        assert not is_wrong(formula, steps)


def test_new_variables_need_rat_and_the_right_first_literal(compiled_too: bool) -> None:
    """On 4, the second lemma would have to agree with the first one, and does not; on 1, all its resolvents follow."""
    cube = list(product((1, -1), (2, -2), (3, -3)))
    right, wrong = b"4 1 0\n1 -4 0\n1 0\n2 0\n0\n", b"4 1 0\n-4 1 0\n1 0\n2 0\n0\n"
    result = check(flat(cube), read_proof(right), pure=not compiled_too)
    assert result and result.rats == 2
    refused = check(flat(cube), read_proof(wrong), pure=not compiled_too)
    assert not refused and "step 2 adds the clause -4 1," in str(refused)
    assert is_proof(cube, steps_of(read_proof(right))) and not is_proof(cube, steps_of(read_proof(wrong)))


def cook(holes: int) -> list[Step]:
    """The short proof for pigeons, by definitions: what sat in the last hole moves to where the last pigeon sat."""
    at = np.arange(1, holes * (holes + 1) + 1).reshape(holes + 1, holes).tolist()
    top, lemmas = holes * (holes + 1), []
    while holes > 1:
        holes -= 1
        new = [[top + i * holes + j + 1 for j in range(holes)] for i in range(holes + 1)]
        top += holes * (holes + 1)
        last = at[-1]
        for i, j in product(range(holes + 1), range(holes)):
            q, here, end = new[i][j], at[i][j], at[i][-1]
            lemmas += [(q, -here), (q, -end, -last[j]), (-q, here, end), (-q, here, last[j])]
        lemmas += [tuple(row) for row in new]
        for j, i, k in product(range(holes), range(holes + 1), range(holes + 1)):
            if i < k:
                lemmas += [(-new[i][j], -new[k][j], -at[i][j]), (-new[i][j], -new[k][j])]
        at = new
    return [(False, lemma) for lemma in [*lemmas, ()]]


def test_definitions_are_accepted(compiled_too: bool) -> None:
    result = check(flat(pigeons(6)), read_proof(as_binary(cook(6))), pure=not compiled_too)
    assert result and result.rats > 100
    assert is_proof(pigeons(3), cook(3))
    without = cook(3)[1:]  # one half of one definition
    assert is_wrong(pigeons(3), without) == (not check(flat(pigeons(3)), read_proof(as_text(without)), pure=True))


@pytest.mark.parametrize("proof", [b"", b"2 0\n", b"d 1 2 0\nd 0\n"])
def test_a_proof_without_the_empty_clause_is_none(proof: bytes) -> None:
    """Not even where propagation would find the contradiction by itself."""
    result = check(flat([[1], [-1]]), read_proof(proof))
    assert not result and "never adds the empty clause" in str(result)


def test_steps_that_are_not_needed_are_not_checked() -> None:
    """So a proof with nonsense in it is accepted where it proves the claim without."""
    result = check(flat(SQUARE), read_proof(b"7 8 0\n2 0\n-9 0\n0\n"))
    assert result and result.lemmas == 1 and result.steps == 4


def test_deleted_clauses_are_gone_but_not_those_in_use() -> None:
    assert not check(flat(SQUARE), read_proof(b"d 1 2 0\n2 0\n0\n"))
    assert check(flat([*SQUARE, [2, 1]]), read_proof(b"d 1 2 0\n2 0\n0\n"))  # there are two of them
    in_use = check(
        flat([[1], [-1, 2], [-2, 3, 4], [-3, 4], [-2, -4, 5], [-5, -4]]), read_proof(b"d 1 0\nd 2 -1 0\n4 0\n0\n")
    )
    assert in_use and in_use.ignored == 2
    assert check(flat(SQUARE), read_proof(b"d 5 6 0\n2 0\n0\n")).ignored == 1


def test_large_numbers_take_no_memory() -> None:
    far = 2**31 - 1
    assert check(flat([[1, far], [1, -far], [-1, far], [-1, -far]]), read_proof(f"{far} 0\n0\n".encode()))


def test_a_deadline_holds(compiled_too: bool, tmp_path: Path) -> None:
    formula = pigeons(4)
    data = proof_of(formula, "cadical", tmp_path)
    assert data is not None
    with pytest.raises(OutOfTime), Deadline(0):
        check(flat(formula), read_proof(data), pure=not compiled_too)


def test_it_works_without_a_compiler(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    data = proof_of(pigeons(5), "cadical", tmp_path)
    assert data is not None
    monkeypatch.setattr(checker, "SMALL", 0)
    monkeypatch.setitem(vars(LIBRARY), "usable", False)
    monkeypatch.setattr(LIBRARY, "calls", lambda: pytest.fail("there is nothing to call"))
    assert check(flat(pigeons(5)), read_proof(data))
    assert check(flat(pigeons(5)), read_proof(data), pure=False)


def test_work_in_slices_comes_to_the_same(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    formula = pigeons(4)
    data = proof_of(formula, "cadical", tmp_path)
    assert data is not None
    whole = check(flat(formula), read_proof(data), pure=True)
    monkeypatch.setattr(checker, "PURE_SLICE", 3)
    assert check(flat(formula), read_proof(data), pure=True) == whole


# proofs of engines


@pytest.fixture(params=PROVERS)
def prover(request: pytest.FixtureRequest, need_module: Callable[[str], None]) -> str:
    if request.param == "yasat":
        need_module("llvmlite")
    return str(request.param)


def test_every_engines_proofs_are_accepted(prover: str, compiled_too: bool, tmp_path: Path) -> None:
    formulas = [pigeons(4), SQUARE, [[1], [-1]], [[1], [-1, 2], [-2, 3], [-3, -1]], [[1, 1], [2, -2], [-1, -1, -1]]]
    formulas += [three_sat(n, seed) for n in (12, 30, 60) for seed in range(8)]
    refuted = 0
    for formula in formulas:
        data = proof_of(formula, prover, tmp_path)
        if data is not None:
            refuted += 1
            result = check(flat(formula), read_proof(data), pure=not compiled_too)
            assert result, f"{formula}: {result}"
    assert refuted > 12


def test_the_proof_of_a_long_search_is_whole(tmp_path: Path, need_module: Callable[[str], None]) -> None:
    """Glucose goes on in a process of its own after some thousand conflicts."""
    need_module("llvmlite")
    data = proof_of(pigeons(7), "glucose", tmp_path)
    assert data is not None and check(flat(pigeons(7)), read_proof(data))


def test_external_commands_write_proofs(need_tool: Callable[[str], str], tmp_path: Path) -> None:
    need_tool("cadical")
    data = proof_of(pigeons(4), "external:cadical -q {formula} {proof}", tmp_path)
    assert data is not None and check(flat(pigeons(4)), read_proof(data))


def test_damaged_proofs_that_are_wrong_are_refused(tmp_path: Path) -> None:
    rng = random.Random(1)
    wrong = 0
    for formula in [pigeons(3), *(three_sat(20, seed, 5) for seed in range(8))]:
        data = proof_of(formula, "cadical:inprocessing=0", tmp_path)
        if data is None:
            continue
        for _ in range(20):
            steps = BENCH.damage(steps_of(read_proof(data)), rng, 20)
            result = check(flat(formula), read_proof(as_binary(steps)), pure=True)
            if is_wrong(formula, steps):
                wrong += 1
                assert not result, f"{formula}: {steps}"
            assert result or not is_proof(formula, steps)
    assert wrong > 30


def test_the_proof_of_another_formula_is_refused(tmp_path: Path) -> None:
    """Take away a clause that makes the difference, and the proof must fail: there is a model now."""
    formula = pigeons(4)
    data = proof_of(formula, "cadical", tmp_path)
    assert data is not None
    for i in range(len(formula)):
        assert not check(flat(formula[:i] + formula[i + 1 :]), read_proof(data), pure=True)


def test_files_are_checked_packed_or_not(tmp_path: Path) -> None:
    import gzip
    import lzma

    formula, proof = tmp_path / "a.cnf", tmp_path / "a.drat"
    formula.write_bytes(lzma.compress(b"p cnf 2 4\n1 2 0\n1 -2 0\n-1 2 0\n-1 -2 0\n"))
    proof.write_bytes(gzip.compress(b"2 0\n0\n"))
    assert check_proof(formula, proof)
    proof.write_bytes(gzip.compress(b"2 0\n0\n")[:-9])
    with pytest.raises(BadInput, match="damaged"):
        check_proof(formula, proof)

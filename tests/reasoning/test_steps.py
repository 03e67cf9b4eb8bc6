"""Explanations against brute force: what each step says follows from what it cites, and from nothing less."""

from __future__ import annotations

from itertools import chain, combinations

import numpy as np
import numpy.typing as npt
import pytest

import knobel
from dominosweeper.boards import boards as dominosweeper
from knobel.checks import arrays
from knobel.formula import Formula
from knobel.puzzle import Atom, Optimising, Puzzle
from knobel.reasoning.steps import Step
from knobel.reasoning.verify import explaining
from knobel.say import Say
from knobel.tasks.explain import steps
from reasoning.worlds import BOARDS

EACH = 200
Rows = npt.NDArray[np.bool_]


class World:
    """All arrays of a small puzzle, and which of its groups each of them breaks."""

    def __init__(self, puzzle: Puzzle) -> None:
        formula = explaining(puzzle)[0](puzzle)
        assert isinstance(formula, Formula)
        worth = knobel.solve(puzzle).value if isinstance(puzzle, Optimising) and puzzle.best else None
        groups = [group.say for group in formula.groups if group.kind in ("rule", "clue")]
        self._number = {say: number for number, say in enumerate(groups)}
        self.count = len(groups) + (worth in formula.levels)  # the last one: to be a best one
        everything = list(arrays(puzzle))
        self.shape = puzzle.domain().shape
        self.arrays = np.array([array.ravel() for array in everything]).reshape(
            len(everything), int(np.prod(self.shape[:-1]))
        )
        self.broken = np.zeros((len(everything), self.count), dtype=np.bool_)
        for row, array in zip(self.broken, everything, strict=True):
            row[[self._number[say] for say in puzzle.check(array) if say in self._number]] = True
        if self.count > len(groups) and isinstance(puzzle, Optimising) and worth is not None:
            values = np.array([puzzle.value(array) for array in everything])
            self.broken[:, -1] = values < worth if puzzle.best == "most" else values > worth

    def number(self, say: Say) -> int:
        assert say in self._number or self.count > len(self._number)
        return self._number.get(say, self.count - 1)

    def fits(self, atoms: tuple[Atom, ...]) -> Rows:
        rows = np.ones(len(self.arrays), dtype=np.bool_)
        for atom in atoms:
            entry = int(np.ravel_multi_index(atom.at, self.shape[:-1]))
            rows &= (self.arrays[:, entry] == atom.value) == atom.holds
        return rows

    def left(self, rows: Rows) -> npt.NDArray[np.bool_]:
        """Which values occur."""
        seen: npt.NDArray[np.bool_] = (self.arrays[rows][..., None] == np.arange(self.shape[-1])).any(axis=0)
        return seen

    def obey(self, numbers: list[int]) -> Rows:
        fine: Rows = ~np.any(self.broken[:, numbers], axis=1)
        return fine


def follows(world: World, step: Step, state: Rows) -> tuple[list[int], Rows]:
    """It follows from what it cites and from nothing less; what it cites, and what it leaves possible."""
    numbers = [world.number(say) for say in step.because]
    assert len(set(numbers)) == len(numbers)
    known = world.fits(step.known)
    assert (known | ~state).all(), "it uses what is not known"
    concluded = world.fits(step.cells) if step.cells else np.zeros_like(known)
    assert (~(world.obey(numbers) & known) | concluded).all(), "it does not follow from what it cites"
    for spared in numbers:
        rest = world.obey([number for number in numbers if number != spared])
        assert (rest & known & ~concluded).any(), f"one of {step.because} is not needed"
    for atom in step.known:
        fewer = world.fits(tuple(other for other in step.known if other != atom))
        assert (world.obey(numbers) & fewer & ~concluded).any(), f"{atom} is not needed"
    return numbers, concluded


def judge(world: World, step: Step, state: Rows) -> None:
    """One step as it is found, at a state of the board (the arrays that are still possible)."""
    numbers, concluded = follows(world, step, state)
    if step.cells:
        assert (world.left(state & world.obey(numbers)) == world.left(state & concluded)).all(), "it says too little"
    now = world.left(state)
    for size in range(1, min(step.level, 4)):
        for few in combinations(range(world.count), size):
            assert (world.left(state & world.obey(list(few))) == now).all(), f"{size} groups would do: {few}"


def explained(puzzle: Puzzle) -> str:
    """Judge all steps; how it ended."""
    world = World(puzzle)
    if not len(world.arrays):
        return "none"
    state = np.ones(len(world.arrays), dtype=np.bool_)
    everything = world.obey(list(range(world.count)))
    solutions = int(everything.sum())
    values = None
    for step, values in steps(puzzle):  # noqa: B007  (the last ones count)
        judge(world, step, state)
        if not step.cells:
            assert solutions == 0
            return "none"
        state &= world.fits(step.cells)
    assert (world.left(everything) == world.left(state)).all(), "more follows"
    if values is None:
        values = np.where(world.left(state).sum(axis=1) == 1, world.left(state).argmax(axis=1), -1)
    assert bool((values >= 0).all()) == (solutions == 1), "the steps end in the solution if it is the only one"
    return "unique" if solutions == 1 else "open"


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_steps_follow_from_what_they_cite_and_from_nothing_less(kind: str) -> None:
    outcomes = [explained(puzzle) for puzzle in BOARDS[kind](EACH)]
    assert {"unique", "open"} <= set(outcomes)


def shown(world: World, step: Step, state: Rows) -> Rows:
    """Each part of the way of a step follows from what it cites and what was known; what is possible after all."""
    for part in step.way:
        assert set(part.groups) <= set(step.groups)
        assert (world.fits(part.known) | ~state).all(), "it uses what is not known"
        concluded = world.fits(part.cells)
        obeyed = world.obey([world.number(say) for say in part.because])
        assert (~(obeyed & world.fits(part.known)) | concluded).all(), "it does not follow from what it cites"
        state = state & concluded
    for one in (step, *step.way):
        if one.chain:  # every conclusion is what the chain refutes, on its own
            assert all(atom.at == one.chain[0].cells[0].at or len(one.cells) > 1 for atom in one.cells)
    return state


def told(puzzle: Puzzle) -> tuple[int, int]:
    """Judge the steps of an explanation as they are told; how many were found, and how many are told."""
    world = World(puzzle)
    if not len(world.arrays):
        return 0, 0
    explanation = knobel.explain(puzzle)
    givens = set(zip(*np.nonzero(explanation.begun >= 0), strict=True))
    state = world.fits(tuple(Atom(at, int(explanation.begun[at])) for at in givens))
    used = {atom for step in explanation.steps for part in step.parts or (step,) for atom in part.known}
    open_ = set(explanation.open)
    for step in explanation.steps:
        _, concluded = follows(world, step, state)
        sofar = state
        for part in step.parts:
            sofar = sofar & follows(world, part, sofar)[1]
            assert part.level <= step.level
        assert not step.parts or (sofar == (state & concluded)).all(), "the parts say what the step says"
        sofar = state
        for part in step.parts or (step,):
            come = shown(world, part, sofar)
            sofar = sofar & world.fits(part.cells)
            assert not part.way or (sofar | ~come).all(), "the way leads to what the step says"
        assert not givens & {atom.at for atom in step.cells}, "what is given is no conclusion"
        contradiction = explanation.contradiction
        assert all(atom in used or (not contradiction and (atom.holds or atom.at in open_)) for atom in step.cells)
        state &= concluded
    everything = world.obey(list(range(world.count)))
    assert explanation.contradiction == (not everything.any())
    settled = world.left(everything).sum(axis=1) == 1
    assert (world.left(everything)[settled] == world.left(state)[settled]).all(), "it ends before it is solved"
    return len(explanation.found), len(explanation.steps)


@pytest.mark.slow
@pytest.mark.parametrize("kind", BOARDS)
def test_told_steps_follow_and_none_is_told_in_vain(kind: str) -> None:
    found, shown = np.array([told(puzzle) for puzzle in BOARDS[kind](EACH)]).sum(axis=0).tolist()
    assert 0 < shown < found


def test_a_board_on_which_no_line_says_anything_alone() -> None:
    first = next(iter(knobel.explain(knobel.parse("nonogram:4x4:2/1/2/1/1.1/2/1/1")).steps))
    assert len(first.groups) == 4


def test_chains_end_where_the_assumption_fails() -> None:
    told = [step for step in chain(*(knobel.explain(p).steps for p in dominosweeper(60, 9))) if step.chain]
    for step in told:
        assert step.chain[0].group is None and not step.chain[-1].cells
        assert {link.group for link in step.chain[1:]} == set(step.groups)


@pytest.mark.parametrize(
    "puzzle", ["doppelblock:5:,7,,,/,,,,", "doppelblock:5:,,7,,/,4,,,", "doppelblock:5:1,,,,/,7,,,1"]
)
def test_several_groups_that_leave_nothing_are_a_contradiction(puzzle: str) -> None:
    explained = knobel.explain(knobel.parse(puzzle))
    assert explained.contradiction and not explained.solved and explained.grade is None

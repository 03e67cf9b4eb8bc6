"""Every step is proven once more before it is shown, by another encoding on a solver that knows nothing of the first.

Labels may lie. Where the kind has a second encoding whose groups say exactly their sentences, the step has to follow
from the cited sentences there too. Where it has only one whose clues can be dropped, or where the step is too hard for
the other one, it has to follow there from the cited clues and all of the rules. A board that is too large for the
second encoding is left to the first one, on another solver than the one that found the step.
"""

from __future__ import annotations

from functools import cache

from .. import registry
from ..encodings import Encoding
from ..errors import Unable, WrongAnswer
from ..limits import OutOfTime, tick
from ..puzzle import Atom, Possible, Puzzle
from ..search import Search
from .all_groups import light_engine
from .steps import Step

CONFLICTS = 300  # for a step in the second encoding, where there is another one that is faster


def explaining(puzzle: Puzzle) -> tuple[Encoding, Encoding]:
    """The encoding to explain with, and another one to verify with."""
    return _trusted(puzzle.kind)


@cache  # to look for encodings of other packages takes longer than to explain a small board
def _trusted(kind: str) -> tuple[Encoding, Encoding]:
    known = registry.encodings(registry.kind(kind)).values()
    trusted = sorted((e for e in known if e.labels == "all"), key=lambda e: not e.default)
    others = [e for e in known if e.labels == "clues" and not e.weaker and not e.model]
    # The last one: kinds list the plain encodings first, and those can be very large.
    return trusted[0], trusted[-1] if len(trusted) > 1 else [*others, trusted[0]][0]


@cache
def _by_clues(kind: str) -> Encoding | None:
    """The kind's fastest encoding whose clues can be dropped, whatever its rules say together."""
    known = registry.encodings(registry.kind(kind)).values()
    return next((e for e in known if e.labels == "clues" and e.default and not e.weaker), None)


class Verifier:
    """A puzzle in a second encoding, or where that is not able to take it, in the first one."""

    def __init__(self, puzzle: Puzzle, encoding: Encoding) -> None:
        self._puzzle = puzzle
        spare = _by_clues(puzzle.kind) if encoding.labels == "all" else None
        try:
            self._searches = [_search(puzzle, encoding, None if spare is None else CONFLICTS).climbed()]
        except Unable:
            self._searches, spare = [_search(puzzle, explaining(puzzle)[0]).climbed()], None
        self._spare = spare

    def check(self, step: Step) -> None:
        """Raises :class:`WrongAnswer` if the step does not follow, or a part of it that is told."""
        for part in (*step.parts, *step.way):
            self.check(part)
        try:
            self._check(step, self._searches[0])
        except OutOfTime:
            tick()  # if it was the clock, there is no going on
            if self._spare is None:
                raise
            if len(self._searches) == 1:
                self._searches.append(_search(self._puzzle, self._spare).climbed())
            self._check(step, self._searches[1])

    def _check(self, step: Step, search: Search) -> None:
        number = {group.say: group.id for group in search.groups()}
        groups = [number[say] for say in step.because if say in number]
        against = against_all(step.cells, self._puzzle.domain()) if step.cells else None
        if search.solve(step.known, groups=groups, one_of=against).sat:
            words = "; ".join(map(str, step.because))
            raise WrongAnswer(f"a step does not follow for the encoding {search.encoding.name}: {words}")

    def close(self) -> None:
        for search in self._searches:
            search.close()


def _search(puzzle: Puzzle, encoding: Encoding, conflicts: int | None = None) -> Search:
    everything = encoding.labels == "all"
    engine = registry.engine(registry.preferred(encoding, puzzle))
    if engine.name == light_engine().name:  # which finds the steps
        engine = next(
            other for other in registry.engines().values() if "core" in other.can and other.name != engine.name
        )
    return Search(
        puzzle,
        encoding,
        engine,
        select=lambda group: everything or group.kind == "clue",
        without=("implied",),
        conflicts=conflicts,
    )


def against_all(cells: tuple[Atom, ...], domain: Possible) -> Possible:
    """The values of which one would have to occur if not all of these facts held."""
    marked = domain & False
    for atom in cells:
        if atom.holds:
            marked[atom.at] |= domain[atom.at]
            marked[(*atom.at, atom.value)] = False
        else:
            marked[(*atom.at, atom.value)] = domain[(*atom.at, atom.value)]
    return marked

"""Every step is proven once more before it is shown, by another encoding on a solver that knows nothing of the first.

Labels may lie. Where the kind has a second encoding whose groups say exactly their sentences, the step has to follow
from the cited sentences there too. Where it has only one whose clues can be dropped, the step has to follow from the
cited clues and all of the rules. A board that is too large for the second encoding is left to the first one, on
another solver than the one that found the step.
"""

from __future__ import annotations

from functools import cache

from .. import registry
from ..encodings import Encoding
from ..errors import Unable, WrongAnswer
from ..puzzle import Atom, Possible, Puzzle
from ..search import Search
from .all_groups import light_engine
from .steps import Step


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


class Verifier:
    """A puzzle in a second encoding, or where that is not able to take it, in the first one."""

    def __init__(self, puzzle: Puzzle, encoding: Encoding) -> None:
        self._puzzle = puzzle
        try:
            self._search = _search(puzzle, encoding).climbed()
        except Unable:
            self._search = _search(puzzle, explaining(puzzle)[0]).climbed()
        self._number = {group.say: group.id for group in self._search.groups()}

    def check(self, step: Step) -> None:
        """Raises :class:`WrongAnswer` if the step does not follow."""
        groups = [self._number[say] for say in step.because if say in self._number]
        domain = self._puzzle.domain()
        against = against_all(step.cells, domain) if step.cells else None
        if self._search.solve(step.known, groups=groups, one_of=against).sat:
            words = "; ".join(map(str, step.because))
            raise WrongAnswer(f"a step does not follow for the encoding {self._search.encoding.name}: {words}")

    def close(self) -> None:
        self._search.close()


def _search(puzzle: Puzzle, encoding: Encoding) -> Search:
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

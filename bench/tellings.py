"""How long explanations are: every step as it is found, with whole sentences, beside the steps as they are told.

That is how they were told at first, what stands on the board included. The boards are new ones, twelve of each kind in
two sizes. Takes about two minutes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from suite import Suite, each
from tables import Record, Table

import knobel
from knobel.puzzle import Puzzle
from knobel.reasoning.steps import Step
from knobel.tasks.explain import Explanation, steps

SUITE = Suite(__name__, __doc__)
BOARDS = 6  # of each sort
SEED = 21
MOST_SECONDS = 30.0  # for an explanation; boards that take longer are left out

SORTS: Sequence[tuple[str, str, dict[str, Any]]] = (
    ("nonogram", "6x6", {"size": "6"}),
    ("nonogram", "10x10", {"size": "10"}),
    ("dominosweeper", "6x6", {"size": "6"}),
    ("dominosweeper", "8x8", {"size": "8"}),
    ("doppelblock", "5x5", {"size": "5"}),
    ("doppelblock", "6x6", {"size": "6"}),
    ("bishops", "4x4", {"size": "4"}),
    ("bishops", "5x5", {"size": "5"}),
    ("satromino", "6x6, 3 pieces", {"size": "6", "pieces": 3}),
    ("satromino", "6x6, 4 pieces", {"size": "6", "pieces": 4}),
)


def share(name: str) -> Any:
    """A cell with the percentage that is left."""
    return lambda row: f"{100 * row[name] / row[f'{name} before']:.0f} %"


SHOWN = Table(
    {"boards": "boards", "words before": "words before", "words": "words", "of them": share("words")}
    | {"steps before": "steps before", "steps": "steps", "of the steps": share("steps")}
    | {"facts before": "facts before", "facts": "facts", "of the facts": share("facts")}
)


@SUITE.section(SHOWN)
def lengths() -> Iterator[Record]:
    """Words, steps and distinct facts of each sort of board, and of all together."""
    total: Record = {}
    for kind, size, options in each(SORTS):
        found: Record = {}
        boards = 0
        for one in each(knobel.generating(kind, seed=SEED, count=BOARDS, **options)):
            explanation = knobel.explain(one.puzzle, timeout=MOST_SECONDS)
            if explanation.ended:
                boards += 1
                found = added(found, measured(explanation))
        if boards:
            total = added(total, {"count": boards} | found)
            yield {"boards": f"{boards} x {kind} {size}"} | found
    if total:
        yield {"boards": f"all {total.pop('count')}"} | total


def added(one: Record, other: Record) -> Record:
    """The sums of two records, name by name."""
    return {name: one.get(name, 0) + number for name, number in other.items()}


def measured(explanation: Explanation) -> Record:
    """How long an explanation is, and how long it would be step by step as it was found."""
    found = [step for step, _ in steps(explanation.puzzle)]
    record: Record = {"words before": sum(len(whole(explanation.puzzle, step).split()) for step in found)}
    # The number in front of a step is no word.
    record["words"] = len(str(explanation).split()) - len(explanation.steps)
    record |= {"steps before": len(found), "steps": len(explanation.steps)}
    record["facts before"] = len({atom for step in found for atom in step.cells})
    return record | {"facts": len({atom for step in explanation.steps for atom in step.cells})}


def whole(puzzle: Puzzle, step: Step) -> str:
    """A step in whole sentences: every clue and rule, and every fact by itself."""
    facts = "; ".join(str(puzzle.say(atom)) for atom in step.cells)
    if not step.chain:
        because = "; ".join(map(str, step.because))
        return f"{because}. So {facts}." if facts else f"{because}. These cannot all hold."
    links = []
    for link in step.chain:
        said = "; ".join(str(puzzle.say(atom)) for atom in link.cells)
        if link.group is None:
            links.append(f"Suppose that {said}.")
        else:
            links.append(f"Then {link.group.say}: {said}." if said else f"But {link.group.say}: no longer possible.")
    return " ".join([*links, f"So {facts}."])

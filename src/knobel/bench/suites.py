"""The named suites: each lists its trials, for all kinds, the cheap ones first; and how a suite is run.

Every run is stored before the next one is given out.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from types import MappingProxyType

from .. import registry
from ..experiments import Board, Way
from ..puzzle import Puzzle
from ..registry import Kind
from ..search import chosen
from .boards import Corpus, examples_of, experiments_of
from .measure import measure
from .peers import Peer, formula_solvers
from .store import Store
from .trial import PEER, Run, Trial

SEEDS = range(5)  # boards of each size
REPEATS = range(10)  # of what is over in milliseconds
LARGEST = 4  # examples whose verdicts are waited for
EXPLAINED = 200  # entries of the largest example that is explained


@dataclass(frozen=True)
class Plan:
    """What to measure: of which kinds, with which limit, with whom."""

    kinds: tuple[Kind, ...]
    limit: float | None = None  # where it differs from the suite's own
    corpus: Corpus = field(default_factory=Corpus)
    peers: Mapping[str, Peer] = field(default_factory=dict)

    @classmethod
    def of(cls, kinds: Iterable[str] = (), **rest: object) -> Plan:
        """For kinds by their names; all, if none are named."""
        chosen = tuple(registry.kind(name) for name in kinds) or tuple(registry.kinds().values())
        return cls(chosen, **rest)  # type: ignore[arg-type]


def _trials(
    suite: str, kind: str, boards: Iterable[Board], ways: Sequence[Way], part: str = "", allowed: float = 20.0
) -> Iterator[Trial]:
    """Every board in every way."""
    for board, way in product(boards, ways):
        yield Trial(
            *(suite, part or kind, way.question, kind, board.name, board.id, way.encoding, way.engine),
            *(board.size, board.seed, allowed),
        )


def _repeated(boards: Iterable[Board], seeds: Iterable[int]) -> Iterator[Board]:
    for board, seed in product(boards, seeds):
        yield replace(board, seed=seed)


def _encodings(kind: Kind) -> list[Way]:
    """The encodings that ask for all of the puzzle, each on the engine it prefers."""
    return [Way(name, name) for name, one in registry.encodings(kind).items() if not one.weaker]


def _peers(plan: Plan, puzzle: Puzzle) -> list[Way]:
    """The peers that are installed and take a puzzle."""
    return [Way(name, "", PEER + name) for name, peer in plan.peers.items() if peer.takes(puzzle) is None]


def _fitting(kind: Kind, engine: str) -> list[Way]:
    """An engine with the encoding of the kind's own choice, or one that makes what the engine takes, if any does."""
    wanted = "model" in registry.engine(formula_solvers().get(engine, engine)).can
    fits = [registry.encoding(kind), *(one for one in kind.encodings.values() if not one.weaker)]
    return [Way(engine, one.name, engine) for one in fits if one.model == wanted][:1]


def encodings(plan: Plan) -> Iterator[Trial]:
    """Every encoding on the engine it prefers, on the bundled examples."""
    for kind in plan.kinds:
        yield from _trials("encodings", kind.name, examples_of(kind), _encodings(kind))


def engines(plan: Plan) -> Iterator[Trial]:
    """Every engine, every solver installed that reads formulas, and every peer, on the bundled examples."""
    ours = [name for name, one in registry.engines().items() if "command" not in one.can]
    for kind in plan.kinds:
        ways = [way for engine in (*ours, *formula_solvers()) for way in _fitting(kind, engine)]
        for board in examples_of(kind):
            yield from _trials("engines", kind.name, [board], [*ways, *_peers(plan, registry.parse(board.id))])


def scaling(plan: Plan) -> Iterator[Trial]:
    """Time and size against the size of the board. What decides no board of a size gets no larger ones."""
    for kind in plan.kinds:
        supplied = experiments_of(kind)
        make = supplied.board
        if make is None:
            continue
        ways = [Way("auto"), *_encodings(kind), *_peers(plan, make(supplied.sizes[0], 0))]
        for size in supplied.sizes:
            boards = [Board(f"{supplied.unit} {size}", make(size, seed).id(), size, seed) for seed in SEEDS]
            yield from _trials("scaling", kind.name, boards, ways, allowed=10.0)


def generate(plan: Plan) -> Iterator[Trial]:
    """New puzzles of each kind, checked by a second engine; the time includes the check."""
    for kind in plan.kinds:
        wishes = [Board(wish, wish) for wish in experiments_of(kind).wishes]
        ways = [Way("auto", question="generate")]
        yield from _trials("generate", kind.name, _repeated(wishes, SEEDS), ways, allowed=60.0)


def explain(plan: Plan) -> Iterator[Trial]:
    """Whole explanations of bundled examples."""
    for kind in plan.kinds:
        ways = [Way("", "", "", "explain")]
        yield from _trials("explain", kind.name, examples_of(kind, EXPLAINED), ways, allowed=60.0)


def latency(plan: Plan) -> Iterator[Trial]:
    """How long one waits: for the command from a cold start, and for a verdict while a board is edited."""
    commands = [("", Board(command, command)) for command in ("--help", "--version", "list kinds")]
    for kind in plan.kinds:
        for board in list(examples_of(kind))[:1]:
            words = f"solve {board.name} ({kind.name})"
            commands.append((kind.name, Board(words, f"solve --plain '{board.id}'")))
    for name, command in commands:
        yield from _trials("latency", name, _repeated([command], REPEATS), [Way("", "", "", "start")], "commands")
    for kind in plan.kinds:
        boards = list(examples_of(kind, EXPLAINED))[-LARGEST:]
        yield from _trials("latency", kind.name, _repeated(boards, REPEATS), [Way("auto", question="again")])


def reports(plan: Plan) -> Iterator[Trial]:
    """The tables of the five reports with which knobel began, on the same boards where these are known."""
    for kind in plan.kinds:
        report = experiments_of(kind).report
        for table in report.tables if report else ():
            boards = (replace(board, name=row.name) for row in table.rows for board in row.boards(plan.corpus))
            yield from _trials("reports", kind.name, boards, table.ways, f"{kind.name}: {table.name}", table.limit)


def goals(plan: Plan) -> Iterator[Trial]:
    """The boards on which the project promises to be fast."""
    for kind in plan.kinds:
        for goal in experiments_of(kind).goals:
            boards = goal.boards(plan.corpus)
            for way, every in ((goal.way, 1), (goal.rival, goal.every)):
                if way is not None:
                    ways = [replace(way, question=goal.question)]
                    yield from _trials("goals", kind.name, boards[::every], ways, goal.name, goal.limit)


SUITES: Mapping[str, Callable[[Plan], Iterator[Trial]]] = MappingProxyType(
    {make.__name__: make for make in (reports, encodings, engines, scaling, generate, explain, latency, goals)}
)


# running them


class Ladders:
    """Boards of growing size: who decided none of a size is not asked about larger ones."""

    def __init__(self) -> None:
        self._tried: dict[tuple[str, ...], dict[int, list[bool]]] = defaultdict(lambda: defaultdict(list))

    @staticmethod
    def _key(trial: Trial) -> tuple[str, ...]:
        return trial.suite, trial.part, trial.question, trial.kind, trial.encoding, trial.engine

    def climbed(self, run: Run) -> None:
        """Take note of a run."""
        if run.trial.size:
            self._tried[self._key(run.trial)][run.trial.size].append(run.decided)

    def hopeless(self, trial: Trial) -> bool:
        """Whether a smaller size was too much already."""
        tried = self._tried.get(self._key(trial), {})
        return any(not any(decided) for size, decided in tried.items() if size < trial.size)


def _spread(work: Callable[[Trial], Run], trials: Iterator[Trial], on: str) -> Iterator[Run]:
    """On a cluster; whatever went wrong there is the outcome of the run."""
    from ..cluster import spread

    under_way: deque[Trial] = deque()

    def noted() -> Iterator[Trial]:
        for trial in trials:
            under_way.append(trial)
            yield trial

    for found in spread(work, noted(), on):
        trial = under_way.popleft()
        yield found if isinstance(found, Run) else Run(trial, "error", note=str(found))


def engine_of(trial: Trial) -> str:
    """The engine that answers and all its options, also where the trial leaves some or all of that to the encoding."""
    if trial.encoding in ("", "auto") or trial.engine in formula_solvers():  # by default, not only the engine is chosen
        return trial.engine
    return repr(
        registry.engine(chosen(registry.parse(trial.puzzle), {"encoding": trial.encoding, "engine": trial.engine})[1])
    )


def elsewhere(trial: Trial, store: Store) -> Run | None:
    """The run of another suite that has answered the same question about the same board, in the same way."""
    answered = store.answered(trial)
    engine = engine_of(trial) if answered else ""
    same = (run for run in reversed(answered) if engine_of(run.trial) == engine)
    return next((replace(run, trial=trial) for run in same), None)


def run_suite(
    name: str, plan: Plan, store: Store, *, on: str | None = None, peers: Path | None = None
) -> Iterator[Run]:
    """Run what is not in the store yet, and give out each run once it is there.

    What another suite has measured is taken from there: the same thing has one figure.
    """
    import numpy as np  # noqa: F401 - before the processes are forked: once is enough
    import pysolvers  # noqa: F401

    ladders, begun = Ladders(), set[Trial]()
    for run in store.runs([name]):
        ladders.climbed(run)

    def missing() -> Iterator[Trial]:
        for trial in SUITES[name](plan):
            trial = trial if plan.limit is None else replace(trial, allowed=plan.limit)
            if trial not in begun and not ladders.hopeless(trial) and not store.settled(trial):
                begun.add(trial)
                yield trial

    def work(trial: Trial) -> Run:
        return elsewhere(trial, store) or measure(trial, peers)

    runs = map(work, missing()) if on is None else _spread(partial(measure, peers=peers), missing(), on)
    for run in runs:
        store.add(run)
        ladders.climbed(run)
        yield run

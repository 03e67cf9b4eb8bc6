"""The named suites: each lists its trials, for all kinds, in an order in which the cheap ones come first."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from types import MappingProxyType

from .. import registry
from ..registry import Kind
from .course import Board, Corpus, Goal, Way, course_of
from .peers import Peer, formula_solvers
from .trial import PEER, Trial

SEEDS = range(5)  # boards of each size
REPEATS = range(10)  # of what is over in milliseconds
ENTRIES = 1_000  # examples with more entries are too large to compare all on
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


def _examples(kind: Kind, most: int = ENTRIES) -> Iterator[Board]:
    """The bundled boards that are not too large, small ones first."""
    found = []
    for name, one in kind.examples.items():
        entries = registry.parse(one.id).domain()[..., 0].size
        if entries <= most:
            found.append((entries, Board(name, one.id)))
    yield from (board for _, board in sorted(found, key=lambda pair: pair[0]))


def _fitting(kind: Kind, engine: str) -> str | None:
    """The encoding of a kind for an engine: its own choice, or one that makes what the engine takes."""
    wanted = "model" in registry.engine(formula_solvers().get(engine, engine)).can
    own = registry.encoding(kind)
    fits = [own, *(one for one in kind.encodings.values() if not one.weaker)]
    return next((one.name for one in fits if one.model == wanted), None)


def _able(plan: Plan, puzzle: str) -> list[str]:
    """The peers that are installed and take a puzzle."""
    return [name for name, peer in plan.peers.items() if peer.takes(registry.parse(puzzle)) is None]


def encodings(plan: Plan) -> Iterator[Trial]:
    """Every encoding on the engine it prefers, on the bundled examples."""
    for kind in plan.kinds:
        names = [name for name, one in registry.encodings(kind).items() if not one.weaker]
        for board, name in product(_examples(kind), names):
            yield Trial("encodings", kind.name, "solve", kind.name, board.name, board.id, name)


def engines(plan: Plan) -> Iterator[Trial]:
    """Every engine, every solver installed that reads formulas, and every peer, on the bundled examples."""
    ours = [name for name, one in registry.engines().items() if "command" not in one.can]
    for kind in plan.kinds:
        for board in _examples(kind):
            for engine in (*ours, *formula_solvers()):
                if name := _fitting(kind, engine):
                    yield Trial("engines", kind.name, "solve", kind.name, board.name, board.id, name, engine)
            for name in _able(plan, board.id):
                yield Trial("engines", kind.name, "solve", kind.name, board.name, board.id, "", PEER + name)


def scaling(plan: Plan) -> Iterator[Trial]:
    """Time and size against the size of the board. Who decides no board of a size gets no larger one."""
    for kind in plan.kinds:
        course = course_of(kind)
        if course.board is None:
            continue
        names = [name for name, one in registry.encodings(kind).items() if not one.weaker]
        small = course.board(course.sizes[0], 0).id()
        ways = [Way("auto"), *(Way(name, name) for name in names)]
        ways += [Way(name, "", PEER + name) for name in _able(plan, small)]
        for size, way in product(course.sizes, ways):
            for seed in SEEDS:
                board = course.board(size, seed)
                yield Trial(
                    *("scaling", kind.name, "solve", kind.name, f"{course.measure} {size}", board.id()),
                    *(way.encoding, way.engine, size, seed, 10.0),
                )


def generate(plan: Plan) -> Iterator[Trial]:
    """New puzzles of each kind, checked by a second engine; the time includes the check."""
    for kind in plan.kinds:
        for wish, seed in product(course_of(kind).wishes, SEEDS):
            yield Trial("generate", kind.name, "generate", kind.name, wish, wish, seed=seed, allowed=60.0)


def explain(plan: Plan) -> Iterator[Trial]:
    """Whole explanations of bundled examples."""
    for kind in plan.kinds:
        for board in _examples(kind, EXPLAINED):
            yield Trial("explain", kind.name, "explain", kind.name, board.name, board.id, "", "", allowed=60.0)


def latency(plan: Plan) -> Iterator[Trial]:
    """How long one waits: for the command from a cold start, and for a verdict while a board is edited."""
    for command in ("--help", "--version", "list kinds"):
        for seed in REPEATS:
            yield Trial("latency", "commands", "start", "", command, command, "", "", seed=seed)
    for kind in plan.kinds:
        for board in list(_examples(kind))[:1]:
            command = f"solve --plain '{board.id}'"
            for seed in REPEATS:
                yield Trial(
                    "latency",
                    "commands",
                    "start",
                    kind.name,
                    f"solve {board.name} ({kind.name})",
                    command,
                    "",
                    "",
                    seed=seed,
                )
    for kind in plan.kinds:
        for board, seed in product(list(_examples(kind, EXPLAINED))[-LARGEST:], REPEATS):
            yield Trial("latency", kind.name, "again", kind.name, board.name, board.id, seed=seed)


def reports(plan: Plan) -> Iterator[Trial]:
    """The tables of the five original reports, on the same boards where these are known."""
    for kind in plan.kinds:
        report = course_of(kind).report
        for table in report.tables if report else ():
            for row, way in product(table.rows, table.ways):
                for board in row.boards(plan.corpus):
                    yield Trial(
                        *("reports", f"{kind.name}: {table.name}", way.question, kind.name, row.name, board.id),
                        *(way.encoding, way.engine, board.size, board.seed, table.limit),
                    )


def goals(plan: Plan) -> Iterator[Trial]:
    """The boards on which the project promises to be fast."""
    for kind in plan.kinds:
        for goal in course_of(kind).goals:
            yield from of_goal(kind, goal, plan.corpus)


def of_goal(kind: Kind, goal: Goal, corpus: Corpus) -> Iterator[Trial]:
    """The trials of one goal: our own, and those of the rival."""
    boards = goal.boards(corpus)
    ways = [(goal.way, 1)] if goal.rival is None else [(goal.way, 1), (goal.rival, goal.every)]
    for way, every in ways:
        for board in boards[::every]:
            yield Trial(
                *("goals", goal.name, goal.question, kind.name, board.name, board.id),
                *(way.encoding, way.engine, board.size, board.seed, goal.limit),
            )


SUITES: Mapping[str, Callable[[Plan], Iterator[Trial]]] = MappingProxyType(
    {
        "reports": reports,
        "encodings": encodings,
        "engines": engines,
        "scaling": scaling,
        "generate": generate,
        "explain": explain,
        "latency": latency,
        "goals": goals,
    }
)

"""What stands around the compiled code: it makes the arrays, gives more room where it is wanted, and keeps the time."""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import IO, Any, TextIO

import numpy as np
import numpy.typing as npt

from ...clauses import pairs_of
from ...errors import KnobelError
from ...formula import Lits
from ...limits import Limit, spend, tick, work_left
from . import state as names
from .clauses import BEGIN, HEADER, LENGTH, LIST
from .kernel import LIBRARY
from .proof import WIDTH
from .reduce import FIRST_MOST, SHARE, choose
from .state import LATER, NO, PER_VARIABLE, REDUCE, ROOM, TYPES, YES, State
from .trace import EVENT, units_last, write

SLICE, PURE_SLICE = 1_000_000, 20_000  # ticks between two looks at the clock: about a tenth of a second
CHUNK = 1 << 18  # literals loaded between two looks at the clock
PROOF_BUFFER = 1 << 20  # bytes
NO_MORE = np.zeros(0, dtype=np.int32)


class Solver:
    """A formula, and the state of the search for a model of it."""

    def __init__(
        self,
        variables: int,
        pure: bool = False,
        adaptive: bool = False,
        seed: int = 0,
        proof: IO[bytes] | None = None,
        trace: TextIO | None = None,
        name: Callable[[int], str] = str,
    ) -> None:
        self._pure, self._seed = pure, seed
        self._call = SimpleNamespace(**(LIBRARY.entries if pure else LIBRARY.calls()))
        self._proof, self._trace, self._name = proof, trace, name
        self._waiting: list[tuple[Lits, bool]] = []  # clauses and sets that are not loaded yet
        sizes = {"at": names.NUMBERS, "rate": names.RATES}
        self.state = State(*(self._zeros(field, sizes.get(field, 0)) for field in State._fields))
        at, rate = self.state.at, self.state.rate
        at[names.PROVING], at[names.TRACING], at[names.ADAPTIVE] = proof is not None, trace is not None, adaptive
        rate[names.BUMP] = rate[names.CLAUSE_BUMP] = 1.0
        at[names.ARENA] = BEGIN
        self._reserve(variables)

    # arrays

    def _zeros(self, field: str, count: int) -> Any:
        if self._pure:
            return [0.0 if "float" in TYPES[field] else 0] * count
        return np.zeros(count, TYPES[field])

    def _same(self, number: int, count: int) -> Any:
        """One number many times; NumPy would look at each item of a list."""
        return [number] * count if self._pure else number

    def _lengthen(self, **sizes: int) -> None:
        """Make arrays longer, with what is in them."""
        made = {}
        for field, size in sizes.items():
            old = getattr(self.state, field)
            made[field] = self._zeros(field, size)
            made[field][: len(old)] = old
        self.state = self.state._replace(**made)

    def _reserve(self, variables: int) -> None:
        """Let there be at least so many variables: open, in no list, false where nothing speaks for true."""
        before, room = int(self.state.at[names.VARIABLES]), len(self.state.level)
        if variables >= room:
            most = max(variables + 1, 3 * room // 2)
            self._lengthen(**{field: count * most for field, count in PER_VARIABLE.items()})
            if self._trace is not None:
                self._lengthen(events=EVENT * (4 * most + 16))
        new = slice(before + 1, variables + 1)
        if variables > before:
            count = variables - before
            self.state.phase[new] = self._same(1, count)
            self.state.place[new] = self._same(-1, count)
            if self._seed:
                self.state.activity[new] = np.random.default_rng((self._seed, before)).random(count).tolist()
            self.state.at[names.VARIABLES] = variables

    def _make_room(self, arena: int = 0, pool: int = 0) -> None:
        """Copy clauses and watch lists to arrays where so much more fits, or about twice as much as now."""
        self._drain()
        s, at = self.state, self.state.at
        lengths = np.array(s.lists[LENGTH::LIST])
        largest = int(at[names.VARIABLES]) + 2  # of all clauses that there can be
        arena_room = 2 * int(at[names.ARENA]) + arena + 8 * largest
        # Lists that move leave holes behind; what is never reached of a large array costs nothing.
        pool_room = 10 * int(lengths.sum()) + pool + 8 * largest + 8 * int(lengths.max(initial=0)) + 16384
        if max(arena_room, pool_room) >= 1 << 31:
            raise KnobelError("the formula is too large for yasat")
        log = WIDTH * (int(at[names.ARENA]) + 2 * largest)  # were all clauses dropped
        if self._proof is not None and log > at[names.PROOF_ROOM]:
            at[names.PROOF_ROOM] = PROOF_BUFFER + 2 * log
            s = s._replace(proof=self._zeros("proof", int(at[names.PROOF_ROOM])))
        self.state = s._replace(arena=self._zeros("arena", arena_room), pool=self._zeros("pool", pool_room))
        self._call.collect(s, self.state)
        at[names.ARENA_ROOM], at[names.POOL_ROOM] = arena_room, pool_room
        if 2 * at[names.LEARNTS] >= at[names.LEARNTS_ROOM]:
            room = 2 * int(at[names.LEARNTS_ROOM]) + 1024
            self._lengthen(glue=room, used=room)
            at[names.LEARNTS_ROOM] = room

    # clauses and wishes

    def add(self, flat: Lits, sets: bool = False) -> None:
        """Take zero-terminated clauses, or sets of which at most one holds, to be loaded before the next question."""
        self._waiting.append((flat if self._trace is None else units_last(flat), sets))

    def _load(self, until: float = math.inf) -> bool:
        """Load what is waiting, piece by piece, up to some moment; what is left then is loaded the next time."""
        while self._waiting and time.monotonic() < until:
            flat, sets = self._waiting[0]
            stop = min(CHUNK, len(flat))
            stop += int(np.argmax(flat[stop:] == 0)) + 1 if stop < len(flat) else 0
            piece = np.ascontiguousarray(flat[:stop], dtype=np.int32)
            self._reserve(max(int(piece.max(initial=0)), -int(piece.min(initial=0))))
            clauses = int(np.count_nonzero(piece == 0))
            if self.state.at[names.ARENA] + len(piece) + HEADER * clauses > self.state.at[names.ARENA_ROOM]:
                self._make_room(*self._wanted())
            lits: Any = piece.tolist() if self._pure else piece
            done, broken = 0, self.state.at[names.BROKEN]
            while (done := self._call.load(self.state, lits, done, stop, sets)) < stop:
                if done >= 0:
                    self._make_room()
                else:
                    done = self._set_aside(piece, ~done)
            if self.state.at[names.BROKEN] and not broken:
                self._tell_refuted(piece)
            self._waiting[0] = flat[stop:], sets
            if stop == len(flat):
                del self._waiting[0]
            tick()
        return not self._waiting

    def _set_aside(self, sets: Lits, start: int) -> int:
        """Let a set with a variable twice be loaded later, as clauses; returns where the next one starts."""
        end = start + int(np.argmax(sets[start:] == 0))
        lits, counts = np.unique(sets[start:end], return_counts=True)
        named = np.append(np.repeat(lits, np.minimum(counts, 2)), 0)  # a literal that is named twice cannot hold
        self._waiting.insert(1, (pairs_of(named.astype(np.int32))[0], False))
        return end + 1

    def _wanted(self) -> tuple[int, int]:
        """Room for all that is waiting, in the arena and in the pool."""
        literals = sum(len(flat) for flat, _ in self._waiting)
        entries = sum(len(flat) if sets else 2 * int(np.count_nonzero(flat == 0)) for flat, sets in self._waiting)
        return literals + HEADER * entries, 6 * entries

    def _tell_refuted(self, piece: Lits) -> None:
        """For a trace: what a formula that was refuted while it was loaded says against itself."""
        if self._trace is None:
            return
        value = {p: int(self.state.value[p]) for p in range(2, 2 * int(self.state.at[names.VARIABLES]) + 2)}
        for p in (p for p in value if value[p] > 0):
            lit = p >> 1 if p % 2 == 0 else -(p >> 1)
            self._tell("imply", level=0, literal=self._name(lit), reason=[self._name(lit)])
        for clause in np.split(piece, np.flatnonzero(piece == 0) + 1)[:-1]:
            lits = clause[:-1].tolist()
            if all(value[2 * lit if lit > 0 else 1 - 2 * lit] < 0 for lit in lits):
                self._tell("conflict", level=0, clause=[self._name(lit) for lit in lits])
                return

    def _begin(self, assume: Sequence[int]) -> None:
        """Take back all decisions and set the assumptions."""
        distinct = list(dict.fromkeys(map(int, assume)))
        self._reserve(max(map(abs, distinct), default=0))
        for k, lit in enumerate(distinct):
            self.state.assumed[k] = 2 * lit if lit > 0 else 1 - 2 * lit
        self.state.at[names.ASSUMED] = len(distinct)
        self._call.load(self.state, [] if self._pure else NO_MORE, 0, 0, 0)

    def prefer(self, lits: Lits) -> None:
        """Try these values first, and no others that were preferred before."""
        wanted: list[int] = lits.tolist()
        self._reserve(max(map(abs, wanted), default=0))
        self.state.prefer[:] = [0] * len(self.state.prefer)
        for lit in wanted:
            self.state.prefer[abs(lit)] = 1 if lit > 0 else 2

    # questions

    def solve(self, assume: Sequence[int], limit: Limit) -> bool | None:
        """Decide the formula under the assumptions; None if a limit came first."""
        until = math.inf if limit.seconds is None else time.monotonic() + limit.seconds
        if not self._load(until):
            return None
        self._begin(assume)
        at = self.state.at
        most = 1 << 62 if limit.conflicts is None else int(at[names.CONFLICTS]) + limit.conflicts
        if at[names.LEARNTS_MOST] == 0:
            at[names.LEARNTS_MOST] = max(FIRST_MOST, at[names.ORIGINALS] // SHARE)
        while True:
            tick()
            if at[names.CONFLICTS] >= most or time.monotonic() >= until:
                self._drain()
                self._tell("answer", sat=None)
                return None
            outcome = self._slice(most)
            if outcome in (YES, NO):
                self._drain()
                self._tell("answer", sat=outcome == YES)
                return outcome == YES
            before = int(at[names.LEARNTS])
            if outcome == REDUCE:
                choose(self.state)
            if outcome != LATER:
                self._make_room()
            if outcome == REDUCE:
                self._tell("reduce", before=before, after=int(at[names.LEARNTS]))

    def _slice(self, most: int) -> int:
        """Search for about a tenth of a second; a trace is written after each conflict."""
        at = self.state.at
        if self._trace is not None:
            most = min(most, int(at[names.CONFLICTS]) + 1)
        ticks, work = int(at[names.TICKS]), work_left()  # how a search is cut up does not change it
        size = PURE_SLICE if self._pure else SLICE
        outcome = self._call.search(self.state, most, ticks + (size if work is None else min(size, work)))
        spend(int(at[names.TICKS]) - ticks)
        if self._trace is not None:
            write(self.state, self._name, self._trace)
        return int(outcome)

    def _tell(self, event: str, **more: object) -> None:
        if self._trace is not None:
            self._trace.write(json.dumps({"event": event, **more}) + "\n")
            self._trace.flush()

    def propagate(self, assume: Sequence[int]) -> list[int] | None:
        """What follows by unit propagation from the clauses and the assumptions, or None for a conflict."""
        self._load()
        self._begin(assume)
        while (outcome := self._call.imply(self.state)) == ROOM:
            self._make_room()
        return None if outcome == NO else _outside(self.state.trail[: self.state.at[names.TRAIL]])

    def core(self) -> list[int]:
        """After "no": assumptions that do not hold together."""
        return [] if self.state.at[names.BROKEN] else _outside(self.state.learnt[: self.state.at[names.CORE]])

    def model(self) -> npt.NDArray[np.bool_]:
        """After "yes": the value of every variable, by its number."""
        found: npt.NDArray[np.bool_] = np.array(self.state.value[: 2 * self.state.at[names.VARIABLES] + 2 : 2]) > 0
        return found

    def statistics(self) -> dict[str, int]:
        """What has been counted so far."""
        counted = {name: getattr(names, name.upper()) for name in STATISTICS}
        return {name: int(self.state.at[number]) for name, number in counted.items()}

    def _drain(self) -> None:
        """Write the proof as far as it goes."""
        if self._proof is not None:
            self._proof.write(bytes(self.state.proof[: self.state.at[names.PROOF]]))
            self._proof.flush()
            self.state.at[names.PROOF] = 0


STATISTICS = ("conflicts", "decisions", "propagations", "restarts", "reductions")


def _outside(lits: Sequence[int]) -> list[int]:
    """Literals as the formula has them."""
    return [-(int(p) >> 1) if p & 1 else int(p) >> 1 for p in lits]

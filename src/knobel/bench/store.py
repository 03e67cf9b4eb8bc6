"""Runs in an SQLite file, one row each: safe after a kill, and a run that is there is not made again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from pathlib import Path
from threading import Lock
from types import TracebackType
from typing import Any

from ..errors import BadInput
from .trial import DECIDED, Run, Trial, versions

SCHEMA = 1
TRIAL = tuple(one.name for one in fields(Trial))
OUTCOME = tuple(one.name for one in fields(Run) if one.name != "trial")
TYPES = {"str": "TEXT", "int": "INTEGER", "float": "REAL", "bool": "INTEGER", "dict": "TEXT"}


def _column(one: Any) -> str:
    return f"{one.name} {TYPES[str(one.type).split('[')[0].split(' ')[0]]}"


COLUMNS = ", ".join(_column(one) for one in (*fields(Trial), *fields(Run)) if one.name != "trial")


class Store:
    """A file of runs. Rows are only ever added; of two runs of the same trial the later one counts."""

    def __init__(self, path: Path, *, new: bool = True) -> None:
        self._path, self._one_at_a_time = path, Lock()  # a cluster asks from a thread of its own
        with self._understood():
            self._base = sqlite3.connect(
                path if new else f"{path.resolve().as_uri()}?mode=ro", uri=not new, timeout=60, check_same_thread=False
            )
            self._base.isolation_level = None  # every statement is a transaction, but for the one below
            self._base.execute("BEGIN IMMEDIATE" if new else "BEGIN")
            found = self._base.execute("PRAGMA user_version").fetchone()[0]
            tables = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master")}
            if new and not tables:
                self._base.execute(f"CREATE TABLE runs (number INTEGER PRIMARY KEY, {COLUMNS})")
                self._base.execute(f"PRAGMA user_version = {SCHEMA}")
            self._base.execute("COMMIT")
        if (tables or not new) and (found != SCHEMA or "runs" not in tables):
            self._base.close()
            raise BadInput(f"not a file of runs of this version; expected one of schema {SCHEMA}", file=str(path))

    @contextmanager
    def _understood(self) -> Iterator[None]:
        try:
            with self._one_at_a_time:
                yield
        except sqlite3.Error as error:
            raise BadInput(f"{error}; expected a file of runs, or a new name", file=str(self._path)) from None

    def add(self, run: Run) -> None:
        """Keep a run; once this returns, it is on disk."""
        row = run.row() | {"stats": json.dumps(run.stats)}
        names = (*TRIAL, *OUTCOME)
        marks = ", ".join("?" * len(names))
        with self._understood():
            self._base.execute(f"INSERT INTO runs ({', '.join(names)}) VALUES ({marks})", [row[name] for name in names])

    def _select(self, **same: object) -> list[Run]:
        """The runs with these values, in the order in which they came."""
        where = " AND ".join(f"{name} = ?" for name in same) or "TRUE"
        query = f"SELECT {', '.join((*TRIAL, *OUTCOME))} FROM runs WHERE {where} ORDER BY number"
        with self._understood():
            return [_run(row) for row in self._base.execute(query, tuple(same.values()))]

    def settled(self, trial: Trial) -> bool:
        """Whether a run with the versions installed now has an answer, or had as much time in vain."""
        same = {name: getattr(trial, name) for name in TRIAL if name != "allowed"}
        return any(
            run.verdict in DECIDED
            or run.verdict == "wrong"
            or (run.verdict == "undecided" and run.trial.allowed >= trial.allowed)
            for run in self._select(versions=versions(), **same)
        )

    def answered(self, trial: Trial) -> list[Run]:
        """What any suite has answered to the same question about the same board and encoding, the latest one last."""
        same = {name: getattr(trial, name) for name in ("question", "kind", "puzzle", "encoding", "seed")}
        return [run for run in self._select(versions=versions(), **same) if run.decided]

    def runs(self, suites: Sequence[str] = (), kinds: Sequence[str] = ()) -> list[Run]:
        """The latest run of each trial, in the order in which the trials were first run.

        Only those of certain suites or kinds, where some are named; runs without a kind belong to all of them. Of runs
        with different limits, one that was decided counts more than one that was stopped.
        """
        found = dict[Trial, Run]()
        for run in self._select():
            if (not suites or run.trial.suite in suites) and (not kinds or run.trial.kind in ("", *kinds)):
                key = replace(run.trial, allowed=0.0)
                if key not in found or _tells_more(run, found[key]):
                    found[key] = run
        return list(found.values())

    def close(self) -> None:
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()


def _run(row: Sequence[Any]) -> Run:
    """A row of the table as a run."""
    record = dict(zip(OUTCOME, row[len(TRIAL) :], strict=True))
    checked = record["checked"]
    record |= {"stats": json.loads(record["stats"]), "checked": None if checked is None else bool(checked)}
    return Run(Trial(*row[: len(TRIAL)]), **record)


def _tells_more(run: Run, before: Run) -> bool:
    """Whether a later run counts more: it was decided, or had as much time as the one before it."""
    if run.verdict == before.verdict == "undecided":
        return run.trial.allowed >= before.trial.allowed
    return run.verdict != "undecided" or not before.decided

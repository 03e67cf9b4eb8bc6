"""Runs in an SQLite file, one row each: safe after a kill, and a run that is there is not made again."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable
from dataclasses import fields
from pathlib import Path
from types import TracebackType
from typing import Any

from ..errors import BadInput
from .trial import Run, Trial, versions

SCHEMA = 1
TRIAL = tuple(one.name for one in fields(Trial))
OUTCOME = tuple(one.name for one in fields(Run) if one.name != "trial")
TYPES = {"str": "TEXT", "int": "INTEGER", "float": "REAL", "bool": "INTEGER", "dict": "TEXT"}


def _column(one: Any) -> str:
    return f"{one.name} {TYPES[str(one.type).split('[')[0].split(' ')[0]]}"


COLUMNS = ", ".join(_column(one) for one in (*fields(Trial), *fields(Run)) if one.name != "trial")


class Store:
    """A file of runs. Rows are only ever added; of two runs of the same trial the later one counts."""

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._base = sqlite3.connect(path)
            found = self._base.execute("PRAGMA user_version").fetchone()[0]
            tables = {name for (name,) in self._base.execute("SELECT name FROM sqlite_master")}
        except sqlite3.DatabaseError as error:
            raise BadInput(f"{path}: {error}; expected a file of runs, or a new name") from None
        if tables and (found != SCHEMA or "runs" not in tables):
            self._base.close()
            raise BadInput(f"{path}: not a file of runs of this version; expected one of schema {SCHEMA}")
        if not tables:
            with self._base:
                self._base.execute(f"CREATE TABLE runs (number INTEGER PRIMARY KEY, {COLUMNS})")
                self._base.execute(f"PRAGMA user_version = {SCHEMA}")

    def add(self, run: Run) -> None:
        """Keep a run; once this returns, it is on disk."""
        row = run.row() | {"stats": json.dumps(run.stats)}
        names = (*TRIAL, *OUTCOME)
        marks = ", ".join("?" * len(names))
        with self._base:
            self._base.execute(f"INSERT INTO runs ({', '.join(names)}) VALUES ({marks})", [row[name] for name in names])

    def done(self, suite: str) -> set[Trial]:
        """The trials of a suite that were run with the versions installed now."""
        chosen = ", ".join(TRIAL)
        query = f"SELECT {chosen} FROM runs WHERE suite = ? AND versions = ?"
        return {Trial(*row) for row in self._base.execute(query, (suite, versions()))}

    def runs(self, suites: Iterable[str] = ()) -> list[Run]:
        """The latest run of each trial, in the order in which the trials were first run."""
        chosen = ", ".join((*TRIAL, *OUTCOME))
        wanted, found = set(suites), dict[Trial, Run]()
        for row in self._base.execute(f"SELECT {chosen} FROM runs ORDER BY number"):
            trial = Trial(*row[: len(TRIAL)])
            if not wanted or trial.suite in wanted:
                record = dict(zip(OUTCOME, row[len(TRIAL) :], strict=True))
                checked = record["checked"]
                record |= {"stats": json.loads(record["stats"]), "checked": None if checked is None else bool(checked)}
                found[trial] = Run(trial, **record)
        return list(found.values())

    def close(self) -> None:
        self._base.close()

    def __enter__(self) -> Store:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

"""How long the bishops encodings take, and the numbers they find: measured, stored, and shown as tables.

Seconds are counted from the puzzle to the proof that its solution is best. Measuring takes some minutes; `stored.py`
says how to.
"""

from __future__ import annotations

from collections.abc import Callable
from math import factorial

from stored import DOCS, RESULTS, Bench, Record, cpu, markdown, measured_with, number, progress, rows_of, seconds

import knobel
from knobel import registry
from knobel.formula import Formula

TIMEOUT = 60.0  # seconds on the clock, for each run

# measuring


def solved(id: str, encoding: str | None = None, timeout: float | None = TIMEOUT) -> Record:
    """The best solution of a puzzle, and what it took to find it and to refute a better one."""
    puzzle = knobel.parse(id)
    started = cpu()
    result = knobel.solve(puzzle, encoding=encoding, timeout=timeout)
    return {
        "id": id,
        "encoding": encoding or result.encoding,
        "engine": result.engine,
        "variables": result.variables,
        "clauses": result.clauses,
        "value": result.value,
        "seconds": round(cpu() - started, 3),
    }


def measure_encodings() -> list[Record]:
    """The encodings on boards of growing size; one that ran out of time is not tried on larger ones."""
    found: list[Record] = []
    for encoding in ("cells", "diagonals", "cp"):
        solved("bishops:2", encoding)  # loads the engine, which is not to be counted
        for n in (6, 7, 8, 9, 10, 20, 50):
            found.append(progress(solved(f"bishops:{n}", encoding)))
            if found[-1]["value"] is None:
                break
    return found


def measure_dominating() -> list[Record]:
    """The encodings on the question how few pieces attack or occupy every cell of 8 x 8."""
    found: list[Record] = []
    for piece in ("bishop", "rook", "knight", "queen"):
        for encoding in ("cells", "diagonals", "cp"):
            found.append(progress(solved(f"bishops:8:piece={piece}:goal=dominate", encoding)))
    return found


def measure_large() -> list[Record]:
    """The default on large boards, with two ways to say "at most one on a diagonal"."""
    found: list[Record] = []
    for n in (100, 200, 500, 1000):
        for amo in ("product", "ladder"):
            found.append(progress(solved(f"bishops:{n}", f"diagonals:amo={amo}", None)))
    return found


def measure_original() -> list[Record]:
    """What MiniSat makes of the original formula, as it is and with every variable flipped."""
    found = []
    for n in range(2, 11):
        formula = registry.kind("bishops").encodings["pairs"](knobel.parse(f"bishops:{n}"))
        assert isinstance(formula, Formula)
        pieces = []
        for sign in (1, -1):
            session = registry.engine("minisat").open(formula.variables)  # type: ignore[union-attr]
            session.add(sign * formula.flat())
            model = session.solve().model
            session.close()
            assert model is not None
            pieces.append(int((model[1:] if sign > 0 else ~model[1:]).sum()))
        most = knobel.solve(knobel.parse(f"bishops:{n}")).value
        found.append(progress({"n": n, "plain": pieces[0], "flipped": pieces[1], "most": most}))
    return found


WAYS: dict[str, dict[str, list[int]]] = {
    "most bishops": {"bishops:{n}": [1, *(2**n for n in range(2, 9))]},
    "n bishops": {"bishops:{n}:count={n}": [1, 4, 26, 260, 3368, 53744]},
    "n queens": {"bishops:{n}:piece=queen:count={n}": [1, 0, 0, 2, 10, 4, 40, 92, 352, 724]},
    "most rooks": {"bishops:{n}:piece=rook": [factorial(n) for n in range(1, 8)]},
}
BEST: dict[str, dict[str, list[int]]] = {
    "most bishops": {"bishops:{n}": [1, *range(2, 19, 2)]},
    "most queens": {"bishops:{n}:piece=queen": [1, 1, 2, *range(4, 13)]},
    "most rooks": {"bishops:{n}:piece=rook": list(range(1, 13))},
    "most knights": {"bishops:{n}:piece=knight": [1, 4, 5, 8, 13, 18, 25, 32]},
    "most kings": {"bishops:{n}:piece=king": [((n + 1) // 2) ** 2 for n in range(1, 13)]},
    "dominating queens": {"bishops:{n}:piece=queen:goal=dominate": [1, 1, 1, 2, 3, 3, 4, 5, 5, 5, 5]},
    "dominating bishops": {"bishops:{n}:goal=dominate": list(range(1, 16))},
    "dominating rooks": {"bishops:{n}:piece=rook:goal=dominate": list(range(1, 16))},
    "dominating knights": {"bishops:{n}:piece=knight:goal=dominate": [1, 4, 4, 4, 5, 8, 10, 12, 14, 16, 21]},
}
"""Numbers that are known, by the ID of the puzzle, for n = 1, 2, 3 and so on."""


def measure_numbers(
    known: dict[str, dict[str, list[int]]], find: Callable[[knobel.Puzzle], int | None]
) -> list[Record]:
    """Each row of known numbers, found anew: the seconds of the last one, which is the hardest."""
    found: list[Record] = []
    for what, rows in known.items():
        for id, expected in rows.items():
            numbers: list[int | None] = []
            last = 0.0
            for n in range(1, len(expected) + 1):
                started = cpu()
                numbers.append(find(knobel.parse(id.format(n=n))))
                last = round(cpu() - started, 3)
            assert numbers == expected, (what, numbers)
            found.append(progress({"what": what, "id": id, "numbers": numbers, "last": last}))
    return found


SECTIONS: dict[str, Callable[[], list[Record]]] = {
    "original": measure_original,
    "encodings": measure_encodings,
    "large": measure_large,
    "dominating": measure_dominating,
    "best": lambda: measure_numbers(BEST, lambda puzzle: knobel.solve(puzzle).value),
    "ways": lambda: measure_numbers(WAYS, lambda puzzle: int(knobel.count(puzzle))),
}


# tables


def tables(stored: Record) -> dict[str, str]:
    """The Markdown tables of stored results, by name."""
    rows = {name: rows_of(stored, name) for name in SECTIONS}
    size = [f"{n} x {n}" for n in range(1, 20)]
    runs = ("board", "encoding", "engine", "variables", "clauses", "bishops", "seconds")
    original = ("board", "as it is", "all variables flipped", "most")
    numbers = ("what", "ID", "n = 1, 2, 3, ...", "seconds for the last")
    return {
        "original": markdown(original, [(size[row["n"] - 1], *list(row.values())[1:]) for row in rows["original"]]),
        "encodings": markdown(runs, list(map(_run, rows["encodings"])), words=3),
        "large": markdown(runs, list(map(_run, rows["large"])), words=3),
        "dominating": markdown(
            ("pieces", *runs[1:5], "fewest", "seconds"), list(map(_run, rows["dominating"])), words=3
        ),
        "best": markdown(numbers, list(map(_numbers, rows["best"])), words=3),
        "ways": markdown(numbers, list(map(_numbers, rows["ways"])), words=3),
        "versions": measured_with(stored),
    }


def _run(row: Record) -> tuple[str, ...]:
    n, _, options = row["id"].partition(":")[2].partition(":")
    what = options.removeprefix("piece=").removesuffix(":goal=dominate") + "s" if options else f"{n} x {n}"
    done = row["value"] is not None
    shown = [number(row[key] if done else None) for key in ("variables", "clauses", "value")]
    took = seconds(row["seconds"]) if done else f"> {row['seconds']:.0f}"
    return (what, f"`{row['encoding']}`", row["engine"] or "-", *shown, took)


def _numbers(row: Record) -> tuple[str, ...]:
    return row["what"], f"`{row['id'].replace('{n}', 'n')}`", ", ".join(map(str, row["numbers"])), seconds(row["last"])


BENCH = Bench(
    "Seconds and numbers of the bishops encodings.",
    RESULTS / "bishops.json",
    DOCS / "why" / "bishops.md",
    SECTIONS,
    tables,
)

if __name__ == "__main__":
    BENCH.main()

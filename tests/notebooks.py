"""Notebooks without a server: run their cells one after the other, and compare or store what they show.

``python tests/notebooks.py docs/tutorial/questions.ipynb`` stores it.
"""

from __future__ import annotations

import ast
import contextlib
import io
import json
import sys
from pathlib import Path
from typing import Any


def outputs_of(cells: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    """What each cell of code shows: what it prints, and its last expression as text and, if it has one, as picture."""
    scope: dict[str, Any] = {}
    found = []
    for cell in cells:
        if cell["cell_type"] != "code":
            continue
        tree = ast.parse("".join(cell["source"]))
        last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
        printed, value = io.StringIO(), None
        with contextlib.redirect_stdout(printed):
            exec(compile(tree, "cell", "exec"), scope)
            if isinstance(last, ast.Expr):
                value = eval(compile(ast.Expression(last.value), "cell", "eval"), scope)
        found.append(_shown(printed.getvalue(), value))
    return found


def _shown(text: str, value: Any) -> list[dict[str, Any]]:
    shown: list[dict[str, Any]] = []
    if text:
        shown.append({"output_type": "stream", "name": "stdout", "text": text.splitlines(keepends=True)})
    if value is not None:
        data = {"text/plain": repr(value).splitlines(keepends=True)}
        if hasattr(value, "_repr_svg_"):
            data = {"image/svg+xml": value._repr_svg_().splitlines(keepends=True), "text/plain": ["a picture"]}
        shown.append({"output_type": "display_data", "data": data, "metadata": {}})
    return shown


def store(path: Path) -> None:
    """Run a notebook and write its outputs into it."""
    notebook = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in notebook["cells"] if cell["cell_type"] == "code"]
    for cell, outputs in zip(code, outputs_of(notebook["cells"]), strict=True):
        cell["outputs"] = outputs
    path.write_text(json.dumps(notebook, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    for name in sys.argv[1:]:
        store(Path(name))

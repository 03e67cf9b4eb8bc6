"""Every notebook shows what its cells do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from notebooks import outputs_of

NOTEBOOKS = sorted((Path(__file__).parents[1] / "docs").rglob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.name)
def test_a_notebook_shows_what_its_cells_do(path: Path) -> None:
    notebook = json.loads(path.read_text(encoding="utf-8"))
    stored = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(stored) >= 5
    assert outputs_of(notebook["cells"]) == stored


def test_there_is_one() -> None:
    assert NOTEBOOKS

"""The real import graph: no cycles, lazy imports included, and arrows only downwards in the map of the house.

The map is the table under "Layers" in docs/reference/design.md: what stands in a row may import what stands in a row
below, and nothing else.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import knobel

SOURCE = Path(knobel.__file__).parent
PAGE = Path(__file__).parents[1] / "docs" / "reference" / "design.md"


def module_name(path: Path) -> str:
    parts = ["knobel", *path.relative_to(SOURCE).with_suffix("").parts]
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {module_name(path): path for path in SOURCE.rglob("*.py")}


def is_for_types(node: ast.AST) -> bool:
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All nodes but those that only type checkers read."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not is_for_types(child):
            yield from statements(child)


def imported(name: str, path: Path) -> Iterator[str]:
    """Every module of knobel that a module imports, at its top or inside a function."""
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            for alias in node.names:
                yield f"{base}.{alias.name}" if f"{base}.{alias.name}" in MODULES else base


@cache
def graph() -> dict[str, set[str]]:
    return {name: {*imported(name, path)} & MODULES.keys() - {name} for name, path in MODULES.items()}


def part(module: str) -> str:
    """The file or folder of knobel that a module belongs to; the package itself is the front door, ``knobel``."""
    return module.split(".")[1] if "." in module else module


def layers() -> list[set[str]]:
    """The rows of the map, from top to bottom."""
    text = PAGE.read_text(encoding="utf-8").partition("## Layers")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (.+?) \|", text, re.MULTILINE)
    return [set(re.findall(r"`(\w+)(?:\.py|/)?`", row)) for row in rows if "`" in row]


def test_no_module_imports_itself_in_a_roundabout_way() -> None:
    try:
        TopologicalSorter(graph()).prepare()
    except CycleError as error:
        raise AssertionError(f"a cycle of imports: {' -> '.join(error.args[1])}") from None


def test_the_map_names_every_part_once() -> None:
    named = [name for row in layers() for name in sorted(row)]
    assert sorted(named) == sorted({part(module) for module in MODULES})


def test_arrows_point_downwards() -> None:
    depth = {name: number for number, row in enumerate(layers()) for name in row}
    upwards = {
        f"{module} imports {other}"
        for module, others in graph().items()
        for other in others
        if part(module) != part(other) and depth[part(module)] >= depth[part(other)]
    }
    assert not upwards


def test_nothing_imports_the_parts_that_are_found_by_name() -> None:
    """Kinds and engines are found by the registry, so that a new one needs no edit elsewhere."""
    named = {
        f"{module} imports {other}"
        for module, others in graph().items()
        for other in others
        if other.startswith("knobel.kinds.") and part(module) != "kinds"
    }
    assert not named

"""What rows and columns are called: letters, small ones for rows and capitals for columns, as in the report."""

from __future__ import annotations

from string import ascii_lowercase


def row_name(index: int) -> str:
    """The name of a row.

    >>> [row_name(i) for i in (0, 25, 26, 701, 702)]
    ['a', 'z', 'aa', 'zz', 'aaa']
    """
    name = ascii_lowercase[index % 26]
    return name if index < 26 else row_name(index // 26 - 1) + name


def column_name(index: int) -> str:
    """The name of a column.

    >>> column_name(27)
    'AB'
    """
    return row_name(index).upper()


def cell_name(r: int, c: int) -> dict[str, str]:
    """The names of a cell's row and column, for sentences."""
    return {"row": row_name(r), "column": column_name(c)}


def cell_of(row: str, column: str) -> tuple[int, int]:
    """The inverse of :func:`cell_name`.

    >>> cell_of("b", "AB")
    (1, 27)
    """
    return _index(row), _index(column)


def _index(name: str) -> int:
    number = 0
    for char in name.lower():
        number = 26 * number + ascii_lowercase.index(char) + 1
    return number - 1

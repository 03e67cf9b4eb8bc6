"""The sentences of clues and rules in few words, for the steps of an explanation."""

from knobel.say import Short

BRIEF: Short = {
    "row {row} column {column} is given as free": "the given cell {column}{row}",
    "row {row} column {column} is given as a mine": "the given cell {column}{row}",
    "if row {row} column {column} is a mine, exactly one cell beside it is a mine": (
        "the partner of {column}{row}",
        "the partners of {each}",
        "{column}{row}",
    ),
    "row {row} column {column} is free and has {count} mines around it": (
        "{column}{row} ({count})",
        "{each}",
        "{column}{row} ({count})",
    ),
    "row {row} column {column} is free and has 1 mine around it": ("{column}{row} (1)", "{each}", "{column}{row} (1)"),
    "row {row} column {column} is free and has no mine around it": ("{column}{row} (0)", "{each}", "{column}{row} (0)"),
}

TECHNIQUES = {
    "all known": "number complete",
    "{open} open cells": "last cells of a number",
    "one open cell": "last cells of a number",
    "{known} known, one open cell": "last cells of a number",
    "{known} known, {open} open cells": "last cells of a number",
    "row {row} column {column} is free and has no mine around it": "number complete",
    "row {row} column {column} is free and has 1 mine around it": "number",
    "row {row} column {column} is free and has {count} mines around it": "number",
    "already found": "pair complete",
    "two mines beside it": "pair complete",
    "one cell left": "last place for a partner",
    "no cell left": "no place for a partner",
    "if row {row} column {column} is a mine, exactly one cell beside it is a mine": "pair",
    "the number of mines is {number}": "all mines",
}
"""The names of techniques, by the sentences of arguments; of steps without one, by those of clues and rules."""

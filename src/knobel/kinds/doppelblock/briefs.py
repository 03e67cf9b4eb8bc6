"""The sentences of clues and rules in few words, for the steps of an explanation."""

from knobel.say import Short

BRIEF: Short = {
    "row {row} column {column} is given as black": "the given cell r{row}c{column}",
    "row {row} column {column} is given as {value}": "the given cell r{row}c{column}",
    "row {row} has each number from 1 to {last} once and two black cells": ("row {row}", "rows {each}", "{row}"),
    "column {column} has each number from 1 to {last} once and two black cells": (
        "column {column}",
        "columns {each}",
        "{column}",
    ),
    "row {row} has the number 1 once and two black cells": ("row {row}", "rows {each}", "{row}"),
    "column {column} has the number 1 once and two black cells": ("column {column}", "columns {each}", "{column}"),
    "the numbers between the two black cells of row {row} add up to {sum}": "row {row}, sum {sum}",
    "the numbers between the two black cells of column {column} add up to {sum}": "column {column}, sum {sum}",
    "the two black cells of row {row} touch each other": "row {row}, sum 0",
    "the two black cells of column {column} touch each other": "column {column}, sum 0",
}

TECHNIQUES = {
    "{parts} between black cells {places}": "sum",
    "black cells {places}": "sum",
    "the only place": "only place",
    "the only places": "only place",
    "each number once": "each number once",
    "row {row} has each number from 1 to {last} once and two black cells": "each number once",
    "column {column} has each number from 1 to {last} once and two black cells": "each number once",
    "row {row} has the number 1 once and two black cells": "each number once",
    "column {column} has the number 1 once and two black cells": "each number once",
    "the numbers between the two black cells of row {row} add up to {sum}": "sum",
    "the numbers between the two black cells of column {column} add up to {sum}": "sum",
    "the two black cells of row {row} touch each other": "black cells side by side",
    "the two black cells of column {column} touch each other": "black cells side by side",
}
"""The names of techniques, by the sentences of arguments; of steps without one, by those of clues and rules."""

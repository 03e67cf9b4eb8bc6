"""The sentences of clues and rules in few words, for the steps of an explanation."""

from knobel.say import Short

BRIEF: Short = {
    "{none} stand on the diagonal from row {row} column {column} to row {last_row} column {last_column}": (
        "diagonal r{row}c{column}-r{last_row}c{last_column}",
        "diagonals {each}",
        "r{row}c{column}-r{last_row}c{last_column}",
    ),
    "{none} stand in row {row}": ("row {row}", "rows {each}", "{row}"),
    "{none} stand in column {column}": ("column {column}", "columns {each}", "{column}"),
    "{none} stand on row {row} column {column} and row {other_row} column {other_column}": (
        "r{row}c{column} attacks r{other_row}c{other_column}",
        "attacks {each}",
        "r{row}c{column}-r{other_row}c{other_column}",
    ),
    "row {row} column {column} is given as {one}": "the given cell r{row}c{column}",
    "row {row} column {column} is given as empty": "the given cell r{row}c{column}",
    "row {row} column {column} is occupied or attacked": (
        "r{row}c{column} is occupied or attacked",
        "{each} are occupied or attacked",
        "r{row}c{column}",
    ),
    "{amount} is at least {value}": "at least {value} in all",
    "{amount} is at most {value}": "at most {value} in all",
    "{amount} is {count}": "{count} in all",
}

MANY = {"bishop": "bishops", "queen": "queens", "rook": "rooks", "knight": "knights", "king": "kings"}

TECHNIQUES = {
    "taken": "line taken",
    "all open cells are needed": "number of pieces",
    "one on each and all other cells": "number of pieces",
    "one on it and all other cells": "number of pieces",
    "{none} stand on the diagonal from row {row} column {column} to row {last_row} column {last_column}": "line taken",
    "{none} stand in row {row}": "line taken",
    "{none} stand in column {column}": "line taken",
    "{none} stand on row {row} column {column} and row {other_row} column {other_column}": "cell attacked",
    "row {row} column {column} is occupied or attacked": "last piece that can cover a cell",
    "{some} stands on the board": "number of pieces",
    "{amount} is {count}": "number of pieces",
    "{amount} is at least {value}": "number of pieces",
    "{amount} is at most {value}": "number of pieces",
    "row {row} column {column} is a hole and stays empty": "hole",
}
"""The names of techniques, by the sentences of arguments; of steps without one, by those of clues and rules."""

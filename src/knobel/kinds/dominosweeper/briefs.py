"""The sentences of clues and rules in few words, for the steps of an explanation."""

BRIEF = {
    "if row {row} column {column} is a mine, exactly one cell beside it is a mine": "the partner of r{row}c{column}",
    "row {row} column {column} is free and has {count} mines around it": "{count} mines around r{row}c{column}",
    "row {row} column {column} is free and has 1 mine around it": "1 mine around r{row}c{column}",
    "row {row} column {column} is free and has no mine around it": "no mine around r{row}c{column}",
}

"""The sentences of clues and rules in few words, for the steps of an explanation."""

BRIEF = {
    "row {row} has the runs {runs}": "row {row} ({runs})",
    "column {column} has the runs {runs}": "column {column} ({runs})",
}

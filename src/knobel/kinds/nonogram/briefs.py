"""The sentences of clues and rules in few words, for the steps of an explanation."""

from knobel.say import Short

BRIEF: Short = {
    "row {row} has the runs {runs}": ("row {row} ({runs})", "rows {each}", "{row} ({runs})"),
    "column {column} has the runs {runs}": ("column {column} ({runs})", "columns {each}", "{column} ({runs})"),
    "row {row} is empty": ("row {row} (0)", "rows {each}", "{row} (0)"),
    "column {column} is empty": ("column {column} (0)", "columns {each}", "{column} (0)"),
}

TECHNIQUES = {
    "filling all {length}": "full line",
    "filling the only cell": "full line",
    "finished": "finished line",
    "no others are left": "last cells",
    "{count} of {length} cells overlap": "overlap",
    "overlap": "overlap",
    "overlap and reach": "overlap and reach",
    "out of reach": "out of reach",
    "row {row} is empty": "empty line",
    "column {column} is empty": "empty line",
    "row {row} has the runs {runs}": "all ways to place the runs",
    "column {column} has the runs {runs}": "all ways to place the runs",
}
"""The names of techniques, by the sentences of arguments; of steps without one, by those of clues and rules."""

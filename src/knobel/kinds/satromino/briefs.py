"""The sentences of clues and rules in few words, for the steps of an explanation."""

from knobel.say import Short

BRIEF: Short = {
    "at the end row {row} column {column} is filled": (
        "r{row}c{column} gets filled",
        "{each} get filled",
        "r{row}c{column}",
    ),
    "at the end row {row} column {column} is empty": (
        "r{row}c{column} stays empty",
        "{each} stay empty",
        "r{row}c{column}",
    ),
    "piece {number} ({piece}) finds a place and comes to rest": "{piece} comes to rest",
    "piece {number} ({piece}) is turned and shifted without touching anything and comes to rest": (
        "{piece} comes to rest without touching anything on its way"
    ),
}

TECHNIQUES = {
    "which it fills otherwise": "cell to keep empty",
    "which {piece} fills otherwise": "cell to keep empty",
    "filled otherwise": "cell to keep empty",
    "out of reach otherwise": "cell to fill",
    "no room otherwise": "piece at rest",
    "only {piece} reaches it": "cell that one piece reaches",
    "at the end row {row} column {column} is filled": "cell to fill",
    "at the end row {row} column {column} is empty": "cell to keep empty",
    "piece {number} ({piece}) finds a place and comes to rest": "piece at rest",
    "piece {number} ({piece}) is turned and shifted without touching anything and comes to rest": "piece at rest",
}
"""The names of techniques, by the sentences of arguments; of steps without one, by those of clues and rules."""

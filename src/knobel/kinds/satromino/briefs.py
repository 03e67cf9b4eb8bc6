"""The sentences of clues and rules in few words, for the steps of an explanation."""

BRIEF = {
    "at the end row {row} column {column} is filled": "r{row}c{column} is filled at the end",
    "at the end row {row} column {column} is empty": "r{row}c{column} is empty at the end",
    "piece {number} ({piece}) finds a place and comes to rest": "piece {number} ({piece}) comes to rest",
    "piece {number} ({piece}) is turned and shifted without touching anything and comes to rest": (
        "piece {number} ({piece}) comes to rest without touching anything on its way"
    ),
}

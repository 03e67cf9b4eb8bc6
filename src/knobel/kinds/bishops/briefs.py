"""The sentences of clues and rules in few words, for the steps of an explanation."""

BRIEF = {
    "{none} stand on the diagonal from row {row} column {column} to row {last_row} column {last_column}": (
        "the diagonal r{row}c{column} to r{last_row}c{last_column}"
    ),
    "{none} stand in row {row}": "row {row}",
    "{none} stand in column {column}": "column {column}",
    "{none} stand on row {row} column {column} and row {other_row} column {other_column}": (
        "r{row}c{column} attacks r{other_row}c{other_column}"
    ),
    "row {row} column {column} is occupied or attacked": "r{row}c{column} is occupied or attacked",
}

MANY = {"bishop": "bishops", "queen": "queens", "rook": "rooks", "knight": "knights", "king": "kings"}

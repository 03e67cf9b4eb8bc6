"""The sentences of clues and rules in few words, for the steps of an explanation."""

BRIEF = {
    "row {row} has each number from 1 to {last} once and two black cells": "row {row}, each number once",
    "column {column} has each number from 1 to {last} once and two black cells": "column {column}, each number once",
    "the numbers between the two black cells of row {row} add up to {sum}": "row {row}, sum {sum}",
    "the numbers between the two black cells of column {column} add up to {sum}": "column {column}, sum {sum}",
    "the two black cells of row {row} touch each other": "row {row}, sum 0",
    "the two black cells of column {column} touch each other": "column {column}, sum 0",
}

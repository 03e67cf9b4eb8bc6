"""Fill a square with the numbers 1 to n so that no number repeats in a row or column; some cells are given."""

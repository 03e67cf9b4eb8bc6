"""Fill each row, each column and each region with the numbers 1 to n, each once."""

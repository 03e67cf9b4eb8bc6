"""Fill each row and column with 1 to n, each once; a number outside says how many buildings are seen from there."""

"""Put 1 to n-2 once and two black cells into each row and column; the numbers between them add up to the clue."""

"""Put k stars into each row, column and region, so that no two stars touch, not even at a corner."""

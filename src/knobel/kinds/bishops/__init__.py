"""Put as many bishops (or queens, rooks, knights, kings) on a board as can stand there without attacking each other."""

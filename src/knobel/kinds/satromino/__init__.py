"""Turn and shift a given sequence of tetrominoes, let each fall straight down, and reach the board of the goal."""

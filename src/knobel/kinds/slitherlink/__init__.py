"""Draw one closed loop along the grid lines; a number says how many sides of its cell belong to the loop."""

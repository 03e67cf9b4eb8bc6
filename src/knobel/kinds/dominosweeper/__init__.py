"""Find the mines: a number counts the mines around its cell, and every mine has exactly one other mine beside it."""

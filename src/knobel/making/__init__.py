"""From a draft to a puzzle that can be given out: its number of solutions settled, clues spared, graded, verified.

Nothing here depends on the clock, unless a timeout is set: for the same draft, the same puzzle comes out. Where a
question is too hard, a number of conflicts says when to stop, and the clue it was about stays.
"""

"""What follows from which clues: the machinery that explaining, hints, reasons and grades share.

It works on an encoding whose labels can be trusted (``labels="all"``): a group of clauses says exactly its sentence.
The level of a step is the number of groups it takes, up to ``SEVERAL``; above are two levels that are no such number.
"""

SEVERAL = 4  # the most groups that are seen together
CHAIN = 5  # a chain of consequences of an assumption
CORE = 6  # anything else that follows

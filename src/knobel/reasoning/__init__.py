"""What follows from which clues: the machinery that explaining, hints, reasons and grades share.

It works on an encoding whose labels can be trusted (``labels="all"``): a group of clauses says exactly its sentence.
"""

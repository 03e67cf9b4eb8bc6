"""fd, a finite-domain solver in the style of CLP(FD), for constraint models. It needs no extra.

Read it in this order: ``domains`` (sets of values as integers), ``store`` (the trail and the queue), ``propagator`` and
one file for each family of constraints (``sums``, with branch and bound; ``layers``, ``cardinality``, ``tables``),
``posting`` (from a model to propagators), ``labeling`` (which variable, which value), ``search`` (the tree) and
``engine``.
"""

from .engine import Fd

ENGINES = (Fd(),)

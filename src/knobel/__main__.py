"""``python -m knobel`` is the command ``knobel``."""

import sys

from knobel.cli import main

sys.exit(main())

"""``python -m knobel`` is the command ``knobel``."""

import sys

try:
    from knobel.cli import main
except KeyboardInterrupt:  # before there is anybody to heed it
    sys.exit(130)

sys.exit(main())

"""``python -m knobel`` is the command ``knobel``."""

import sys

try:
    from knobel.cli import main
except KeyboardInterrupt:  # before there is anybody to heed it
    sys.exit(130)

code = main()
# Under -m, Python dies of the signal if Ctrl-C came while a text was executed (dataclasses do that when they are
# imported), even if it was caught and there is an exit code. The next text that is executed makes it forget.
exec("")
sys.exit(code)

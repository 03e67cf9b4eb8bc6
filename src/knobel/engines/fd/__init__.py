"""An engine of our own."""

ENGINES = ()

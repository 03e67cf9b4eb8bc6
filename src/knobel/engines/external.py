"""Any DIMACS solver that can be started as a command: it gets a formula file and leaves its answer as text."""
ENGINES: tuple = ()

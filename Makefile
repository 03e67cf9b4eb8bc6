# Two commands on a fresh machine: `make demo` and `make test`. Everything goes into a private environment, .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
SOURCES := pyproject.toml constraints.txt

# The kernel, the command line and all doctests: what breaks first, in under a minute.
QUICK := tests/test_kernel.py tests/test_emit.py tests/test_best.py tests/test_cli.py tests/test_writing.py tests/test_startup.py src

# What runs one test after the other, and why: tests that
#   count processes or look at those of the whole machine: bad_input (Ctrl-C), processes, pool, cluster
#   measure what one process holds or loads: memory, startup
#   start servers and browsers: web
ALONE := $(addprefix tests/,test_bad_input.py test_cluster.py test_memory.py test_pool.py test_processes.py test_startup.py web)

.NOTPARALLEL:
.PHONY: demo test parallel alone quick lint native clean

demo: $(VENV)/installed
	$(BIN)/knobel solve @nonogram/cat

test: lint parallel alone

parallel: $(VENV)/tested
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ALONE:%=--ignore=%)

alone: $(VENV)/tested
	$(BIN)/python -m pytest $(ALONE)

quick: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -m "not slow" $(QUICK)

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# After any change to the source of a library: what numba makes of it is stored beside it.
native: $(VENV)/tested
	$(BIN)/python -m knobel.native knobel.engines.yasat.kernel knobel.proofs.kernel knobel.kinds.nonogram.loops

$(VENV)/bin/python:
	$(PYTHON) -m venv $(VENV)

$(VENV)/installed: $(SOURCES) | $(VENV)/bin/python
	$(PIP) --editable .
	@touch $@

$(VENV)/tested: $(SOURCES) | $(VENV)/bin/python
	$(PIP) --editable ".[all]" --requirement requirements-test.txt
	@touch $@ $(VENV)/installed

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis

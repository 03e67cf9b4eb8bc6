# Two commands on a fresh machine: `make demo` and `make test`. Everything goes into a private environment, .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/pip install --quiet --disable-pip-version-check --constraint constraints.txt
SOURCES := pyproject.toml constraints.txt

# The kernel, the command line and all doctests: what breaks first, in under a minute.
QUICK := tests/test_kernel.py tests/test_emit.py tests/test_best.py tests/test_cli.py tests/test_writing.py tests/test_startup.py src

# Those that start processes and browsers, or look at what the whole machine does, run by themselves.
ALONE := tests/test_bad_input.py tests/test_cluster.py tests/test_memory.py tests/test_processes.py tests/test_startup.py tests/web

.PHONY: demo test quick lint native clean

demo: $(VENV)/installed
	$(BIN)/knobel solve @nonogram/cat

test: $(VENV)/tested lint
	$(BIN)/python -m pytest --numprocesses auto --dist worksteal $(ALONE:%=--ignore=%)
	$(BIN)/python -m pytest $(ALONE)

quick: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/python -m pytest -m "not slow" $(QUICK)

lint: $(VENV)/tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy --num-workers auto

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

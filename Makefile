# Each target sets itself up on a machine with only Python 3.11 (or newer), make and C/C++ compilers.
# Everything is written inside this checkout: .venv, .cache, report.

PYTHON ?= $(firstword $(foreach p,python3.11 python3.12 python3.13 python3,$(if $(shell $(p) -c 'import sys; sys.version_info >= (3, 11) and print(1)' 2>/dev/null),$(p))))

ROOT := $(CURDIR)
VENV := .venv
BIN := $(VENV)/bin
CACHE := $(ROOT)/.cache

# Tools that would write to the home directory write here instead.
export NUMBA_CACHE_DIR := $(CACHE)/numba
export MPLCONFIGDIR := $(CACHE)/matplotlib
export PIP_CACHE_DIR := $(CACHE)/pip
export XDG_CACHE_HOME := $(CACHE)/xdg
export XDG_CONFIG_HOME := $(CACHE)/xdg-config
export XDG_DATA_HOME := $(CACHE)/xdg-data
export JUPYTER_CONFIG_DIR := $(CACHE)/jupyter/config
export JUPYTER_DATA_DIR := $(CACHE)/jupyter/data
export JUPYTER_RUNTIME_DIR := $(CACHE)/jupyter/runtime
export JUPYTERLAB_SETTINGS_DIR := $(CACHE)/jupyter/lab-settings
export JUPYTERLAB_WORKSPACES_DIR := $(CACHE)/jupyter/lab-workspaces
export IPYTHONDIR := $(CACHE)/ipython
export MYPY_CACHE_DIR := $(CACHE)/mypy
export RUFF_CACHE_DIR := $(CACHE)/ruff
export HYPOTHESIS_STORAGE_DIRECTORY := $(CACHE)/hypothesis
export PIP_DISABLE_PIP_VERSION_CHECK := 1
export PYTEST_DEBUG_TEMPROOT := $(CACHE)/tmp
export MPLBACKEND := agg

.DEFAULT_GOAL := help
.PHONY: help report test bench lab notebooks clean

help:
	@echo "make report     execute the notebooks, compare the rule sets, write report/index.html"
	@echo "make test       lint, types, import borders, tests"
	@echo "make bench      speed, compile times, memory"
	@echo "make lab        open JupyterLab on the notebooks"
	@echo "make notebooks  execute the notebooks in place"
	@echo "make clean      remove what the other targets made"

# Stamps: a warm run installs nothing until pyproject.toml changes.
$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "make: no Python 3.11 or newer found; name one: make PYTHON=/path/to/python3.11 ..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.base: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/.test: pyproject.toml | $(VENV)/.made
	$(BIN)/python -m pip install --quiet --editable '.[test]'
	@touch $(VENV)/.base $@

$(VENV)/.bench: pyproject.toml | $(VENV)/.test
	$(BIN)/python -m pip install --quiet --editable '.[bench]'
	@touch $@

report: $(VENV)/.base
	$(BIN)/mjstats report --out report
	@echo "The report lies at report/index.html"

PYTEST := $(BIN)/python -m pytest
# Run besides as plain Python, which finds reads out of bounds that compiled code does not see.
PLAIN := tests/test_scoring.py tests/test_check.py tests/test_distance.py

# These use no kernel of scoring or play.
COUNTING := tests/test_exact.py tests/test_exact_many_tiles.py tests/test_exact_questions.py tests/test_distance.py

# Most kernels are compiled first, on one core, while the other looks at the sources, runs some tests as plain Python and those
# that only count. Then the tests go on on all cores, a file at a time.
test: $(VENV)/.test
	@mkdir -p $(PYTEST_DEBUG_TEMPROOT)
	@$(BIN)/python -m tests.warm > $(CACHE)/warm.log 2>&1 & warm=$$!; \
	trap "kill $$warm 2> /dev/null" EXIT; \
	$(BIN)/ruff check . && $(BIN)/mypy && $(BIN)/lint-imports --cache-dir $(CACHE)/import-linter || exit 1; \
	echo "Some tests as plain Python:"; \
	NUMBA_DISABLE_JIT=1 $(PYTEST) -q $(PLAIN) -k "not twin" || exit 1; \
	echo "Those that only count:"; \
	NUMBA_CACHE_DIR=$(CACHE)/numba-counting $(PYTEST) -q $(COUNTING) || exit 1; \
	wait $$warm || { cat $(CACHE)/warm.log; exit 1; }
	$(PYTEST) -n auto --dist loadfile $(addprefix --ignore=,$(COUNTING))

bench: $(VENV)/.bench
	$(BIN)/python -m tests.bench

lab: $(VENV)/.base
	MPLBACKEND= $(BIN)/jupyter lab --notebook-dir=notebooks

notebooks: $(VENV)/.base
	$(BIN)/python -c "from mjstats.report import refresh; refresh('notebooks')"

clean:
	rm -rf $(VENV) .cache build dist report .hypothesis .pytest_cache .mypy_cache .ruff_cache *.egg-info
	find mjstats tests notebooks -name __pycache__ -type d -prune -exec rm -rf {} +

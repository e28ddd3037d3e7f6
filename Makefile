# One word for each task. Each sets up what it needs in $(VENV) the first time and is quick the next.
#
#   make demo    install the program and ask it about a hand
#   make test    run the tests
#   make lint    style, types and layers
#   make bench   speed, beside OpenSpiel
#   make docs    run the examples of README.md and docs/ again and write down what they print
#   make clean   remove what the others made
#
# PYTHON=python3.12 chooses an interpreter, VENV=folder another place, ARGS='-k rules' goes to pytest.

SHELL := bash
VENV ?= .venv
BIN := $(VENV)/bin
# Empty for an installation that no longer follows the sources (the automatic checks use it).
EDITABLE ?= -e
ARGS ?=

# The first interpreter that is new enough and can make a virtual environment.
CANDIDATES := python3 python3.13 python3.12 python3.11 python3.14 python
SUITABLE := import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))
PYTHON ?= $(shell for python in $(CANDIDATES); do \
	if $$python -c '$(SUITABLE)' >/dev/null 2>&1; then command -v $$python; break; fi; done)
PIP = $(BIN)/python -m pip --disable-pip-version-check --no-input install --quiet

.PHONY: help demo test lint lint-style lint-layers lint-types bench docs clean

help:
	@sed -n '2,/^$$/s/^# \{0,1\}//p' Makefile

$(VENV)/.made:
	@test -n "$(PYTHON)" || { echo "make: no Python >= 3.11 with venv found; name one: make PYTHON=..." >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	@touch $@

$(VENV)/.installed: $(VENV)/.made pyproject.toml setup.py
	@echo "installing into $(VENV), which takes a minute or two the first time"
	$(PIP) $(EDITABLE) .
	@touch $@

$(VENV)/.tests: $(VENV)/.made pyproject.toml setup.py
	@echo "installing what the tests need too, which takes two or three minutes the first time"
	$(PIP) $(EDITABLE) '.[test]'
	@touch $(VENV)/.installed $@

# Both at once, as the automatic check wants them.
$(VENV)/.both: $(VENV)/.made pyproject.toml setup.py
	$(PIP) $(EDITABLE) '.[test,lint]' 'setuptools>=77'
	@touch $(VENV)/.installed $(VENV)/.tests $(VENV)/.lint $@

$(VENV)/.lint: $(VENV)/.installed
	$(PIP) $(EDITABLE) '.[lint]' 'setuptools>=77'
	@touch $@

demo: $(VENV)/.installed
	$(BIN)/euchre advise "JH 9H AH KS 9S" --up TH --seat 2

test: $(VENV)/.tests
	$(BIN)/python -m pytest -n auto --dist worksteal $(ARGS)

lint: lint-style lint-layers lint-types

lint-style: $(VENV)/.lint
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .

lint-layers: $(VENV)/.lint
	$(BIN)/lint-imports

# Type checkers do not find the folders cli/ and data/ under their installed names in an editable
# installation, so they get a plain one of their own.
lint-types: $(VENV)/.lint
	@rm -rf build $(VENV)/typed
	@$(PIP) --no-deps --no-build-isolation --target $(VENV)/typed .
	@rm -rf build
	cd $(VENV)/typed && $(abspath $(BIN))/mypy --config-file $(CURDIR)/pyproject.toml \
		--cache-dir $(CURDIR)/.mypy_cache -p euchre_sim -p euchre_cli

bench: $(VENV)/.tests
	$(BIN)/python -m benchmarks
	$(BIN)/python -m benchmarks.solver
	$(BIN)/python -m benchmarks.worlds

docs: $(VENV)/.tests
	$(BIN)/python -m tests.docs.write_readme

clean:
	rm -rf $(VENV) build *.egg-info

# Two commands a newcomer needs: `make play` and `make test`. Each sets up what it needs first.
PYTHON ?= $(shell command -v python3.11 || command -v python3)
VENV   := .venv
BIN    := $(VENV)/bin
READY  := $(VENV)/.ready
GAME   ?= ilani-midi-baccarat

.PHONY: play test lint types bench sheets clean

play: $(READY)
	$(BIN)/croupier play $(GAME)

test: lint types
	$(BIN)/python -m pytest -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/croupier lint

types: $(READY)
	$(BIN)/mypy

bench: $(READY)
	$(BIN)/python benchmarks/settle.py
	$(BIN)/python benchmarks/odds.py
	$(BIN)/python benchmarks/simulate.py

# After a change to a rulebook: count the par sheets that travel with the package again.
sheets: $(READY)
	$(BIN)/python -m croupier.odds.shipped

# Debian keeps the module that makes virtual environments in a package of its own.
$(READY): requirements.txt pyproject.toml
	$(PYTHON) -m venv $(VENV) || { apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV); }
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -r requirements.txt
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable .
	touch $(READY)

clean:
	rm -rf $(VENV) build dist .mypy_cache .pytest_cache .ruff_cache .hypothesis

# `make demo` and `make test` set everything up themselves; Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: demo test lint types unit docs bench clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $(READY)

demo: $(READY)
	$(BIN)/visgym demo --out demo

test: lint types unit

lint: $(READY)
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools

types: $(READY)
	$(BIN)/mypy

unit: $(READY)
	$(BIN)/pytest --doctest-modules README.md src/visgym/__init__.py
	$(BIN)/pytest -n 2 tests

docs: $(READY)
	$(BIN)/visgym docs --out docs

bench: $(READY)
	$(BIN)/visgym bench --out benchmarks/results.md

clean:
	rm -rf $(VENV) demo

# `make demo` and `make test` set everything up themselves; Python 3.11 or newer is all they need.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
WORKERS ?= 2
PYTEST := $(BIN)/pytest -n $(WORKERS) --dist worksteal tests

.PHONY: demo test test-adapters test-train check-all lint types kernels unit docs blind games-table worlds-tables hold-out bench clean

$(READY): pyproject.toml
	$(PYTHON) -m venv $(VENV)
	$(BIN)/pip install --quiet --disable-pip-version-check --editable ".[dev]"
	touch $(READY)

demo: $(READY)
	$(BIN)/visgym demo --out demo

# types and kernels keep a core busy each, once after every checkout
test: $(READY)
	$(MAKE) --jobs 2 lint types kernels
	$(MAKE) unit

# every preset, 200 seeds, and what is slow: hours, before a release
check-all: lint types
	$(PYTEST) --deep
	$(BIN)/visgym check --seeds 200

lint: $(READY)
	$(BIN)/ruff check src tests tools
	$(BIN)/ruff format --check src tests tools

types: $(READY)
	$(BIN)/mypy

kernels: $(READY)
	$(BIN)/python tests/compile_kernels.py

unit: $(READY)
	$(BIN)/pytest --doctest-modules README.md src/visgym/__init__.py
	$(PYTEST)

# what trainers and others read, each package in an environment of its own, minutes each;
# `make test-adapters trl` sets up and tests one of them
ADAPTERS := datasets3 datasets4 datasets5 trl llamafactory swift verl lmms gem inspect skyrl verifiers
CHOSEN = $(or $(filter $(ADAPTERS),$(MAKECMDGOALS)),$(ADAPTERS))
TORCH := "torch==2.13.*" "torchvision==0.28.*"
WANTED_datasets3 := "datasets==3.6.*" webdataset pillow
WANTED_datasets4 := "datasets==4.*" webdataset pillow
WANTED_datasets5 := "datasets==5.*" webdataset pillow
WANTED_trl := "trl==1.16.*" $(TORCH)
WANTED_llamafactory := "llamafactory==0.9.5" $(TORCH)
WANTED_swift := "ms-swift==4.6.*" qwen-vl-utils $(TORCH)
WANTED_verl := "verl==0.9.*" cachetools uvicorn fastapi qwen-vl-utils $(TORCH)
# its functions that score, without the torch that its models need
WANTED_lmms := --no-deps lmms-eval numpy sacrebleu loguru portalocker regex tabulate colorama lxml
WANTED_gem := "gem-llm==0.1.*" pillow
WANTED_inspect := "inspect-ai==0.3.285" pillow numpy
WANTED_skyrl := "skyrl-gym==0.4.*" pillow numpy
WANTED_verifiers := "verifiers==0.4.*" pillow
either = $(subst $() , or ,$(strip $(1)))

.adapters/%:
	$(PYTHON) -m venv $@
	$@/bin/pip install --quiet --no-compile --disable-pip-version-check $(WANTED_$*) || rm -rf $@

test-adapters: $(READY) $(addprefix .adapters/,$(CHOSEN))
	$(BIN)/pytest tests/trainers -rs -k "$(call either,$(CHOSEN))"

.PHONY: $(ADAPTERS)
$(ADAPTERS): test-adapters

# the scripts of examples/train on a CPU, with little of everything, some minutes
TRAIN := .adapters/train
$(TRAIN): $(READY)
	$(PYTHON) -m venv $@
	echo "$(CURDIR)/$(VENV)/lib/$$(ls $(VENV)/lib)/site-packages" > $$(ls -d $@/lib/python*/site-packages)/ours.pth
	$@/bin/pip install --quiet --disable-pip-version-check "torch==2.13.0" || echo "torch cannot be installed; the tests of training are skipped."

test-train: $(TRAIN)
	PYTHONPATH=src:. OMP_NUM_THREADS=1 $(TRAIN)/bin/python -m pytest -rs tests/train --deep

docs: $(READY)
	$(BIN)/visgym docs --out docs

# answers without the picture, some minutes
blind: $(READY)
	$(BIN)/python -m visgym.conformance.blind_baselines docs

# a hundred games of every level of every game, an hour
games-table: $(READY)
	$(BIN)/python -m visgym.conformance.games_table docs/games.md

# 200 seeds of every level for the solvers of worlds in motion, 50 for explorers; it goes on where it was stopped
worlds-tables: $(READY)
	$(BIN)/python -m visgym.conformance.worlds_table docs/roam_worlds.md
	$(BIN)/python -m visgym.conformance.worlds_table docs/arcade.md

# pictures of evaluation in training data, by hashes; 2,000 demonstrations a task where a minute is enough
hold-out: $(READY)
	$(BIN)/python -m visgym.conformance.hold_out_check docs/hold_out.md 60

bench: $(READY)
	$(BIN)/visgym bench --out benchmarks/results.md
	$(BIN)/python -m visgym.conformance.comparison benchmarks
	$(BIN)/python -m visgym.conformance.gym_v_comparison benchmarks

clean:
	rm -rf $(VENV) demo

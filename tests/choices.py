"""Which presets and seeds the tests look at: few in an ordinary run, all with --deep."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from visgym import catalog

PRESETS = catalog.ids()
"""Every id of the catalog."""
TASKS = [f"{name}/{next(iter(catalog.presets(name)))}" for name in catalog.task_names()]
"""The first preset of each task."""
SEEDS, DEEP_SEEDS = range(3), range(200)


def is_deep(config: pytest.Config) -> bool:
    return bool(config.getoption("--deep"))


def task_ids(config: pytest.Config) -> list[str]:
    """One preset of each task, or all presets in a deep run."""
    return PRESETS if is_deep(config) else TASKS


def law_seeds(config: pytest.Config) -> Sequence[int]:
    """The seeds on which presets are held to the laws."""
    return DEEP_SEEDS if is_deep(config) else SEEDS

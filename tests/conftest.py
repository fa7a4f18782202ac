"""Shared by all tests: the options, and what they choose."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

import choices


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--update-golden",
        action="store_true",
        help="Write tests/golden.json anew; only right where a task's version was raised.",
    )
    parser.addoption(
        "--deep",
        action="store_true",
        help="All presets, 200 seeds for the laws, and the tests marked slow.",
    )


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not choices.is_deep(config):
        for item in items:
            if item.get_closest_marker("slow"):
                item.add_marker(pytest.mark.skip(reason="slow; run with --deep"))


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Give `preset_id` every id of the catalog, and `task_id` one of each task."""
    if "preset_id" in metafunc.fixturenames:
        metafunc.parametrize("preset_id", choices.PRESETS)
    if "task_id" in metafunc.fixturenames:
        metafunc.parametrize("task_id", choices.task_ids(metafunc.config))


@pytest.fixture(scope="session")
def task_ids(request: pytest.FixtureRequest) -> list[str]:
    return choices.task_ids(request.config)


@pytest.fixture(scope="session")
def law_seeds(request: pytest.FixtureRequest) -> Sequence[int]:
    return choices.law_seeds(request.config)

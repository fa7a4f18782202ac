"""One server for all tests that leave no trace on it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

pytest.importorskip("starlette")
pytest.importorskip("uvicorn")

from serve.serving import Site, serving


@pytest.fixture(scope="session")
def site() -> Iterator[Site]:
    with serving(modules=("my_tasks.counter",), tools=["my_tasks.magnifier:Magnifier"]) as made:
        yield made

"""A real server on a port of its own, runs to look at, and a real browser."""

from __future__ import annotations

import shutil
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from visgym import catalog
from visgym.agents.agent import Usage
from visgym.agents.scripted import RandomAgent, SolverAgent
from visgym.conformance.playthroughs import played_by
from visgym.core.episode import begin
from visgym.evaluation.records import Entry, record
from visgym.evaluation.store import Store

uvicorn = pytest.importorskip("uvicorn")
pytest.importorskip("fastapi")
pytest.importorskip("httpx")

from visgym.web.app import create_app  # noqa: E402
from visgym.web.context import Settings  # noqa: E402

IDS = ["maze_2d/easy", "sliding_block/easy"]
MODULES = ("my_tasks.counter", "my_tasks.dots")
FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


@contextmanager
def serving(settings: Settings) -> Iterator[str]:
    """The address of a server that runs until the block ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    config = uvicorn.Config(create_app(settings), log_level="error", ws="none")
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, args=([listener],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        server.should_exit = True
        thread.join()
        listener.close()


@pytest.fixture
def serve() -> Iterator[Callable[[Settings], str]]:
    with ExitStack() as stack:
        yield lambda settings: stack.enter_context(serving(settings))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one run of two agents."""
    root = tmp_path_factory.mktemp("played")
    store = Store(root / "first")
    with store.writing({"suite": "visgym/easy", "wrappers": []}):
        for seed, id, agent in product(range(2), IDS, (SolverAgent(), RandomAgent())):
            episode = played_by(agent, begin(catalog.load(id), seed))
            usage = (Usage(),) * len(episode.turns)
            store.append(record(Entry(id, seed, agent.name), episode, usage, seconds=0.1))
    return root


@pytest.fixture
def runs(played: Path, tmp_path: Path) -> Path:
    """A copy of the played runs to write to."""
    return Path(shutil.copytree(played, tmp_path / "runs"))


@pytest.fixture
def site(serve: Callable[[Settings], str], runs: Path) -> str:
    """The address of a server with runs and with tasks of our own."""
    return serve(Settings(runs, modules=MODULES))


@pytest.fixture(scope="session")
def shared_site(played: Path) -> Iterator[str]:
    """The address of one server for all tests that leave no trace on it."""
    with serving(Settings(played, modules=MODULES)) as address:
        yield address


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """A real Chromium, for one module: its event loop would be in the way of other tests."""
    api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    path = shutil.which("chromium")
    if path is None:
        pytest.skip("chromium is not installed (Debian: apt-get install chromium)")
    with api.sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=path, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def page(browser: Any, site: str) -> Iterator[Any]:
    """A page of the site; an error in a script fails the test."""
    context = browser.new_context(base_url=site, viewport={"width": 1280, "height": 900})
    made = context.new_page()
    errors: list[str] = []
    made.on("pageerror", lambda error: errors.append(str(error)))
    yield made
    context.close()
    assert errors == []

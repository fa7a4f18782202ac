"""A real server on a port of its own, in a thread of this process."""

from __future__ import annotations

import socket
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import visgym
from visgym.serve.app import create_app
from visgym.serve.in_process import InProcess
from visgym.serve.limits import ServeLimits
from visgym.serve.process_pool import WorkerPool
from visgym.serve.server import listener, server_of
from visgym.serve.service import EpisodeService
from visgym.serve.sessions import SessionTable
from visgym.serve.worker_process import WorkerOptions

USUAL = ServeLimits()
MAZE = "maze_2d/easy"


@dataclass(frozen=True)
class Site:
    """Where a server is, and what is behind it."""

    url: str
    service: EpisodeService
    app: Any

    @property
    def address(self) -> tuple[str, int]:
        host, _, port = self.url.removeprefix("http://").partition(":")
        return host, int(port)

    @property
    def pool(self) -> WorkerPool:
        assert isinstance(self.service.executor, WorkerPool)
        return self.service.executor


@contextmanager
def serving(
    limits: ServeLimits = USUAL,
    workers: int = 0,
    token: str | None = None,
    modules: tuple[str, ...] = (),
    tools: Sequence[str] = (),
) -> Iterator[Site]:
    """A server until the block ends; without workers it plays in this process."""
    if workers:
        executor: Any = WorkerPool(workers, limits, modules, tools)
    else:
        options = WorkerOptions(modules, tuple(tools), limits.sessions, 64)
        executor = InProcess(options.player())
    service = EpisodeService(limits, executor, SessionTable(limits))
    app = create_app(service, token)
    line = listener("127.0.0.1", 0)
    server = server_of(app, limits)
    thread = threading.Thread(target=server.run, args=([line],), daemon=True)
    thread.start()
    while not server.started:
        time.sleep(0.01)
    try:
        yield Site(f"http://127.0.0.1:{line.getsockname()[1]}", service, app)
    finally:
        server.should_exit = True
        thread.join()
        line.close()


def plan(id: str, seed: int) -> list[str]:
    """Replies that solve an episode."""
    task = visgym.load(id)
    return [task.spell(call) for call in visgym.solve(task, visgym.begin(task, seed).start)]


def raw(address: tuple[str, int], data: bytes, seconds: float = 20.0) -> bytes:
    """What a server says to bytes as they are, until it hangs up."""
    with socket.create_connection(address, timeout=seconds) as line:
        line.sendall(data)
        found = b""
        while piece := line.recv(65536):
            found += piece
    return found

"""A model server that takes its time, in a thread, for commands in processes of their own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from aiohttp import web

from agents.server import Body, Reply, Server, serving


@dataclass
class SlowServer(Server):
    """Answers after a while, so that kills find requests under way."""

    seconds: float = 0.02
    seen: int = 0
    """Requests that arrived whole."""
    now: int = 0
    most: int = 0
    """Requests under way at a time."""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        try:
            await request.read()
        except ConnectionResetError:
            return web.Response()
        self.seen += 1
        self.now += 1
        self.most = max(self.most, self.now)
        await asyncio.sleep(self.seconds)
        self.now -= 1
        return await super().handle(request)


@contextmanager
def slow_server(reply: Callable[[Body], Reply]) -> Iterator[SlowServer]:
    """The server in a thread of its own."""
    server, ready, over = SlowServer(reply), threading.Event(), asyncio.Event()
    loops: list[asyncio.AbstractEventLoop] = []

    async def serve() -> None:
        loops.append(asyncio.get_running_loop())
        async with serving(server):
            ready.set()
            await over.wait()

    thread = threading.Thread(target=lambda: asyncio.run(serve()))
    thread.start()
    try:
        assert ready.wait(10)
        yield server
    finally:
        loops[0].call_soon_threadsafe(over.set)
        thread.join()

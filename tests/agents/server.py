"""A model server that plays scripts: good answers and every way in which servers fail."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web

from agents.replies import (
    Body,
    Reply,
    anthropic_events,
    anthropic_json,
    openai_events,
    openai_json,
)
from agents.troubles import PASSING, TROUBLES, stream

__all__ = ["KEY", "PASSING", "Body", "Reply", "Server", "serving"]

KEY = "sk-test-0123456789abcdef"


@dataclass
class Server:
    """Answers with `reply`, but first plays the troubles of its script, one for each request."""

    reply: Callable[[Body], Reply]
    script: list[str] = field(default_factory=list)
    key: str = KEY
    requests: list[Body] = field(default_factory=list)
    """Bodies of the requests that reached it, whatever came of them."""
    paths: list[str] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)
    served: int = 0
    url: str = ""

    async def handle(self, request: web.Request) -> web.StreamResponse:
        body = json.loads(await request.read())
        self.requests.append(body)
        self.paths.append(request.path)
        self.headers.append(dict(request.headers))
        trouble = self.script.pop(0) if self.script else "good"
        if trouble != "good":
            return await TROUBLES[trouble](request, body)
        self.served += 1
        reply = self.reply(body)
        if request.path.endswith("/messages"):
            return await _good(request, body, anthropic_json(reply), anthropic_events(reply))
        return await _good(request, body, openai_json(reply), openai_events(reply))


@asynccontextmanager
async def serving(server: Server) -> AsyncIterator[Server]:
    """The server on a port of this machine."""
    app = web.Application(client_max_size=2**28)
    app.router.add_post("/{path:.*}", server.handle)
    runner = web.AppRunner(app, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    port = runner.addresses[0][1]
    server.url = f"http://127.0.0.1:{port}"
    try:
        yield server
    finally:
        await runner.cleanup()


async def _good(
    request: web.Request, body: Body, whole: Body, events: list[bytes]
) -> web.StreamResponse:
    if not body.get("stream"):
        return web.json_response(whole)
    return await stream(request, events)

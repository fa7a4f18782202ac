"""A model server that plays scripts: good answers and every way in which servers fail."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import Any

from aiohttp import web

KEY = "sk-test-0123456789abcdef"
OPENAI_USAGE = {
    "prompt_tokens": 1000,
    "completion_tokens": 10,
    "prompt_tokens_details": {"cached_tokens": 600},
    "completion_tokens_details": {"reasoning_tokens": 4},
}
ANTHROPIC_USAGE = {
    "input_tokens": 300,
    "cache_read_input_tokens": 600,
    "cache_creation_input_tokens": 100,
    "output_tokens": 10,
}

Body = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the model says when all goes well."""

    text: str | None = ""
    calls: Sequence[tuple[str, str]] = ()
    refusal: str | None = None


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
            return await _TROUBLES[trouble](request, self, body)
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


# Good answers


async def _good(
    request: web.Request, body: Body, whole: Body, events: list[bytes]
) -> web.StreamResponse:
    if not body.get("stream"):
        return web.json_response(whole)
    return await _stream(request, events)


async def _stream(request: web.Request, events: list[bytes]) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    await response.prepare(request)
    for event in events:
        await response.write(event)
    return response


def openai_json(reply: Reply) -> Body:
    message: Body = {"role": "assistant", "content": reply.text}
    if reply.refusal is not None:
        message["refusal"] = reply.refusal
    if reply.calls:
        message["tool_calls"] = [
            {"id": f"c{i}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for i, (name, arguments) in enumerate(reply.calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": "stop"}
    return {"object": "chat.completion", "choices": [choice], "usage": OPENAI_USAGE}


def openai_events(reply: Reply) -> list[bytes]:
    text = reply.text or ""
    deltas: list[Body] = [{"role": "assistant", "content": ""}]
    deltas += [{"content": text[i : i + 3]} for i in range(0, len(text), 3)]
    if reply.refusal is not None:
        deltas.append({"refusal": reply.refusal})
    for index, (name, arguments) in enumerate(reply.calls):
        first = {"name": name, "arguments": arguments[:4]}
        deltas.append({"tool_calls": [{"index": index, "id": "x", "function": first}]})
        rest = {"index": index, "function": {"arguments": arguments[4:]}}
        deltas.append({"tool_calls": [rest]})
    chunks: list[Body] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    chunks.append({"choices": [], "usage": OPENAI_USAGE})
    lines = [b": keep-alive\n\n", *(f"data: {json.dumps(c)}\n\n".encode() for c in chunks)]
    return [*lines, b"data: [DONE]\n\n"]


def anthropic_json(reply: Reply) -> Body:
    blocks: list[Body] = [{"type": "text", "text": reply.text}] if reply.text else []
    blocks += [
        {"type": "tool_use", "id": "t", "name": name, "input": json.loads(arguments)}
        for name, arguments in reply.calls
    ]
    return {"type": "message", "content": blocks, "usage": ANTHROPIC_USAGE}


def anthropic_events(reply: Reply) -> list[bytes]:
    counted = {**ANTHROPIC_USAGE, "output_tokens": 1}
    found: list[Body] = [{"type": "message_start", "message": {"usage": counted}}]
    thought = {"type": "thinking_delta", "thinking": "('stop', 'stop')"}
    found += _block(0, {"type": "thinking", "thinking": ""}, [thought])
    if reply.text:
        pieces = [{"type": "text_delta", "text": letter} for letter in reply.text]
        found += _block(1, {"type": "text", "text": ""}, pieces)
    for index, (name, arguments) in enumerate(reply.calls, start=2):
        delta = {"type": "input_json_delta", "partial_json": arguments}
        found += _block(index, {"type": "tool_use", "name": name, "input": {}}, [delta])
    found.append({"type": "message_delta", "delta": {}, "usage": {"output_tokens": 10}})
    found.append({"type": "message_stop"})
    return [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in found]


def _block(index: int, block: Body, deltas: list[Body]) -> list[Body]:
    pieces = [{"type": "content_block_delta", "index": index, "delta": each} for each in deltas]
    start = {"type": "content_block_start", "index": index, "content_block": block}
    return [start, *pieces, {"type": "content_block_stop", "index": index}]


# Troubles

Trouble = Callable[[web.Request, Server, Body], Any]


def _status(code: int, message: str, kind: str = "", **headers: str) -> Trouble:
    async def trouble(request: web.Request, server: Server, body: Body) -> web.Response:
        told = message.replace("KEY", request.headers.get("Authorization", ""))
        error = {"error": {"message": told, "code": kind}}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.json_response(error, status=code, headers=named)

    return trouble


async def _dated(request: web.Request, server: Server, body: Body) -> web.Response:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=0.2), usegmt=True)
    return web.json_response({}, status=429, headers={"Retry-After": soon})


async def _silence(request: web.Request, server: Server, body: Body) -> web.Response:
    await asyncio.sleep(30)  # the client gives up long before
    return web.Response()


async def _cut(request: web.Request, server: Server, body: Body) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "5000"})
    await response.prepare(request)
    await response.write(b'{"choices": [{"mess')
    assert request.transport
    request.transport.close()
    return response


async def _cut_stream(request: web.Request, server: Server, body: Body) -> web.StreamResponse:
    anthropic = request.path.endswith("/messages")
    reply = Reply("('stop', 'stop')")
    events = anthropic_events(reply) if anthropic else openai_events(reply)
    return await _stream(request, events[: len(events) // 2])


async def _malformed(request: web.Request, server: Server, body: Body) -> web.Response:
    return web.Response(text='{"choices": [{"message": {"content": "(\'stop', status=200)


async def _hung_up(request: web.Request, server: Server, body: Body) -> web.Response:
    assert request.transport
    request.transport.close()
    return web.Response()


async def _error_inside(request: web.Request, server: Server, body: Body) -> web.Response:
    return web.json_response({"error": {"message": "upstream overloaded", "code": 502}})


async def _no_choices(request: web.Request, server: Server, body: Body) -> web.Response:
    return web.json_response({"choices": [], "content": None})


_TROUBLES: dict[str, Trouble] = {
    "429": _status(429, "slow down", Retry_After="0"),
    "429 dated": _dated,
    "429 forever": _status(429, "come back tomorrow", Retry_After="86400"),
    "429 no credit": _status(429, "You exceeded your quota", "insufficient_quota"),
    "500": _status(500, "oh no"),
    "529": _status(529, "Overloaded"),
    "401": _status(401, "Incorrect API key provided: KEY or sk-proj-abc****xyz."),
    "403": _status(403, "Forbidden for KEY"),
    "404": _status(404, "The model `m` does not exist"),
    "400": _status(400, "Invalid\x07 value:\nKEY " + "x" * 5000),
    "400 long": _status(400, "This model's maximum context length is 8192 tokens."),
    "400 filtered": _status(400, "The response was filtered", "content_filter"),
    "302": _status(302, "", Location="http://127.0.0.1:9/"),
    "silence": _silence,
    "cut": _cut,
    "cut stream": _cut_stream,
    "malformed": _malformed,
    "hung up": _hung_up,
    "error inside": _error_inside,
    "no choices": _no_choices,
}
PASSING = ["429", "500", "529", "silence", "cut", "malformed", "hung up", "error inside"]
PASSING += ["no choices", "cut stream"]

"""Every way in which model servers fail, by name."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime

from aiohttp import web

from agents.replies import (
    Body,
    Reply,
    anthropic_events,
    anthropic_json,
    openai_events,
    openai_json,
)
from agents.wordings import WORDINGS


async def stream(request: web.Request, events: list[bytes]) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream; charset=utf-8"})
    await response.prepare(request)
    for event in events:
        await response.write(event)
    return response


ENDINGS = ("error", "abort", "network_error", "insufficient_system_resource")
OVERLOADED = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
Trouble = Callable[[web.Request, Body], Awaitable[web.StreamResponse]]


def _status(code: int, message: str, kind: str = "", **headers: str) -> Trouble:
    async def trouble(request: web.Request, body: Body) -> web.Response:
        told = message.replace("KEY", request.headers.get("Authorization", ""))
        error = {"error": {"message": told, "code": kind}}
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.json_response(error, status=code, headers=named)

    return trouble


async def _dated(request: web.Request, body: Body) -> web.Response:
    soon = format_datetime(datetime.now(UTC) + timedelta(seconds=0.2), usegmt=True)
    return web.json_response({}, status=429, headers={"Retry-After": soon})


async def _silence(request: web.Request, body: Body) -> web.Response:
    await asyncio.sleep(30)  # the client gives up long before
    return web.Response()


async def _cut(request: web.Request, body: Body) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "5000"})
    await response.prepare(request)
    await response.write(b'{"choices": [{"mess')
    assert request.transport
    request.transport.close()
    return response


async def _cut_stream(request: web.Request, body: Body) -> web.StreamResponse:
    anthropic = request.path.endswith("/messages")
    reply = Reply("('stop', 'stop')")
    events = anthropic_events(reply) if anthropic else openai_events(reply)
    return await stream(request, events[: len(events) // 2])


async def _malformed(request: web.Request, body: Body) -> web.Response:
    return web.Response(text='{"choices": [{"message": {"content": "(\'stop', status=200)


async def _hung_up(request: web.Request, body: Body) -> web.Response:
    assert request.transport
    request.transport.close()
    return web.Response()


async def _error_inside(request: web.Request, body: Body) -> web.Response:
    return web.json_response({"error": {"message": "upstream overloaded", "code": 502}})


def _answered(reply: Reply) -> Trouble:
    """An answer that is one by its looks only."""

    async def trouble(request: web.Request, body: Body) -> web.StreamResponse:
        anthropic = request.path.endswith("/messages")
        if body.get("stream"):
            return await stream(request, (anthropic_events if anthropic else openai_events)(reply))
        return web.json_response((anthropic_json if anthropic else openai_json)(reply))

    return trouble


async def _choice_error(request: web.Request, body: Body) -> web.StreamResponse:
    error = {"message": "Provider disconnected", "code": 502}
    message = {"content": "('stop', 'stop')"}
    choice = {"message": message, "delta": message, "finish_reason": "stop", "error": error}
    if not body.get("stream"):
        return web.json_response({"choices": [choice]})
    return await stream(request, [_data({"choices": [choice]}), b"data: [DONE]\n\n"])


def _data(event: Body) -> bytes:
    return b"data: " + json.dumps(event).encode() + b"\n\n"


def _reported(error: Body, line: str = "data") -> Trouble:
    """An error inside of a success: in the middle of a stream, or in the body."""

    async def trouble(request: web.Request, body: Body) -> web.StreamResponse:
        if not body.get("stream"):
            return web.json_response(error)
        anthropic = request.path.endswith("/messages")
        reply = Reply("('stop', 'stop')")
        events = anthropic_events(reply) if anthropic else openai_events(reply)
        told = f"event: error\n{line}: {json.dumps(error)}\n\n".encode()
        return await stream(request, [*events[: len(events) // 2], told])

    return trouble


def _worded(name: str) -> Trouble:
    wording = WORDINGS[name]

    async def trouble(request: web.Request, body: Body) -> web.StreamResponse:
        return web.json_response(wording.body, status=wording.status, headers=wording.headers)

    return trouble


async def _no_choices(request: web.Request, body: Body) -> web.Response:
    return web.json_response({"choices": [], "content": None})


TROUBLES: dict[str, Trouble] = {
    "429": _status(429, "slow down", Retry_After="0"),
    "429 dated": _dated,
    "429 forever": _status(429, "come back tomorrow", Retry_After="86400"),
    "429 no credit": _status(429, "You exceeded your quota", "insufficient_quota"),
    "429 echo": _status(429, "slow down, KEY", Retry_After="0"),
    "500": _status(500, "oh no"),
    "529": _status(529, "Overloaded"),
    "401": _status(401, "Incorrect API key provided: KEY or sk-proj-abc****xyz."),
    "401 part": _status(401, "Incorrect API key: t-0123456789abc... (ends in 89abcdef)"),
    "403": _status(403, "Forbidden for KEY"),
    "404": _status(404, "The model `m` does not exist"),
    "400": _status(400, "Invalid\x07 value:\nKEY " + "x" * 5000),
    "400 filtered": _status(400, "The response was filtered", "content_filter"),
    "302": _status(302, "", Location="http://127.0.0.1:9/"),
    "silence": _silence,
    "cut": _cut,
    "cut stream": _cut_stream,
    "malformed": _malformed,
    "hung up": _hung_up,
    "error inside": _error_inside,
    "no choices": _no_choices,
    "choice error": _choice_error,
    "ends in abort, as SGLang says it": _answered(
        Reply("('stop', 'stop')", finish={"type": "abort", "message": "The engine died."})
    ),
    **{f"ends in {word}": _answered(Reply("('stop', 'stop')", finish=word)) for word in ENDINGS},
    "ends in nothing": _answered(Reply("('stop', 'stop')", finish=None)),
    "no room": _answered(Reply("", finish="model_context_window_exceeded")),
    "error event": _reported(OVERLOADED),
    "error line": _reported(OVERLOADED, "error"),
    "overflow line": _reported(WORDINGS["llama.cpp size"].body, "error"),
    "old error": _reported({"object": "error", "message": "The engine is dead.", "code": 500}),
    **{name: _worded(name) for name in WORDINGS},
    **{f"{name}, reported": _reported(each.body) for name, each in WORDINGS.items()},
}
PASSING = ["429", "500", "529", "silence", "cut", "malformed", "hung up", "error inside"]
PASSING += ["no choices", "cut stream", "choice error", "ends in nothing", "error event"]
PASSING += ["error line", "old error", "ends in abort, as SGLang says it"]
PASSING += [f"ends in {word}" for word in ENDINGS]

"""The Model Context Protocol over streamable HTTP: any client plays with four tools.

An episode belongs to the session of its client, so that nothing but the reply has to be said.
"""

from __future__ import annotations

import secrets
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from visgym.core.errors import Mistake
from visgym.serve import fields
from visgym.serve.episode_routes import service_of
from visgym.serve.limits import Refusal
from visgym.serve.service import EpisodeService
from visgym.serve.specs import SPEC_FIELDS, session_name
from visgym.serve.views import DATA_URL
from visgym.version import VERSION

PROTOCOLS = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
SESSION_HEADER = "mcp-session-id"
NOT_FOUND, BAD_PARAMETERS, BAD_REQUEST = -32601, -32602, -32600
HOW = (
    "Begin an episode of a visual task, look at the picture, and act until it is over. Replies are "
    "written as the first message asks for."
)
_TEXT, _NUMBER = {"type": "string"}, {"type": "integer", "minimum": 0}
_TEXTS = {"type": "array", "items": _TEXT}
Arguments = Mapping[str, Any]
Content = list[dict[str, Any]]


def _tool(name: str, told: str, required: tuple[str, ...], **given: Any) -> dict[str, Any]:
    schema = {"type": "object", "properties": given, "required": list(required)}
    return {"name": name, "description": told, "inputSchema": schema}


TOOLS = [
    _tool("list_tasks", "The names of all tasks.", ()),
    _tool(
        "begin",
        "Begin an episode: a task such as maze_2d/easy, and a seed that names its start.",
        ("id", "seed"),
        id=_TEXT,
        seed=_NUMBER,
        knobs={"type": "object"},
        wrappers=_TEXTS,
        tools=_TEXTS,
    ),
    _tool("act", "Reply to the episode with an action.", ("reply",), reply=_TEXT),
    _tool("observe", "See again where the episode stands.", ()),
    _tool(
        "grade",
        "What replies to the start of an episode are worth.",
        ("id", "seed", "replies"),
        id=_TEXT,
        seed=_NUMBER,
        replies=_TEXTS,
    ),
]


class RpcError(Exception):
    """A request that cannot be answered; the code is JSON-RPC's."""

    def __init__(self, code: int, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


async def mcp(request: Request) -> Response:
    """One message of a client: a request is answered, a notification is taken note of."""
    message = fields.parsed(await request.body())
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        return _failed(None, BAD_REQUEST, "This is no JSON-RPC message.", 400)
    if not isinstance(message.get("method"), str) or message.get("id") is None:
        return Response(status_code=202)
    number = message["id"]
    if not isinstance(number, str | int):
        return _failed(None, BAD_REQUEST, "The id should be a text or a number.", 400)
    headers, session = {}, request.headers.get(SESSION_HEADER)
    if message["method"] == "initialize":
        session = headers[SESSION_HEADER] = f"mcp-{secrets.token_urlsafe(18)}"
    try:
        result = await _result(service_of(request), message, session)
    except RpcError as error:
        return _failed(number, error.code, str(error))
    return JSONResponse({"jsonrpc": "2.0", "id": number, "result": result}, headers=headers)


async def end(request: Request) -> Response:
    """A client that leaves takes its episode with it."""
    await service_of(request).close(request.headers.get(SESSION_HEADER, ""))
    return Response(status_code=204)


async def _result(
    service: EpisodeService, message: Mapping[str, Any], session: str | None
) -> dict[str, Any]:
    method, given = message["method"], message.get("params") or {}
    if not isinstance(given, dict):
        raise RpcError(BAD_PARAMETERS, "params should be an object.")
    if method == "initialize":
        return _welcome(given.get("protocolVersion"))
    if method == "ping":
        return {}
    if method == "tools/list":
        return {"tools": TOOLS}
    if method != "tools/call":
        raise RpcError(NOT_FOUND, f"There is no method '{method:.60}'.")
    name, arguments = given.get("name"), given.get("arguments") or {}
    if not isinstance(name, str) or name not in _CALLS or not isinstance(arguments, dict):
        raise RpcError(BAD_PARAMETERS, f"There is no tool '{name!s:.60}'.")
    try:
        content = await _CALLS[name](service, arguments, session_name(session or NOBODY))
    except Mistake as error:
        return {"content": [_text(str(error))], "isError": True}
    return {"content": content, "isError": False}


def _welcome(asked: object) -> dict[str, Any]:
    return {
        "protocolVersion": asked if asked in PROTOCOLS else PROTOCOLS[-1],
        "capabilities": {"tools": {"listChanged": False}},
        "serverInfo": {"name": "visgym", "version": VERSION},
        "instructions": HOW,
    }


# Tools


async def _list_tasks(service: EpisodeService, given: Arguments, session: str) -> Content:
    return [_text(", ".join((await service.tasks()).data["tasks"]))]


async def _begin(service: EpisodeService, given: Arguments, session: str) -> Content:
    fields.only(given, *SPEC_FIELDS)
    if session == NOBODY:
        raise Refusal("Initialize first: an episode belongs to the session of its client.")
    await service.close(session)
    return _shown((await service.begin({**given, "session": session})).data)


async def _act(service: EpisodeService, given: Arguments, session: str) -> Content:
    fields.only(given, "reply")
    return _shown((await service.step(session, {"reply": given.get("reply")})).data)


async def _observe(service: EpisodeService, given: Arguments, session: str) -> Content:
    return _shown((await service.observe(session, None)).data)


async def _grade(service: EpisodeService, given: Arguments, session: str) -> Content:
    return [_text((await service.rewards([given]))[0].decode())]


NOBODY = "mcp-nobody"
_CALLS: dict[str, Callable[[EpisodeService, Arguments, str], Awaitable[Content]]] = {
    "list_tasks": _list_tasks,
    "begin": _begin,
    "act": _act,
    "observe": _observe,
    "grade": _grade,
}


def _shown(view: Mapping[str, Any]) -> Content:
    """What the player is told, and at the end how it went."""
    content: Content = []
    for part in view["message"]["parts"]:
        if "text" in part:
            content.append(_text(part["text"]))
        else:
            data = part["image"].removeprefix(DATA_URL)
            content.append({"type": "image", "data": data, "mimeType": part["media_type"]})
    if view["over"]:
        how = "solved" if view["success"] else "not solved"
        content.append(_text(f"The episode is over, {how}, with a score of {view['score']:g}."))
    return content


def _text(said: str) -> dict[str, Any]:
    return {"type": "text", "text": said}


def _failed(number: object, code: int, sentence: str, status: int = 200) -> Response:
    error = {"code": code, "message": sentence}
    return JSONResponse({"jsonrpc": "2.0", "id": number, "error": error}, status)


ROUTES = [Route("/mcp", mcp, methods=["POST"]), Route("/mcp", end, methods=["DELETE"])]

"""OpenEnv's wire format: one episode a WebSocket, or by its `episode_id` over HTTP.

A reset may name `id`, `seed`, `knobs`, `wrappers` and `tools`; an action is `{"text": reply}`.
"""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from visgym.core.errors import Mistake
from visgym.serve import fields
from visgym.serve.episode_routes import body_of, service_of
from visgym.serve.limits import Refusal
from visgym.serve.service import EpisodeService, status_of
from visgym.serve.specs import SPEC_FIELDS
from visgym.serve.views import DATA_URL
from visgym.version import VERSION

USUAL = "maze_2d/easy"
"""What a reset without an id plays."""
REPLY_NAMES = ("text", "reply", "message", "action")
CAPACITY, INVALID, FAILED = "CAPACITY_REACHED", "INVALID_JSON", "EXECUTION_ERROR"
NO_EPISODE = "There is no episode yet; reset first."
GOING_AWAY = 1001


async def websocket(socket: WebSocket) -> None:
    """The conversation with one client; its episode ends with it."""
    await socket.accept()
    service: EpisodeService = socket.app.state.service
    talk = OpenEnvTalk(service)
    try:
        while not talk.closed:
            async with asyncio.timeout(service.limits.idle_seconds):
                said = await socket.receive_text()
            await socket.send_text(json.dumps(await talk.answer(said)))
    except TimeoutError:
        await socket.close(GOING_AWAY, "The connection rested for too long.")
    except (WebSocketDisconnect, KeyError):  # gone, or bytes where text belongs
        pass
    finally:
        await talk.end()


class OpenEnvTalk:
    """What is said on one WebSocket."""

    def __init__(self, service: EpisodeService) -> None:
        self.service = service
        self.session: str | None = None
        self.closed = False

    async def answer(self, said: str) -> dict[str, Any]:
        """The answer to a message; whatever is wrong with it is an answer too."""
        try:
            message = fields.as_object(fields.parsed(said.encode(errors="replace")), "A message")
            return await self._answer(message)
        except Mistake as error:
            code = CAPACITY if status_of(error) == 429 else FAILED
            return _error(str(error), code)

    async def _answer(self, message: Mapping[str, Any]) -> dict[str, Any]:
        kind, data = message.get("type"), message.get("data") or {}
        if kind == "reset":
            await self.end()
            view = await begun(self.service, fields.as_object(data, "data"))
            self.session = view["session"]
            return {"type": "observation", "data": observed(view)}
        if kind == "close":
            self.closed = True
            return {"type": "closed", "data": {}}
        if self.session is None:
            raise Refusal(NO_EPISODE)
        if kind == "step":
            view = await stepped(self.service, self.session, fields.as_object(data, "data"))
            return {"type": "observation", "data": observed(view)}
        if kind == "state":
            return {"type": "state", "data": await state_of(self.service, self.session)}
        return _error(f"There is no message '{kind!s:.40}'.", "UNKNOWN_TYPE")

    async def end(self) -> None:
        """Let go of the episode."""
        if self.session is not None:
            session, self.session = self.session, None
            await self.service.close(session)


async def begun(service: EpisodeService, asked: Mapping[str, Any]) -> dict[str, Any]:
    """The view of a new episode; other fields of a reset are for other environments."""
    known = {name: asked[name] for name in SPEC_FIELDS if asked.get(name) is not None}
    wanted = {"id": USUAL, "seed": secrets.randbelow(2**31), **known}
    return (await service.begin(wanted)).data


async def stepped(
    service: EpisodeService, session: str, action: Mapping[str, Any]
) -> dict[str, Any]:
    """The view after an action."""
    for name in REPLY_NAMES:
        if action.get(name) is not None:
            return (await service.step(session, {"reply": action[name]})).data
    raise Refusal('An action is an object such as {"text": "(\'move\', 0)"}.')


async def state_of(service: EpisodeService, session: str) -> dict[str, Any]:
    """Where an episode stands, without anything hidden."""
    view = (await service.observe(session, "none")).data
    told = {name: view[name] for name in ("id", "seed", "over", "turn")}
    return {"episode_id": session, "step_count": view["turn"], **told}


def observed(view: Mapping[str, Any]) -> dict[str, Any]:
    """A view as OpenEnv has observations: texts in one, pictures in base64."""
    parts = view["message"]["parts"]
    images = [part["image"].removeprefix(DATA_URL) for part in parts if "image" in part]
    texts = [part["text"] for part in parts if "text" in part]
    kept = ("id", "seed", "turn", "terminated", "truncated", "success", "score", "verdict")
    return {
        "observation": {"text": "\n\n".join(texts), "images": images, "image_format": "png"},
        "reward": view["reward"] if view["turn"] else None,
        "done": view["over"],
        "metadata": {"episode_id": view["session"], **{name: view[name] for name in kept}},
    }


def _error(sentence: str, code: str) -> dict[str, Any]:
    return {"type": "error", "data": {"message": sentence, "code": code}}


# Over HTTP


async def reset(request: Request) -> Response:
    return JSONResponse(observed(await begun(service_of(request), await body_of(request))))


async def step(request: Request) -> Response:
    body = await body_of(request)
    action = fields.as_object(body.get("action"), "action")
    named = {**action, **body} if "episode_id" in body else action
    session = fields.text(named, "episode_id")
    return JSONResponse(observed(await stepped(service_of(request), session, action)))


async def state(request: Request) -> Response:
    session = request.query_params.get("episode_id", "")
    return JSONResponse(await state_of(service_of(request), session))


async def metadata(request: Request) -> Response:
    told = "Visual, interactive, verifiable tasks; a reset names one by id and seed."
    return JSONResponse({"name": "visgym", "description": told, "version": VERSION})


async def schema(request: Request) -> Response:
    text, number = {"type": "string"}, {"type": "integer"}
    images = {"type": "array", "items": text}
    observation = {"text": text, "images": images, "image_format": text}
    state = {"episode_id": text, "step_count": number, "id": text, "seed": number}
    action = {"text": {**text, "description": "The reply, as the observation asks for it."}}
    return JSONResponse(
        {
            "action": {"type": "object", "properties": action, "required": ["text"]},
            "observation": {"type": "object", "properties": observation},
            "state": {"type": "object", "properties": state},
        }
    )


ROUTES = [
    WebSocketRoute("/ws", websocket),
    Route("/reset", reset, methods=["POST"]),
    Route("/step", step, methods=["POST"]),
    Route("/state", state, methods=["GET"]),
    Route("/metadata", metadata, methods=["GET"]),
    Route("/schema", schema, methods=["GET"]),
]

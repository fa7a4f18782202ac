"""The routes of episodes and rewards, under `/v1`."""

from __future__ import annotations

from functools import partial
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from visgym.serve import fields
from visgym.serve.limits import Refusal
from visgym.serve.player import Outcome
from visgym.serve.service import EpisodeService
from visgym.serve.views import listed

JSON = "application/json"


def service_of(request: Request) -> EpisodeService:
    """The service of the server that a request came to."""
    found: EpisodeService = request.app.state.service
    return found


async def body_of(request: Request) -> dict[str, Any]:
    """The JSON object that a request brings."""
    return fields.as_object(fields.parsed(await request.body()))


def reply(outcome: Outcome, media_type: str = JSON) -> Response:
    """What came of a job, sent on as it is."""
    return Response(outcome.body, outcome.status, media_type=media_type if outcome.done else JSON)


async def begin(request: Request) -> Response:
    return reply(await service_of(request).begin(await body_of(request)))


async def begin_many(request: Request) -> Response:
    service, body = service_of(request), await body_of(request)
    fields.only(body, "episodes")
    wanted = fields.items(body, "episodes", service.limits.batch)
    calls = [partial(_begin, service, each) for each in wanted]
    return Response(await service.many(calls), media_type=JSON)


async def _begin(service: EpisodeService, wanted: object) -> Outcome:
    return await service.begin(fields.as_object(wanted, "An episode"))


async def step(request: Request) -> Response:
    return reply(await service_of(request).step(_name(request), await body_of(request)))


async def step_many(request: Request) -> Response:
    service, body = service_of(request), await body_of(request)
    fields.only(body, "steps")
    wanted = fields.items(body, "steps", service.limits.batch)
    calls = [partial(_step, service, each) for each in wanted]
    return Response(await service.many(calls), media_type=JSON)


async def _step(service: EpisodeService, wanted: object) -> Outcome:
    body = fields.as_object(wanted, "A step")
    return await service.step(fields.text(body, "session"), body)


async def observe(request: Request) -> Response:
    query = request.query_params
    whole = query.get("transcript", "") in ("1", "true")
    form = query.get("pictures")
    return reply(await service_of(request).observe(_name(request), form, whole))


async def picture(request: Request) -> Response:
    turn, number = (int(request.path_params[each]) for each in ("turn", "number"))
    outcome = await service_of(request).picture(_name(request), turn, number)
    return reply(outcome, "image/png")


async def fork(request: Request) -> Response:
    return reply(await service_of(request).fork(_name(request), await body_of(request)))


async def replay(request: Request) -> Response:
    return reply(await service_of(request).replay(_name(request)))


async def close(request: Request) -> Response:
    if not await service_of(request).close(_name(request)):
        raise Refusal("There is no such session.", 404)
    return JSONResponse({"closed": 1})


async def close_many(request: Request) -> Response:
    service, body = service_of(request), await body_of(request)
    fields.only(body, "sessions")
    names = fields.texts(body, "sessions", service.limits.sessions)
    return JSONResponse({"closed": sum([await service.close(name) for name in names])})


async def rewards(request: Request) -> Response:
    """Several items under `items`, or one item as the request itself."""
    service, body = service_of(request), await body_of(request)
    if "items" not in body:
        result = (await service.rewards([body]))[0]
        return Response(result, _status(result), media_type=JSON)
    fields.only(body, "items")
    wanted = fields.items(body, "items", service.limits.batch)
    return Response(listed(await service.rewards(wanted)), media_type=JSON)


def _status(result: bytes) -> int:
    """The status that stands in a result which is an error."""
    if not result.startswith(b'{"error"'):
        return 200
    status: int = fields.parsed(result)["status"]
    return status


async def tasks(request: Request) -> Response:
    return reply(await service_of(request).tasks())


async def limits(request: Request) -> Response:
    return JSONResponse(service_of(request).limits.as_json())


def _name(request: Request) -> str:
    name: str = request.path_params["session"]
    return name


SESSION = "/v1/episodes/{session:str}"
ROUTES = [
    Route(f"{SESSION}/step", step, methods=["POST"]),
    Route("/v1/rewards", rewards, methods=["POST"]),
    Route("/v1/steps", step_many, methods=["POST"]),
    Route("/v1/episodes", begin, methods=["POST"]),
    Route("/v1/episodes/batch", begin_many, methods=["POST"]),
    Route("/v1/episodes/close", close_many, methods=["POST"]),
    Route(SESSION, observe, methods=["GET"]),
    Route(SESSION, close, methods=["DELETE"]),
    Route(f"{SESSION}/pictures/{{turn:int}}/{{number:int}}.png", picture, methods=["GET"]),
    Route(f"{SESSION}/fork", fork, methods=["POST"]),
    Route(f"{SESSION}/replay", replay, methods=["POST"]),
    Route("/v1/tasks", tasks, methods=["GET"]),
    Route("/v1/limits", limits, methods=["GET"]),
]

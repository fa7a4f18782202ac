"""The routes of scorers: several at once, and the published form of one sample a request."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from visgym.core.errors import not_found
from visgym.core.task import Frame
from visgym.serve import fields
from visgym.serve.episode_routes import body_of
from visgym.serve.fields import Body
from visgym.serve.limits import Refusal, ServeLimits
from visgym.serve.sample_images import read_image
from visgym.serve.scorers import ScoredSample, Scorer

MOST_SCORERS, MOST_IMAGES = 16, 16
LONGEST = 65_536  # characters of a prompt or a response
SAMPLE_FIELDS = ("prompt", "response", "inputs", "outputs", "metadata")


async def score(request: Request) -> Response:
    """`{"scorers": [...], "samples": [...]}` gives for each sample a score by each scorer."""
    body, limits = await body_of(request), _limits(request)
    fields.only(body, "scorers", "samples")
    chosen = _chosen(request, fields.texts(body, "scorers", MOST_SCORERS) or ("rules",))
    given = fields.items(body, "samples", limits.batch)
    samples = await asyncio.to_thread(lambda: [_sample(each, limits) for each in given])
    return JSONResponse({"results": await _scored(chosen, samples)})


async def generate(request: Request) -> Response:
    """One sample by one model, in the fields of Gym-V's reward service."""
    body, limits = await body_of(request), _limits(request)
    sample = await asyncio.to_thread(_published_sample, body, limits)
    chosen = _chosen(request, (fields.text(body, "model"),))
    return JSONResponse((await _scored(chosen, [sample]))[0])


async def get_model_info(request: Request) -> Response:
    return JSONResponse({"models": sorted(request.app.state.scorers)})


async def _scored(chosen: Mapping[str, Scorer], samples: list[ScoredSample]) -> list[Any]:
    columns = await asyncio.gather(*(scorer.score(samples) for scorer in chosen.values()))
    rows = zip(*columns, strict=True)
    return [{name: each.as_json() for name, each in zip(chosen, row, strict=True)} for row in rows]


def _chosen(request: Request, names: tuple[str, ...]) -> dict[str, Scorer]:
    known: dict[str, Scorer] = request.app.state.scorers
    for name in names:
        if name not in known:
            raise not_found("scorer", name[:60], known)
    return {name: known[name] for name in names}


def _sample(said: object, limits: ServeLimits) -> ScoredSample:
    body = fields.as_object(said, "A sample")
    fields.only(body, *SAMPLE_FIELDS)
    return ScoredSample(
        fields.text(body, "prompt", "", LONGEST),
        fields.text(body, "response", "", LONGEST),
        _images(fields.items(body, "inputs", MOST_IMAGES), limits),
        _images(fields.items(body, "outputs", MOST_IMAGES), limits),
        fields.as_object(body.get("metadata") or {}, "metadata"),
    )


def _published_sample(body: Body, limits: ServeLimits) -> ScoredSample:
    known = {name: body[name] for name in ("prompt", "response", "metadata") if body.get(name)}
    given = {
        name: _listed(fields.as_object(body.get(f"multimodal_{name}") or {}, f"multimodal_{name}"))
        for name in ("inputs", "outputs")
    }
    return _sample({**known, **given}, limits)


def _listed(media: Body) -> list[Any]:
    """The pictures of a sample, one or several."""
    if media.get("video") or media.get("videos"):
        raise Refusal("Videos are not scored here; send their frames as images.")
    several = media.get("images") or []
    if not isinstance(several, list):
        raise Refusal("images should be a list.")
    return [media["image"], *several] if media.get("image") else several


def _images(said: list[Any], limits: ServeLimits) -> tuple[Frame, ...]:
    return tuple(read_image(each, limits.image_pixels) for each in said)


def _limits(request: Request) -> ServeLimits:
    found: ServeLimits = request.app.state.service.limits
    return found


ROUTES = [
    Route("/v1/score", score, methods=["POST"]),
    Route("/v1/generate", generate, methods=["POST"]),
    Route("/get_model_info", get_model_info, methods=["GET"]),
]

"""The application: one service behind all protocols."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from visgym.core.errors import Mistake
from visgym.serve import episode_routes, mcp, openenv, score_routes
from visgym.serve.limits import Refusal
from visgym.serve.metrics import CountRequests, ServerMetrics
from visgym.serve.scorers import RuleScorer, Scorer
from visgym.serve.security import RequestGuard, answer
from visgym.serve.service import EpisodeService
from visgym.version import VERSION

TOLD = {404: "There is nothing here.", 405: "This address takes another method."}


def create_app(
    service: EpisodeService,
    token: str | None = None,
    scorers: Mapping[str, Scorer] | None = None,
) -> Starlette:
    """The application that `visgym serve` serves."""
    known = {"rules": RuleScorer(service)} if scorers is None else dict(scorers)

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        await service.executor.start()
        yield
        for scorer in known.values():
            await scorer.close()
        await service.executor.stop()

    counts = ServerMetrics()
    routes = [
        *episode_routes.ROUTES,
        *score_routes.ROUTES,
        *openenv.ROUTES,
        *mcp.ROUTES,
        Route("/health", health, methods=["GET"]),
        Route("/metrics", metrics, methods=["GET"]),
    ]
    app = Starlette(
        routes=routes,
        lifespan=lifespan,
        middleware=[
            Middleware(CountRequests, metrics=counts),
            Middleware(RequestGuard, token=token, limits=service.limits),
        ],
        exception_handlers={Mistake: _mistake, HTTPException: _http},
    )
    app.state.service, app.state.metrics, app.state.scorers = service, counts, known
    return app


async def health(request: Request) -> Response:
    return JSONResponse({"status": "healthy", "version": VERSION})


async def metrics(request: Request) -> Response:
    service: EpisodeService = request.app.state.service
    figures = {
        **await service.sessions.figures(),
        **service.executor.figures(),
        "episodes_rebuilt_total": service.rebuilt,
    }
    text = request.app.state.metrics.text(figures)
    return PlainTextResponse(text, media_type="text/plain; version=0.0.4")


def _mistake(request: Request, error: Exception) -> Response:
    return answer(error if isinstance(error, Refusal) else Refusal(str(error)))


def _http(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return JSONResponse({"error": TOLD.get(status, "That did not work.")}, status)

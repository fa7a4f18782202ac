"""The web application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from anyio import to_thread
from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

from visgym.core.errors import Mistake
from visgym.web import api, pages, result_pages
from visgym.web.context import AppContext, Settings
from visgym.web.errors import Missing
from visgym.web.security import Guard

STATIC = Path(__file__).with_name("static")
THREADS = 16  # that draw; more would only take turns


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    to_thread.current_default_thread_limiter().total_tokens = THREADS
    thumbnails = app.state.context.thumbnails
    thumbnails.start()
    yield
    thumbnails.stop()


def create_app(settings: Settings) -> FastAPI:
    """The application that `visgym web` serves."""
    app = FastAPI(
        title="VisGym", docs_url=None, redoc_url=None, openapi_url=None, lifespan=_lifespan
    )
    app.state.context = AppContext(settings)
    app.add_middleware(Guard, token=settings.token)
    app.include_router(pages.router)
    app.include_router(result_pages.router)
    app.include_router(api.router)
    app.mount("/static", StaticFiles(directory=STATIC), name="static")
    app.add_exception_handler(Mistake, _mistake)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _invalid)
    return app


def _mistake(request: Request, error: Exception) -> Response:
    return _told(request, 404 if isinstance(error, Missing) else 400, str(error))


def _http(request: Request, error: Exception) -> Response:
    status = error.status_code if isinstance(error, HTTPException) else 500
    return _told(
        request, status, "There is nothing here." if status == 404 else "That did not work."
    )


def _invalid(request: Request, error: Exception) -> Response:
    return _told(request, 422, "This request is not understood.")


def _told(request: Request, status: int, sentence: str) -> Response:
    """One sentence, as a page for people and as JSON for scripts."""
    if request.url.path.startswith(("/api/", "/frames/", "/films/", "/thumbnails/")):
        return JSONResponse({"error": sentence}, status, headers={"Cache-Control": "no-store"})
    return pages.page("message.html", status, here="", sentence=sentence, code=status)

"""`visgym serve`."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from visgym import catalog
from visgym.commands.common import console
from visgym.core.errors import Mistake
from visgym.core.optional import require

if TYPE_CHECKING:
    from visgym.serve.limits import ServeLimits

LOOPBACK = ("127.0.0.1", "localhost", "::1")
Backend = Literal["local", "ray"]
Names = tuple[str, ...]


def serve(
    modules: Annotated[
        list[str] | None, typer.Argument(help="Modules with tasks of yours.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any.")] = 8765,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    token: Annotated[
        str | None, typer.Option(help="What clients must know.", envvar="VISGYM_TOKEN")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=1024, help="Processes that play.")] = 1,
    backend: Annotated[Backend, typer.Option(help="Here, or replicas on Ray Serve.")] = "local",
    most_workers: Annotated[
        int, typer.Option(min=0, help="Replicas on Ray at most, as requests come.")
    ] = 0,
    tool: Annotated[
        list[str] | None, typer.Option(help="A tool that may be used: package.module:Class.")
    ] = None,
    scorers: Annotated[
        Path | None, typer.Option(help="A JSON file of scorers: models that judge or compare.")
    ] = None,
    sessions: Annotated[int, typer.Option(min=1, help="Episodes open at a time.")] = 4096,
    idle: Annotated[float, typer.Option(min=1, help="Seconds an episode may rest.")] = 1800.0,
) -> None:
    """Serve episodes and rewards over HTTP, OpenEnv and MCP. Example: visgym serve --workers 2"""
    for package in ("starlette", "uvicorn", "websockets"):
        require(package, "serve", "The server of episodes")
    from visgym.serve.limits import ServeLimits
    from visgym.serve.worker_process import tool_types

    if host not in LOOPBACK and not token:
        raise Mistake(f"To listen on {host} for others, give a --token that clients must know.")
    names, tools = tuple(modules or ()), tuple(tool or ())
    for module in names:
        catalog.presets(module)
    tool_types(tools)
    limits = ServeLimits(sessions=sessions, idle_seconds=idle)
    if backend == "local":
        _serve_here(host, port, token, workers, limits, names, tools, scorers)
    else:
        replicas = (workers, max(workers, most_workers))
        _serve_on_ray(host, port, token, replicas, limits, names, tools, scorers)


def _serve_here(
    host: str,
    port: int,
    token: str | None,
    workers: int,
    limits: ServeLimits,
    modules: Names,
    tools: Names,
    scorers: Path | None,
) -> None:
    from visgym.serve.app import create_app
    from visgym.serve.process_pool import WorkerPool
    from visgym.serve.scorers import read_scorers
    from visgym.serve.server import listener, server_of
    from visgym.serve.service import EpisodeService
    from visgym.serve.sessions import SessionTable

    pool = WorkerPool(workers, limits, modules, tools)
    service = EpisodeService(limits, pool, SessionTable(limits))
    app = create_app(service, token, read_scorers(scorers, service))
    with listener(host, port) as line:
        _announce(host, line.getsockname()[1])
        server_of(app, limits).run([line])


def _serve_on_ray(
    host: str,
    port: int,
    token: str | None,
    replicas: tuple[int, int],
    limits: ServeLimits,
    modules: Names,
    tools: Names,
    scorers: Path | None,
) -> None:
    from visgym.evaluation.pools import started_ray
    from visgym.serve.ray_backend import RayOptions, application, deploy

    started_ray()
    options = RayOptions(host, port, *replicas)
    deploy(options, application(options, limits, token, modules, tools, scorers))
    _announce(host, port)
    while True:  # replicas work by themselves, until Ctrl+C
        time.sleep(3600)


def _announce(host: str, port: int) -> None:
    place = f"[{host}]" if ":" in host else host
    console.print(f"VisGym serves at http://{place}:{port} (Ctrl+C ends it).", soft_wrap=True)

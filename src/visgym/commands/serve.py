"""`visgym serve`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from visgym import catalog
from visgym.commands.common import console
from visgym.core.errors import Mistake
from visgym.core.optional import require

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def serve(
    modules: Annotated[
        list[str] | None, typer.Argument(help="Modules with tasks of yours.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any.")] = 8765,
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    token: Annotated[
        str | None, typer.Option(help="What clients must know.", envvar="VISGYM_TOKEN")
    ] = None,
    workers: Annotated[int, typer.Option(min=1, max=256, help="Processes that play.")] = 1,
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
    from visgym.serve.app import create_app
    from visgym.serve.limits import ServeLimits
    from visgym.serve.process_pool import WorkerPool
    from visgym.serve.scorers import read_scorers
    from visgym.serve.server import listener, server_of
    from visgym.serve.service import EpisodeService
    from visgym.serve.sessions import SessionTable
    from visgym.serve.worker_process import tool_types

    if host not in LOOPBACK and not token:
        raise Mistake(f"To listen on {host} for others, give a --token that clients must know.")
    for module in modules or ():
        catalog.presets(module)
    tool_types(tool or ())
    limits = ServeLimits(sessions=sessions, idle_seconds=idle)
    pool = WorkerPool(workers, limits, tuple(modules or ()), tool or ())
    service = EpisodeService(limits, pool, SessionTable(limits))
    app = create_app(service, token, read_scorers(scorers, service))
    with listener(host, port) as line:
        place = f"[{host}]" if ":" in host else host
        address = f"http://{place}:{line.getsockname()[1]}"
        console.print(f"VisGym serves at {address} (Ctrl+C ends it).", soft_wrap=True)
        server_of(app, limits).run([line])

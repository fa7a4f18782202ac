"""`visgym web`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from visgym import catalog
from visgym.commands.common import console
from visgym.core.errors import Mistake

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def web(
    modules: Annotated[
        list[str] | None, typer.Argument(help="Modules with tasks of yours.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any.")] = 8000,
    runs: Annotated[Path, typer.Option(help="The folder of runs.")] = Path("runs"),
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    token: Annotated[str | None, typer.Option(help="What visitors must know.")] = None,
) -> None:
    """Look, play, replay and compare in a browser. Example: visgym web --runs runs"""
    try:
        import uvicorn

        from visgym.web.app import create_app
        from visgym.web.desk import Settings
    except ImportError:
        raise Mistake('The web pages need an extra: pip install "visgym[web]"') from None
    if host not in LOOPBACK and not token:
        raise Mistake(f"To listen on {host} for others, give a --token that visitors must know.")
    for module in modules or ():
        catalog.presets(module)
    settings = Settings(runs, token, tuple(modules or ()))
    query = f"/?token={token}" if token else ""
    console.print(f"VisGym is at http://{host}:{port}{query} (Ctrl+C ends it).", soft_wrap=True)
    uvicorn.run(
        create_app(settings), host=host, port=port, log_level="warning", access_log=False, ws="none"
    )

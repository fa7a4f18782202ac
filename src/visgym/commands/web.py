"""`visgym web`."""

from __future__ import annotations

import os
import socket
from pathlib import Path
from typing import Annotated

import typer

from visgym import catalog
from visgym.commands.common import CacheMb, console, data_root, keep_layers
from visgym.core.errors import Mistake
from visgym.core.optional import require

LOOPBACK = ("127.0.0.1", "localhost", "::1")


def web(
    modules: Annotated[
        list[str] | None, typer.Argument(help="Modules with tasks of yours.")
    ] = None,
    port: Annotated[int, typer.Option(min=0, max=65535, help="The port; 0 for any.")] = 8000,
    runs: Annotated[Path, typer.Option(help="The folder of runs.")] = Path("runs"),
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    token: Annotated[
        str | None, typer.Option(help="What visitors must know.", envvar="VISGYM_TOKEN")
    ] = None,
    cache_mb: CacheMb = None,
) -> None:
    """Look, play, replay and compare in a browser. Example: visgym web --runs runs"""
    keep_layers(cache_mb)
    for package in ("fastapi", "jinja2", "uvicorn"):
        require(package, "web", "The server of web pages")
    import uvicorn

    from visgym.web.app import create_app
    from visgym.web.context import Settings

    if host not in LOOPBACK and not token:
        raise Mistake(f"To listen on {host} for others, give a --token that visitors must know.")
    for module in modules or ():
        catalog.presets(module)
    settings = Settings(runs, token or None, tuple(modules or ()), data_root(), _cache())
    app = create_app(settings)
    config = uvicorn.Config(app, log_level="warning", access_log=False, ws="none")
    with _listener(host, port) as listener:
        query = f"/?token={token}" if token else ""
        place = f"[{host}]" if ":" in host else host
        address = f"http://{place}:{listener.getsockname()[1]}{query}"
        console.print(f"VisGym is at {address} (Ctrl+C ends it).", soft_wrap=True)
        uvicorn.Server(config).run([listener])


def _cache() -> Path:
    """The folder for what can be made again, where this user's other programs have theirs."""
    root = os.environ.get("XDG_CACHE_HOME")
    return (Path(root) if root else Path.home() / ".cache") / "visgym"


def _listener(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family)
    except OSError as error:
        raise Mistake(
            f"VisGym cannot listen on {host}, port {port} ({error.strerror}); give another --port."
        ) from None
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or answers wait for 40 ms
    return listener

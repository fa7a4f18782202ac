"""The application on a port, with clients that stall turned away."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import uvicorn
from starlette.applications import Starlette
from uvicorn.protocols.http.h11_impl import H11Protocol

from visgym.core.errors import Mistake
from visgym.serve.limits import ServeLimits

try:
    from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol as _Fastest
except ImportError:  # httptools is not installed
    _Fastest = H11Protocol  # type: ignore[misc, assignment]

KEEP_ALIVE = 65  # seconds that a connection may rest between requests
DEAD = 30  # seconds after which a peer that acknowledges nothing is gone


def bounded_protocol(seconds: float) -> type[asyncio.Protocol]:
    """uvicorn's protocol, which hangs up where the head of a request does not come in time."""

    class BoundedProtocol(_Fastest):
        _head_timer: asyncio.TimerHandle | None = None

        def connection_made(self, transport: Any) -> None:
            super().connection_made(transport)
            self._wait_for_head()

        def data_received(self, data: bytes) -> None:
            super().data_received(data)
            if self.cycle is None or self.cycle.response_complete:
                self._wait_for_head()
            else:
                self._head_came()

        def connection_lost(self, exc: Exception | None) -> None:
            self._head_came()
            super().connection_lost(exc)

        def _wait_for_head(self) -> None:
            if self._head_timer is None:
                self._head_timer = self.loop.call_later(seconds, self._hang_up)

        def _head_came(self) -> None:
            if self._head_timer is not None:
                self._head_timer.cancel()
                self._head_timer = None

        def _hang_up(self) -> None:
            if self.transport is not None and not self.transport.is_closing():
                self.transport.abort()

    return BoundedProtocol


def server_of(app: Starlette, limits: ServeLimits) -> uvicorn.Server:
    """A server for the application, bounded as it should be."""
    config = uvicorn.Config(
        app,
        http=bounded_protocol(limits.header_seconds),
        log_level="warning",
        access_log=False,
        server_header=False,
        date_header=False,
        limit_concurrency=limits.connections,
        timeout_keep_alive=KEEP_ALIVE,
        timeout_graceful_shutdown=5,
        ws_max_size=limits.body_bytes,
        ws_per_message_deflate=False,  # pictures are compressed already
    )
    return uvicorn.Server(config)


def listener(host: str, port: int) -> socket.socket:
    """A socket that listens; connections to peers that are gone end by themselves."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        found = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        raise Mistake(
            f"VisGym cannot listen on {host}, port {port} ({error.strerror}); give another --port."
        ) from None
    found.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # or answers wait for 40 ms
    found.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, DEAD * 1000)
        found.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, DEAD)
    return found

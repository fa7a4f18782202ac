"""Who may come in: a token where one is set, no other sites, nothing oversized, nothing slow."""

from __future__ import annotations

import asyncio
import hmac
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from visgym.serve.limits import Refusal, ServeLimits

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
OPEN = frozenset({"/health"})
"""What anybody may ask, since load balancers do."""
POLICY_VIOLATION = 1008  # the code with which a WebSocket is closed


class RequestGuard:
    """ASGI middleware that turns away what does not belong here, HTTP and WebSockets alike."""

    def __init__(self, app: ASGIApp, token: str | None, limits: ServeLimits) -> None:
        self.app = app
        self.token = token or None  # an empty token is none, and lets nobody in from elsewhere
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        refused = self._refused(scope)
        if refused is None:
            is_http = scope["type"] == "http"
            await self.app(scope, self._bounded(receive) if is_http else receive, send)
        elif scope["type"] == "http":
            await answer(refused)(scope, receive, send)
        else:
            await send(
                {"type": "websocket.close", "code": POLICY_VIOLATION, "reason": str(refused)}
            )

    def _refused(self, scope: Scope) -> Refusal | None:
        """The reason to turn a request away; None if it may go on."""
        headers = Headers(scope=scope)
        if scope["path"] in OPEN:
            return None
        host = headers.get("host", "")
        if self.token is None and _hostname(host) not in LOOPBACK:
            return Refusal("Ask this server as http://localhost, or start it with a token.", 421)
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "none")
        if (origin is not None and _place(origin) != host) or site not in ("same-origin", "none"):
            return Refusal("Requests from other sites are refused.", 403)
        said, right = headers.get("authorization", ""), f"Bearer {self.token}"
        if self.token is not None and not hmac.compare_digest(said.encode(), right.encode()):
            return Refusal("A token is needed: send the header Authorization: Bearer TOKEN.", 401)
        length = headers.get("content-length", "0")
        if not length.isdecimal() or int(length[:20]) > self.limits.body_bytes:
            return self._oversized()
        return None

    def _oversized(self) -> Refusal:
        return Refusal(f"A request may have at most {self.limits.body_mb} MB.", 413)

    def _bounded(self, receive: Receive) -> Receive:
        """A body that ends in time and in size; what comes after it is the client's leaving."""
        deadline = asyncio.get_running_loop().time() + self.limits.body_seconds
        left, whole = self.limits.body_bytes, False

        async def bounded() -> Message:
            nonlocal left, whole
            if whole:
                return await receive()
            try:
                async with asyncio.timeout_at(deadline):
                    message = await receive()
            except TimeoutError:
                raise Refusal("The request came too slowly.", 408) from None
            left -= len(message.get("body", b""))
            whole = not message.get("more_body", False)
            if left < 0:
                raise self._oversized()
            return message

        return bounded


def answer(error: Refusal) -> Response:
    """A refusal as JSON; a client that was too slow or too large is hung up on."""
    headers = {"Retry-After": str(error.retry_after)} if error.retry_after else {}
    if error.status in (408, 413):
        headers["Connection"] = "close"
    if error.status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return JSONResponse({"error": str(error)}, error.status, headers)


def _hostname(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""


def _place(origin: str) -> str:
    try:
        return urlsplit(origin).netloc
    except ValueError:
        return ""

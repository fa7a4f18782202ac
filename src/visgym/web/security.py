"""Who may come in: a token where one is set, requests from our own pages, nothing oversized."""

from __future__ import annotations

import hmac
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qsl, urlencode, urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import HTMLResponse, PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LARGEST_REQUEST = 64 * 1024  # bytes
COOKIE = "visgym_token"
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
HEADERS = {
    "Content-Security-Policy": "default-src 'self'; img-src 'self' data:; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'; object-src 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}
_DOOR = """<!doctype html><html lang="en"><meta charset="utf-8"><title>VisGym</title>
<meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/static/style.css">
<main class="narrow"><h1>A token, please</h1><p>This VisGym is shared by token. Paste the token that
<code>visgym web</code> was started with.</p><form><label>Token
<input name="token" type="password" autocomplete="current-password" required></label>
<button class="primary">Come in</button></form></main></html>"""


class Guard:
    """ASGI middleware that lets in what belongs here and adds headers to what goes out."""

    def __init__(self, app: ASGIApp, token: str | None) -> None:
        self.app = app
        self.token = token or None  # an empty token is none, and lets nobody in from elsewhere

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    headers.setdefault(name, value)
                headers.setdefault("Cache-Control", "no-cache")  # ask whether it changed
            await send(message)

        answer = self._answer(scope) or self.app
        await answer(scope, receive, guarded)

    def _answer(self, scope: Scope) -> Response | None:
        """The reason to turn a request away; None if it may go on."""
        headers = Headers(scope=scope)
        if self.token is None and _host(headers.get("host", "")) not in LOOPBACK:
            return PlainTextResponse("Open this page at http://localhost.", 421)
        if scope["method"] not in ("GET", "HEAD"):
            return self._unsafe(headers) or self._door(scope, headers)
        return self._door(scope, headers)

    def _unsafe(self, headers: Headers) -> Response | None:
        length = headers.get("content-length", "")
        if not length.isdecimal():
            return PlainTextResponse("Say how long the request is.", 411)
        if int(length) > LARGEST_REQUEST:
            return PlainTextResponse("This request is too large.", 413)
        origin, site = headers.get("origin"), headers.get("sec-fetch-site", "same-origin")
        foreign = origin is not None and urlsplit(origin).netloc != headers.get("host")
        if foreign or site not in ("same-origin", "none"):
            return PlainTextResponse("Requests from other sites are refused.", 403)
        return None

    def _door(self, scope: Scope, headers: Headers) -> Response | None:
        """Check the token in a header, a cookie, or once in the address."""
        if self.token is None or scope["path"] == "/static/style.css":
            return None
        query = dict(parse_qsl(scope["query_string"].decode("latin-1")))
        said = headers.get("authorization", "").removeprefix("Bearer ")
        if self._right(said) or self._right(_cookie(headers)):
            return None
        if not self._right(query.pop("token", "")):
            return HTMLResponse(_DOOR, 401)
        rest = f"?{urlencode(query)}" if query else ""
        answer = RedirectResponse("/" + scope["path"].lstrip("/") + rest, 303)
        answer.set_cookie(COOKIE, self.token, httponly=True, samesite="lax", max_age=30 * 86400)
        return answer

    def _right(self, said: str) -> bool:
        return hmac.compare_digest(said.encode(), (self.token or "").encode())


def _cookie(headers: Headers) -> str:
    try:
        found = SimpleCookie(headers.get("cookie", "")).get(COOKIE)
    except CookieError:
        return ""
    return found.value if found else ""


def _host(header: str) -> str:
    try:
        return urlsplit(f"//{header}").hostname or ""
    except ValueError:
        return ""

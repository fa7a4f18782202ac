"""POST requests to one address, without what a session of aiohttp does anew for each of them.

Connections and all errors are those of aiohttp; what every request would have in common is worked
out once, and plain responses are read by `http_lines`.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from visgym.agents.http_lines import MOST_BYTES, Line, TooLong

if TYPE_CHECKING:
    from aiohttp import ClientRequest, ClientSession, ClientTimeout, StreamReader

LONGEST_IDLE = 15.0  # seconds after which a connection may be dead
LARGE_BODY = 2**20  # bytes that a session would not send in one piece
_UNLIKE = (AttributeError, TypeError)  # what asking for parts that aiohttp no longer has raises


@dataclass(frozen=True, slots=True)
class Response:
    """What a server sent."""

    status: int
    headers: Mapping[str, str]
    body: bytes

    @property
    def is_stream(self) -> bool:
        """Whether the body is a stream of events."""
        kind = self.headers.get("Content-Type", "").partition(";")[0]
        return kind.strip().lower() == "text/event-stream"


class HttpPost:
    """One address and the connections to it, which belong to one event loop."""

    def __init__(self, url: str, headers: Mapping[str, str], proxy: str | None) -> None:
        import aiohttp

        self._url = url
        self._headers = headers
        self._proxy = proxy
        self._loop = asyncio.get_running_loop()
        self._connector = aiohttp.TCPConnector(limit=0)
        self._session = aiohttp.ClientSession(
            connector=self._connector, cookie_jar=aiohttp.DummyCookieJar()
        )
        self._idle: list[Line] = []
        self._busy: set[Line] = set()
        self._alarm: asyncio.TimerHandle | None = None
        self._is_quick = proxy is None
        try:
            self._request, self._head = _prepared(self._session, url, headers)
        except _UNLIKE:
            self._is_quick = False

    async def send(self, body: Sequence[bytes], timeout: ClientTimeout) -> Response:
        """The response to pieces of a body, or an error of aiohttp, of the socket, or of time."""
        if self._is_quick:
            try:
                return await self._send_quickly(body, timeout)
            except _UNLIKE:  # another release of aiohttp, built otherwise
                self._is_quick = False
        return await self._send_by_session(b"".join(body), timeout)

    async def close(self) -> None:
        """Let go of the connections."""
        if self._alarm is not None:
            self._alarm.cancel()
        for line in (*self._idle, *self._busy):
            line.close()
        self._idle.clear()
        await self._session.close()

    async def _send_quickly(self, body: Sequence[bytes], timeout: ClientTimeout) -> Response:
        deadline = self._loop.time() + (timeout.total or 0.0)
        line = self._idle_line() or await self._opened(timeout)
        try:
            response = await self._exchange(line, body, deadline, timeout.sock_read)
        except BaseException:
            line.close()
            raise
        if line.is_open:
            line.idle_since = self._loop.time()
            self._idle.append(line)
        else:
            line.close()
        return response

    def _idle_line(self) -> Line | None:
        """A connection that was used before, if there is one that can be used again."""
        oldest = self._loop.time() - LONGEST_IDLE
        while self._idle:
            line = self._idle.pop()
            if line.is_open and line.idle_since > oldest:
                return line
            line.close()
        return None

    async def _opened(self, timeout: ClientTimeout) -> Line:
        async with asyncio.timeout(timeout.total):
            return Line(await self._connector.connect(self._request, [], timeout))

    async def _exchange(
        self, line: Line, body: Sequence[bytes], deadline: float, patience: float | None
    ) -> Response:
        size = sum(map(len, body))
        line.deadline = deadline
        self._watch(line)
        try:
            plain = await line.ask(b"%b%d\r\n\r\n" % (self._head, size), body, size, patience)
        finally:
            self._busy.discard(line)
        if plain is not None:
            return Response(200, {"Content-Type": plain.kind}, plain.body)
        async with asyncio.timeout_at(deadline):
            return await self._read(line)

    async def _read(self, line: Line) -> Response:
        """A response as aiohttp reads it."""
        from aiohttp import ClientResponseError
        from aiohttp.http import HttpProcessingError

        try:
            message, payload = await line.reader.read()
            while 100 <= message.code < 200 and message.code != 101:
                message, payload = await line.reader.read()
        except HttpProcessingError as error:
            raise ClientResponseError(
                self._request.request_info,
                (),
                status=error.code,
                message=error.message,
                headers=error.headers,
            ) from error
        return Response(message.code, message.headers, await _whole(payload))

    def _watch(self, line: Line) -> None:
        """See to it that a request is given up in time; one alarm does for all."""
        self._busy.add(line)
        if self._alarm is None or self._alarm.when() > line.deadline:
            if self._alarm is not None:
                self._alarm.cancel()
            self._alarm = self._loop.call_at(line.deadline, self._ring)

    def _ring(self) -> None:
        now = self._loop.time()
        for line in self._busy:
            if line.deadline <= now:
                line.expire()
        later = [line.deadline for line in self._busy if line.deadline > now]
        self._alarm = self._loop.call_at(min(later), self._ring) if later else None

    async def _send_by_session(self, body: bytes, timeout: ClientTimeout) -> Response:
        """The way that aiohttp promises: through a proxy, and where its parts are other ones."""
        async with self._session.post(
            self._url,
            data=body if len(body) < LARGE_BODY else io.BytesIO(body),
            headers=self._headers,
            timeout=timeout,
            proxy=self._proxy,
            allow_redirects=False,
        ) as response:
            return Response(response.status, response.headers, await _whole(response.content))


def _prepared(
    session: ClientSession, url: str, headers: Mapping[str, str]
) -> tuple[ClientRequest, bytes]:
    """A request to this address, and the head of all of them up to the length of the body."""
    from aiohttp import ClientRequest
    from yarl import URL

    loop = asyncio.get_running_loop()
    kinds: dict[str, Any] = {"headers": headers, "data": b"{}", "loop": loop, "session": session}
    request = ClientRequest("POST", URL(url), **kinds)
    request.headers.pop("Content-Length")
    lines = [f"POST {request.url.raw_path_qs} HTTP/1.1"]
    lines += [f"{name}: {value}" for name, value in request.headers.items()]
    return request, "\r\n".join([*lines, "Content-Length: "]).encode()


async def _whole(content: StreamReader) -> bytes:
    """All that the server sends, unless it never ends."""
    pieces: list[bytes] = []
    size = 0
    while not content.at_eof():
        pieces.append(content.read_nowait() if content.is_eof() else await content.readany())
        size += len(pieces[-1])
        if size > MOST_BYTES:
            raise TooLong
    return pieces[0] if len(pieces) == 1 else b"".join(pieces)

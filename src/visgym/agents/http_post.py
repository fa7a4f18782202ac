"""POST requests to one address, without what a session of aiohttp does anew for each of them.

Connections, the parser and all errors are those of aiohttp; what every request would have in common
is worked out once.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from aiohttp import ClientRequest, ClientSession, ClientTimeout, StreamReader
    from aiohttp.connector import Connection

MOST_BYTES = 64 * 2**20  # of one response
LARGE_BODY = 2**20  # bytes that a session would not send in one piece
_UNLIKE = (AttributeError, TypeError)  # what asking for parts that aiohttp no longer has raises


class TooLong(Exception):
    """A response that does not end."""

    def __str__(self) -> str:
        return f"The response is longer than {MOST_BYTES} bytes."


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

    def __init__(
        self, url: str, headers: Mapping[str, str], concurrency: int, proxy: str | None
    ) -> None:
        import aiohttp

        self._url = url
        self._headers = headers
        self._proxy = proxy
        self._connector = aiohttp.TCPConnector(limit=concurrency)
        self._session = aiohttp.ClientSession(
            connector=self._connector, cookie_jar=aiohttp.DummyCookieJar()
        )
        self._is_quick = proxy is None
        try:
            self._request, self._head = _prepared(self._session, url, headers)
        except _UNLIKE:
            self._is_quick = False

    async def send(self, body: bytes, timeout: ClientTimeout) -> Response:
        """The response, or an error of aiohttp, of the socket, or of time."""
        if self._is_quick:
            try:
                return await self._send_quickly(body, timeout)
            except _UNLIKE:  # another release of aiohttp, built otherwise
                self._is_quick = False
        return await self._send_by_session(body, timeout)

    async def _send_quickly(self, body: bytes, timeout: ClientTimeout) -> Response:
        async with asyncio.timeout(timeout.total):
            connection = await self._connector.connect(self._request, [], timeout)
            try:
                response = await self._exchange(connection, body, timeout.sock_read)
                unsent = connection.transport and connection.transport.get_write_buffer_size()
            except BaseException:
                connection.close()
                raise
            if unsent:  # an answer that came before the request was through
                connection.close()
            else:
                connection.release()
            return response

    async def close(self) -> None:
        """Let go of the connections."""
        await self._session.close()

    async def _exchange(
        self, connection: Connection, body: bytes, patience: float | None
    ) -> Response:
        from aiohttp import ClientOSError, ClientResponseError
        from aiohttp.http import HttpProcessingError

        protocol, transport = connection.protocol, connection.transport
        if protocol is None or transport is None:
            raise ClientOSError("Cannot write to closing transport")
        protocol.set_response_params(read_until_eof=True, read_timeout=patience)
        await asyncio.sleep(0)  # requests that are ready together wake the server once, not each
        transport.write(b"%b%d\r\n\r\n%b" % (self._head, len(body), body))
        protocol.start_timeout()
        try:
            message, payload = await protocol.read()
            while 100 <= message.code < 200 and message.code != 101:
                message, payload = await protocol.read()
        except HttpProcessingError as error:
            raise ClientResponseError(
                self._request.request_info,
                (),
                status=error.code,
                message=error.message,
                headers=error.headers,
            ) from error
        return Response(message.code, message.headers, await _whole(payload))

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

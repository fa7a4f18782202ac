"""One connection that aiohttp opened, and a quick reader of plain responses on it.

A response of status 200 with a length is read here. Whatever else comes, also the end of the
connection, is left to aiohttp's own reader, so that it says what it always says.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from aiohttp.connector import Connection

MOST_BYTES = 64 * 2**20  # of one response
AT_ONCE = 2**18  # bytes of a request that are sent in one piece
_PLAIN = b"HTTP/1.1 200 "
_END = b"\r\n\r\n"
_LENGTH, _KIND = b"\r\ncontent-length:", b"\r\ncontent-type:"
_UNUSUAL = (
    b"\r\ntransfer-encoding:",
    b"\r\ncontent-encoding:",
    b"\r\nconnection:",
    b"\n ",
    b"\n\t",
)


class TooLong(Exception):
    """A response that does not end."""

    def __str__(self) -> str:
        return f"The response is longer than {MOST_BYTES} bytes."


class PlainHead(NamedTuple):
    """What is needed of the head of a plain response."""

    kind: str
    """The content type."""
    start: int
    """Where the body begins."""
    end: int
    """Where it ends."""


class PlainResponse(NamedTuple):
    """A plain response."""

    kind: str
    body: bytes


def plain_head(data: bytes) -> PlainHead | None:
    """The head at the beginning of some data, if it is all there and plain."""
    start = data.find(_END)
    if start < 0 or not data.startswith(_PLAIN):
        return None
    head = data[: start + 2].lower()
    if head.count(_LENGTH) != 1 or any(map(head.__contains__, _UNUSUAL)):
        return None
    length = _value(head, _LENGTH)
    if not length.isdigit():
        return None
    body = start + len(_END)
    return PlainHead(_value(head, _KIND).decode("latin-1"), body, body + int(length))


def _value(head: bytes, name: bytes) -> bytes:
    """What stands behind a name, nothing where it is not there."""
    at = head.find(name)
    return head[at + len(name) : head.index(b"\r\n", at + 2)].strip() if at >= 0 else b""


class Line(asyncio.Protocol):
    """Sends one request after the other over a connection."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.transport: Any = connection.transport
        self.deadline = 0.0
        """When the response should be there, in the time of the loop."""
        self.idle_since = 0.0
        self.reader: Any = connection.protocol
        """That of aiohttp."""
        self._loop = asyncio.get_running_loop()
        self._waiter: asyncio.Future[PlainResponse | None] | None = None
        self._pieces: list[bytes] = []
        self._missing = 0
        self._head: PlainHead | None = None
        self._room: asyncio.Future[None] | None = None
        self._is_sent = True
        self._patience: float | None = None

    @property
    def is_open(self) -> bool:
        """Whether another request may be sent."""
        unfit = self._pieces or not self._is_sent or self.reader.should_close
        return not (unfit or self.transport.is_closing())

    async def ask(
        self, head: bytes, body: Sequence[bytes], size: int, patience: float | None
    ) -> PlainResponse | None:
        """A plain response to a request; None if aiohttp's reader has it or will have it.

        With patience, in seconds between two pieces of a stream, that is always so.
        """
        self._patience = patience
        self._waiter = self._loop.create_future()
        self.transport.set_protocol(self)
        await asyncio.sleep(0)  # requests that are ready together wake the server once, not each
        try:
            if size <= AT_ONCE:
                self.transport.write(b"".join((head, *body)))
            else:
                await self._send_piecewise((head, *body), self._waiter)
            if patience is not None and not self._waiter.done():
                self._hand_over()
            return await self._waiter
        finally:
            self._waiter = self._head = None
            if self.transport.get_write_buffer_size():
                self._is_sent = False

    async def _send_piecewise(self, pieces: Sequence[bytes], answer: asyncio.Future[Any]) -> None:
        """Write as fast as the server reads, so that no large request is ever held as a whole."""
        self._is_sent = False
        for piece in pieces:
            if answer.done():  # before the request was through
                return
            self.transport.write(piece)
            if self._room is not None:
                await asyncio.wait((self._room, answer), return_when=asyncio.FIRST_COMPLETED)
        self._is_sent = True

    def expire(self) -> None:
        """Give up waiting."""
        self._answer(error=TimeoutError())

    def close(self) -> None:
        """End the connection."""
        self.connection.close()

    # Called by the transport

    def data_received(self, data: bytes) -> None:
        self._pieces.append(data)
        if self._waiter is None or self._waiter.done():
            return  # nobody asked; the line is not used again
        if self._head is None:
            whole = data if len(self._pieces) == 1 else b"".join(self._pieces)
            self._pieces = [whole]
            self._head = plain_head(whole)
            if self._head is None:
                self._hand_over()
                return
            self._missing = self._head.end - len(whole)
            if self._head.end - self._head.start > MOST_BYTES:
                self._answer(error=TooLong())
        else:
            self._missing -= len(data)
        if self._missing == 0:
            whole = self._pieces[0] if len(self._pieces) == 1 else b"".join(self._pieces)
            self._pieces = []
            self._answer(PlainResponse(self._head.kind, whole[self._head.start :]))
        elif self._missing < 0:
            self._hand_over()

    def eof_received(self) -> None:
        self.reader.eof_received()

    def connection_lost(self, error: Exception | None) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._hand_over()
        self.reader.connection_lost(error)
        self.resume_writing()

    def pause_writing(self) -> None:
        self._room = self._loop.create_future()

    def resume_writing(self) -> None:
        if self._room is not None and not self._room.done():
            self._room.set_result(None)
        self._room = None

    def _hand_over(self) -> None:
        """Leave the response to aiohttp's reader."""
        self.reader.set_response_params(read_until_eof=True, read_timeout=self._patience)
        self.reader.start_timeout()
        self.transport.set_protocol(self.reader)
        pieces, self._pieces = self._pieces, []
        if pieces:
            self.reader.data_received(b"".join(pieces))
        self._answer()

    def _answer(self, found: PlainResponse | None = None, error: Exception | None = None) -> None:
        if self._waiter is None or self._waiter.done():
            return
        if error is not None:
            self._waiter.set_exception(error)
        else:
            self._waiter.set_result(found)

"""Plain responses are read by hand, all others by aiohttp, and requests are given up in time."""

from __future__ import annotations

import asyncio

import pytest
from aiohttp import ClientTimeout

from agents.test_http_post import GOOD, HEADERS, PATIENCE, answering
from visgym.agents.http_lines import PlainHead, plain_head
from visgym.agents.http_post import HttpPost, Response

TYPED = b"HTTP/1.1 200 OK\r\nContent-Type: Application/JSON\r\nCONTENT-LENGTH:3\r\n\r\nabc"


@pytest.mark.parametrize(
    ("data", "found"),
    [
        (GOOD, PlainHead("", 38, 40)),
        (TYPED, PlainHead("application/json", len(TYPED) - 3, len(TYPED))),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n", None),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}", None),
        (b"HTTP/1.1 200 OK\r\nContent-Length: +2\r\n\r\n{}", None),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Encoding: gzip\r\n\r\n{}", None),
        (b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}", None),
        (b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", None),
        (b"HTTP/1.1 500 No\r\nContent-Length: 2\r\n\r\n{}", None),
        (b"HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\n{}", None),
    ],
)
def test_only_whole_heads_of_usual_responses_are_plain(
    data: bytes, found: PlainHead | None
) -> None:
    assert plain_head(data) == found


def sent(pieces: list[bytes], pause: float, total: float = 5) -> Response:
    """What comes of a request whose response arrives in pieces."""

    async def run() -> Response:
        async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            try:
                await reader.readuntil(b"\r\n\r\n{}")
                for piece in pieces:
                    writer.write(piece)
                    await asyncio.sleep(pause)
            finally:
                writer.close()

        server = await asyncio.start_server(serve, "127.0.0.1", 0)
        port = server.sockets[0].getsockname()[1]
        post = HttpPost(f"http://127.0.0.1:{port}", HEADERS, None)
        try:
            return await post.send([b"{", b"}"], ClientTimeout(total=total))
        finally:
            await post.close()
            server.close()

    return asyncio.run(run())


@pytest.mark.parametrize("cut", [1, 20, len(GOOD) - 2, len(GOOD) - 1])
def test_a_response_may_come_in_pieces(cut: int) -> None:
    assert sent([GOOD[:cut], GOOD[cut:]], 0.02).body == b"{}"


def test_a_response_that_does_not_come_is_given_up_wherever_it_stops() -> None:
    for piece in (b"", GOOD[:20], GOOD[:-1]):
        with pytest.raises(TimeoutError):
            sent([piece], 5.0, total=0.1)


def test_many_requests_are_under_way_without_a_limit() -> None:
    async def run() -> int:
        async with answering(GOOD) as (url, seen):
            post = HttpPost(url, HEADERS, None)
            await asyncio.gather(*(post.send([b"{}"], PATIENCE) for _ in range(300)))
            await post.close()
            return sum(map(len, seen))

    assert asyncio.run(run()) == 300

"""Requests on the wire: the same bytes as a session would send, over connections that are kept."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from aiohttp import ClientResponseError, ClientTimeout

from visgym.agents import http_lines, http_post
from visgym.agents.http_lines import TooLong
from visgym.agents.http_post import HttpPost, Response

PATIENCE = ClientTimeout(total=5)
HEADERS = {"Content-Type": "application/json", "Authorization": "Bearer sk-1"}
GOOD = b"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"
Seen = list[list[bytes]]


@asynccontextmanager
async def answering(data: bytes, reads: bool = True) -> AsyncIterator[tuple[str, Seen]]:
    """An address, and the requests that come to it by connection; all are answered alike."""
    seen: Seen = []

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        requests: list[bytes] = []
        seen.append(requests)
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                size = int(head.lower().split(b"content-length: ")[1].split(b"\r\n")[0])
                requests.append(head + (await reader.readexactly(size) if reads else b""))
                writer.write(data)
                if not reads:
                    await asyncio.Event().wait()
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}", seen
    finally:
        server.close()


def posted(
    data: bytes, send: Callable[[HttpPost], Awaitable[None]], proxied: bool = False
) -> tuple[str, Seen]:
    """What a server saw of requests; with a proxy, it is the proxy."""

    async def run() -> tuple[str, Seen]:
        async with answering(data) as (url, seen):
            proxy = url if proxied else None
            address = "http://models.example/v1" if proxied else f"{url}/a b/v1?x=1"
            post = HttpPost(address, HEADERS, proxy)
            try:
                await send(post)
            finally:
                await post.close()
            return url, seen

    return asyncio.run(run())


def test_requests_are_those_of_a_session() -> None:
    async def send(post: HttpPost) -> None:
        for body in (b"{}", b"x" * 3_000_000):
            assert (await post.send([body[:1], body[1:]], PATIENCE)).body == b"{}"
            assert (await post._send_by_session(body, PATIENCE)).body == b"{}"

    _, seen = posted(GOOD, send)
    (direct, large), (by_session, large_by_session) = seen
    assert direct == by_session and large == large_by_session


def test_one_connection_carries_requests_one_after_the_other() -> None:
    async def send(post: HttpPost) -> None:
        for _ in range(3):
            await post.send([b"{}"], PATIENCE)

    _, seen = posted(GOOD, send)
    assert [len(requests) for requests in seen] == [3]


def test_a_proxy_is_told_where_to_go() -> None:
    async def send(post: HttpPost) -> None:
        assert (await post.send([b"{}"], PATIENCE)).status == 200

    _, ((request,),) = posted(GOOD, send, proxied=True)
    assert request.startswith(b"POST http://models.example/v1 HTTP/1.1\r\n")


def test_a_connection_is_closed_if_the_answer_came_before_the_request_was_through() -> None:
    async def run() -> Seen:
        refused = b"HTTP/1.1 413 Too Large\r\nContent-Length: 0\r\n\r\n"
        async with answering(refused, reads=False) as (url, seen):
            post = HttpPost(url, HEADERS, None)
            for _ in range(2):
                assert (await post.send([b"x" * 2**20] * 32, PATIENCE)).status == 413
            await post.close()
            return seen

    assert len(asyncio.run(run())) == 2


@pytest.mark.parametrize(
    ("data", "body"),
    [
        (b"HTTP/1.1 100 Continue\r\n\r\n" + GOOD, b"{}"),
        (
            b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n{\r\n1\r\n}\r\n0\r\n\r\n",
            b"{}",
        ),
        (b"HTTP/1.1 204 No Content\r\n\r\n", b""),
    ],
)
def test_bodies_are_read_however_they_come(data: bytes, body: bytes) -> None:
    async def send(post: HttpPost) -> None:
        for _ in range(2):
            assert (await post.send([b"{}"], PATIENCE)).body == body

    posted(data, send)


def test_a_body_that_does_not_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(http_post, "MOST_BYTES", 1)
    monkeypatch.setattr(http_lines, "MOST_BYTES", 1)

    async def send(post: HttpPost) -> None:
        with pytest.raises(TooLong):
            await post.send([b"{}"], PATIENCE)

    posted(GOOD, send)


def test_what_is_no_http_is_an_error_of_aiohttp() -> None:
    async def send(post: HttpPost) -> None:
        with pytest.raises(ClientResponseError):
            await post.send([b"{}"], PATIENCE)

    posted(b"Hello there.\r\n\r\n", send)


def test_a_stream_is_told_by_its_type() -> None:
    for kind, is_stream in [
        ("text/event-stream; charset=utf-8", True),
        ("application/json", False),
    ]:
        assert Response(200, {"Content-Type": kind}, b"").is_stream == is_stream
    assert not Response(200, {}, b"").is_stream


@pytest.mark.parametrize("part", ["_prepared", "_whole"])
def test_a_release_of_aiohttp_with_other_parts_is_used_as_it_promises(
    part: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []
    real = getattr(http_post, part)

    def changed(*args: object) -> object:
        calls.append(args)
        if len(calls) == 1:
            raise TypeError("another signature")
        return real(*args)

    async def send(post: HttpPost) -> None:
        for _ in range(2):
            assert (await post.send([b"{}"], PATIENCE)).body == b"{}"

    monkeypatch.setattr(http_post, part, changed)
    posted(GOOD, send)

"""Who is not let in: strangers, other sites, and clients that are too large or too slow."""

from __future__ import annotations

import os
import signal
import socket
import time
from contextlib import suppress

import httpx
import pytest
from typer.testing import CliRunner

import visgym
from serve.serving import MAZE, Site, raw, serving
from visgym.cli import app
from visgym.core.errors import Mistake
from visgym.serve.client import Remote
from visgym.serve.connection_options import RetryPolicy
from visgym.serve.exchanges import ServerFailure
from visgym.serve.limits import ServeLimits

ONCE = RetryPolicy(attempts=1)
POST = b"POST /v1/rewards HTTP/1.1\r\nHost: localhost\r\n"


def test_only_those_with_the_token_come_in() -> None:
    with serving(token="right") as site:
        for headers in ({}, {"Authorization": "Bearer wrong"}, {"Authorization": "right"}):
            answer = httpx.get(f"{site.url}/v1/tasks", headers=headers)
            assert answer.status_code == 401 and "token" in answer.json()["error"]
        assert httpx.get(f"{site.url}/health").status_code == 200
        with visgym.connect(site.url, token="right") as server:
            assert server.begin(MAZE, 1).step == 1
        wrong = visgym.connect(site.url, token="wrong")
        with wrong as server, pytest.raises(Mistake, match="token"):
            server.begin(MAZE, 1)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 421),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
    ],
)
def test_other_sites_are_refused(site: Site, headers: dict[str, str], status: int) -> None:
    with httpx.Client(base_url=site.url, headers=headers) as line:
        for path in ("/v1/tasks", "/metrics", "/mcp", "/nowhere"):
            assert line.get(path).status_code == status


def test_websockets_of_other_sites_are_refused(site: Site) -> None:
    websockets = pytest.importorskip("websockets.sync.client")
    errors = pytest.importorskip("websockets.exceptions")
    url = site.url.replace("http", "ws") + "/ws"
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        with pytest.raises(errors.InvalidStatus):
            websockets.connect(url, additional_headers=headers)


def test_what_is_too_large_is_refused_before_it_is_read() -> None:
    with serving(ServeLimits(body_mb=1)) as site:
        said = raw(site.address, POST + b"Content-Length: 99999999\r\n\r\n")
        assert b"413" in said and b"at most 1 MB" in said
        piece = b"10000\r\n" + b" " * 65536 + b"\r\n"
        head = POST + b"Transfer-Encoding: chunked\r\n\r\n"
        with suppress(ConnectionError):  # hung up on while it was still sending
            assert b"413" in raw(site.address, head + piece * 20)


def test_clients_that_send_slowly_or_nothing_are_hung_up_on() -> None:
    limits = ServeLimits(header_seconds=0.4, body_seconds=0.4)
    with serving(limits) as site:
        assert raw(site.address, b"") == b""  # connected, and silent
        assert raw(site.address, b"GET /health HT") == b""  # half a head
        assert b"408" in raw(site.address, POST + b"Content-Length: 50\r\n\r\n{")  # half a body
        with socket.create_connection(site.address, timeout=20) as line:
            line.sendall(b"GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert b"200" in line.recv(65536)
            for drop in b"GET /health":  # a second head, drop by drop
                try:
                    line.sendall(bytes([drop]))
                except ConnectionError:
                    break
                time.sleep(0.1)
            else:
                assert line.recv(65536) == b""
        assert httpx.get(f"{site.url}/health").status_code == 200


def test_a_client_that_leaves_early_disturbs_nobody(site: Site) -> None:
    for _ in range(5):
        with socket.create_connection(site.address) as line:
            line.sendall(POST + b'Content-Length: 70\r\n\r\n{"id": "maze_2d/easy"')
    assert httpx.get(f"{site.url}/health").status_code == 200


def test_connections_are_bounded() -> None:
    with serving(ServeLimits(connections=3)) as site:
        lines = [socket.create_connection(site.address) for _ in range(3)]
        time.sleep(0.1)
        assert httpx.get(f"{site.url}/health").status_code == 503
        for line in lines:
            line.close()


def test_tries_are_bounded_and_a_ceiling_holds() -> None:
    with socket.create_server(("127.0.0.1", 0)) as nobody:
        port = nobody.getsockname()[1]
    policy = RetryPolicy(attempts=3, first=0.01, ceiling=0.02)
    with pytest.raises(ServerFailure, match="3 tries"):
        Remote(f"http://127.0.0.1:{port}", retry=policy).begin(MAZE, 1)
    waits = [RetryPolicy().wait(tries, asked=1e6) for tries in range(2000)]
    assert max(waits) <= RetryPolicy().ceiling


def test_others_are_not_listened_to_without_a_token() -> None:
    done = CliRunner().invoke(app, ["serve", "--host", "0.0.0.0"])
    assert isinstance(done.exception, Mistake) and "--token" in str(done.exception)


def test_a_job_that_takes_too_long_ends_alone() -> None:
    limits = ServeLimits(job_seconds=1.0)
    with serving(limits, workers=1) as site, Remote(site.url, retry=ONCE) as server:
        episode = server.begin(MAZE, 1)  # the worker is up
        worker = site.pool.workers[0]
        assert worker.process is not None
        os.kill(worker.process.pid, signal.SIGSTOP)
        with pytest.raises(Mistake, match="too long"):
            server.advance(episode, "('move', 0)")
        assert server.advance(episode, "('move', 0)").step == 2
        assert site.pool.restarts == 1

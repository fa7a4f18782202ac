"""Whatever is sent, wherever: an answer in time, and never one that blames the server."""

from __future__ import annotations

import http.client
import json
from random import Random

import pytest

from serve.fuzzing import BODIES, ODD, request
from serve.serving import Site, raw, serving
from visgym.serve.limits import ServeLimits

FEW, MANY = 400, 20_000
SECONDS = 60.0  # after which a request counts as hanging


def bombard(site: Site, count: int, seed: int) -> dict[int, int]:
    """How often each status came back; all requests travel over connections that are kept."""
    rng, statuses = Random(seed), dict[int, int]()
    line = http.client.HTTPConnection(*site.address, timeout=SECONDS)
    for _ in range(count):
        odd = request(rng)
        line.request(odd.method, odd.path, odd.body, odd.headers)
        answer = line.getresponse()
        body = answer.read()
        assert answer.status < 500, (odd, body)
        if answer.status >= 400 and odd.method != "HEAD":
            assert json.loads(body)["error"], (odd, body)
        statuses[answer.status] = statuses.get(answer.status, 0) + 1
    line.close()
    return statuses


def test_no_request_makes_the_server_fail(site: Site) -> None:
    statuses = bombard(site, FEW, 0)
    assert statuses[200] > FEW / 10 and statuses[400] > FEW / 10


@pytest.mark.slow
def test_no_request_of_very_many_makes_the_server_fail() -> None:
    with serving(ServeLimits(sessions=64, job_seconds=20), workers=1) as site:
        statuses = bombard(site, MANY, 1)
        assert statuses[200] > MANY / 10
        assert site.pool.restarts == 0
    assert {path.partition("?")[0] for _, path, _ in BODIES}


def test_bytes_that_are_no_request_are_answered_or_hung_up_on() -> None:
    rng = Random(0)
    with serving(ServeLimits(header_seconds=0.2)) as site:
        for _ in range(10):
            said = raw(site.address, rng.randbytes(300) + b"\r\n\r\n", SECONDS)
            assert said == b"" or said.startswith(b"HTTP/1.1 4")


def test_odd_messages_on_a_websocket_are_answered(site: Site) -> None:
    websockets = pytest.importorskip("websockets.sync.client")
    rng = Random(0)
    begun = [{"type": "reset", "data": {"seed": 1}}, {"type": "step", "data": {"text": "x"}}]
    with websockets.connect(site.url.replace("http", "ws") + "/ws") as line:
        for _ in range(60):
            message = dict(rng.choice([*begun, {"type": "state"}]))
            message[rng.choice(("type", "data", "more"))] = rng.choice(ODD)
            line.send(json.dumps(message) if rng.random() < 0.9 else "{")
            answer = json.loads(line.recv(timeout=SECONDS))
            assert answer["type"] in ("observation", "state", "error")

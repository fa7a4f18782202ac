"""Servers fail in many ways: what helps is tried again, the rest is said in one sentence."""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import replace
from typing import Any

import pytest

from agents.server import KEY, PASSING, Reply, Server, serving
from visgym import catalog
from visgym.agents.agent import AgentBroken, AgentFailure, Answer, Usage
from visgym.agents.build import parse_agent
from visgym.agents.model import ModelAgent
from visgym.agents.server_errors import Transient
from visgym.agents.transport import _proxy_for
from visgym.core.episode import begin
from visgym.core.errors import Mistake
from visgym.core.messages import present

KINDS = ["openai", "anthropic"]
GOOD = Reply("('move', 0)")
FAST = {"backoff": 0.001, "try_timeout": 0.3, "timeout": 20}


def ask(
    script: list[str], reply: Reply = GOOD, kind: str = "openai", **options: Any
) -> tuple[Answer, Server]:
    """One answer of a server with a script."""

    async def once() -> tuple[Answer, Server]:
        async with serving(Server(lambda body: reply, list(script))) as server:
            agent = parse_agent(f"{kind}:m", {"base_url": server.url, **FAST, **options})
            episode = begin(catalog.load("maze_2d/easy"), 0)
            try:
                return await agent.answer(episode, present(episode)), server
            finally:
                await agent.close()

    return asyncio.run(once())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stream", [False, True])
def test_good_answers_are_read_with_what_they_cost(kind: str, stream: bool) -> None:
    price = {"input": 2.0, "cached": 0.5, "output": 10.0, "written": 4.0}
    answer, server = ask([], kind=kind, stream=stream, price=price)
    assert answer.text == "('move', 0)"
    openai = Usage(1000, 600, 10, 4, (400 * 2 + 600 * 0.5 + 10 * 10) / 1e6)
    anthropic = Usage(1000, 600, 10, 0, (300 * 2 + 600 * 0.5 + 100 * 4 + 10 * 10) / 1e6)
    assert answer.usage == (openai if kind == "openai" else anthropic)
    assert server.paths == ["/chat/completions" if kind == "openai" else "/v1/messages"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("trouble", PASSING)
def test_passing_trouble_is_tried_again(kind: str, trouble: str, stream: bool) -> None:
    stream = stream or trouble == "cut stream"
    answer, server = ask([trouble, trouble], kind=kind, stream=stream)
    assert answer.text == "('move', 0)"
    assert len(server.requests) == 3
    assert server.requests[0] == server.requests[2]


@pytest.mark.parametrize("trouble", PASSING)
def test_the_last_try_voids_the_episode_and_says_why(trouble: str) -> None:
    with pytest.raises(AgentFailure, match="No answer in 3 tries: ") as caught:
        ask([trouble] * 3, retries=2, stream=trouble == "cut stream")
    assert KEY not in str(caught.value)


def test_retry_after_is_waited_for() -> None:
    started = time.monotonic()
    ask(["429 dated"])
    assert time.monotonic() - started < 10
    with pytest.raises(AgentFailure, match="429"):
        ask(["429 forever"])


@pytest.mark.parametrize(
    ("trouble", "words"),
    [
        ("401", "OPENAI_API_KEY"),
        ("401 part", "OPENAI_API_KEY"),
        ("403", "OPENAI_API_KEY"),
        ("404", "no model 'm'"),
        ("400", "invalid"),
        ("302", "base_url"),
        ("429 no credit", "no credit"),
    ],
)
def test_what_cannot_get_better_stops_the_run_without_a_second_try(
    trouble: str, words: str
) -> None:
    with pytest.raises(AgentBroken, match=words) as caught:
        ask([trouble])
    sentence = str(caught.value)
    assert "abc****" not in sentence
    assert not any(KEY[start : start + 8] in sentence for start in range(len(KEY) - 7))
    assert len(sentence) < 500 and sentence.isprintable()


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize(
    ("reply", "text"),
    [
        (Reply(""), ""),
        (Reply(None), ""),
        (Reply(None, refusal="I cannot help with that."), "I cannot help with that."),
        (Reply("Left!\n", [("move", '{"direction": 2}')]),
         'Left!\n\n{"name": "move", "arguments": {"direction": 2}}'),
        (Reply(None, [("move", '{"direction": ')]),
         '{"name": "move", "arguments": "{\\"direction\\": "}'),
        (Reply("\ud800 lone"), "? lone"),
    ],
)  # fmt: skip
def test_whatever_a_model_says_is_its_answer(stream: bool, reply: Reply, text: str) -> None:
    answer, server = ask([], reply, stream=stream)
    assert answer.text == text
    assert len(server.requests) == 1


def test_a_filtered_request_is_an_empty_answer() -> None:
    answer, _ = ask(["500", "400 filtered"])
    assert (answer.text, answer.finish, answer.attempts) == ("", "content_filter", 2)


def test_a_server_that_cannot_be_reached_voids_the_episode() -> None:
    async def once() -> None:
        agent = parse_agent("openai:m", {"base_url": "http://127.0.0.1:9", **FAST, "retries": 1})
        episode = begin(catalog.load("maze_2d/easy"), 0)
        try:
            await agent.answer(episode, present(episode))
        finally:
            await agent.close()

    with pytest.raises(AgentFailure, match="connection"):
        asyncio.run(once())


def under_way(requests: int, options: dict[str, Any]) -> tuple[int, float]:
    """The most requests that a server saw at a time, and the seconds that all took."""
    most = 0
    now = 0

    async def together() -> float:
        many = asyncio.Event()

        class Slow(Server):
            async def handle(self, request: Any) -> Any:
                nonlocal most, now
                now += 1
                most = max(most, now)
                if requests < 100:
                    await asyncio.sleep(0.01)
                elif most > 256:
                    many.set()
                else:
                    await asyncio.wait_for(many.wait(), 30)
                now -= 1
                return await super().handle(request)

        async with serving(Slow(lambda body: Reply("x"))) as server:
            agent = parse_agent("openai:m", {"base_url": server.url, **options})
            episode = begin(catalog.load("maze_2d/easy"), 0)
            started = time.monotonic()
            messages = present(episode)
            await asyncio.gather(*(agent.answer(episode, messages) for _ in range(requests)))
            await agent.close()
            return time.monotonic() - started

    seconds = asyncio.run(together())
    return most, seconds


def test_requests_keep_their_distance_and_their_number() -> None:
    most, seconds = under_way(8, {"concurrency": 2, "per_minute": 6000})
    assert seconds >= 7 * 60 / 6000
    assert most <= 2


def test_as_many_requests_are_under_way_as_episodes_unless_a_number_is_given() -> None:
    most, _ = under_way(300, {})
    assert most > 256


def test_the_key_travels_in_its_header_only() -> None:
    _, server = ask([])
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    _, server = ask([], kind="anthropic", thinking=1024)
    assert server.headers[0]["x-api-key"] == KEY
    assert server.headers[0]["anthropic-version"]
    assert server.requests[0]["thinking"] == {"type": "enabled", "budget_tokens": 1024}


def test_sampling_options_are_sent_as_given() -> None:
    extra = '{"top_k": 5}'
    _, server = ask([], temperature="0.5", max_completion_tokens=7, seed=3, extra=extra)
    body = server.requests[0]
    body.pop("messages")
    sampling = {"temperature": 0.5, "max_completion_tokens": 7, "seed": 3, "top_k": 5}
    assert body == {"model": "m", **sampling}


def test_a_key_that_no_header_can_carry_is_a_mistake(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-ab\ncd")
    with pytest.raises(Mistake, match="OPENAI_API_KEY") as caught:
        parse_agent("openai:m")
    assert "sk-ab" not in str(caught.value)


def test_large_requests_arrive_whole_and_agents_outlive_an_event_loop() -> None:
    agent = parse_agent("openai:m", {**FAST, "concurrency": 1})
    assert isinstance(agent, ModelAgent)
    text = "x" * 3_000_000

    async def once() -> None:
        async with serving(Server(lambda body: GOOD, ["500"])) as server:
            agent.post.service = replace(agent.post.service, url=server.url + "/v1")
            body = json.dumps({"messages": [], "text": text}).encode()
            await asyncio.gather(*(agent.post.ask([body], agent.dialect.read) for _ in range(3)))
            assert all(request["text"] == text for request in server.requests)
        await agent.close()

    asyncio.run(once())
    asyncio.run(once())


def test_proxies_come_from_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://proxy:3128")
    monkeypatch.setenv("no_proxy", "127.0.0.1")
    assert _proxy_for("http://models.example/v1") == "http://proxy:3128"
    assert _proxy_for("http://127.0.0.1:8000/v1") is None


def test_waits_follow_from_the_request_and_grow() -> None:
    agent = parse_agent("openai:m", {"backoff": 2.0})
    assert isinstance(agent, ModelAgent)

    def waits(body: bytes) -> list[float]:
        return [agent.post._wait([body], tries, Transient("no")) for tries in range(1, 9)]

    assert waits(b"one") == waits(b"one") != waits(b"two")
    for tries, wait in enumerate(waits(b"one"), start=1):
        assert 0 <= wait <= min(60.0, 2.0**tries)
    assert 7 <= agent.post._wait([b"one"], 1, Transient("no", 7.0)) <= 8
    assert 7 <= agent.post._wait([b"one"], 9999, Transient("no", 7.0)) <= 8
    assert KEY not in repr(agent.post.service)

"""What servers say: every wording has a meaning, every sign a wording, and the page tells all."""

from __future__ import annotations

import asyncio
import json
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any

import pytest

from agents.server import Reply, Server, serving
from agents.wordings import WAITS, WORDINGS
from visgym import catalog
from visgym.agents.agent import AgentBroken, AgentFailure, Answer, ContextOverflow
from visgym.agents.build import parse_agent
from visgym.agents.error_bodies import complaint_in
from visgym.agents.error_table import (
    BROKEN_ANSWERS,
    FOLLOWS,
    FULL_FINISHES,
    MACHINE_FINISHES,
    SIGNS,
    meaning_of,
)
from visgym.agents.server_errors import Filtered, Service, Transient
from visgym.core.episode import begin
from visgym.core.messages import present

PAGE = Path(__file__).parents[2] / "docs" / "models.md"
KINDS = ["openai", "anthropic"]
OVERFLOWS = [name for name, each in WORDINGS.items() if each.meaning == "overflow"]
NO_CREDIT = [name for name, each in WORDINGS.items() if each.meaning == "no credit"]
FILTERED = [name for name, each in WORDINGS.items() if each.meaning == "filtered"]
VERDICTS = (AgentBroken, ContextOverflow, Filtered, Transient)
SAID_BY_STATUS = ("402", "payload", "somebody")
SAID_IN_A_BODY = ("bedrock",)  # it has no mark of an error that a stream would show


def ask(script: list[str], kind: str = "openai", **options: Any) -> tuple[Answer, Server]:
    """One answer of a server with a script, in one try unless it is asked to wait."""

    async def once() -> tuple[Answer, Server]:
        async with serving(Server(lambda body: Reply("('move', 0)"), list(script))) as server:
            given = {"base_url": server.url, "backoff": 0.001, "retries": 0, "timeout": 20}
            agent = parse_agent(f"{kind}:m", {**given, **options})
            episode = begin(catalog.load("maze_2d/easy"), 0)
            try:
                return await agent.answer(episode, present(episode)), server
            finally:
                await agent.close()

    return asyncio.run(once())


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", OVERFLOWS)
def test_an_overflow_in_any_words_is_an_overflow_and_not_tried_again(kind: str, name: str) -> None:
    with pytest.raises(ContextOverflow, match="history"):
        ask([name], kind, retries=3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", OVERFLOWS)
def test_an_overflow_inside_a_success_is_an_overflow(name: str, stream: bool, kind: str) -> None:
    if name in SAID_BY_STATUS or (stream and name in SAID_IN_A_BODY):
        pytest.skip("the words alone do not say it")
    with pytest.raises(ContextOverflow, match="history"):
        ask([f"{name}, reported"], kind, stream=stream)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", NO_CREDIT)
def test_a_spent_account_stops_the_run(name: str, kind: str) -> None:
    with pytest.raises(AgentBroken, match="no credit"):
        ask([name], kind, retries=3)
    if name not in SAID_BY_STATUS:
        with pytest.raises(AgentBroken, match="no credit"):
            ask([f"{name}, reported"], kind, retries=3)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", FILTERED)
@pytest.mark.parametrize("reported", ["", ", reported"])
def test_a_filter_is_an_empty_answer_that_says_so(name: str, kind: str, reported: str) -> None:
    answer, _ = ask([name + reported], kind)
    assert (answer.text, answer.finish) == ("", "content_filter")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("name", WAITS)
def test_a_limit_per_minute_is_waited_for_and_uses_up_no_try(name: str, kind: str) -> None:
    answer, server = ask([name] * 3, kind, retries=0)
    assert answer.text == "('move', 0)"
    assert (len(server.requests), answer.attempts) == (4, 4)
    assert answer.seconds >= 3 * 0.05


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", ["gemini minute", "openrouter minute"])
def test_a_limit_inside_a_success_is_waited_for(name: str, stream: bool) -> None:
    answer, _ = ask([f"{name}, reported"] * 2, stream=stream, retries=0)
    assert answer.attempts == 3
    assert answer.seconds >= 2 * 0.05


@pytest.mark.parametrize(
    "message", ["max_tokens is too large: 100000", "image exceeds 5 MB maximum", "no such field"]
)
def test_a_request_that_is_merely_wrong_is_no_overflow(message: str) -> None:
    body = json.dumps({"error": {"message": message}}).encode()
    found = Service("http://x", "m", "", "KEY").judge(400, {}, body)
    assert isinstance(found, AgentBroken) and "invalid" in str(found)


def test_every_sign_has_a_wording() -> None:
    plain = [(status, "") for status in (200, 302, 401, 404, 400, 418, 429, 500)]
    plain += [(200, "type: rate_limit_error")]
    said = [
        (each.status, complaint_in(json.dumps(each.body).encode()).about)
        for each in WORDINGS.values()
    ]
    seen = {meaning_of(status, about).says for status, about in [*plain, *said]}
    assert [sign.says for sign in SIGNS if sign.says not in seen] == []


def test_bodies_of_any_form_have_a_message() -> None:
    forms = {
        b"": "",
        b"<h1>Bad gateway</h1>": "<h1>Bad gateway</h1>",
        b'{"detail": "x"}': "x",
        b'{"message": "x"}': "x",
        b'{"error": "x"}': "x",
        b'[{"error": {"message": "x"}}]': "x",
        b'{"error": {"metadata": {"raw": "{\\"message\\": \\"x\\"}"}, "message": "y"}}': "x",
        b'data: {"error": {"message": "x"}}': "x",
        b"[" * 30_000: "[" * 20_000,
        b'{"error": ' * 12 + b"1" + b"}" * 12: "",
    }
    assert {body: complaint_in(body).message for body in forms} == forms


def nonsense(rng: Random, depth: int = 5) -> Any:
    """Any JSON, made of the names that errors are made of."""
    names = ["error", "message", "code", "metadata", "raw", "headers", "detail", "type", "object"]
    leaves = [None, 7, 429, -1.5, True, "", "429", "x" * 99, "[", '{"error": {}}', "\ud800", "\0"]
    kind = rng.randrange(4) if depth else 0
    if kind == 1:
        return [nonsense(rng, depth - 1) for _ in range(rng.randrange(3))]
    if kind >= 2:
        return {name: nonsense(rng, depth - 1) for name in rng.sample(names, rng.randrange(4))}
    return rng.choice(leaves)


def test_whatever_a_server_says_there_is_a_verdict_in_one_line() -> None:
    service = Service("http://x", "m", "sk-0123456789", "KEY")
    rng = Random(0)
    for _ in range(3000):
        said = nonsense(rng)
        body = json.dumps(said).encode()[: rng.choice([None, 9])]
        status = rng.choice([200, 302, 400, 401, 402, 403, 404, 413, 422, 429, 500, 529])
        found = [service.judge(status, {}, body), service.judge_report(said)]
        assert all(isinstance(each, VERDICTS) for each in found)
        assert all(str(each).isprintable() and len(str(each)) < 500 for each in found)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stream", [False, True])
def test_a_context_that_leaves_no_room_for_a_word_overflows(kind: str, stream: bool) -> None:
    with pytest.raises(ContextOverflow):
        ask(["no room"], kind, stream=stream)


def test_an_overflow_on_a_line_of_its_own_in_a_stream_is_an_overflow() -> None:
    with pytest.raises(ContextOverflow, match="available context size"):
        ask(["overflow line"], stream=True)


def test_an_unknown_error_inside_a_success_is_void() -> None:
    with pytest.raises(AgentFailure, match="502: upstream overloaded"):
        ask(["error inside"], retries=0)


def table() -> str:
    """The table of the page."""
    rows: dict[str, list[tuple[str, str]]] = {sentence: [] for sentence in FOLLOWS.values()}
    for sign in SIGNS:
        rows[FOLLOWS[sign.meaning]].append((sign.who, sign.says))
    rows[FOLLOWS["retry"]] += [("both", said) for said in BROKEN_ANSWERS]
    rows[FOLLOWS["retry"]] += [(who, f"finish {word}") for word, who in MACHINE_FINISHES.items()]
    full = [(who, f"finish {word}, no text") for word, who in FULL_FINISHES.items()]
    rows[FOLLOWS["overflow"]] += full
    lines = ["| who | says | so VisGym |", "|---|---|---|"]
    for sentence, said in rows.items():
        for who, group in groupby(sorted(said, key=lambda row: row[0]), lambda row: row[0]):
            lines.append(f"| {who} | {'; '.join(says for _, says in group)} | {sentence} |")
    return "\n".join(lines)


def test_the_page_has_the_table_of_the_code() -> None:
    assert table() in PAGE.read_text(encoding="utf-8")

"""Answers say how they came about: why they ended, what was thought, what went wrong before."""

from __future__ import annotations

import json

import pytest

from agents.server import KEY, Reply
from agents.test_transport import KINDS, ask
from visgym.agents.agent import AgentFailure
from visgym.agents.openai import OPENAI
from visgym.agents.responses import LONGEST_REASONING

NAMES = ["reasoning_content", "reasoning", "reasoning_details"]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("finish", ["stop", "length", "content_filter", "tool_calls", "sensitive"])
def test_the_finish_is_in_the_words_of_the_server(kind: str, stream: bool, finish: str) -> None:
    reply = Reply("('move', 0)", finish=finish)
    answer, _ = ask([], reply, kind, stream=stream)
    assert answer.text == "('move', 0)"
    assert answer.finish == (finish if kind == "openai" else reply.stop_reason)


@pytest.mark.parametrize("stream", [False, True])
@pytest.mark.parametrize("name", NAMES)
def test_thoughts_are_kept_under_any_name_and_are_no_part_of_the_reply(
    stream: bool, name: str
) -> None:
    reply = Reply("('move', 0)", reasoning="Left? ('stop', 'stop')", reasoning_name=name)
    answer, _ = ask([], reply, stream=stream)
    assert answer.text == "('move', 0)"
    assert answer.reasoning == "Left? ('stop', 'stop')"


@pytest.mark.parametrize("stream", [False, True])
def test_thinking_blocks_are_thoughts(stream: bool) -> None:
    reply = Reply("('move', 0)", reasoning="Left? ('stop', 'stop')")
    answer, _ = ask([], reply, "anthropic", stream=stream, thinking=1024)
    assert answer.text == "('move', 0)"
    assert answer.reasoning == "Left? ('stop', 'stop')"


@pytest.mark.parametrize("kind", KINDS)
def test_thoughts_are_bounded_and_can_be_stored(kind: str) -> None:
    thoughts = "\ud800" + "x" * LONGEST_REASONING
    answer, _ = ask([], Reply("('move', 0)", reasoning=thoughts), kind)
    assert len(answer.reasoning) == LONGEST_REASONING
    assert answer.reasoning.endswith("x…")
    answer.reasoning.encode()


@pytest.mark.parametrize("thoughts", [7, {"a": 1}, [7, {"text": None}], [[]], None])
@pytest.mark.parametrize("name", NAMES)
def test_nonsense_for_thoughts_is_no_thought(name: str, thoughts: object) -> None:
    message = {"content": "('move', 0)", name: thoughts}
    body = json.dumps({"choices": [{"message": message, "finish_reason": "stop"}]}).encode()
    assert OPENAI.read(body, False).reasoning == ""


def test_an_answer_at_the_first_try_has_no_trouble() -> None:
    answer, _ = ask([])
    assert (answer.attempts, answer.trouble) == (1, "")
    assert answer.seconds > 0


@pytest.mark.parametrize("kind", KINDS)
def test_an_answer_says_what_went_wrong_before_it(kind: str) -> None:
    answer, server = ask(["500", "ends in abort", "429 echo"], kind=kind)
    assert answer.attempts == len(server.requests) == 4
    assert "429" in answer.trouble and KEY[-8:] not in answer.trouble
    assert answer.trouble.isprintable()


@pytest.mark.parametrize("trouble", ["ends in abort", "ends in nothing", "choice error"])
@pytest.mark.parametrize("kind", KINDS)
def test_what_a_dying_server_wrote_is_never_an_answer(trouble: str, kind: str) -> None:
    if trouble == "choice error" and kind == "anthropic":
        pytest.skip("there are no choices")
    for stream in (False, True):
        with pytest.raises(AgentFailure, match="No answer in 1 try"):
            ask([trouble], kind=kind, stream=stream, retries=0)


def test_a_server_that_names_no_finish_reason_at_all_is_believed() -> None:
    body = b'{"choices": [{"message": {"content": "x"}}]}'
    assert OPENAI.read(body, False).finish == ""

"""Good answers of a model server, whole and as streams of events."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

OPENAI_USAGE = {
    "prompt_tokens": 1000,
    "completion_tokens": 10,
    "prompt_tokens_details": {"cached_tokens": 600},
    "completion_tokens_details": {"reasoning_tokens": 4},
}
ANTHROPIC_USAGE = {
    "input_tokens": 300,
    "cache_read_input_tokens": 600,
    "cache_creation_input_tokens": 100,
    "output_tokens": 10,
}

Body = dict[str, Any]


@dataclass(frozen=True)
class Reply:
    """What the model says when all goes well."""

    text: str | None = ""
    calls: Sequence[tuple[str, str]] = ()
    refusal: str | None = None
    finish: str | dict[str, Any] | None = "stop"
    reasoning: str = ""
    reasoning_name: str = "reasoning_content"
    """Where an OpenAI-compatible server puts it."""

    @property
    def thoughts(self) -> Body:
        if not self.reasoning:
            return {}
        parts = [{"type": "reasoning.text", "text": self.reasoning}]
        inside = parts if self.reasoning_name == "reasoning_details" else self.reasoning
        return {self.reasoning_name: inside}

    @property
    def stop_reason(self) -> Any:
        words = {"stop": "end_turn", "length": "max_tokens"}
        return words.get(self.finish, self.finish) if isinstance(self.finish, str) else self.finish


def openai_json(reply: Reply) -> Body:
    message: Body = {"role": "assistant", "content": reply.text, **reply.thoughts}
    if reply.refusal is not None:
        message["refusal"] = reply.refusal
    if reply.calls:
        message["tool_calls"] = [
            {"id": f"c{i}", "type": "function", "function": {"name": name, "arguments": arguments}}
            for i, (name, arguments) in enumerate(reply.calls)
        ]
    choice = {"index": 0, "message": message, "finish_reason": reply.finish}
    return {"object": "chat.completion", "choices": [choice], "usage": OPENAI_USAGE}


def openai_events(reply: Reply) -> list[bytes]:
    text = reply.text or ""
    deltas: list[Body] = [{"role": "assistant", "content": ""}]
    half = len(reply.reasoning) // 2
    for piece in (reply.reasoning[:half], reply.reasoning[half:]):
        deltas.append(replace(reply, reasoning=piece).thoughts)
    deltas += [{"content": text[i : i + 3]} for i in range(0, len(text), 3)]
    if reply.refusal is not None:
        deltas.append({"refusal": reply.refusal})
    for index, (name, arguments) in enumerate(reply.calls):
        first = {"name": name, "arguments": arguments[:4]}
        deltas.append({"tool_calls": [{"index": index, "id": "x", "function": first}]})
        rest = {"index": index, "function": {"arguments": arguments[4:]}}
        deltas.append({"tool_calls": [rest]})
    chunks: list[Body] = [{"choices": [{"index": 0, "delta": delta}]} for delta in deltas]
    chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": reply.finish}]})
    chunks.append({"choices": [], "usage": OPENAI_USAGE})
    lines = [b": keep-alive\n\n", *(f"data: {json.dumps(c)}\n\n".encode() for c in chunks)]
    return [*lines, b"data: [DONE]\n\n"]


def anthropic_json(reply: Reply) -> Body:
    thoughts = [{"type": "thinking", "thinking": reply.reasoning, "signature": "x"}]
    blocks: list[Body] = thoughts if reply.reasoning else []
    blocks += [{"type": "text", "text": reply.text}] if reply.text else []
    blocks += [
        {"type": "tool_use", "id": "t", "name": name, "input": json.loads(arguments)}
        for name, arguments in reply.calls
    ]
    ending = {"stop_reason": reply.stop_reason, "usage": ANTHROPIC_USAGE}
    return {"type": "message", "content": blocks, **ending}


def anthropic_events(reply: Reply) -> list[bytes]:
    counted = {**ANTHROPIC_USAGE, "output_tokens": 1}
    found: list[Body] = [{"type": "message_start", "message": {"usage": counted}}]
    thought = reply.reasoning or "('stop', 'stop')"
    deltas = [{"type": "thinking_delta", "thinking": letter} for letter in thought]
    found += _block(0, {"type": "thinking", "thinking": ""}, deltas)
    if reply.text:
        pieces = [{"type": "text_delta", "text": letter} for letter in reply.text]
        found += _block(1, {"type": "text", "text": ""}, pieces)
    for index, (name, arguments) in enumerate(reply.calls, start=2):
        delta = {"type": "input_json_delta", "partial_json": arguments}
        found += _block(index, {"type": "tool_use", "name": name, "input": {}}, [delta])
    ending = {"delta": {"stop_reason": reply.stop_reason}, "usage": {"output_tokens": 10}}
    found.append({"type": "message_delta", **ending})
    found.append({"type": "message_stop"})
    return [f"event: {each['type']}\ndata: {json.dumps(each)}\n\n".encode() for each in found]


def _block(index: int, block: Body, deltas: list[Body]) -> list[Body]:
    pieces = [{"type": "content_block_delta", "index": index, "delta": each} for each in deltas]
    start = {"type": "content_block_start", "index": index, "content_block": block}
    return [start, *pieces, {"type": "content_block_stop", "index": index}]

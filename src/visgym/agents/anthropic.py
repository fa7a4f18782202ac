"""Models behind the Anthropic Messages API."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from visgym.agents.formats import anthropic_messages, anthropic_tools
from visgym.agents.images import ImageCache
from visgym.agents.model import Dialect, ModelOptions, extra_fields, given
from visgym.agents.prices import anthropic_usage
from visgym.agents.requests import dumped
from visgym.agents.responses import Native, bounded, ended, events, parsed, valid_text
from visgym.agents.server_errors import Reported, Transient
from visgym.core.episode import Episode
from visgym.core.errors import Mistake
from visgym.core.parts import Message

API_VERSION = "2023-06-01"
_CHOICES = {"auto": "auto", "required": "any"}


@dataclass(frozen=True, kw_only=True)
class AnthropicOptions(ModelOptions):
    """What can be chosen of a model behind this API."""

    max_tokens: int = 4096
    thinking: int | None = None
    """Tokens that the model may think before it answers, part of max_tokens."""
    cache: bool = True
    """Ask the provider to keep the history of an episode, so that it is cheap to read again."""

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.max_tokens < 1:
            raise Mistake(f"max_tokens is {self.max_tokens}; give a number above 0.")
        if self.thinking is None:
            return
        if not 1024 <= self.thinking < self.max_tokens:
            raise Mistake(
                f"thinking is {self.thinking}; give at least 1024 tokens and less than max_tokens, "
                f"which is {self.max_tokens}."
            )
        if self.talk.tools != "off":
            raise Mistake("thinking cannot go with tools, since thoughts are not sent back.")


def _headers(key: str) -> dict[str, str]:
    return {"anthropic-version": API_VERSION, **({"x-api-key": key} if key else {})}


def _request(
    options: AnthropicOptions,
    images: ImageCache,
    episode: Episode[Any],
    messages: Sequence[Message],
) -> list[bytes]:
    talk = options.talk
    shown = anthropic_messages(messages, images, talk, options.cache)
    tools = b""
    if talk.tools != "off":
        choice = {"type": _CHOICES[talk.tools], "disable_parallel_tool_use": True}
        tools = (
            b',"tools":'
            + anthropic_tools(episode.task, episode.tools)
            + b',"tool_choice":'
            + dumped(choice)
        )
    return [b"".join((b"{", _fields(options), tools, b',"messages":')), *shown, b"}"]


@lru_cache(maxsize=64)
def _fields(options: AnthropicOptions) -> bytes:
    """What all requests share, without the braces."""
    thinking = {"type": "enabled", "budget_tokens": options.thinking}
    fields = {
        "model": options.model,
        "max_tokens": options.max_tokens,
        **given(temperature=options.temperature, top_p=options.top_p),
        **({"thinking": thinking} if options.thinking else {}),
        **({"stream": True} if options.line.stream else {}),
        **extra_fields(options.extra),
    }
    return dumped(fields)[1:-1]


def _read(data: bytes, streamed: bool) -> Native:
    response = _collected(data) if streamed else parsed(data)
    blocks = response.get("content")
    if not isinstance(blocks, list):
        raise Reported({"message": "The response holds no content.", **response})
    finish = valid_text(response.get("stop_reason"))
    if not finish:
        raise Transient("The answer has no stop_reason, so the server did not end it.")
    known = [block for block in blocks if isinstance(block, dict)]
    text = "".join(valid_text(b.get("text")) for b in known if b.get("type") == "text")
    calls = [
        (valid_text(block.get("name")), block.get("input") or {})
        for block in known
        if block.get("type") == "tool_use"
    ]
    thoughts = [valid_text(b.get("thinking")) for b in known if b.get("type") == "thinking"]
    reasoning = bounded("\n".join(thoughts))
    return ended(Native(text, tuple(calls), response.get("usage"), finish, reasoning))


def _collected(data: bytes) -> dict[str, Any]:
    """The response that a stream adds up to."""
    blocks: dict[int, dict[str, Any]] = {}
    usage: dict[str, Any] = {}
    finish: object = None
    for event in events(data):
        match event.get("type"):
            case "message_start":
                message = event.get("message")
                usage.update(_mapping(_mapping(message).get("usage")))
            case "content_block_start":
                blocks[_index(event)] = {**_mapping(event.get("content_block")), "pieces": []}
            case "content_block_delta":
                delta = _mapping(event.get("delta"))
                piece = delta.get("text") or delta.get("partial_json") or delta.get("thinking")
                block = blocks.get(_index(event))
                if block is not None and isinstance(piece, str):
                    block["pieces"].append(piece)
            case "message_delta":
                usage.update(_mapping(event.get("usage")))
                finish = _mapping(event.get("delta")).get("stop_reason") or finish
            case "message_stop":
                content = [_whole(blocks[i]) for i in sorted(blocks)]
                return {"content": content, "usage": usage, "stop_reason": finish}
    raise Transient("The stream ended before the answer did.")


def _whole(block: dict[str, Any]) -> dict[str, Any]:
    """A block with its pieces put together; malformed input stays as the model wrote it."""
    text = "".join(block["pieces"])
    if block.get("type") != "tool_use":
        name = "thinking" if block.get("type") == "thinking" else "text"
        return {**block, name: valid_text(block.get(name)) + text}
    try:
        return {**block, "input": json.loads(text) if text else block.get("input")}
    except (ValueError, RecursionError):
        return {**block, "input": valid_text(text)}


def _index(event: dict[str, Any]) -> int:
    index = event.get("index")
    return index if isinstance(index, int) else 0


def _mapping(value: object) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


ANTHROPIC = Dialect(
    kind="anthropic",
    key_variable="ANTHROPIC_API_KEY",
    url_variable="ANTHROPIC_BASE_URL",
    usual_url="https://api.anthropic.com",
    path="/v1/messages",
    headers=_headers,
    request=_request,
    read=_read,
    count=anthropic_usage,
)

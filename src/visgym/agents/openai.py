"""Models behind any OpenAI-compatible endpoint: OpenAI, OpenRouter, vLLM, SGLang and others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from visgym.agents.formats import openai_messages, openai_tools
from visgym.agents.images import ImageCache
from visgym.agents.model import (
    Dialect,
    ModelOptions,
    Native,
    events,
    extra_fields,
    given,
    parsed,
    valid_text,
)
from visgym.agents.prices import openai_usage
from visgym.agents.requests import dumped
from visgym.agents.server_errors import Transient
from visgym.core.episode import Episode
from visgym.core.parts import Message


@dataclass(frozen=True, kw_only=True)
class OpenAIOptions(ModelOptions):
    """What can be chosen of a model behind such an endpoint."""

    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    image_detail: Literal["auto", "low", "high", "original"] | None = None


def _headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _request(
    options: OpenAIOptions, images: ImageCache, episode: Episode[Any], messages: Sequence[Message]
) -> bytes:
    shown = openai_messages(messages, images, options.talk, options.image_detail)
    tools = b""
    if options.talk.tools != "off":
        choice = dumped(options.talk.tools)
        tools = (
            b',"tools":' + openai_tools(episode.task, episode.tools) + b',"tool_choice":' + choice
        )
    return b"".join((b"{", _fields(options), tools, b',"messages":', shown, b"}"))


@lru_cache(maxsize=64)
def _fields(options: OpenAIOptions) -> bytes:
    """What all requests share, without the braces."""
    sampling = given(
        temperature=options.temperature,
        top_p=options.top_p,
        max_tokens=options.max_tokens,
        max_completion_tokens=options.max_completion_tokens,
        seed=options.seed,
        reasoning_effort=options.reasoning_effort,
    )
    stream = {"stream": True, "stream_options": {"include_usage": True}}
    fields = {
        "model": options.model,
        **sampling,
        **(stream if options.line.stream else {}),
        **extra_fields(options.extra),
    }
    return dumped(fields)[1:-1]


def _read(data: bytes, streamed: bool) -> Native:
    response = _collected(data) if streamed else parsed(data)
    choices = response.get("choices")
    choice = choices[0] if isinstance(choices, list) and choices else None
    message = choice.get("message") if isinstance(choice, dict) else None
    if not isinstance(message, dict):
        raise Transient("The response holds no message.")
    text = valid_text(message.get("content")) or valid_text(message.get("refusal"))
    calls = message.get("tool_calls")
    native = [_call(each) for each in calls] if isinstance(calls, list) else []
    return Native(text, tuple(call for call in native if call), response.get("usage"))


def _call(data: Any) -> tuple[str, object] | None:
    function = data.get("function") if isinstance(data, dict) else None
    if not isinstance(function, dict):
        return None
    arguments = function.get("arguments")
    if isinstance(arguments, str):
        arguments = _object(valid_text(arguments))
    return valid_text(function.get("name")), {} if arguments is None else arguments


def _object(text: str) -> object:
    """Arguments as the object they should be; what is malformed stays as the model wrote it."""
    try:
        found = json.loads(text or "{}")
    except (ValueError, RecursionError):
        return text
    return found if isinstance(found, dict) else text


def _collected(data: bytes) -> dict[str, Any]:
    """The response that a stream adds up to."""
    texts: dict[str, list[str]] = {"content": [], "refusal": []}
    calls: dict[int, dict[str, str]] = {}
    usage: object = None
    ended = False
    for event in events(data):
        usage = event.get("usage") or usage
        ended = ended or "done" in event
        choices = event.get("choices")
        choice = choices[0] if isinstance(choices, list) and choices else None
        if not isinstance(choice, dict):
            continue
        ended = ended or bool(choice.get("finish_reason"))
        delta = choice.get("delta")
        delta = delta if isinstance(delta, dict) else {}
        for name, pieces in texts.items():
            pieces.append(valid_text(delta.get(name)))
        _collect_calls(delta.get("tool_calls"), calls)
    if not ended:
        raise Transient("The stream ended before the answer did.")
    functions = [{"function": calls[index]} for index in sorted(calls)]
    message = {name: "".join(pieces) for name, pieces in texts.items()}
    return {"choices": [{"message": {**message, "tool_calls": functions}}], "usage": usage}


def _collect_calls(pieces: object, calls: dict[int, dict[str, str]]) -> None:
    for piece in pieces if isinstance(pieces, list) else []:
        function = piece.get("function") if isinstance(piece, dict) else None
        if isinstance(function, dict):
            index = piece.get("index")
            call = calls.setdefault(index if isinstance(index, int) else 0, {})
            for name in ("name", "arguments"):
                text = function.get(name)
                call[name] = call.get(name, "") + (text if isinstance(text, str) else "")


OPENAI = Dialect(
    kind="openai",
    key_variable="OPENAI_API_KEY",
    url_variable="OPENAI_BASE_URL",
    usual_url="https://api.openai.com/v1",
    path="/chat/completions",
    headers=_headers,
    request=_request,
    read=_read,
    count=openai_usage,
)

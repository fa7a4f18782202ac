"""Models behind any OpenAI-compatible endpoint: OpenAI, OpenRouter, vLLM, SGLang and others."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal, Self

from visgym.agents.formats import openai_messages, openai_tools
from visgym.agents.images import ImageCache
from visgym.agents.model import Dialect, ModelOptions, extra_fields, given
from visgym.agents.prices import openai_usage
from visgym.agents.requests import dumped
from visgym.agents.responses import Native, bounded, ended, events, parsed, valid_text
from visgym.agents.server_errors import Reported, Transient
from visgym.core.episode import Episode
from visgym.core.parts import Message

_STREAMED = ("content", "refusal", "reasoning_content", "reasoning")


@dataclass(frozen=True, kw_only=True)
class OpenAIOptions(ModelOptions):
    """What can be chosen of a model behind such an endpoint."""

    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    seed: int | None = None
    reasoning_effort: str | None = None
    image_detail: Literal["auto", "low", "high", "original"] | None = None

    def resampled(self, sample: int) -> Self:
        return self if self.seed is None else replace(self, seed=self.seed + sample)


def _headers(key: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {key}"} if key else {}


def _request(
    options: OpenAIOptions, images: ImageCache, episode: Episode[Any], messages: Sequence[Message]
) -> list[bytes]:
    shown = openai_messages(messages, images, options.talk, options.image_detail)
    tools = b""
    if options.talk.tools != "off":
        choice = dumped(options.talk.tools)
        tools = (
            b',"tools":' + openai_tools(episode.task, episode.tools) + b',"tool_choice":' + choice
        )
    return [b"".join((b"{", _fields(options), tools, b',"messages":')), *shown, b"}"]


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
    choice = _choice(response)
    message = choice.get("message")
    if not isinstance(message, dict):
        raise Reported({"message": "The response holds no message.", **response})
    finish = choice.get("finish_reason", "")
    if finish is None:
        raise Transient("The answer has no finish reason, so the server did not end it.")
    report = finish if isinstance(finish, dict) else None  # as SGLang says why it gave up
    text = valid_text(message.get("content")) or valid_text(message.get("refusal"))
    calls = [_call(each) for each in _listed(message.get("tool_calls"))]
    answer = Native(
        text,
        tuple(call for call in calls if call),
        response.get("usage"),
        valid_text(report.get("type") if report else finish),
        bounded(_reasoning(message)),
    )
    return ended(answer, report)


def _choice(response: dict[str, Any]) -> dict[str, Any]:
    """The first choice, empty where there is none; an error in it is `Reported`."""
    choice = next(iter(_listed(response.get("choices"))), None)
    if not isinstance(choice, dict):
        return {}
    if choice.get("error"):
        raise Reported({"error": choice["error"]})
    return choice


def _reasoning(message: dict[str, Any]) -> str:
    """What the model thought, under any of the names that servers give it."""
    parts = [each for each in _listed(message.get("reasoning_details")) if isinstance(each, dict)]
    return (
        valid_text(message.get("reasoning_content"))
        or valid_text(message.get("reasoning"))
        or "".join(valid_text(each.get("text") or each.get("summary")) for each in parts)
    )


def _listed(value: object) -> list[Any]:
    return value if isinstance(value, list) else []


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
    texts: dict[str, list[str]] = {name: [] for name in _STREAMED}
    details: list[Any] = []
    calls: dict[int, dict[str, str]] = {}
    usage: object = None
    finish: object = None
    for event in events(data):
        usage = event.get("usage") or usage
        choice = _choice(event)
        finish = choice.get("finish_reason") or finish
        delta = choice.get("delta")
        delta = delta if isinstance(delta, dict) else {}
        for name, pieces in texts.items():
            pieces.append(valid_text(delta.get(name)))
        details += _listed(delta.get("reasoning_details"))
        _collect_calls(delta.get("tool_calls"), calls)
    functions = [{"function": calls[index]} for index in sorted(calls)]
    message: dict[str, Any] = {name: "".join(pieces) for name, pieces in texts.items()}
    message |= {"reasoning_details": details, "tool_calls": functions}
    return {"choices": [{"message": message, "finish_reason": finish}], "usage": usage}


def _collect_calls(pieces: object, calls: dict[int, dict[str, str]]) -> None:
    for piece in _listed(pieces):
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

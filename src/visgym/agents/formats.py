"""Messages in the formats of OpenAI chat completions and of Anthropic messages."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from functools import lru_cache, partial
from typing import Any

from visgym.agents.contents import joined
from visgym.agents.images import ImageCache, ImageOptions
from visgym.agents.requests import (
    ACKNOWLEDGED,
    NO_REPLY,
    NOT_DONE,
    AssistantTurn,
    Fragment,
    Layouts,
    ToolOptions,
    calls_before,
    dumped,
    listed,
    merged,
    said,
)
from visgym.core.actions import Action
from visgym.core.parts import Message, Picture
from visgym.core.task import Task
from visgym.core.tools import Tool


def _reply(message: Message, number: int, talk: ToolOptions) -> AssistantTurn:
    return AssistantTurn(message.text, ()) if talk.tools == "off" else said(message.text, number)


def _content(
    message: Message, talk: ToolOptions, picture: Callable[[Picture], Iterable[Fragment]]
) -> list[list[Fragment]]:
    """What a message says, piece by piece, each as its fragments."""
    return [
        [_text(each)] if isinstance(each, str) else list(picture(each))
        for each in joined(message, talk)
    ]


def _text(text: str) -> bytes:
    """A text, which looks the same to both providers."""
    return b'{"type":"text","text":' + dumped(text) + b"}"


def _callable(task: Task[Any], tools: tuple[Tool, ...]) -> list[Action]:
    offered = [replace(each.action, help=f"{each.action.help} {each.allowance}") for each in tools]
    return [*task.actions.values(), *offered]


# OpenAI chat completions


def openai_messages(
    messages: Sequence[Message], images: ImageCache, talk: ToolOptions, detail: str | None = None
) -> list[bytes]:
    """The JSON array of chat messages, in pieces."""
    return _openai_layouts(talk, images.look, detail).assembled(messages, images)


@lru_cache(maxsize=64)
def _openai_layouts(talk: ToolOptions, look: ImageOptions, detail: str | None) -> Layouts:
    return Layouts(partial(_openai, talk, look, detail), talk)


@lru_cache(maxsize=256)
def openai_tools(task: Task[Any], tools: tuple[Tool, ...] = ()) -> bytes:
    """The actions of a task and the tools beside them, as tools."""
    return dumped([each.schema() for each in _callable(task, tools)])


def _openai(
    talk: ToolOptions,
    look: ImageOptions,
    detail: str | None,
    message: Message,
    before: Message | None,
    number: int,
) -> tuple[Fragment, ...]:
    if message.role == "assistant":
        return merged([_openai_said(_reply(message, number, talk))])
    extra = b',"detail":' + dumped(detail) if detail else b""
    head = b'{"type":"image_url","image_url":{"url":"data:%b;base64,'
    tail = b'"' + extra + b"}}"
    content = listed(_content(message, talk, lambda p: (head % look.media_type(p), p, tail)))
    calls = calls_before(before, number)
    results = [_openai_result(call.id, [dumped(NOT_DONE)]) for call in calls[:-1]]
    if calls and talk.image_placement == "tool":
        return merged(listed([*results, _openai_result(calls[-1].id, [b"[", *content, b"]"])]))
    results += [_openai_result(call.id, [dumped(ACKNOWLEDGED)]) for call in calls[-1:]]
    user: list[Fragment] = [b'{"role":"user","content":[', *content, b"]}"]
    return merged(listed([*results, user]))


def _openai_result(id: str, content: list[Fragment]) -> list[Fragment]:
    head = b'{"role":"tool","tool_call_id":"' + id.encode() + b'","content":'
    return [head, *content, b"}"]


def _openai_said(turn: AssistantTurn) -> bytes:
    if not turn.calls:
        return dumped({"role": "assistant", "content": turn.text})
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
        }
        for call in turn.calls
    ]
    return dumped({"role": "assistant", "content": turn.text or None, "tool_calls": calls})


# Anthropic messages


def anthropic_messages(
    messages: Sequence[Message], images: ImageCache, talk: ToolOptions, cache: bool = False
) -> list[bytes]:
    """The JSON array of messages, in pieces; `cache` marks it for reuse in the next request."""
    shown = _anthropic_layouts(talk, images.look).assembled(messages, images)
    if cache:
        shown[-1] = shown[-1][:-4] + b',"cache_control":{"type":"ephemeral"}}]}]'
    return shown


@lru_cache(maxsize=64)
def _anthropic_layouts(talk: ToolOptions, look: ImageOptions) -> Layouts:
    return Layouts(partial(_anthropic, talk, look), talk)


@lru_cache(maxsize=256)
def anthropic_tools(task: Task[Any], tools: tuple[Tool, ...] = ()) -> bytes:
    """The actions of a task and the tools beside them, as tools."""
    functions = [each.schema()["function"] for each in _callable(task, tools)]
    return dumped(
        [
            {"name": f["name"], "description": f["description"], "input_schema": f["parameters"]}
            for f in functions
        ]
    )


def _anthropic(
    talk: ToolOptions, look: ImageOptions, message: Message, before: Message | None, number: int
) -> tuple[Fragment, ...]:
    if message.role == "assistant":
        return merged([_anthropic_said(_reply(message, number, talk))])
    head = b'{"type":"image","source":{"type":"base64","media_type":"%b","data":"'
    content = _content(message, talk, lambda p: (head % look.media_type(p), p, b'"}}'))
    calls = calls_before(before, number)
    results = [_anthropic_result(call.id, [dumped(NOT_DONE)]) for call in calls[:-1]]
    if calls and talk.image_placement == "tool":
        content = [_anthropic_result(calls[-1].id, [b"[", *listed(content), b"]"])]
    else:
        results += [_anthropic_result(call.id, [dumped(ACKNOWLEDGED)]) for call in calls[-1:]]
    return merged([b'{"role":"user","content":[', *listed([*results, *content]), b"]}"])


def _anthropic_result(id: str, content: list[Fragment]) -> list[Fragment]:
    head = b'{"type":"tool_result","tool_use_id":"' + id.encode() + b'","content":'
    return [head, *content, b"}"]


def _anthropic_said(turn: AssistantTurn) -> bytes:
    blocks: list[dict[str, Any]] = []
    if turn.text.strip() or not turn.calls:
        blocks.append({"type": "text", "text": turn.text if turn.text.strip() else NO_REPLY})
    for call in turn.calls:
        blocks.append(
            {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
        )
    return dumped({"role": "assistant", "content": blocks})

"""Messages in the formats of model servers, as byte fragments whose join is the request."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal

from visgym.agents.pictures import Album
from visgym.core.messages import Message, Part, Text
from visgym.core.task import Task

TOOL_GUIDE = "Act by calling exactly one of the tools in each turn."
ACKNOWLEDGED = "The result follows."
NOT_DONE = "Not executed: one action is executed in each turn, the last one."
NO_REPLY = "(empty reply)"  # for servers that refuse an empty turn

DEEPEST = 64  # brackets in arguments that are sent back as a tool call
_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")  # what servers accept

Tools = Literal["off", "auto", "required"]
Placement = Literal["user", "tool"]


@dataclass(frozen=True)
class Talk:
    """Whether a model acts by tools, and where it is shown what they did."""

    tools: Tools = "off"
    """off: actions are written as text; auto: tools may be called; required: they must be."""
    image_placement: Placement = "user"
    """After a tool call, pictures come in a message of the user or in the tool's result."""


@dataclass(frozen=True, slots=True)
class ToolCall:
    """A native tool call with well-formed arguments."""

    id: str
    name: str
    arguments: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Said:
    """A turn of the model."""

    text: str
    calls: tuple[ToolCall, ...]


@dataclass(frozen=True, slots=True)
class Told:
    """A turn of the user, and the tool calls that it answers."""

    parts: tuple[Part, ...]
    calls: tuple[ToolCall, ...]


# Native tool calls as text that the core reads, and back


def written(text: str, calls: Iterable[tuple[str, object]]) -> str:
    """A reply of a model as one text: what it said, then one line for each tool call."""
    lines = [json.dumps({"name": name, "arguments": given}) for name, given in calls]
    return "\n".join([text, *lines] if text else lines)


def said(reply: str, number: int) -> Said:
    """The turn that `written` made `reply` from; malformed calls stay text."""
    lines = reply.split("\n")
    calls: list[ToolCall] = []
    while lines and (found := _call(lines[-1], f"call{number:03d}{len(calls):02d}")):
        calls.insert(0, found)
        lines.pop()
    return Said("\n".join(lines), tuple(calls))


def _call(line: str, id: str) -> ToolCall | None:
    if not line.startswith('{"name": ') or line.count("{") + line.count("[") > DEEPEST:
        return None
    try:
        data = json.loads(line)
        json.dumps(data, allow_nan=False)  # servers take no infinities
    except ValueError:
        return None
    name, arguments = data.get("name"), data.get("arguments")
    if len(data) != 2 or not isinstance(name, str) or not isinstance(arguments, dict):
        return None
    return ToolCall(id, name, arguments) if _TOOL_NAME.match(name) else None


def dialogue(messages: Sequence[Message], talk: Talk) -> Iterator[Said | Told]:
    """The messages as turns, with the replies that called tools recognised."""
    calls: tuple[ToolCall, ...] = ()
    for number, message in enumerate(messages):
        if message.role == "assistant":
            turn = Said(message.text, ()) if talk.tools == "off" else said(message.text, number)
            calls = turn.calls
            yield turn
        else:
            parts = message.parts if talk.tools == "off" else tuple(map(_for_tools, message.parts))
            yield Told(parts, calls)


def _for_tools(part: Part) -> Part:
    return Text("actions", TOOL_GUIDE) if part.kind == "actions" else part


def dumped(value: Any) -> bytes:
    """JSON without spaces, in ASCII."""
    return json.dumps(value, separators=(",", ":")).encode()


# OpenAI chat completions


def openai_messages(
    messages: Sequence[Message], album: Album, talk: Talk, detail: str | None = None
) -> bytes:
    """The JSON array of chat messages."""
    shown = [_openai_turn(turn, album, talk, detail) for turn in dialogue(messages, talk)]
    return b"[" + b",".join(shown) + b"]"


@lru_cache(maxsize=256)
def openai_tools(task: Task[Any]) -> bytes:
    """The actions of a task as tools."""
    return dumped([each.schema() for each in task.actions.values()])


def _openai_turn(turn: Said | Told, album: Album, talk: Talk, detail: str | None) -> bytes:
    if isinstance(turn, Said):
        return _openai_said(turn)
    content = b",".join(_openai_part(part, album, detail) for part in turn.parts)
    results = [(call.id, dumped(NOT_DONE)) for call in turn.calls[:-1]]
    if turn.calls and talk.image_placement == "tool":
        results.append((turn.calls[-1].id, b"[" + content + b"]"))
        return b",".join(_openai_result(id, shown) for id, shown in results)
    results += [(call.id, dumped(ACKNOWLEDGED)) for call in turn.calls[-1:]]
    user = b'{"role":"user","content":[' + content + b"]}"
    return b",".join([*(_openai_result(id, shown) for id, shown in results), user])


def _openai_result(id: str, content: bytes) -> bytes:
    return b'{"role":"tool","tool_call_id":"' + id.encode() + b'","content":' + content + b"}"


def _openai_said(turn: Said) -> bytes:
    if not turn.calls:
        return b'{"role":"assistant","content":' + dumped(turn.text) + b"}"
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": json.dumps(call.arguments)},
        }
        for call in turn.calls
    ]
    return dumped({"role": "assistant", "content": turn.text or None, "tool_calls": calls})


def _openai_part(part: Part, album: Album, detail: str | None) -> bytes:
    if isinstance(part, Text):
        return b'{"type":"text","text":' + dumped(part.text) + b"}"
    extra = b',"detail":' + dumped(detail) if detail else b""
    kind = album.look.media_type.encode()
    url = b'{"url":"data:' + kind + b";base64," + album.base64(part) + b'"' + extra + b"}"
    return b'{"type":"image_url","image_url":' + url + b"}"


# Anthropic messages


def anthropic_messages(
    messages: Sequence[Message], album: Album, talk: Talk, cache: bool = False
) -> bytes:
    """The JSON array of messages; `cache` marks all of it for reuse in the next request."""
    shown = [_anthropic_turn(turn, album, talk) for turn in dialogue(messages, talk)]
    if cache and shown[-1].endswith(b"}]}"):
        shown[-1] = shown[-1][:-3] + b',"cache_control":{"type":"ephemeral"}}]}'
    return b"[" + b",".join(shown) + b"]"


@lru_cache(maxsize=256)
def anthropic_tools(task: Task[Any]) -> bytes:
    """The actions of a task as tools."""
    functions = [each.schema()["function"] for each in task.actions.values()]
    return dumped(
        [
            {"name": f["name"], "description": f["description"], "input_schema": f["parameters"]}
            for f in functions
        ]
    )


def _anthropic_turn(turn: Said | Told, album: Album, talk: Talk) -> bytes:
    if isinstance(turn, Said):
        return _anthropic_said(turn)
    content = [_anthropic_part(part, album) for part in turn.parts]
    results = [_anthropic_result(call.id, dumped(NOT_DONE)) for call in turn.calls[:-1]]
    if turn.calls and talk.image_placement == "tool":
        shown = b"[" + b",".join(content) + b"]"
        content = [_anthropic_result(turn.calls[-1].id, shown)]
    else:
        results += [_anthropic_result(c.id, dumped(ACKNOWLEDGED)) for c in turn.calls[-1:]]
    return b'{"role":"user","content":[' + b",".join([*results, *content]) + b"]}"


def _anthropic_result(id: str, content: bytes) -> bytes:
    return b'{"type":"tool_result","tool_use_id":"' + id.encode() + b'","content":' + content + b"}"


def _anthropic_said(turn: Said) -> bytes:
    blocks: list[dict[str, Any]] = []
    if turn.text.strip() or not turn.calls:
        blocks.append({"type": "text", "text": turn.text if turn.text.strip() else NO_REPLY})
    for call in turn.calls:
        blocks.append(
            {"type": "tool_use", "id": call.id, "name": call.name, "input": call.arguments}
        )
    return dumped({"role": "assistant", "content": blocks})


def _anthropic_part(part: Part, album: Album) -> bytes:
    if isinstance(part, Text):
        return b'{"type":"text","text":' + dumped(part.text) + b"}"
    kind = album.look.media_type.encode()
    source = b'{"type":"base64","media_type":"' + kind + b'","data":"' + album.base64(part) + b'"}'
    return b'{"type":"image","source":' + source + b"}"

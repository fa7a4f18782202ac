"""Turns as model servers see them: tool calls as text and back, fragments that become requests."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any, Literal, NamedTuple

from visgym.agents.images import ImageCache
from visgym.core.memory import WeakMemory
from visgym.core.parts import Message, Picture

TOOL_GUIDE = "Act by calling exactly one of the tools in each turn."
ACKNOWLEDGED = "The result follows."
NOT_DONE = "Not executed: one action is executed in each turn, the last one."
NO_REPLY = "(empty reply)"  # for servers that refuse an empty turn

_encode = json.JSONEncoder(separators=(",", ":")).encode  # one for all; making it takes longer
LONGEST_PREFIX = 1 << 16  # bytes of a conversation that are kept in one piece
DEEPEST = 64  # brackets in arguments that are sent back as a tool call
_TOOL_NAME = re.compile(r"[A-Za-z0-9_-]{1,64}\Z")  # what servers accept

Tools = Literal["off", "auto", "required"]
Placement = Literal["user", "tool"]


@dataclass(frozen=True)
class ToolOptions:
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
class AssistantTurn:
    """A turn of the model."""

    text: str
    calls: tuple[ToolCall, ...]


# Native tool calls as text that the core reads, and back


def written(text: str, calls: Iterable[tuple[str, object]]) -> str:
    """A reply of a model as one text: what it said, then one line for each tool call."""
    lines = [json.dumps({"name": name, "arguments": given}) for name, given in calls]
    return "\n".join([text, *lines] if text else lines)


def said(reply: str, number: int) -> AssistantTurn:
    """The turn that `written` made `reply` from; malformed calls stay text."""
    lines = reply.split("\n")
    calls: list[ToolCall] = []
    while lines and (found := _call(lines[-1], f"call{number:03d}{len(calls):02d}")):
        calls.insert(0, found)
        lines.pop()
    return AssistantTurn("\n".join(lines), tuple(calls))


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


# Fragments

Fragment = bytes | Picture
"""JSON text, or a picture whose base64 stands there."""

Layout = Callable[[Message, Message | None, int], tuple[Fragment, ...]]
"""A message, the reply that it answers, and its number, as fragments."""


class _Prefix(NamedTuple):
    """The beginning of a conversation as it was sent last, without the first message itself."""

    messages: list[Message]
    sent: bytes


class Layouts:
    """Messages laid out one way, each once for as long as somebody keeps the message."""

    def __init__(self, layout: Layout, talk: ToolOptions) -> None:
        self._layout = layout
        self._placed = talk.tools != "off"  # only answers to tool calls depend on their place
        self._known: WeakMemory[Message, tuple[Message | None, tuple[Fragment, ...]]] = WeakMemory()
        self._prefixes: WeakMemory[Message, _Prefix] = WeakMemory()

    def assembled(self, messages: Sequence[Message], images: ImageCache) -> list[bytes]:
        """The JSON array of all messages, in pieces."""
        known = self._prefixes.get(messages[0], images)
        old = len(known.messages) + 1 if known else 0
        if known and all(map(is_, known.messages, messages[1:old])) and old <= len(messages):
            found = [known.sent]
        else:
            old, found = 0, [b"["]
        for number in range(old, len(messages)):
            before = messages[number - 1] if self._placed and number else None
            at = number if self._placed else 0
            for each in self._fragments(messages[number], before, at):
                found.append(each if isinstance(each, bytes) else images.base64(each))
        if sum(map(len, found)) <= LONGEST_PREFIX:
            found = [b"".join(found)]
            self._prefixes.put(messages[0], images, _Prefix(list(messages[1:]), found[0]))
        return [*found[:-1], found[-1][:-1] + b"]"]

    def _fragments(
        self, message: Message, before: Message | None, number: int
    ) -> tuple[Fragment, ...]:
        known = self._known.get(message, number)
        if known is None or known[0] is not before:
            known = before, self._layout(message, before, number)
            self._known.put(message, number, known)
        return known[1]


def merged(fragments: Iterable[Fragment]) -> tuple[Fragment, ...]:
    """The same fragments with neighbouring texts in one piece, and a comma at the end."""
    found: list[Fragment] = []
    for each in (*fragments, b","):
        if found and isinstance(each, bytes) and isinstance(last := found[-1], bytes):
            found[-1] = last + each
        else:
            found.append(each)
    return tuple(found)


def listed(items: Iterable[Iterable[Fragment]]) -> list[Fragment]:
    """Items with commas between them."""
    found: list[Fragment] = []
    for item in items:
        found += [b",", *item] if found else item
    return found


def calls_before(message: Message | None, number: int) -> tuple[ToolCall, ...]:
    """The tool calls that message `number` answers."""
    return said(message.text, number - 1).calls if message is not None else ()


def dumped(value: Any) -> bytes:
    """JSON without spaces, in ASCII."""
    return _encode(value).encode()

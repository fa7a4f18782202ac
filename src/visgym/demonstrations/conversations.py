"""Demonstrations as conversations: messages with places for pictures, and the pictures.

What a reply answers is written as evaluation sends it to a model, so that whatever chat template is
used makes the same text of both.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from visgym.agents.contents import joined
from visgym.agents.formats import openai_tools
from visgym.agents.images import ImageOptions
from visgym.agents.requests import (
    ACKNOWLEDGED,
    AssistantTurn,
    ToolOptions,
    calls_before,
    said,
)
from visgym.core.episode import Episode, advance
from visgym.core.identity import digest, to_json
from visgym.core.messages import present
from visgym.core.parts import Message, Picture, Text
from visgym.core.task import Task
from visgym.core.tools import Tool
from visgym.demonstrations.recipes import Candidate, Style
from visgym.demonstrations.replies import as_said, styled
from visgym.wrappers.wrapper import Wrapper

Plain = dict[str, Any]
"""JSON data."""

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
IMAGE: Plain = {"type": "image"}


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation for a trainer; every `{"type": "image"}` stands for the next picture."""

    key: str
    messages: list[Plain]
    images: list[bytes]
    """Picture files in order of appearance."""
    facts: Plain
    """Where the conversation comes from: id, seed, strategy, steps."""
    tools: list[Plain] = field(default_factory=list)

    def __post_init__(self) -> None:
        places = sum(part == IMAGE for each in self.messages for part in each["content"])
        if places != len(self.images):
            raise AssertionError(f"{self.key}: {places} places for {len(self.images)} pictures.")


@dataclass(frozen=True)
class RowOptions:
    """How episodes become rows."""

    look: ImageOptions = field(default_factory=ImageOptions)
    split: bool = False
    """Whether every reply that is to be learned ends a row of its own."""
    corrections: Mapping[int, str] = field(default_factory=dict)
    """The right reply for each number of a mistaken one, which is shown and not learned."""


_WHOLE = RowOptions()


def conversations(
    chosen: Candidate,
    episode: Episode[Any],
    wrappers: Sequence[Wrapper],
    style: Style,
    thoughts: Sequence[str] = (),
    options: RowOptions = _WHOLE,
) -> Iterator[Conversation]:
    """The whole episode as one row, or a row for each reply where the past is shown otherwise."""
    last = len(_own(episode))
    mistakes = len(options.corrections)
    facts = {**_facts(chosen, episode), "steps": last, "mistakes": mistakes}
    episode = as_said(episode, style, thoughts)
    windows = _forgets(episode, wrappers) or (options.split and last > 1)
    pictures = _Pictures(options.look)
    by_tools = style == "tool"
    learned = [number not in options.corrections for number in range(1, last + 1)]
    for number in range(1, last + 1) if windows else [last]:
        right = options.corrections.get(number, "") if windows else ""
        messages = [*_shown(episode, number, wrappers), _reply(episode, number, style, right)]
        replies = sum(message.role == "assistant" for message in messages)
        learn = [False] * (replies - 1) + [True] if windows else learned
        key = f"{chosen.number:09d}" + (f"_{number:03d}" if windows else "")
        chat = Chat(ToolOptions("auto" if by_tools else "off"), pictures)
        tools = list(_schemas(episode.task, episode.tools)) if by_tools else []
        more = {"reply": number, "window": windows, "learn": learn}
        yield Conversation(key, chat.plain(messages), chat.images, {**facts, **more}, tools)


def _facts(chosen: Candidate, episode: Episode[Any]) -> Plain:
    """What it takes to play the same episode again, and to know that it is the same."""
    return {
        "id": chosen.id,
        "knobs": chosen.knobs,
        "seed": chosen.seed,
        "start": digest(to_json(episode.start)),
        "strategy": chosen.strategy,
    }


def _forgets(episode: Episode[Any], wrappers: Sequence[Wrapper]) -> bool:
    """Whether what the agent saw before a reply is not what it sees of it later."""
    last = len(_own(episode))
    if last < 2 or not wrappers:
        return False
    later, earlier = (_shown(episode, number, wrappers) for number in (last, last - 1))
    return later[:-2] != earlier


def _shown(episode: Episode[Any], number: int, wrappers: Sequence[Wrapper]) -> list[Message]:
    """What the agent sees before its reply of that number."""
    before = episode.turns[: _own(episode)[number - 1]]
    return present(replace(episode, turns=before), wrappers, episode.task.seat)


def _reply(episode: Episode[Any], number: int, style: Style, right: str) -> Message:
    """The reply of a number, or the right one instead of it."""
    place = _own(episode)[number - 1]
    reply = episode.turns[place].reply
    if right:
        before = replace(episode, turns=episode.turns[:place])
        turn = advance(before, right).turns[-1]
        reply = styled(turn, episode, style, "")
    return Message("assistant", (Text("reply", reply),))


def _own(episode: Episode[Any]) -> list[int]:
    """The places of the turns of the player that is demonstrated."""
    seat = episode.task.seat
    return [place for place, turn in enumerate(episode.turns) if turn.player == seat]


@lru_cache(maxsize=256)
def _schemas(task: Task[Any], tools: tuple[Tool, ...]) -> tuple[Plain, ...]:
    return tuple(json.loads(openai_tools(task, tools)))


class _Pictures(dict[Picture, bytes]):
    """Pictures of one episode as files, each drawn once."""

    def __init__(self, look: ImageOptions) -> None:
        self.look = look

    def of(self, seen: Picture) -> bytes:
        if seen not in self:
            self[seen] = self.look.file(seen)
        return self[seen]


class Chat:
    """Writes the messages of one row as a request has them, and collects its pictures."""

    def __init__(self, talk: ToolOptions, pictures: _Pictures) -> None:
        self.talk, self.pictures = talk, pictures
        self.images: list[bytes] = []

    def plain(self, messages: Sequence[Message]) -> list[Plain]:
        """The messages as JSON data, in which a picture is a place for it."""
        found: list[Plain] = []
        for number, message in enumerate(messages):
            before = messages[number - 1] if number else None
            found += self._written(message, before, number)
        return found

    def _written(self, message: Message, before: Message | None, number: int) -> list[Plain]:
        by_tools = self.talk.tools != "off"
        if message.role == "assistant":
            whole = AssistantTurn(message.text, ())
            return [_spoken(said(message.text, number) if by_tools else whole)]
        calls = calls_before(before, number) if by_tools else ()
        told = [{"type": "text", "text": ACKNOWLEDGED}]
        results = [{"role": "tool", "tool_call_id": each.id, "content": told} for each in calls]
        return [*results, {"role": "user", "content": self._content(message)}]

    def _content(self, message: Message) -> list[Plain]:
        items: list[Plain] = []
        for each in joined(message, self.talk):
            if isinstance(each, str):
                items.append({"type": "text", "text": each})
            else:
                self.images.append(self.pictures.of(each))
                items.append(IMAGE)
        return items


def _spoken(turn: AssistantTurn) -> Plain:
    """An assistant turn: what is said, and the tools that are called."""
    content = [{"type": "text", "text": turn.text}] if turn.text or not turn.calls else []
    if not turn.calls:
        return {"role": "assistant", "content": content}
    calls = [
        {
            "id": call.id,
            "type": "function",
            "function": {"name": call.name, "arguments": call.arguments},
        }
        for call in turn.calls
    ]
    return {"role": "assistant", "content": content, "tool_calls": calls}


def dumped(data: Any) -> str:
    """JSON on one line, the same in every process."""
    return _encode(data)

"""Demonstrations as conversations: messages with places for pictures, and the pictures."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from visgym.core.actions import Action
from visgym.core.calls import Call
from visgym.core.episode import Episode
from visgym.core.identity import to_json
from visgym.core.messages import present
from visgym.core.parts import Message, Part, Picture, Text
from visgym.core.task import Task
from visgym.core.tools import Tool
from visgym.demonstrations.recipes import Candidate, Style
from visgym.kit.png import encode
from visgym.wrappers.wrapper import Wrapper

Plain = dict[str, Any]
"""JSON data."""

_PLACEHOLDERS = re.compile(r"<(image|video|audio)>", re.IGNORECASE)
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
IMAGE: Plain = {"type": "image"}


@dataclass(frozen=True, slots=True)
class Conversation:
    """One conversation for a trainer; every `{"type": "image"}` stands for the next picture."""

    key: str
    messages: list[Plain]
    images: list[bytes]
    """PNG files in order of appearance."""
    facts: Plain
    """Where the conversation comes from: id, seed, strategy, steps."""
    tools: list[Plain] = field(default_factory=list)

    def __post_init__(self) -> None:
        places = sum(part == IMAGE for each in self.messages for part in each["content"])
        if places != len(self.images):
            raise AssertionError(f"{self.key}: {places} places for {len(self.images)} pictures.")


def conversations(
    chosen: Candidate,
    episode: Episode[Any],
    wrappers: Sequence[Wrapper],
    style: Style,
    thoughts: Sequence[str] = (),
) -> Iterator[Conversation]:
    """The whole episode as one row, or a row for each reply where the past is shown otherwise."""
    facts: Plain = {
        "id": chosen.id,
        "seed": chosen.seed,
        "strategy": chosen.strategy,
        "steps": len(_own(episode)),
    }
    last = len(_own(episode))
    cut = _forgets(episode, wrappers)
    pictures = _Pictures()
    for number in range(1, last + 1) if cut else [last]:
        messages = _shown(episode, number, wrappers)
        facts = {**facts, "reply": number} if cut else facts
        key = f"{chosen.number:09d}" + (f"_{number:03d}" if cut else "")
        writer = _Writer(episode, style, thoughts, pictures)
        tools = list(_schemas(episode.task, episode.tools)) if style == "tool" else []
        yield Conversation(key, writer.plain(messages, number), writer.images, facts, tools)


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


def _own(episode: Episode[Any]) -> list[int]:
    """The places of the turns of the player that is demonstrated."""
    seat = episode.task.seat
    return [place for place, turn in enumerate(episode.turns) if turn.player == seat]


@lru_cache(maxsize=256)
def _schemas(task: Task[Any], tools: tuple[Tool, ...]) -> tuple[Plain, ...]:
    called = (*task.actions.values(), *(tool.action for tool in tools))
    return tuple(each.schema() for each in called)


class _Pictures(dict[Picture, bytes]):
    """Pictures of one episode as PNG files, each drawn once."""

    def of(self, seen: Picture) -> bytes:
        if seen not in self:
            self[seen] = encode(seen.image)
        return self[seen]


class _Writer:
    """Writes the messages of one row and collects its pictures."""

    def __init__(
        self, episode: Episode[Any], style: Style, thoughts: Sequence[str], pictures: _Pictures
    ) -> None:
        self.episode, self.style, self.thoughts, self.pictures = episode, style, thoughts, pictures
        self.own = _own(episode)
        self.images: list[bytes] = []

    def plain(self, messages: list[Message], number: int) -> list[Plain]:
        """The messages and the reply of that number, with those before it."""
        first = number - 1 - sum(message.role == "assistant" for message in messages)
        written: list[Plain] = []
        for message in messages:
            if message.role == "assistant":
                written.append(self.reply(first))
                first += 1
            elif written and self.style == "tool":
                written += self.result(message, first - 1)
            else:
                written.append({"role": "user", "content": self.content(message.parts)})
        return [*written, self.reply(number - 1)]

    def reply(self, index: int) -> Plain:
        """An assistant turn in the style that is asked for."""
        turn = self.episode.turns[self.own[index]]
        if self.style == "tool" and turn.call is not None:
            call = {
                "name": turn.call.name,
                "arguments": named_arguments(self.episode.actions[turn.call.name], turn.call),
            }
            made = {"id": f"call_{index}", "type": "function", "function": call}
            return {"role": "assistant", "content": [], "tool_calls": [made]}
        text = turn.reply
        if self.style == "think":
            thought = f"<think>{safe(self.thoughts[index])}</think>" if self.thoughts else ""
            tagged = turn.reply.startswith("<answer>")
            text = thought + (turn.reply if tagged else f"<answer>{turn.reply}</answer>")
        return {"role": "assistant", "content": [{"type": "text", "text": text}]}

    def result(self, message: Message, index: int) -> list[Plain]:
        """A text-only tool result, and the picture in a user turn: templates drop it elsewhere."""
        feedback = self.content(tuple(part for part in message.parts if part.kind == "feedback"))
        rest = tuple(part for part in message.parts if part.kind != "feedback")
        told_nothing = [{"type": "text", "text": "Done."}]
        result: Plain = {"role": "tool", "tool_call_id": f"call_{index}"}
        result["content"] = feedback or told_nothing
        return [result, {"role": "user", "content": self.content(rest)}]

    def content(self, parts: tuple[Part, ...]) -> list[Plain]:
        """Texts and places for pictures, in order; neighbouring texts are one."""
        items: list[Plain] = []
        for part in parts:
            if not isinstance(part, Text):
                self.images.append(self.pictures.of(part))
                items.append(IMAGE)
            elif items and items[-1]["type"] == "text":
                items[-1] = {"type": "text", "text": f"{items[-1]['text']}\n\n{safe(part.text)}"}
            else:
                items.append({"type": "text", "text": safe(part.text)})
        return items


def named_arguments(action: Action, call: Call) -> Plain:
    """The arguments of a call by the names of their parameters, as JSON data."""
    named = zip(action.parameters, call.args, strict=True)
    return {each.name: to_json(arg) for each, arg in named}


def safe(text: str) -> str:
    """Text in which no trainer finds a placeholder or a special token."""
    return _PLACEHOLDERS.sub(r"[\1]", text).replace("<|", "< |")


def dumped(data: Any) -> str:
    """JSON on one line, the same in every process."""
    return _encode(data)

"""What requests show, and a model that solves what it sees."""

from __future__ import annotations

import base64
import hashlib
import io
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from agents.server import Body, Reply
from visgym.core.calls import STOP, Call
from visgym.core.episode import Episode, advance, begin
from visgym.core.identity import to_json
from visgym.core.messages import present
from visgym.core.parts import Observation
from visgym.core.solving import solve
from visgym.core.task import Frame, Task
from visgym.wrappers.build import arrange


def as_tool(task: Task[Any], call: Call) -> tuple[str, str]:
    """A call as a server sends it."""
    names = [parameter.name for parameter in task.actions[call.name].parameters]
    return call.name, json.dumps(dict(zip(names, to_json(call.args), strict=True)))


class Seer:
    """Knows episodes by their pictures, or by the text that stands for them."""

    def __init__(
        self,
        tasks: Sequence[Task[Any]],
        seeds: range,
        wrappers: Sequence[str] = (),
        tools: bool = False,
    ) -> None:
        self.known: dict[str, Reply] = {}
        self.tools = tools
        for task in tasks:
            for seed in seeds:
                self._learn(begin(task, seed), arrange(wrappers, task))

    def __call__(self, body: Body) -> Reply:
        return self.known[sight(body)]

    def _learn(self, episode: Episode[Any], wrappers: Any) -> None:
        for call in solve(episode.task, episode.start):
            last = present(episode, wrappers)[-1]
            pictures = last.pictures
            key = seen(pictures[-1].image) if pictures else _text_key(last.text)
            native = Reply(None, [as_tool(episode.task, call)])
            self.known[key] = native if self.tools else Reply(episode.task.spell(call))
            episode = advance(episode, call)
        assert episode.turns[-1].call == STOP and episode.success


def sight(body: Body) -> str:
    """What is new in a request."""
    frames = pictures_of({"messages": body["messages"][-1:]})
    if frames:
        return seen(frames[-1])
    parts = parts_of(body["messages"][-1])
    return _text_key("\n\n".join(part["text"] for part in parts if part["type"] == "text"))


def seen(frame: Frame) -> str:
    return hashlib.sha256(frame.tobytes()).hexdigest()


def _text_key(text: str) -> str:
    return hashlib.sha256(text.rpartition("The state in text:")[2].encode()).hexdigest()


def parts_of(message: Body) -> list[Body]:
    """Texts and pictures of a message, those inside tool results included, in order."""
    content = message["content"]
    if isinstance(content, str) or content is None:
        return [{"type": "text", "text": content or ""}]
    found: list[Body] = []
    for part in content:
        found += parts_of(part) if part["type"] == "tool_result" else [part]
    return found


def pictures_of(body: Body) -> list[Frame]:
    """Every picture in a request, decoded, in order."""
    frames = []
    for part in (part for message in body["messages"] for part in parts_of(message)):
        if part["type"] == "image_url":
            data = part["image_url"]["url"].partition(";base64,")[2]
        elif part["type"] == "image":
            data = part["source"]["data"]
        else:
            continue
        with Image.open(io.BytesIO(base64.b64decode(data))) as image:
            frames.append(np.asarray(image.convert("RGB")))
    return frames


def frames_in(pictures: Sequence[Observation]) -> list[Frame]:
    """The environment's own pictures, drawn by the task itself."""
    return [
        each.task.draw(each.task.visible(each.state, each.task.to_move(each.state)))
        for each in pictures
    ]

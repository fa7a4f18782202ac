"""Messages, and what they are made of: texts, and pictures that are drawn when looked at."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from visgym.core.task import Frame, Task

PartKind = Literal[
    "rules", "legend", "actions", "goal", "example", "question",
    "feedback", "news", "tool", "step", "state", "reply",
]  # fmt: skip

INSTRUCTION: tuple[PartKind, ...] = ("rules", "legend", "actions", "goal", "example", "question")
"""Kinds of parts that belong to the whole episode and not to a turn."""

_NAME = re.compile(r"\[picture (\d{1,3})\]")


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text and what it is about, so that wrappers can find it."""

    kind: PartKind
    text: str
    terse: str = ""
    """The same in the fewest words, for wrappers that want it so."""


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Observation:
    """A state as one player sees it; nothing is drawn until `image` is read."""

    kind: Literal["state", "goal", "example"]
    task: Task[Any]
    state: Any
    player: int = 0
    """Who looks."""
    frame: int = 0
    """Which picture of the state, where it has several."""

    @property
    def image(self) -> Frame:
        return _drawn(self.task, self._seen)[self.frame]

    @property
    def text(self) -> str | None:
        return self.task.describe(self._seen)

    @property
    def _seen(self) -> Any:
        return self.task.visible(self.state, self.player)


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Raster:
    """A picture that is no state, such as what a tool found; equal if its pixels are."""

    kind: Literal["tool"]
    height: int
    width: int
    pixels: bytes

    @classmethod
    def of(cls, frame: Frame) -> Raster:
        """The picture of a frame."""
        return cls("tool", frame.shape[0], frame.shape[1], frame.tobytes())

    @property
    def image(self) -> Frame:
        return np.frombuffer(self.pixels, np.uint8).reshape(self.height, self.width, 3)


Picture = Observation | Raster
Part = Text | Observation | Raster
Role = Literal["user", "assistant"]


@dataclass(frozen=True, slots=True, weakref_slot=True)
class Message:
    """Texts and pictures from one side."""

    role: Role
    parts: tuple[Part, ...]

    @property
    def text(self) -> str:
        """The texts of the message, one after the other."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return tuple(part for part in self.parts if not isinstance(part, Text))

    @property
    def observations(self) -> tuple[Observation, ...]:
        """The pictures of states."""
        return tuple(part for part in self.parts if isinstance(part, Observation))


def interleaved(texts: Sequence[Text], pictures: Sequence[Observation]) -> list[Part]:
    """Texts with each picture right after its first name; those without a name come last."""
    found: list[Part] = []
    placed: set[int] = set()
    for each in texts:
        done = 0
        for name in _NAME.finditer(each.text):
            number = int(name[1])
            if number in placed or not 1 <= number <= len(pictures):
                continue
            placed.add(number)
            found += [replace(each, text=each.text[done : name.end()]), pictures[number - 1]]
            done = name.end()
        rest = each.text[done:]
        found += [replace(each, text=rest)] if rest.strip() else []
    return [*found, *(p for at, p in enumerate(pictures, start=1) if at not in placed)]


@lru_cache(maxsize=16)
def _drawn(task: Task[Any], seen: Any) -> tuple[Frame, ...]:
    """The last frames of all threads: whoever hashes a picture and whoever encodes it come soon
    after one another, while others draw."""
    return task.clip(seen)


def observations(
    task: Task[Any],
    state: Any,
    player: int | None = None,
    kind: Literal["state", "goal", "example"] = "state",
) -> tuple[Observation, ...]:
    """The pictures of a state, oldest first; who looks is the seat that is evaluated by default."""
    viewer = task.seat if player is None else player
    count = task.clip_count(state)
    return tuple(Observation(kind, task, state, viewer, at) for at in range(count))

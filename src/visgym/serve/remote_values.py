"""What a client holds: episodes and messages of a server, as values."""

from __future__ import annotations

import io
from base64 import b64decode
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from PIL import Image

from visgym.core.parts import Text
from visgym.core.task import Frame
from visgym.serve.specs import EpisodeSpec


@dataclass(frozen=True, slots=True)
class RemotePicture:
    """A picture as the server sent it."""

    kind: str
    png: bytes

    @property
    def image(self) -> Frame:
        """Its pixels, read-only RGB bytes."""
        with Image.open(io.BytesIO(self.png), formats=("PNG",)) as opened:
            frame = np.asarray(opened.convert("RGB"))
        frame.flags.writeable = False
        return frame


@dataclass(frozen=True, slots=True)
class RemoteMessage:
    """Texts and pictures from one side."""

    role: str
    parts: tuple[Text | RemotePicture, ...]

    @property
    def text(self) -> str:
        """The texts of the message, one after the other."""
        return "\n\n".join(part.text for part in self.parts if isinstance(part, Text))

    @property
    def pictures(self) -> tuple[RemotePicture, ...]:
        return tuple(part for part in self.parts if isinstance(part, RemotePicture))


@dataclass(frozen=True, slots=True)
class RemoteEpisode:
    """An episode on a server; to fork one, keep a reference, as with episodes of the library."""

    spec: EpisodeSpec
    replies: tuple[str, ...]
    session: str
    view: Mapping[str, Any]
    """What the server said of it last."""

    @property
    def over(self) -> bool:
        return bool(self.view["over"])

    @property
    def terminated(self) -> bool:
        return bool(self.view["terminated"])

    @property
    def truncated(self) -> bool:
        return bool(self.view["truncated"])

    @property
    def success(self) -> bool:
        return bool(self.view["success"])

    @property
    def reward(self) -> float:
        """What the last reply earned, and at the end the score."""
        return float(self.view["reward"])

    @property
    def score(self) -> float | None:
        """The score once it is over."""
        found: float | None = self.view["score"]
        return found

    @property
    def feedback(self) -> str:
        return str(self.view["feedback"])

    @property
    def verdict(self) -> str | None:
        """How the last reply was understood."""
        found: str | None = self.view["verdict"]
        return found

    @property
    def step(self) -> int:
        return int(self.view["step"])

    @property
    def latest(self) -> RemoteMessage:
        """The message that asks for the reply that is due, or tells how all ended."""
        return read_message(self.view["message"])

    def grown(self, reply: str, view: Mapping[str, Any]) -> RemoteEpisode:
        """The episode after one more reply."""
        return replace(self, replies=(*self.replies, reply), view=view)


def read_message(data: Mapping[str, Any]) -> RemoteMessage:
    """A message from its JSON."""
    return RemoteMessage(data["role"], tuple(_parts(data["parts"])))


def _parts(parts: Iterable[Mapping[str, Any]]) -> Iterable[Text | RemotePicture]:
    for part in parts:
        if "text" in part:
            yield Text(part["kind"], part["text"])
        elif "image" in part:
            yield RemotePicture(part["kind"], b64decode(part["image"].partition(",")[2]))

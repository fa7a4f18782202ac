"""Pictures as models are sent them, each encoded once."""

from __future__ import annotations

import io
import weakref
from base64 import b64encode
from dataclasses import dataclass
from threading import RLock
from typing import Any, Literal
from weakref import WeakKeyDictionary

import numpy as np
from PIL import Image

from visgym.core.budgets import PHOTO
from visgym.core.errors import Mistake
from visgym.core.memory import WeakMemory
from visgym.core.parts import Observation, Picture
from visgym.core.task import Frame, Task
from visgym.kit import png

MOST_BYTES = 1024 * 2**20  # of encoded pictures that a cache keeps
FileFormat = Literal["png", "jpeg", "webp"]


def is_photo(task: Task[Any]) -> bool:
    """Whether a task shows photos or scenes, by the time that it may take to draw them."""
    return task.budget.draw >= PHOTO.draw


@dataclass(frozen=True)
class ImageOptions:
    """Format and size of the pictures that a model is sent."""

    image_format: Literal["png", "jpeg", "webp", "auto"] = "png"
    """auto: JPEG for photos and scenes, PNG for lines and letters."""
    image_quality: int = 90
    """Of JPEG and WebP, 1 to 100."""
    image_limit: int | None = None
    """Pixels that the longer side may have; larger pictures are scaled down."""

    def __post_init__(self) -> None:
        if not 1 <= self.image_quality <= 100:
            raise Mistake(f"image_quality is {self.image_quality}; give a number from 1 to 100.")
        if self.image_limit is not None and self.image_limit < 1:
            raise Mistake(f"image_limit is {self.image_limit}; give a number of pixels.")

    def format_of(self, picture: Picture) -> FileFormat:
        """The format of a picture."""
        if self.image_format != "auto":
            return self.image_format
        return "jpeg" if isinstance(picture, Observation) and is_photo(picture.task) else "png"

    def media_type(self, picture: Picture) -> bytes:
        """What a picture is called on the wire."""
        return b"image/" + self.format_of(picture).encode()

    def file(self, picture: Picture) -> bytes:
        """A picture file."""
        return self.encode(picture.image, self.format_of(picture))

    def encode(self, frame: Frame, format: FileFormat = "png") -> bytes:
        """A frame as a file."""
        frame = self._fitted(frame)
        if format == "png":
            return png.encode(frame)
        how = {"subsampling": 0} if format == "jpeg" else {"method": 0}  # 0: the quickest
        file = io.BytesIO()
        Image.fromarray(frame).save(file, format, quality=self.image_quality, **how)
        return file.getvalue()

    def _fitted(self, frame: Frame) -> Frame:
        height, width = frame.shape[:2]
        longest = max(height, width)
        if self.image_limit is None or longest <= self.image_limit:
            return frame
        size = [max(1, round(side * self.image_limit / longest)) for side in (width, height)]
        small = Image.fromarray(frame).resize((size[0], size[1]), Image.Resampling.LANCZOS)
        return np.asarray(small)


class _Encoded:
    """The base64 of a picture, None while it is not kept."""

    __slots__ = ("__weakref__", "data")

    def __init__(self) -> None:
        self.data: bytes | None = None


class ImageCache:
    """The base64 of pictures that live episodes hold, in any thread, up to a number of bytes.

    A picture is looked up by itself, which costs nothing, and before it is encoded by what it
    shows, since a refused reply leads to the same picture once more. Every picture of an episode is
    needed at every turn: when memory is short, the newest but one goes, so that others stay of use.
    """

    def __init__(self, look: ImageOptions, most_bytes: int = MOST_BYTES) -> None:
        self.look = look
        self.encoded = 0
        """Pictures encoded so far."""
        self._most_bytes = most_bytes
        self._bytes = 0
        self._same: WeakMemory[Picture, _Encoded] = WeakMemory()
        self._equal: WeakKeyDictionary[Picture, _Encoded] = WeakKeyDictionary()
        self._kept: dict[weakref.ref[_Encoded], int] = {}  # the newest last, with their bytes
        self._lock = RLock()  # what is forgotten may be noticed while it is held

    def base64(self, picture: Picture) -> bytes:
        """The picture file in base64."""
        found = self._same.get(picture)
        if found is None:
            with self._lock:
                found = self._equal.setdefault(picture, _Encoded())
                self._same.put(picture, None, found)
        return found.data or self._encode(picture, found)

    def _encode(self, picture: Picture, into: _Encoded) -> bytes:
        data = b64encode(self.look.file(picture))
        with self._lock:
            self.encoded += 1
            while self._kept and self._bytes + len(data) > self._most_bytes:
                newest = next(reversed(self._kept))
                if (gone := newest()) is not None:
                    gone.data = None
                self._forget(newest)
            if into.data is None:
                into.data = data
                self._kept[weakref.ref(into, self._forget)] = len(data)
                self._bytes += len(data)
        return data

    def _forget(self, gone: weakref.ref[_Encoded]) -> None:
        with self._lock:
            self._bytes -= self._kept.pop(gone, 0)

"""Pictures as models are sent them, each encoded once."""

from __future__ import annotations

import io
import weakref
from base64 import b64encode
from dataclasses import dataclass
from typing import Literal
from weakref import WeakKeyDictionary

import numpy as np
from PIL import Image

from visgym.core.errors import Mistake
from visgym.core.memory import WeakMemory
from visgym.core.parts import Picture
from visgym.core.task import Frame
from visgym.kit import png

MOST_BYTES = 512 * 2**20  # of encoded pictures that a cache keeps


@dataclass(frozen=True)
class ImageOptions:
    """Format and size of the pictures that a model is sent."""

    image_format: Literal["png", "jpeg"] = "png"
    image_quality: int = 90
    """Of JPEG, 1 to 100."""
    image_limit: int | None = None
    """Pixels that the longer side may have; larger pictures are scaled down."""

    def __post_init__(self) -> None:
        if not 1 <= self.image_quality <= 100:
            raise Mistake(f"image_quality is {self.image_quality}; give a number from 1 to 100.")
        if self.image_limit is not None and self.image_limit < 1:
            raise Mistake(f"image_limit is {self.image_limit}; give a number of pixels.")

    @property
    def media_type(self) -> str:
        return f"image/{self.image_format}"

    def encode(self, frame: Frame) -> bytes:
        """A picture file."""
        frame = self._fitted(frame)
        if self.image_format == "png":
            return png.encode(frame)
        file = io.BytesIO()
        Image.fromarray(frame).save(file, "JPEG", quality=self.image_quality, subsampling=0)
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
    """The base64 of a picture, None once it was forgotten."""

    __slots__ = ("__weakref__", "data")

    def __init__(self) -> None:
        self.data: bytes | None = None


class ImageCache:
    """The base64 of pictures that somebody keeps; the oldest go when memory is short.

    A picture is looked up by itself, which costs nothing, and before it is encoded by what it
    shows, since a refused reply leads to the same picture once more.
    """

    def __init__(self, look: ImageOptions, most_bytes: int = MOST_BYTES) -> None:
        self.look = look
        self.encoded = 0
        """Pictures encoded so far."""
        self._most_bytes = most_bytes
        self._bytes = 0
        self._same: WeakMemory[Picture, _Encoded] = WeakMemory()
        self._equal: WeakKeyDictionary[Picture, _Encoded] = WeakKeyDictionary()
        self._kept: dict[weakref.ref[_Encoded], int] = {}  # the oldest first, with their bytes

    def base64(self, picture: Picture) -> bytes:
        """The picture file in base64."""
        found = self._same.get(picture)
        if found is None:
            found = self._equal.setdefault(picture, _Encoded())
            self._same.put(picture, None, found)
        return found.data or self._encode(picture, found)

    def _encode(self, picture: Picture, into: _Encoded) -> bytes:
        into.data = data = b64encode(self.look.encode(picture.image))
        self.encoded += 1
        self._kept[weakref.ref(into, self._forget)] = len(data)
        self._bytes += len(data)
        while self._bytes > self._most_bytes and len(self._kept) > 1:
            oldest = next(iter(self._kept))
            if (gone := oldest()) is not None:
                gone.data = None
            self._forget(oldest)
        return data

    def _forget(self, gone: weakref.ref[_Encoded]) -> None:
        self._bytes -= self._kept.pop(gone, 0)

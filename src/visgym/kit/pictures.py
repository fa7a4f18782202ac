"""Photos by reference: the embedded ones, or those of an image tree such as LLaVA's.

A state names a photo by its key: the path below a folder, and the box if it is a part. The folder
is a knob of the task; "" stands for the embedded photos, and a few names for pictures that are
drawn by their keys. What is kept of a photo is what is
drawn, in the size in which it is drawn; the whole photo is forgotten as soon as a few others were
decoded.
"""

from __future__ import annotations

import colorsys
import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from visgym.core.errors import Mistake
from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.textures import texture

Box: TypeAlias = tuple[int, int, int, int]
"""Left, top, width and height in pixels."""

SUFFIXES = (".jpg", ".jpeg", ".png", ".webp")
LAYOUT = "the expected layout is pictures in folders, such as images/00000/000000010.jpg in LLaVA"
LONGEST = 1024  # pixels of a side; what is larger is scaled down when it is decoded
_VIEW = re.compile(r"(.+)@(\d+),(\d+),(\d+),(\d+)(m?)", re.DOTALL)


# Which photos there are

DRAWN: dict[str, Callable[[str], Frame]] = {"textures": texture}
"""Sources whose pictures are drawn by their keys, by the names that stand for folders."""


@lru_cache(maxsize=16)
def keys(folder: str) -> tuple[str, ...]:
    """The photos below a folder in sorted order; hidden files and folders do not count."""
    top = root(folder)
    if not top.is_dir():
        raise Mistake(f"There is no folder {top}; {LAYOUT}.")
    found: list[str] = []
    for place, below, names in os.walk(top):
        below[:] = [name for name in below if not name.startswith(".")]
        start = Path(place).relative_to(top).as_posix().removeprefix(".")
        prefix = f"{start}/" if start else ""
        found += [f"{prefix}{name}" for name in names if _is_photo(name)]
    if not found:
        raise Mistake(f"The folder {top} holds no jpg, png or webp file; {LAYOUT}.")
    return tuple(sorted(found))


def _is_photo(name: str) -> bool:
    return name.lower().endswith(SUFFIXES) and not name.startswith(".")


def root(folder: str) -> Path:
    """Where the photos of a folder lie, or the embedded ones."""
    return Path(folder) if folder else Path(str(files("visgym.data"))) / "photos"


# Parts of photos


@dataclass(frozen=True)
class PhotoView:
    """A photo, or a part of it, mirrored or not; its key is a key like that of a whole photo."""

    file: str
    box: Box | None = None
    mirrored: bool = False

    @property
    def key(self) -> str:
        if self.box is None:
            return self.file
        return f"{self.file}@{','.join(map(str, self.box))}{'m' * self.mirrored}"

    @staticmethod
    def of(key: str) -> PhotoView:
        """What a key names."""
        if match := _VIEW.fullmatch(key):
            left, top, width, height = (int(match[place]) for place in (2, 3, 4, 5))
            return PhotoView(match[1], (left, top, width, height), bool(match[6]))
        return PhotoView(key)


# Pixels


def photo(folder: str, key: str) -> Frame:
    """A photo, decoded."""
    return _frozen(np.array(_decoded(folder, key)))


@lru_cache(maxsize=4096)
def size_of(folder: str, key: str) -> tuple[int, int]:
    """The width and the height of a photo as it is decoded."""
    return _decoded(folder, key).size


def _decoded(folder: str, key: str) -> Image.Image:
    """A photo, or the part of one that a key names."""
    view = PhotoView.of(key)
    whole = _file(folder, view.file)
    if view.box is None:
        return whole
    left, top, width, height = view.box
    part = whole.crop((left, top, left + width, top + height))
    return part.transpose(Image.Transpose.FLIP_LEFT_RIGHT) if view.mirrored else part


@lru_cache(maxsize=3)
def _file(folder: str, key: str) -> Image.Image:
    if folder in DRAWN:
        return Image.fromarray(DRAWN[folder](key))
    path = root(folder) / key
    try:
        with Image.open(path) as image:
            image.draft("RGB", (LONGEST, LONGEST))
            image.load()
            opaque = image if image.mode == "RGB" else _on_white(image)
    except (OSError, SyntaxError, ValueError, Image.DecompressionBombError) as error:
        reason = "is missing" if isinstance(error, FileNotFoundError) else "cannot be decoded"
        raise Mistake(f"The picture {path} {reason}; {LAYOUT}.") from None
    opaque.thumbnail((LONGEST, LONGEST), Image.Resampling.LANCZOS)
    return opaque


@cached_layer
def fitted(folder: str, key: str, width: int, height: int) -> Frame:
    """The largest centred part of a photo with the aspect of a size, resampled to that size."""
    return _frozen(np.asarray(_fitted(folder, key, width, height)))


@cached_layer
def fitted_words(folder: str, key: str, width: int, height: int) -> NDArray[np.uint32]:
    """`fitted` with one number for each pixel, row by row, which are quicker to pick from."""
    pixels = _fitted(folder, key, width, height).tobytes("raw", "RGBX")
    return np.frombuffer(pixels, np.uint32)


def _fitted(folder: str, key: str, width: int, height: int) -> Image.Image:
    wide, tall = size_of(folder, key)
    across = max(1, min(wide, tall * width // height))
    down = max(1, min(tall, wide * height // width))
    return _cut(
        folder, key, ((wide - across) // 2, (tall - down) // 2, across, down), width, height
    )


def cut(folder: str, key: str, box: Box, width: int, height: int) -> Frame:
    """The box of a photo, resampled to a size."""
    return _frozen(np.asarray(_cut(folder, key, box, width, height)))


def _cut(folder: str, key: str, box: Box, width: int, height: int) -> Image.Image:
    left, top, across, down = box
    piece = _decoded(folder, key).crop((left, top, left + across, top + down))
    return piece.resize((width, height), Image.Resampling.LANCZOS)


def part(frame: Frame, box: Box, width: int, height: int) -> Frame:
    """The box of a picture, resampled to a size."""
    left, top, across, down = box
    image = Image.fromarray(np.ascontiguousarray(frame[top : top + down, left : left + across]))
    return _frozen(np.asarray(image.resize((width, height), Image.Resampling.LANCZOS)))


def _on_white(image: Image.Image) -> Image.Image:
    if not image.has_transparency_data:
        return image.convert("RGB")
    clear = image.convert("RGBA")
    return Image.alpha_composite(Image.new("RGBA", clear.size, "white"), clear).convert("RGB")


def _frozen(pixels: Frame) -> Frame:
    pixels.flags.writeable = False
    return pixels


# Measures


def contrast(frame: Frame) -> float:
    """How much a picture varies: the standard deviation of its grey levels, from 0 to 127."""
    grey = frame.astype(np.int64) @ np.array([3, 6, 1])  # ten times the grey level
    count, total = grey.size, int(grey.sum())
    spread = count * int((grey * grey).sum()) - total * total  # exact, as all is whole
    return float(spread**0.5 / count / 10)


def difference(one: Frame, other: Frame) -> float:
    """How far two pictures of one size are apart: the mean over all values, from 0 to 255."""
    return int(np.abs(one.astype(np.int64) - other).sum()) / one.size


def hsv(color: Color) -> tuple[int, int, int]:
    """Hue in degrees, saturation and value from 0 to 255."""
    hue, saturation, value = colorsys.rgb_to_hsv(*(level / 255 for level in color))
    return round(hue * 360) % 360, round(saturation * 255), round(value * 255)


def smooth(frame: Frame, radius: int) -> Frame:
    """The mean colour in a square around each pixel, near enough for choosing places."""
    return np.asarray(Image.fromarray(frame).filter(ImageFilter.BoxBlur(radius)))


def hsv_levels(pixels: Frame) -> NDArray[np.int64]:
    """`hsv` of each pixel, near enough for choosing places."""
    levels = np.array(Image.fromarray(pixels).convert("HSV"), np.int64)
    levels[:, :, 0] = levels[:, :, 0] * 360 // 256
    return levels


def rgb(hue: float, saturation: float, value: float) -> Color:
    """The colour of a hue in degrees, with saturation and value from 0 to 255."""
    levels = colorsys.hsv_to_rgb(hue / 360, saturation / 255, value / 255)
    red, green, blue = (round(level * 255) for level in levels)
    return red, green, blue

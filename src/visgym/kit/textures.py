"""Pictures without end and without a file: noise, stripes, mosaics, shapes and lines of writing.

A key is all it takes to draw one again. They are made to be trained on where photos are few: rich
at every scale, lit from one side, and never twice the same.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter

from visgym.core.task import Frame

WIDTH, HEIGHT = 256, 192  # pixels
COARSEST = 4  # points across and 3 down, from which noise is refined
Levels = NDArray[np.float32]
Rng = np.random.Generator


def texture(key: str) -> Frame:
    """The picture that a key names."""
    number = int.from_bytes(sha256(key.encode()).digest()[:8], "big")
    rng = np.random.default_rng(number)
    picture = _ground(rng)
    for _ in range(int(rng.integers(1, 4))):
        layer = _LAYERS[int(rng.integers(len(_LAYERS)))]
        picture.paste(layer(rng), (0, 0), _mask(rng))
    _add_shapes(picture, rng)
    return _lit(_toned(picture, rng), rng)


# Layers that fill the picture


def _ground(rng: Rng) -> Image.Image:
    """Coloured noise of several scales, the coarse ones strongest, as in photos of nature."""
    fall, strength = float(rng.uniform(0.45, 0.8)), float(rng.uniform(40, 110))
    base = rng.integers(50, 206, 3)
    levels = base + rng.integers(-100, 101, (3, COARSEST, 3)) * (strength / 100)
    while levels.shape[1] < WIDTH:
        strength *= fall
        levels = np.asarray(_resized(_image(levels), 2), np.float32)
        tinted = rng.integers(-100, 101, (*levels.shape[:2], 3)) * np.float32(0.3)
        grey = rng.integers(-100, 101, (*levels.shape[:2], 1))
        levels = levels + (grey + tinted) * np.float32(strength / 100)
    return _image(levels).filter(ImageFilter.BoxBlur(0.5))


def _stripes(rng: Rng) -> Image.Image:
    """Bands of two colours along a random direction, bent by noise."""
    across, down = (float(each) for each in rng.uniform(-1, 1, 2))
    bend = (_hills(rng) - 127.5) * np.float32(rng.uniform(0, 0.4))
    x, y = np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32)[:, None]
    phase = (x * np.float32(across) + y * np.float32(down) + bend) / np.float32(rng.uniform(4, 32))
    wave = np.abs(phase % 1 - np.float32(0.5)) * 2
    sharp = np.float32(rng.choice([1.0, 3.0, 12.0]))
    share = np.clip((wave - np.float32(0.5)) * sharp + np.float32(0.5), 0, 1)
    mask = Image.fromarray((share * 255).astype(np.uint8))
    one, other = (Image.new("RGB", (WIDTH, HEIGHT), _colour(rng)) for _ in range(2))
    return Image.composite(one, other, mask)


def _mosaic(rng: Rng) -> Image.Image:
    """Tiles around random points, each of one colour."""
    count = int(rng.integers(8, 50))
    tall, wide = HEIGHT // 3, WIDTH // 3
    points = rng.integers(0, (wide, tall), (count, 2), np.int32)
    x, y = np.arange(wide, dtype=np.int32), np.arange(tall, dtype=np.int32)[:, None]
    far = (x - points[:, 0, None, None]) ** 2 + (y - points[:, 1, None, None]) ** 2
    colours = rng.integers(0, 256, 3) + rng.integers(-100, 101, (count, 3))
    smooth = Image.Resampling.NEAREST if rng.random() < 0.5 else Image.Resampling.BICUBIC
    return _image(colours[far.argmin(axis=0)]).resize((WIDTH, HEIGHT), smooth)


def _writing(rng: Rng) -> Image.Image:
    """Lines of strokes on paper, which look like writing from afar."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _colour(rng, 170, 256))
    pen, ink = ImageDraw.Draw(image), _colour(rng, 0, 120)
    high = int(rng.integers(8, 26))
    for top in range(high // 2, HEIGHT, int(high * 1.6)):
        left = int(rng.integers(0, 30))
        while left < WIDTH:
            wide = int(rng.integers(high // 2, high * 3))
            for x in range(left, left + wide, max(3, high // 3)):
                tip, slant = (int(each) for each in rng.integers(-high // 4, high // 4 + 1, 2))
                pen.line((x, top + tip, x + slant, top + high), ink, max(1, high // 7))
            left += wide + high // 2
    return image


def _grid(rng: Rng) -> Image.Image:
    """A chequered plane in two colours, each field a little different."""
    rows, columns = (int(each) for each in rng.integers(3, 14, 2))
    fields = (np.arange(rows)[:, None] + np.arange(columns)) % 2
    colours = rng.integers(0, 256, (2, 3))[fields] + rng.integers(-30, 31, (rows, columns, 3))
    return _image(colours).resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)


_LAYERS: tuple[Callable[[Rng], Image.Image], ...] = (_ground, _stripes, _mosaic, _writing, _grid)


# What lies where


def _mask(rng: Rng) -> Image.Image:
    """Where a layer shows: on hills, below a line, or in a polygon, with a hard or soft edge."""
    kind = int(rng.integers(3))
    if kind == 0:
        mask = Image.fromarray((_hills(rng) > rng.uniform(90, 160)).astype(np.uint8) * 255)
    else:
        mask = Image.new("L", (WIDTH, HEIGHT), 0)
        level, tilt = int(rng.integers(HEIGHT // 5, 4 * HEIGHT // 5)), int(rng.integers(-40, 41))
        below = [(0, level), (WIDTH, level + tilt), (WIDTH, HEIGHT), (0, HEIGHT)]
        ImageDraw.Draw(mask).polygon(below if kind == 1 else _corners(rng, 1.0), 255)
    if rng.random() < 0.4:
        mask = mask.filter(ImageFilter.BoxBlur(int(rng.integers(1, 9))))
    return mask


def _add_shapes(picture: Image.Image, rng: Rng) -> None:
    """Put things in front: discs and polygons with a lighter side."""
    pen = ImageDraw.Draw(picture)
    for _ in range(int(rng.integers(0, 14))):
        corners = _corners(rng, float(rng.uniform(0.05, 0.4)))
        dark = _colour(rng, 0, 190)
        light = tuple(level + int(rng.integers(0, 66)) for level in dark)
        if rng.random() < 0.5:
            (left, top), (right, bottom) = np.min(corners, axis=0), np.max(corners, axis=0)
            pen.ellipse((left, top, right, bottom), dark)
            inset = (right - left) // 5
            pen.ellipse((left, top, right - inset, max(top, bottom - inset)), light)
        else:
            pen.polygon(corners, dark)
            pen.polygon(corners[: max(3, len(corners) // 2)], light)


def _corners(rng: Rng, size: float) -> list[tuple[int, int]]:
    """The corners of a star-shaped figure somewhere in the picture, of a size up to all of it."""
    middle = rng.integers(0, (WIDTH, HEIGHT))
    offsets = rng.integers(-50, 51, (int(rng.integers(3, 8)), 2)) * (size * WIDTH / 100)
    order = np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")
    return [(int(x), int(y)) for x, y in middle + offsets[order]]


# Light


def _toned(picture: Image.Image, rng: Rng) -> Image.Image:
    """The picture with less colour, as most photos have it."""
    grey = picture.convert("L").convert("RGB")
    return Image.blend(grey, picture, float(rng.uniform(0.1, 1.0)))


def _lit(picture: Image.Image, rng: Rng) -> Frame:
    """Light that falls off to one side, and a little grain."""
    slope = rng.uniform(-0.3, 0.3, 2).astype(np.float32)
    x, y = np.arange(WIDTH, dtype=np.float32), np.arange(HEIGHT, dtype=np.float32)[:, None]
    light = 1 + slope[0] * (x / (WIDTH // 2) - 1) + slope[1] * (y / (HEIGHT // 2) - 1)
    grain = rng.integers(-6, 7, (HEIGHT, WIDTH, 1)) if rng.random() < 0.5 else 0
    return np.asarray(_image(np.asarray(picture) * light[:, :, None] + grain))


def _hills(rng: Rng) -> Levels:
    """Smooth levels from 0 to 255."""
    across = int(rng.integers(2, 7))
    coarse = rng.integers(0, 256, (max(2, across * 3 // 4), across), np.uint8)
    smooth = Image.fromarray(coarse).resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
    return np.asarray(smooth, np.float32)


def _colour(rng: Rng, low: int = 0, high: int = 256) -> tuple[int, int, int]:
    red, green, blue = (int(each) for each in rng.integers(low, high, 3))
    return red, green, blue


def _resized(image: Image.Image, factor: int) -> Image.Image:
    size = (image.width * factor, image.height * factor)
    return image.resize(size, Image.Resampling.BICUBIC)


def _image(levels: NDArray[np.generic]) -> Image.Image:
    return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))

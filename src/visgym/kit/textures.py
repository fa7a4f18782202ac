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

WIDTH, HEIGHT = 400, 300  # pixels
LEVELS = NDArray[np.float64]
Rng = np.random.Generator


def texture(key: str) -> Frame:
    """The picture that a key names."""
    number = int.from_bytes(sha256(key.encode()).digest()[:8], "big")
    rng = np.random.default_rng(number)
    picture = _ground(rng)
    for _ in range(int(rng.integers(1, 4))):
        layer = _LAYERS[int(rng.integers(len(_LAYERS)))]
        mask = _mask(rng)
        picture.paste(layer(rng), (0, 0), mask)
    picture = _shapes(picture, rng)
    return _lit(picture, rng)


# Layers that fill the picture


def _ground(rng: Rng) -> Image.Image:
    """Coloured noise of several scales, the coarse ones strongest, as in photos of nature."""
    size = int(rng.integers(2, 6))
    total = np.zeros((HEIGHT, WIDTH, 3))
    strength, fall = 1.0, float(rng.uniform(0.4, 0.75))
    while size < WIDTH // 2:
        total += strength * (_noise(rng, size, 3) - 127.5)
        size, strength = size * 2, strength * fall
    grey = total.mean(axis=2, keepdims=True)
    colourful = float(rng.uniform(0.2, 1.0))
    spread = total.std() + 1e-6
    base = rng.integers(40, 216, 3)
    contrast = float(rng.uniform(25, 60))
    return _image(base + contrast * (grey + colourful * (total - grey)) / spread)


def _stripes(rng: Rng) -> Image.Image:
    """Bands of two colours along a random direction, bent by noise."""
    across, down = (float(each) for each in rng.uniform(-1, 1, 2))
    bend = (_noise(rng, int(rng.integers(2, 7)), 1)[:, :, 0] - 127.5) * float(rng.uniform(0, 0.6))
    x, y = np.arange(WIDTH), np.arange(HEIGHT)[:, None]
    phase = (across * x + down * y + bend) / float(rng.uniform(6, 50))
    wave = np.abs(phase % 1.0 - 0.5) * 2
    sharp = float(rng.choice([1.0, 3.0, 12.0]))
    share = np.clip((wave - 0.5) * sharp + 0.5, 0, 1)[:, :, None]
    one, other = rng.integers(0, 256, (2, 3))
    return _image(one * share + other * (1 - share))


def _mosaic(rng: Rng) -> Image.Image:
    """Tiles around random points, each of one colour."""
    count = int(rng.integers(8, 60))
    tall, wide = HEIGHT // 4, WIDTH // 4
    points = rng.uniform(0, 1, (count, 2)) * (wide, tall)
    x, y = np.arange(wide), np.arange(tall)[:, None]
    far = (x - points[:, 0, None, None]) ** 2 + (y - points[:, 1, None, None]) ** 2
    colours = rng.integers(0, 256, 3) + rng.normal(0, 60, (count, 3))
    small = _image(colours[far.argmin(axis=0)])
    smooth = Image.Resampling.NEAREST if rng.random() < 0.5 else Image.Resampling.BICUBIC
    return small.resize((WIDTH, HEIGHT), smooth)


def _writing(rng: Rng) -> Image.Image:
    """Lines of strokes on paper, which look like writing from afar."""
    paper, ink = (tuple(int(v) for v in each) for each in rng.integers([180, 0], [256, 110], (3, 2)).T)
    image = Image.new("RGB", (WIDTH, HEIGHT), paper)
    pen = ImageDraw.Draw(image)
    high = int(rng.integers(6, 26))
    for top in range(high // 2, HEIGHT, int(high * 1.6)):
        left = int(rng.integers(0, 30))
        while left < WIDTH:
            wide = int(rng.integers(high // 2, high * 3))
            for x in range(left, left + wide, max(2, high // 3)):
                tip = int(rng.integers(0, high // 2 + 1))
                slant = int(rng.integers(-high // 4, high // 4 + 1))
                pen.line((x, top + tip, x + slant, top + high), ink, max(1, high // 7))
            left += wide + high // 2
    return image


def _grid(rng: Rng) -> Image.Image:
    """A chequered plane in two colours, each field a little different."""
    rows, columns = (int(each) for each in rng.integers(3, 16, 2))
    fields = (np.arange(rows)[:, None] + np.arange(columns)) % 2
    colours = rng.integers(0, 256, (2, 3))[fields] + rng.normal(0, 18, (rows, columns, 3))
    return _image(colours).resize((WIDTH, HEIGHT), Image.Resampling.NEAREST)


_LAYERS: tuple[Callable[[Rng], Image.Image], ...] = (_ground, _stripes, _mosaic, _writing, _grid)


# What lies where


def _mask(rng: Rng) -> Image.Image:
    """Where a layer shows: a side, an island, or a polygon, with a hard or a soft edge."""
    kind = int(rng.integers(3))
    if kind == 0:
        hills = _noise(rng, int(rng.integers(2, 5)), 1)[:, :, 0]
        mask = Image.fromarray((hills > rng.uniform(90, 160)).astype(np.uint8) * 255)
    else:
        mask = Image.new("L", (WIDTH, HEIGHT), 0)
        pen = ImageDraw.Draw(mask)
        if kind == 1:
            level = int(rng.integers(HEIGHT // 5, 4 * HEIGHT // 5))
            tilt = int(rng.integers(-60, 61))
            pen.polygon([(0, level), (WIDTH, level + tilt), (WIDTH, HEIGHT), (0, HEIGHT)], 255)
        else:
            pen.polygon(_corners(rng, 1.0), 255)
    if rng.random() < 0.4:
        mask = mask.filter(ImageFilter.BoxBlur(int(rng.integers(1, 12))))
    return mask


def _shapes(picture: Image.Image, rng: Rng) -> Image.Image:
    """Things in front: discs, boxes and polygons with a light and a dark side."""
    for _ in range(int(rng.integers(0, 14))):
        mask = Image.new("L", (WIDTH, HEIGHT), 0)
        pen = ImageDraw.Draw(mask)
        corners = _corners(rng, float(rng.uniform(0.05, 0.4)))
        if rng.random() < 0.5:
            xs, ys = zip(*corners, strict=True)
            pen.ellipse((min(xs), min(ys), max(xs), max(ys)), 255)
        else:
            pen.polygon(corners, 255)
        colour = rng.integers(0, 256, 3)
        shade = (_noise(rng, 2, 1) - 127.5) * float(rng.uniform(0.1, 0.7))
        picture.paste(_image(colour + shade), (0, 0), mask)
    return picture


def _corners(rng: Rng, size: float) -> list[tuple[int, int]]:
    """The corners of a shape somewhere in the picture, of a size up to all of it."""
    middle = rng.uniform(0, 1, 2) * (WIDTH, HEIGHT)
    offsets = rng.uniform(-0.5, 0.5, (int(rng.integers(3, 8)), 2)) * (size * WIDTH)
    order = np.argsort(np.arctan2(offsets[:, 1], offsets[:, 0]), kind="stable")
    return [(int(x), int(y)) for x, y in middle + offsets[order]]


def _lit(picture: Image.Image, rng: Rng) -> Frame:
    """Light that falls off to one side, and a little grain."""
    slope = rng.uniform(-0.3, 0.3, 2)
    x, y = np.linspace(-1, 1, WIDTH), np.linspace(-1, 1, HEIGHT)[:, None]
    light = (1 + slope[0] * x + slope[1] * y)[:, :, None]
    grain = rng.integers(-6, 7, (HEIGHT, WIDTH, 1)) if rng.random() < 0.5 else 0
    return np.asarray(_image(np.asarray(picture) * light + grain))


def _noise(rng: Rng, size: int, channels: int) -> LEVELS:
    """Random levels from 0 to 255 at so many points across, and smooth between them."""
    coarse = rng.integers(0, 256, (max(2, size * HEIGHT // WIDTH), size, channels), np.uint8)
    bands = [
        Image.fromarray(coarse[:, :, channel]).resize((WIDTH, HEIGHT), Image.Resampling.BICUBIC)
        for channel in range(channels)
    ]
    return np.stack([np.asarray(band, np.float64) for band in bands], axis=2)


def _image(levels: LEVELS) -> Image.Image:
    return Image.fromarray(np.clip(levels, 0, 255).astype(np.uint8))

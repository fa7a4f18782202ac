"""Surfaces for rooms, made of whole numbers and seeded chance; each repeats without a seam."""

from __future__ import annotations

from random import Random

import numpy as np
from numpy.typing import NDArray

from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.solid.meshes import Texture

SIDE = 128  # pixels

Floats = NDArray[np.float64]


@cached_layer
def bricks(color: Color, rows: int = 8, columns: int = 3, seed: int = 1) -> Texture:
    """Courses of bricks in light mortar, each brick of its own shade."""
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    course = y * rows // SIDE
    shifted = (x + (course % 2) * (SIDE // columns // 2)) % SIDE
    column = np.minimum(shifted * columns // SIDE, columns - 1)
    shade = _chances(rows * columns, seed).reshape(rows, columns)[course, column]
    down, across = y - course * SIDE // rows, shifted - column * SIDE // columns
    edge = np.minimum(
        np.minimum(down, SIDE // rows - 1 - down), np.minimum(across, SIDE // columns - 1 - across)
    )
    light = 0.86 + 0.22 * shade + 0.16 * (_noise(64, seed) - 0.5) + 0.10 * (_noise(16, seed) - 0.5)
    light -= 0.10 * (down > SIDE // rows - 4)  # the lower edge lies in the shade
    paint = light[..., None] * np.array(color)
    mortar = (0.94 + 0.1 * (_noise(128, seed) - 0.5))[..., None] * np.array((214, 208, 196))
    return _texture(np.where((edge < 1)[..., None], mortar, paint))


@cached_layer
def checks(light: Color, dark: Color, tiles: int = 2, seed: int = 2) -> Texture:
    """Square tiles of two colours in turn, with thin joints."""
    y, x = np.mgrid[0:SIDE, 0:SIDE]
    row, column = y * tiles // SIDE, x * tiles // SIDE
    is_dark = (row + column) % 2 == 1
    side = SIDE // tiles
    joint = (y % side == 0) | (x % side == 0) | (y % side == side - 1) | (x % side == side - 1)
    shine = 0.95 + 0.1 * (_noise(16, seed) - 0.5) + 0.08 * (_noise(64, seed) - 0.5)
    paint = np.where(is_dark[..., None], np.array(dark), np.array(light)) * shine[..., None]
    return _texture(np.where(joint[..., None], paint * 0.72, paint))


@cached_layer
def plaster(color: Color, seed: int = 3) -> Texture:
    """A wall of one colour with soft spots."""
    light = 0.98 + 0.12 * (_noise(16, seed, SIDE // 2) - 0.5)
    return _texture(light[..., None] * np.array(color))


def _texture(paint: Floats) -> Texture:
    return Texture(np.floor(np.clip(paint, 0, 255) + 0.5).astype(np.uint8))


def _chances(count: int, seed: int) -> Floats:
    """Numbers from 0 to 1."""
    return np.frombuffer(Random(seed).randbytes(count), np.uint8) / 255.0


def _noise(cells: int, seed: int, side: int = SIDE) -> Floats:
    """Soft spots from 0 to 1, as many along a side as `cells`."""
    size = side // cells
    spots = _chances(cells * cells, seed + cells).reshape(cells, cells)
    spots = np.repeat(np.repeat(spots, size, axis=0), size, axis=1)
    for axis in (0, 1, 0, 1):
        spots = sum((np.roll(spots, by, axis) for by in range(size)), np.zeros(1)) / size
    return spots

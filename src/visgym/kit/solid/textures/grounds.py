"""Procedural textures for floors, tables, walls and ground, the same on every machine."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.solid.meshes import Texture

Field: TypeAlias = NDArray[np.float64]

SIDE = 256  # texels
GRAIN = 2**31 - 1


@cached_layer
def surface(name: str, first: Color, second: Color) -> Texture:
    """The texture of one of `SURFACES` in two colours, which repeats without a seam."""
    mix = np.clip(SURFACES[name](), 0.0, 1.0)[..., None]
    pixels = np.array(first) * (1.0 - mix) + np.array(second) * mix
    return Texture(np.floor(pixels + 0.5).astype(np.uint8))


def speckle(rows: int, columns: int, salt: int) -> Field:
    """Even noise from 0 to 1 that depends on nothing but its arguments."""
    value = np.arange(rows * columns, dtype=np.uint64) + np.uint64(salt * 7919 + 1)
    for _ in range(3):
        value = (value ^ (value >> np.uint64(15))) * np.uint64(2246822519) % np.uint64(GRAIN)
    return (value.astype(np.float64) / GRAIN).reshape(rows, columns)


def clouds(rows: int, columns: int, salt: int) -> Field:
    """Smooth noise over the texture with so many bumps down and across."""
    lattice = speckle(rows, columns, salt)
    for axis, count in ((0, rows), (1, columns)):
        place = (np.arange(SIDE) + 0.5) * count / SIDE
        low = np.floor(place).astype(np.int64)
        part = place - low
        part = part * part * (3.0 - 2.0 * part)
        part = part[:, None] if axis == 0 else part[None, :]
        below, above = (np.take(lattice, (low + k) % count, axis=axis) for k in (0, 1))
        lattice = below * (1.0 - part) + above * part
    return lattice


def _steps(count: int) -> tuple[Field, Field]:
    """How far each texel lies down and across within one of `count` x `count` squares."""
    place = (np.arange(SIDE) + 0.5) * count / SIDE % 1.0
    return place[:, None] + np.zeros((1, SIDE)), place[None, :] + np.zeros((SIDE, 1))


def _near_edge(part: Field, width: float) -> Field:
    return np.clip(1.0 - np.minimum(part, 1.0 - part) / width, 0.0, 1.0)


def _wood() -> Field:
    down, _ = _steps(4)
    plank = np.repeat(speckle(4, 1, 5), SIDE // 4, axis=0) * 0.45
    grain = clouds(64, 4, 6) * 0.35 + clouds(128, 8, 7) * 0.2
    return plank + grain + _near_edge(down, 0.03) * 0.6


def _marble() -> Field:
    veins = np.abs(clouds(5, 5, 21) + clouds(11, 11, 22) * 0.5 - 0.75)
    return np.clip(0.5 - veins * 4.0, 0.0, 0.5) + clouds(24, 24, 23) * 0.15


def _tiles() -> Field:
    down, across = _steps(2)
    shade = np.kron(speckle(2, 2, 11), np.ones((SIDE // 2, SIDE // 2))) * 0.2
    grout = np.maximum(_near_edge(down, 0.025), _near_edge(across, 0.025))
    return np.maximum(shade + clouds(32, 32, 12) * 0.15, grout)


def _checks() -> Field:
    down, across = _steps(2)
    return ((down < 0.5) ^ (across < 0.5)) * 0.85 + clouds(48, 48, 13) * 0.1


def _weave() -> Field:
    down, across = _steps(32)
    return np.abs(down - 0.5) * 0.35 + np.abs(across - 0.5) * 0.35 + clouds(6, 6, 14) * 0.25


def _plaid() -> Field:
    down, across = _steps(2)
    bands = (np.abs(down - 0.5) < 0.22) * 0.4 + (np.abs(across - 0.5) < 0.22) * 0.4
    return bands + speckle(SIDE, SIDE, 15) * 0.1


def _grid() -> Field:
    down, across = _steps(8)
    return np.maximum(_near_edge(down, 0.05), _near_edge(across, 0.05)) * 0.7


def _grass() -> Field:
    blades = clouds(96, 128, 31) * 0.35 + clouds(40, 40, 32) * 0.3 + clouds(7, 7, 33) * 0.35
    return blades * 1.2 - 0.1


def _gravel() -> Field:
    return speckle(SIDE, SIDE, 41) * 0.35 + clouds(64, 64, 42) * 0.4 + clouds(6, 6, 43) * 0.25


def _paving() -> Field:
    down, across = _steps(4)
    shade = np.kron(speckle(4, 4, 51), np.ones((SIDE // 4, SIDE // 4))) * 0.35
    gap = np.maximum(_near_edge(down, 0.05), _near_edge(across, 0.05))
    return np.maximum(shade + speckle(SIDE, SIDE, 52) * 0.2, gap * 0.95)


def _stripes() -> Field:
    _, across = _steps(8)
    return (across < 0.5) * 0.5 + clouds(20, 20, 61) * 0.1


def _plaster() -> Field:
    return clouds(40, 40, 71) * 0.35 + clouds(9, 9, 72) * 0.3 + speckle(SIDE, SIDE, 73) * 0.08


SURFACES: dict[str, Callable[[], Field]] = {
    "wood": _wood,
    "marble": _marble,
    "tiles": _tiles,
    "checks": _checks,
    "weave": _weave,
    "plaid": _plaid,
    "grid": _grid,
    "grass": _grass,
    "gravel": _gravel,
    "paving": _paving,
    "stripes": _stripes,
    "plaster": _plaster,
}

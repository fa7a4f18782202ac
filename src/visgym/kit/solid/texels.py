"""Textures as the kernels read them: all levels of all textures of a scene in one row."""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from visgym.kit.caches import cached_layer
from visgym.kit.solid.layout import Ints, Texels
from visgym.kit.solid.meshes import Pixels, Texture


@lru_cache(maxsize=2)  # for what is drawn again and again; each may take tens of megabytes
def in_a_row(textures: tuple[Texture, ...]) -> tuple[Texels, Ints]:
    """Return the row, and first texel, width, height and levels of each texture in it."""
    levels, rows, start = [packed(texture) for texture in textures], [], 0
    for texture, texels in zip(textures, levels, strict=True):
        height, width = texture.pixels.shape[:2]
        rows.append((start, width, height, max(height, width).bit_length()))
        start += len(texels)
    # what is read at random lies close together, which is faster than one row for all scenes
    row = levels[0] if len(levels) == 1 else np.concatenate([*levels, np.zeros(1, np.int64)])
    return row, np.array(rows or [(0, 1, 1, 1)])


@cached_layer
def packed(texture: Texture) -> Texels:
    """The texels at full, half, quarter... size, down to one, in one row; borders are twice."""
    levels = [np.asarray(texture.pixels)]
    while levels[-1].shape[:2] != (1, 1):
        levels.append(_halve(levels[-1]))
    return np.concatenate([_pack(_bordered(level)).reshape(-1) for level in levels])


def _bordered(pixels: Pixels) -> Pixels:
    """Return pixels with their border repeated once on each side; np.pad is much slower."""
    wide = np.concatenate([pixels[:, :1], pixels, pixels[:, -1:]], axis=1)
    return np.concatenate([wide[:1], wide, wide[-1:]])


def _pack(pixels: Pixels) -> Texels:
    """Return red, green and blue in one number each."""
    red, green, blue = (pixels[..., i].astype(np.int64) for i in range(3))
    words: Texels = red + (green << 21) + (blue << 42)
    return words


def _halve(pixels: Pixels) -> Pixels:
    for axis in (0, 1):
        if pixels.shape[axis] == 1:
            pixels = np.repeat(pixels, 2, axis=axis)
    height, width = (side // 2 * 2 for side in pixels.shape[:2])
    wide = pixels[:height, :width].astype(np.uint16)
    tall = wide[0::2] + wide[1::2]
    mean: Pixels = ((tall[:, 0::2] + tall[:, 1::2] + 2) // 4).astype(np.uint8)
    return mean

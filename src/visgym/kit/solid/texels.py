"""The texels of all textures in one row, so that a scene is drawn without gathering them anew."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from visgym.kit.solid.layout import Ints, Texels
from visgym.kit.solid.meshes import Pixels, Texture

ROOM = 6 << 20  # texels of 8 bytes; memory is taken as they come


class TexelPool:
    """Textures that were used, one behind the other; what is in use stays where it is.

    When there is no more room the row is begun anew: whoever draws still holds the old one.
    """

    def __init__(self, room: int = ROOM) -> None:
        self.room = room
        self._lock = threading.Lock()
        self._end = 0
        self._begin(0)

    def place(self, textures: Sequence[Texture]) -> tuple[Texels, Ints]:
        """Return the row, and first texel, width, height and levels of each texture in it."""
        with self._lock:
            for texture in textures:
                if texture not in self._rows and not self._add(texture):
                    self._begin(sum(len(packed(each)) for each in textures))
                    all(map(self._add, textures))
                    break
            rows = [self._rows[texture] for texture in textures]
            return self._texels, np.array(rows or [(0, 1, 1, 1)])

    def _add(self, texture: Texture) -> bool:
        """Append a texture; return whether there was room."""
        texels, (height, width) = packed(texture), texture.pixels.shape[:2]
        end = self._end + len(texels)
        if end > len(self._texels):
            return False
        self._texels[self._end : end] = texels
        self._rows[texture] = self._end, width, height, max(height, width).bit_length()
        self._end = end
        return True

    def _begin(self, least: int) -> None:
        self._texels: Texels = np.zeros(max(least, self.room), np.int64)
        self._rows: dict[Texture, tuple[int, int, int, int]] = {}
        self._end = 0


POOL = TexelPool()
"""What all scenes of this process share."""


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

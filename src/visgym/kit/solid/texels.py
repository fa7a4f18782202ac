"""The texels of all textures in one row, so that a scene is drawn without gathering them anew."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import numpy as np

from visgym.kit.solid.layout import Ints, Texels
from visgym.kit.solid.meshes import Texture

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
                    self._begin(sum(len(each.packed()) for each in textures))
                    all(map(self._add, textures))
                    break
            rows = [self._rows[texture] for texture in textures]
            return self._texels, np.array(rows or [(0, 1, 1, 1)])

    def _add(self, texture: Texture) -> bool:
        """Append a texture; return whether there was room."""
        texels, (height, width) = texture.packed(), texture.pixels.shape[:2]
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

"""Parts of a picture and the arguments that a click on them stands for, for browsers."""

from __future__ import annotations

from typing import TypeAlias

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, as shares of a picture."""
Places: TypeAlias = dict[tuple[str | int, ...], Box]


def box(corner: tuple[float, float], extent: tuple[float, float], size: tuple[int, int]) -> Box:
    """A part of a picture that is `size` pixels wide and high.

    >>> box((10, 20), (5, 5), (100, 200))
    (0.1, 0.1, 0.05, 0.025)
    """
    (x, y), (across, down), (width, height) = corner, extent, size
    return x / width, y / height, across / width, down / height

"""Parts of a picture and what a click on them stands for, for browsers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from visgym.core.calls import Call

Box: TypeAlias = tuple[float, float, float, float]
"""Left, top, width and height, as shares of a picture."""


@dataclass(frozen=True, slots=True)
class SecondClick:
    """A word that a click stands for only after another one."""

    first: str
    word: str


Places: TypeAlias = dict[tuple[str | int, ...] | SecondClick | Call, Box]
"""Parts by arguments of the first action, or by a whole call, which is made at once."""


def box(corner: tuple[float, float], extent: tuple[float, float], size: tuple[int, int]) -> Box:
    """A part of a picture that is `size` pixels wide and high.

    >>> box((10, 20), (5, 5), (100, 200))
    (0.1, 0.1, 0.05, 0.025)
    """
    (x, y), (across, down), (width, height) = corner, extent, size
    return x / width, y / height, across / width, down / height

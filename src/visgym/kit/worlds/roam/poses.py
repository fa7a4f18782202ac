"""Where somebody stands and looks, in whole millimetres and degrees, so that play is exact."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

Point: TypeAlias = tuple[int, int]
"""Millimetres to the east and to the north."""

BODY = 400  # radius of whoever walks, in millimetres


@dataclass(frozen=True, slots=True)
class Pose:
    """A place in millimetres, and a heading in degrees, counter-clockwise from the east."""

    x: int
    y: int
    heading: int


@lru_cache(maxsize=4096)
def stride_to(heading: int, length: int) -> Point:
    """How far a stride leads to the east and to the north."""
    angle = math.radians(heading)
    # rounded first, for the last bit of a cosine differs between machines
    return round(length * round(math.cos(angle), 9)), round(length * round(math.sin(angle), 9))


def bearing(x: float, y: float) -> float:
    """The heading of a direction in degrees, from 0 to 360."""
    return round(math.degrees(math.atan2(y, x)), 6) % 360


def off(heading: float, other: float) -> float:
    """How far one must turn left from one heading to another, from -180 to 180 degrees."""
    return (other - heading + 180) % 360 - 180

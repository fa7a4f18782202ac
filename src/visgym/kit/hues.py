"""Colours as people see them: how different two are, names for some, and series between two."""

from __future__ import annotations

import math
from random import Random
from typing import TypeAlias

from visgym.kit.painting import Color

Lab: TypeAlias = tuple[float, float, float]
"""Lightness, green to red, and blue to yellow, as CIE 1976 has them for daylight."""

NAMED: dict[str, Color] = {
    "red": (226, 38, 44),
    "orange": (250, 146, 30),
    "yellow": (250, 230, 60),
    "green": (36, 150, 62),
    "cyan": (60, 215, 225),
    "blue": (30, 96, 226),
    "purple": (124, 30, 140),
    "pink": (250, 160, 200),
    "brown": (122, 70, 30),
    "black": (18, 18, 20),
    "grey": (140, 142, 146),
    "lime": (150, 240, 60),
}
"""Colours that nobody takes for each other."""

WHITE = (0.95047, 1.0, 1.08883)
FROM_RGB = ((0.4124, 0.3576, 0.1805), (0.2126, 0.7152, 0.0722), (0.0193, 0.1192, 0.9505))
TO_RGB = ((3.2406, -1.5372, -0.4986), (-0.9689, 1.8758, 0.0415), (0.0557, -0.2040, 1.0570))
WIDE, ROUNDING = 1.2, 1.0  # radius of the sphere of look-alikes; what rounding may change
KINK = 6 / 29  # below which lightness is a straight line


def lab(color: Color) -> Lab:
    """A colour by how it looks.

    >>> [round(part) for part in lab((255, 255, 255))]
    [100, 0, 0]
    """
    linear = [_linear(channel / 255) for channel in color]
    mixed = (sum(map(float.__mul__, row, linear)) for row in FROM_RGB)
    x, y, z = (_bent(part / white) for part, white in zip(mixed, WHITE, strict=True))
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def shown_color(seen: Lab) -> Color | None:
    """The colour that looks so, None where no screen shows it."""
    y = (seen[0] + 16) / 116
    bent = (y + seen[1] / 500, y, y - seen[2] / 200)
    mixed = [_straight(part) * white for part, white in zip(bent, WHITE, strict=True)]
    linear = [sum(map(float.__mul__, row, mixed)) for row in TO_RGB]
    if not all(0 <= each <= 1 for each in linear):
        return None
    red, green, blue = (round(255 * _curved(each)) for each in linear)
    return red, green, blue


def color_distance(one: Color, other: Color) -> float:
    """How different two colours look; 2 is hardly to be seen."""
    return math.dist(lab(one), lab(other))


def series(first: Color, last: Color, count: int) -> list[Color]:
    """Colours in even steps from one to another, rounded.

    >>> series((0, 0, 0), (10, 20, 30), 3)
    [(0, 0, 0), (5, 10, 15), (10, 20, 30)]
    """
    return [_mixed(first, last, place / (count - 1)) for place in range(count)]


def look_alikes(color: Color, count: int, apart: float, rng: Random) -> list[Color] | None:
    """So many colours that differ from a colour and each other by no less; None for a bad draw.

    All lie on one sphere, the colour among them, so that none is in the middle.
    """
    own = lab(color)
    middle, seen, found = _beside(own, WIDE * apart, rng), [own], list[Color]()
    if shown_color(middle) is None:
        return None
    for _ in range(8 * count):  # where more are needed, another middle is better
        other = _beside(middle, WIDE * apart, rng)
        is_apart = all(math.dist(other, each) > apart + ROUNDING for each in seen)
        if is_apart and (shown := shown_color(other)) is not None:
            seen.append(other)
            found.append(shown)
        if len(found) == count:
            return found
    return None


def _beside(seen: Lab, distance: float, rng: Random) -> Lab:
    """A place in a random direction."""
    way = [rng.gauss(0, 1) for _ in range(3)]
    length = math.hypot(*way) or 1.0
    one, two, three = (at + distance * by / length for at, by in zip(seen, way, strict=True))
    return one, two, three


def _mixed(first: Color, last: Color, part: float) -> Color:
    red, green, blue = (round(a + (b - a) * part) for a, b in zip(first, last, strict=True))
    return red, green, blue


def _linear(channel: float) -> float:
    return channel / 12.92 if channel <= 0.04045 else float(((channel + 0.055) / 1.055) ** 2.4)


def _curved(channel: float) -> float:
    return 12.92 * channel if channel <= 0.0031308 else float(1.055 * channel ** (1 / 2.4) - 0.055)


def _bent(part: float) -> float:
    return math.cbrt(part) if part > KINK**3 else part / (3 * KINK**2) + 4 / 29


def _straight(part: float) -> float:
    return part**3 if part > KINK else 3 * KINK**2 * (part - 4 / 29)

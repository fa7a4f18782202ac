"""Jointed figures for fighters: one skeleton in many poses, dressed by colours.

A figure stands in a box of 72x64 points, looks to the right, and has its feet at (36, 62).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from visgym.kit.arcade.sprites import Brush
from visgym.kit.canvas import Color
from visgym.kit.coverage import Point

WIDE, HIGH = 72, 64  # points of the box
MIDDLE, FEET = 36, 62  # where a figure stands in its box
SOLE: Color = (40, 34, 48)

Limb = tuple[Point, Point]
"""An elbow and a hand, or a knee and a foot."""


@dataclass(frozen=True)
class BodyPose:
    """Where the joints of a figure are."""

    head: Point
    chest: Point
    hip: Point
    arms: tuple[Limb, Limb]
    """The far one first."""
    legs: tuple[Limb, Limb]


@dataclass(frozen=True)
class Outfit:
    """What a figure wears, and how stout it is."""

    skin: Color
    shirt: Color
    trousers: Color
    gloves: Color
    girth: float = 1.0


_GUARD: tuple[Limb, Limb] = (((33, 41), (39, 38)), ((40, 41), (44, 35)))
_SWING: tuple[Limb, Limb] = (((30, 41), (29, 47)), ((41, 40), (44, 44)))
_STANCE: tuple[Limb, Limb] = (((33, 54), (30, 61)), ((40, 53), (42, 61)))
_LOW: tuple[Limb, Limb] = (((30, 54), (28, 61)), ((44, 51), (42, 61)))
_WIDE: tuple[Limb, Limb] = (((30, 54), (24, 61)), ((43, 53), (47, 61)))
_UP = ((37, 25), (36, 35), (36, 46))
_DOWN = ((38, 38), (36, 46), (34, 53))

POSES: dict[str, BodyPose] = {
    "stand": BodyPose(*_UP, _GUARD, _STANCE),
    "walk": BodyPose(*_UP, _SWING, (((32, 53), (26, 60)), ((41, 53), (46, 61)))),
    "stride": BodyPose(*_UP, _GUARD, (((37, 54), (34, 61)), ((38, 53), (36, 59)))),
    "run": BodyPose(
        (42, 27), (39, 36), (36, 46), _SWING, (((31, 51), (22, 54)), ((44, 50), (48, 59)))
    ),
    "duck": BodyPose(*_DOWN, (((33, 50), (40, 48)), ((41, 51), (46, 46))), _LOW),
    "jump": BodyPose(
        (38, 22),
        (36, 32),
        (35, 42),
        (((30, 34), (27, 28)), ((43, 36), (47, 30))),
        (((29, 48), (25, 54)), ((44, 44), (41, 52))),
    ),
    "punch": BodyPose(
        (40, 26), (38, 35), (35, 46), (((32, 40), (36, 43)), ((47, 34), (59, 33))), _WIDE
    ),
    "low_punch": BodyPose(
        (41, 39), (38, 46), (34, 53), (((33, 50), (38, 51)), ((48, 48), (59, 49))), _LOW
    ),
    "kick": BodyPose(
        (31, 27),
        (32, 36),
        (35, 46),
        (((27, 41), (31, 45)), ((36, 41), (40, 36))),
        (((36, 54), (34, 61)), ((46, 41), (60, 36))),
    ),
    "low_kick": BodyPose(
        (31, 34),
        (32, 42),
        (34, 50),
        (((27, 46), (26, 52)), ((38, 47), (42, 43))),
        (((32, 55), (28, 61)), ((46, 54), (60, 57))),
    ),
    "ready": BodyPose(
        (34, 26), (35, 35), (36, 46), (((40, 41), (46, 40)), ((28, 31), (22, 24))), _WIDE
    ),
    "slash": BodyPose(
        (41, 26), (38, 35), (35, 46), (((32, 41), (37, 42)), ((47, 37), (55, 40))), _WIDE
    ),
    "block": BodyPose(
        (34, 26), (35, 35), (36, 46), (((41, 37), (43, 27)), ((43, 39), (46, 29))), _STANCE
    ),
    "low_block": BodyPose(*_DOWN, (((42, 47), (45, 39)), ((43, 50), (48, 42))), _LOW),
    "cast": BodyPose(
        (38, 26), (37, 35), (35, 46), (((45, 37), (54, 35)), ((46, 40), (55, 40))), _WIDE
    ),
    "raise": BodyPose(
        (36, 26), (36, 35), (36, 46), (((29, 29), (26, 18)), ((43, 29), (46, 18))), _STANCE
    ),
    "slide": BodyPose(
        (22, 46),
        (28, 51),
        (36, 56),
        (((24, 56), (20, 60)), ((32, 46), (28, 42))),
        (((44, 57), (52, 60)), ((46, 55), (60, 58))),
    ),
    "rest": BodyPose(
        (40, 30), (37, 37), (35, 47), (((36, 44), (38, 50)), ((42, 44), (44, 50))), _STANCE
    ),
    "hurt": BodyPose(
        (28, 27), (32, 36), (37, 46), (((36, 38), (42, 34)), ((38, 41), (45, 40))), _WIDE
    ),
    "down": BodyPose(
        (16, 56),
        (25, 58),
        (37, 58),
        (((27, 54), (32, 60)), ((22, 61), (30, 61))),
        (((46, 54), (54, 60)), ((48, 60), (59, 60))),
    ),
}


class Magnified(Brush):
    """A brush that draws everything larger."""

    def __init__(self, brush: Brush, by: float) -> None:
        super().__init__(brush.canvas)
        self.by = by

    def disc(self, x: float, y: float, radius: float, color: Color) -> None:
        super().disc(x * self.by, y * self.by, radius * self.by, color)

    def box(
        self, x: float, y: float, width: float, height: float, color: Color, radius: float = 0
    ) -> None:
        x, y, width, height, radius = (each * self.by for each in (x, y, width, height, radius))
        super().box(x, y, width, height, color, radius)

    def line(self, points: Sequence[Point], width: float, color: Color) -> None:
        super().line([(x * self.by, y * self.by) for x, y in points], width * self.by, color)

    def polygon(self, points: Sequence[Point], color: Color) -> None:
        super().polygon([(x * self.by, y * self.by) for x, y in points], color)


def paint_figure(brush: Brush, pose: BodyPose, outfit: Outfit) -> None:
    """Draw a figure: what is far first, then the trunk, the head and what is near."""
    dark = _shaded(outfit.shirt)
    girth = outfit.girth
    _limb(brush, pose.chest, pose.arms[0], 4.2 * girth, dark, _shaded(outfit.gloves), 2.6)
    _limb(brush, pose.hip, pose.legs[0], 5.2 * girth, _shaded(outfit.trousers), SOLE, 2.8)
    _limb(brush, pose.hip, pose.legs[1], 5.4 * girth, outfit.trousers, SOLE, 2.9)
    brush.line((pose.chest, pose.hip), 10.5 * girth, outfit.shirt)
    brush.disc(pose.hip[0], pose.hip[1], 5 * girth, outfit.trousers)
    brush.disc(pose.head[0], pose.head[1], 6.2, outfit.skin)
    _limb(brush, _shoulder(pose), pose.arms[1], 4.4 * girth, outfit.shirt, outfit.gloves, 3)


def _limb(
    brush: Brush, root: Point, limb: Limb, width: float, color: Color, end: Color, size: float
) -> None:
    joint, tip = limb
    brush.line((root, joint, tip), width, color)
    brush.disc(tip[0], tip[1], size, end)


def _shoulder(pose: BodyPose) -> Point:
    return pose.chest[0] + 1.5, pose.chest[1] + 0.5


def _shaded(color: Color) -> Color:
    return color[0] * 3 // 4, color[1] * 3 // 4, color[2] * 3 // 4

"""The flyer, foes, trees and lights, in every size in which they are seen."""

from __future__ import annotations

from random import Random

from visgym.kit.arcade.sprites import Brush, Sprite, sprite, tinted
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

WHITE: Color = (255, 255, 255)
DARK: Color = (40, 30, 60)
SHADE: Color = (44, 96, 84)
RED: Color = (226, 66, 76)
GOLD: Color = (252, 206, 84)
SUIT: Color = (226, 70, 66)
LEGS: Color = (56, 70, 150)
SKIN: Color = (246, 204, 166)
STEEL: Color = (186, 196, 214)
JADE: Color = (78, 196, 150)
PEAKS: tuple[Color, ...] = ((120, 92, 150), (134, 102, 154), (108, 84, 144))


@cached_layer
def flyer(pose: int, flashes: bool) -> Sprite:
    """The flyer from behind, with a gun under the right arm."""

    def paint(brush: Brush) -> None:
        for x, foot in ((12, 10 - pose), (18, 19 + pose)):
            brush.line(((x, 20), (foot, 31)), 4, LEGS)
            brush.disc(foot, 31.5, 2.2, DARK)
        brush.box(9, 10, 12, 12, SUIT, 3)
        brush.box(11, 11, 8, 9, STEEL, 2)
        for x in (13, 17):
            brush.line(((x, 19), (x, 22 + pose * 2)), 2, GOLD)
        brush.line(((9, 12), (5, 18)), 3.2, SUIT)
        brush.line(((21, 12), (25, 16)), 3.2, SUIT)
        brush.box(23, 9, 5, 10, (90, 96, 120), 2)
        brush.disc(15, 6, 4.6, GOLD)
        brush.box(12, 7, 6, 3, SKIN)

    made = sprite(30, 36, paint)
    return tinted(made, WHITE) if flashes else made


@cached_layer
def figure(kind: str, size: int) -> Sprite:
    """A foe or a light, so many points wide."""
    unit = size / 32

    def paint(brush: Brush) -> None:
        if kind == "burst":
            _burst(brush, unit)
        elif kind in ("shot", "bolt"):
            color: Color = (130, 226, 255) if kind == "shot" else (255, 80, 130)
            brush.disc(16 * unit, 16 * unit, 14 * unit, color)
            brush.disc(16 * unit, 16 * unit, 7 * unit, WHITE)
        else:
            _FOES[kind](brush, unit)

    fine = kind in ("burst", "shot", "bolt") or size < 10
    return sprite(size, size, paint, outline=None if fine else DARK)


def _orb(brush: Brush, unit: float) -> None:
    brush.disc(16 * unit, 16 * unit, 14 * unit, (150, 92, 196))
    brush.oval(16 * unit, 16 * unit, 14 * unit, 4 * unit, (108, 58, 156))
    brush.disc(16 * unit, 15 * unit, 7 * unit, WHITE)
    brush.disc(16 * unit, 16 * unit, 4 * unit, RED)
    brush.disc(10 * unit, 8 * unit, 2 * unit, (220, 190, 244))


def _kite(brush: Brush, unit: float) -> None:
    wings = ((16, 6), (31, 12), (22, 18), (16, 28), (10, 18), (1, 12))
    brush.polygon([(x * unit, y * unit) for x, y in wings], RED)
    brush.polygon([(x * unit, y * unit) for x, y in ((16, 6), (21, 17), (16, 28), (11, 17))], GOLD)
    brush.disc(16 * unit, 17 * unit, 3 * unit, DARK)


def _head(brush: Brush, unit: float) -> None:
    for side in (-1, 1):
        horn = ((16 + side * 5, 8), (16 + side * 13, 1), (16 + side * 10, 12))
        brush.polygon([(x * unit, y * unit) for x, y in horn], GOLD)
    brush.oval(16 * unit, 17 * unit, 12 * unit, 13 * unit, JADE)
    brush.oval(16 * unit, 25 * unit, 7 * unit, 4 * unit, (40, 120, 100))
    for side in (-1, 1):
        brush.disc((16 + side * 5) * unit, 14 * unit, 3.4 * unit, WHITE)
        brush.disc((16 + side * 5) * unit, 15 * unit, 1.8 * unit, RED)


def _part(brush: Brush, unit: float) -> None:
    fin = ((16, 0), (21, 8), (11, 8))
    brush.polygon([(x * unit, y * unit) for x, y in fin], GOLD)
    brush.disc(16 * unit, 17 * unit, 12 * unit, JADE)
    brush.disc(16 * unit, 19 * unit, 7.5 * unit, (150, 226, 190))


_FOES = {"orb": _orb, "kite": _kite, "head": _head, "part": _part}


def _burst(brush: Brush, unit: float) -> None:
    rng = Random("burst")
    for _ in range(12):
        x, y = 16 + rng.uniform(-10, 10), 16 + rng.uniform(-10, 10)
        color = rng.choice((GOLD, WHITE, (240, 110, 60)))
        brush.disc(x * unit, y * unit, 3.4 * unit, color)


@cached_layer
def tree(width: int, height: int) -> Sprite:
    """A tree with its foot at the lower edge."""

    def paint(brush: Brush) -> None:
        middle = width / 2
        brush.box(middle - width / 10, height * 0.6, width / 5, height * 0.39, (124, 84, 60))
        for low, half in ((0.8, 0.47), (0.58, 0.38), (0.36, 0.28)):
            tip = (middle, height * (low - 0.34))
            base = height * low
            sides = ((middle - width * half, base), (middle + width * half, base))
            brush.polygon((tip, *sides), (52, 128, 82))
            lit = ((middle - width * half, base), (middle - width * 0.05, base))
            brush.polygon((tip, *lit), (86, 170, 100))

    return sprite(width, height, paint, outline=None if width < 12 else DARK)


@cached_layer
def shadow(width: int) -> Sprite:
    """A shadow on the floor."""
    high = max(width // 4, 2)
    half = width / 2, high / 2
    return sprite(width, high, lambda brush: brush.oval(*half, *half, SHADE), outline=None)


@cached_layer
def sun() -> Sprite:
    """A low sun with bars across it."""

    def paint(brush: Brush) -> None:
        brush.disc(26, 26, 25, (255, 214, 150))
        brush.disc(26, 26, 20, (255, 232, 180))

    return sprite(52, 52, paint, outline=None)


@cached_layer
def mountain(number: int) -> Sprite:
    """A far mountain."""
    tip = (20 + 6 * number, 4 + 7 * number)

    def paint(brush: Brush) -> None:
        brush.polygon(((0, 30), tip, (56, 30)), PEAKS[number])
        brush.polygon((tip, (56, 30), (34, 30)), (96, 74, 130))

    return sprite(56, 30, paint, outline=None)

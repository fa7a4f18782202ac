"""The ship, its shots, foes and the boss, drawn once for every pose."""

from __future__ import annotations

from visgym.kit.arcade.sprites import Brush, Sprite, flipped, mirrored, sprite, tinted
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

WHITE: Color = (255, 255, 255)
HULL: Color = (236, 240, 248)
TRIM: Color = (66, 150, 232)
GLASS: Color = (120, 230, 246)
FLAME: Color = (255, 184, 70)
RED: Color = (222, 66, 74)
IRON: Color = (120, 128, 150)
DARK: Color = (60, 62, 84)
GIFT_COLORS: dict[str, Color] = {
    "wave": (88, 176, 240),
    "crawler": (240, 132, 60),
    "hunter": (120, 206, 110),
}


@cached_layer
def ship(flame: int, flashes: bool) -> Sprite:
    """The ship of the player, its nose to the right."""

    def paint(brush: Brush) -> None:
        brush.polygon(((6, 7), (6, 11), (1 + 2 * flame, 9)), FLAME)
        brush.polygon(((5, 2), (11, 6), (5, 8)), TRIM)
        brush.polygon(((5, 6), (18, 4.5), (29, 9.5), (18, 12.5), (5, 12)), HULL)
        brush.polygon(((8, 11), (19, 12), (11, 16)), TRIM)
        brush.oval(19, 7.6, 4, 1.9, GLASS)

    made = sprite(31, 18, paint)
    return tinted(made, WHITE) if flashes else made


@cached_layer
def missile(kind: str, is_back: int) -> Sprite:
    """A shot of the ship."""
    if kind == "wave":
        bow = (2, 2), (8, 10), (8, 26), (2, 34)
        return sprite(12, 36, lambda brush: brush.line(bow, 3, (120, 220, 255)), outline=None)
    if kind in ("roof", "floor"):
        return sprite(14, 10, _fire, outline=None)
    color: Color = (170, 250, 150) if kind == "hunter" else (255, 244, 150)
    made = sprite(14, 6, lambda brush: brush.box(1, 1.5, 12, 3, color, 1.5), (200, 120, 40))
    return mirrored(made) if is_back else made


def _fire(brush: Brush) -> None:
    brush.oval(7, 5, 6.5, 4, (250, 120, 50))
    brush.oval(8, 5, 4, 2.4, (255, 220, 110))


@cached_layer
def foe(kind: str, pose: int, hangs: bool) -> Sprite:
    """A foe; carriers bear the first letter of their weapon."""
    if kind in GIFT_COLORS:
        return sprite(36, 24, lambda brush: _carrier(brush, kind, pose))
    if kind == "turret":
        made = sprite(24, 22, _turret)
        return flipped(made) if hangs else made
    made = sprite(28, 20, lambda brush: _winged(brush, kind, pose))
    return mirrored(made) if kind == "chaser" else made


def _winged(brush: Brush, kind: str, pose: int) -> None:
    """A flyer with its nose to the left."""
    color: Color = RED if kind == "flyer" else (170, 96, 206)
    brush.polygon(((24, 10), (27, 7 + pose), (27, 13 - pose)), FLAME)
    brush.polygon(((10, 10), (22, 1.5 + pose), (25, 10), (22, 18.5 - pose)), DARK)
    brush.polygon(((1.5, 10), (12, 5), (24, 7), (24, 13), (12, 15)), color)
    brush.disc(10, 10, 2.6, (255, 226, 120))


def _turret(brush: Brush) -> None:
    brush.line(((12, 13), (5, 4)), 4, IRON)
    brush.disc(12, 15, 7.5, RED)
    brush.disc(12, 14, 3, (255, 226, 120))
    brush.box(1.5, 16, 21, 5, DARK, 1.5)


_LETTERS = {
    "wave": (((12, 7), (14, 16)), ((14, 16), (17, 10)), ((17, 10), (20, 16)), ((20, 16), (22, 7))),
    "crawler": (((21, 8), (14, 8)), ((14, 8), (14, 16)), ((14, 16), (21, 16))),
    "hunter": (((14, 7), (14, 16)), ((20, 7), (20, 16)), ((14, 12), (20, 12))),
}


def _carrier(brush: Brush, kind: str, pose: int) -> None:
    brush.oval(31, 12, 3, 3 + pose, FLAME)
    brush.box(3, 4, 28, 16, IRON, 6)
    brush.box(8, 3, 18, 18, GIFT_COLORS[kind], 5)
    for stroke in _LETTERS[kind]:
        brush.line(stroke, 2, WHITE)


@cached_layer
def boss(is_open: bool, harm: int) -> Sprite:
    """The boss with its core at the left, bright when open; redder with every few hits."""

    def paint(brush: Brush) -> None:
        hull = ((22, 4), (70, 2), (86, 30), (86, 60), (70, 88), (22, 86), (34, 58), (34, 32))
        brush.polygon(hull, (92, 88, 116))
        brush.polygon(((40, 12), (70, 10), (80, 34), (80, 56), (70, 80), (40, 78)), (124, 120, 150))
        for y in (14, 76):
            brush.box(6, y - 4, 34, 8, DARK, 3)
        brush.disc(34, 45, 19, (60, 56, 80))
        if is_open:
            brush.disc(32, 45, 14, (255, 120, 60))
            brush.disc(30, 45, 9, (255, 226, 120))
            brush.disc(29, 44, 4, WHITE)
        else:
            brush.disc(32, 45, 14, IRON)
            for y in (39, 45, 51):
                brush.box(19, y - 1, 26, 2, DARK)
        for y in (24, 66):
            brush.disc(66, y, 4, RED)

    made = sprite(90, 90, paint)
    return tinted(made, RED, 0.1 * harm) if harm else made

"""The hero of each style, foes and things, drawn once for every pose."""

from __future__ import annotations

from collections.abc import Callable

from visgym.kit.arcade.sprites import Brush, Sprite, mirrored, sprite, tinted
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_platformer.styles import StyleName

BOX, FEET = 32, 31  # points of a sprite of the hero, and where its feet are
SKIN: Color = (246, 204, 166)
DARK: Color = (34, 28, 44)
WHITE: Color = (255, 255, 255)
GOLD: Color = (248, 200, 72)
STEEL: Color = (190, 200, 218)
SUITS: dict[StyleName, tuple[Color, Color, Color]] = {
    "stomp": ((224, 84, 60), (60, 96, 190), (250, 206, 80)),
    "whip": ((60, 74, 140), (92, 62, 44), (150, 106, 66)),
    "heads": ((70, 150, 220), (236, 120, 60), (250, 214, 90)),
    "helmets": ((240, 240, 244), (70, 108, 184), (206, 60, 54)),
    "slash": ((96, 70, 168), (58, 48, 96), (232, 60, 72)),
}
"""Of the upper half, of the legs, and of what is worn on the head."""
_LEGS: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "stand": ((13, 30), (19, 30)),
    "run": ((10, 29), (22, 28)),
    "stride": ((15, 30), (17, 28)),
    "jump": ((11, 27), (21, 29)),
    "strike": ((11, 30), (21, 30)),
    "hold": ((18, 30), (18, 24)),
}
_HANDS: dict[str, tuple[tuple[float, float], tuple[float, float]]] = {
    "stand": ((11, 23), (21, 23)),
    "run": ((10, 21), (22, 20)),
    "stride": ((13, 23), (20, 22)),
    "jump": ((9, 14), (23, 14)),
    "strike": ((9, 20), (26, 17)),
    "hold": ((21, 9), (22, 16)),
}


@cached_layer
def hero(style: StyleName, pose: str, form: str, facing: int, flashes: bool) -> Sprite:
    """The hero in a pose; what he wears depends on style and form."""
    paint: Callable[[Brush], None]
    if pose == "low":
        paint = lambda brush: _sliding(brush, style, form)  # noqa: E731
    else:
        paint = lambda brush: _upright(brush, style, pose, form)  # noqa: E731
    made = sprite(BOX, BOX, paint)
    made = tinted(made, WHITE) if flashes else made
    return made if facing > 0 else mirrored(made)


def _upright(brush: Brush, style: StyleName, pose: str, form: str) -> None:
    shirt, legs, _ = SUITS[style]
    for foot in _LEGS[pose]:
        brush.line(((16, 22), foot), 4.2, legs)
        brush.line((foot, (foot[0] + 2, foot[1])), 3, DARK)
    back, front = _HANDS[pose]
    brush.line(((14, 17), back), 3, shirt)
    brush.box(11.5, 14, 9, 10, shirt, 3)
    brush.box(11.5, 21.5, 9, 2, DARK)
    brush.line(((18, 17), front), 3, shirt)
    brush.disc(front[0], front[1], 1.7, SKIN)
    _head(brush, style, form, 16, 9, headless=style == "heads" and pose == "strike")


def _sliding(brush: Brush, style: StyleName, form: str) -> None:
    shirt, legs, _ = SUITS[style]
    brush.line(((8, 27), (24, 29)), 4.5, legs)
    brush.box(8, 22, 11, 8, shirt, 3)
    _head(brush, style, form, 14, 22 if form == "mini" else 21, small=True)


def _head(
    brush: Brush,
    style: StyleName,
    form: str,
    x: float,
    y: float,
    small: bool = False,
    headless: bool = False,
) -> None:
    if headless:
        return
    size = 4.6 if small else 6.2
    if style == "heads":
        _puppet(brush, form, x, y, size)
        return
    brush.disc(x, y, size, SKIN)
    brush.disc(x + size * 0.55, y + 0.2, 1.1, DARK)
    _hat(brush, style, form, x, y, size)


def _puppet(brush: Brush, form: str, x: float, y: float, size: float) -> None:
    """A head that can be thrown: its form says what it is good for."""
    color = {"hammer": STEEL, "claw": (96, 190, 110), "mini": (230, 140, 220), "bomb": DARK}
    brush.disc(x, y, size + 0.6, color.get(form, GOLD))
    if form == "hammer":
        brush.box(x - 8, y - 6, 16, 7, (140, 150, 170), 2)
    elif form == "claw":
        for across in (-5, 0, 5):
            brush.polygon(
                ((x + across - 2, y - 4), (x + across, y - 9), (x + across + 2, y - 4)), WHITE
            )
    elif form == "bomb":
        brush.line(((x, y - 6), (x + 4, y - 9)), 1.6, (236, 120, 60))
    else:
        brush.polygon(((x - 4, y - 5), (x, y - 9), (x + 4, y - 5)), (236, 90, 60))
    for eye in (x + 0.5, x + 4):
        brush.disc(eye, y - 0.5, 1.5, WHITE)
        brush.disc(eye + 0.5, y - 0.5, 0.8, DARK)


def _hat(brush: Brush, style: StyleName, form: str, x: float, y: float, size: float) -> None:
    color = SUITS[style][2]
    if form == "K":
        brush.box(x - 6, y - 7, 12, 12, STEEL, 4)
        brush.box(x - 1, y - 1.5, 7, 1.6, DARK)
        brush.line(((x, y - 7), (x - 5, y - 9)), 2.4, (206, 60, 54))
    elif form == "S":
        brush.box(x - 7, y - 6, 14, 6, (196, 44, 48), 3)
        brush.line(((x + 2, y - 6), (x + 7, y - 10)), 1.8, GOLD)
        brush.line(((x - 2, y - 6), (x - 6, y - 10)), 1.8, GOLD)
    elif form == "Y":
        brush.disc(x, y - 2, size, (84, 170, 92))
        brush.disc(x + 3.5, y - 2, 3, (214, 60, 70))
    elif style == "stomp":
        brush.polygon(((x - 7, y - 2), (x - 3, y - 9), (x + 6, y - 5), (x + 8, y - 2)), color)
        brush.line(((x - 3, y - 8), (x - 8, y - 9)), 1.8, (224, 84, 60))
    elif style == "whip":
        brush.box(x - 9, y - 5, 18, 2.6, color, 1)
        brush.box(x - 5, y - 9, 10, 5, color, 2)
    elif style == "slash":
        brush.box(x - 6.4, y - 6.4, 12.8, 5, (58, 48, 96), 3)
        brush.line(((x - 5, y - 2), (x - 12, y - 5), (x - 14, y - 1)), 2.2, color)
    else:
        brush.box(x - 6, y - 7, 12, 5, (92, 58, 40), 3)
        brush.box(x, y - 1.6, 7, 2.4, DARK)


@cached_layer
def thrown(form: str) -> Sprite:
    """A head in the air."""
    return sprite(20, 20, lambda brush: _puppet(brush, form, 10, 11, 6.2))


@cached_layer
def foe(kind: str, pose: int, facing: int) -> Sprite:
    """A foe in one of two poses."""
    made = sprite(BOX, BOX, lambda brush: _FOES[kind](brush, pose))
    return made if facing > 0 else mirrored(made)


def _walker(brush: Brush, pose: int) -> None:
    for x in (11, 16, 21):
        brush.line(((x, 27), (x + (1.5 if pose else -1.5), 30)), 2, DARK)
    brush.oval(16, 24, 8, 7, (196, 60, 120))
    brush.oval(15, 22.5, 6, 4.5, (228, 104, 156))
    brush.disc(23, 24, 3.6, (90, 50, 84))
    brush.disc(24.4, 23, 1.2, WHITE)


def _bat(brush: Brush, pose: int) -> None:
    tip = 17 if pose else 27
    for side in (-1, 1):
        wing = ((16, 20), (16 + 7 * side, tip - 2), (16 + 13 * side, tip), (16 + 6 * side, 25))
        brush.polygon(wing, (120, 84, 168))
    brush.disc(16, 23, 5, (88, 60, 130))
    brush.polygon(((12, 20), (13, 15), (15.5, 19)), (88, 60, 130))
    brush.polygon(((20, 20), (19, 15), (16.5, 19)), (88, 60, 130))
    for x in (14.5, 18.5):
        brush.disc(x, 22.5, 1.1, GOLD)


def _thrower(brush: Brush, pose: int) -> None:
    bone = (236, 232, 214)
    for x in (13, 19):
        brush.line(((16, 22), (x, 30)), 2.2, bone)
    for y in (14, 17, 20):
        brush.line(((12.5, y), (19.5, y)), 1.6, bone)
    brush.line(((16, 12), (16, 22)), 1.8, bone)
    brush.line(((16, 14), (23, 8) if pose else (23, 18)), 2, bone)
    brush.disc(16, 8, 5, bone)
    for eye in (14.6, 18.4):
        brush.disc(eye, 8, 1.4, DARK)


def _knight(brush: Brush, pose: int) -> None:
    for x in (13, 19):
        brush.line(((x, 23), (x + (1 if pose else -1), 30)), 3.6, (110, 116, 134))
    brush.box(11, 12, 10, 12, STEEL, 3)
    brush.box(11.5, 3.5, 9, 9, STEEL, 4)
    brush.box(15, 7, 6, 1.6, DARK)
    brush.line(((16, 4), (11, 2)), 2.4, (206, 60, 54))
    brush.box(21, 12, 4.5, 14, (196, 60, 54), 2)
    brush.box(22.4, 15, 1.6, 8, GOLD)


def _drone(brush: Brush, pose: int) -> None:
    brush.line(((16, 18), (16, 14)), 1.6, (110, 116, 134))
    brush.box(9 if pose else 12, 12.5, 14 if pose else 8, 2, (160, 168, 184), 1)
    brush.oval(16, 24, 8, 6.4, (132, 142, 162))
    brush.oval(16, 22.5, 6, 3.4, STEEL)
    brush.disc(21, 24.5, 2.8, (236, 70, 60))
    brush.disc(21.8, 23.8, 1, WHITE)


_FOES: dict[str, Callable[[Brush, int], None]] = {
    "walker": _walker,
    "bat": _bat,
    "thrower": _thrower,
    "knight": _knight,
    "drone": _drone,
}

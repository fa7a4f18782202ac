"""Things, platforms, the door, and what flies through the air."""

from __future__ import annotations

from visgym.kit.arcade.sprites import Brush, Sprite, mirrored, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

ICON = 18  # points of a sprite of a thing
DOOR = (30, 42)  # points
WHITE: Color = (255, 255, 255)
GOLD: Color = (248, 200, 72)
DARK: Color = (34, 28, 44)
STEEL: Color = (190, 200, 218)
WOOD: Color = (168, 112, 66)


@cached_layer
def thing(kind: str) -> Sprite:
    """A gem, a key, a candle, or a box with a head in it."""

    def paint(brush: Brush) -> None:
        if kind == "gem":
            brush.polygon(((9, 2), (16, 7), (9, 16), (2, 7)), (64, 190, 226))
            brush.polygon(((9, 2), (12, 7), (9, 16), (6, 7)), (150, 232, 250))
        elif kind == "key":
            brush.disc(6, 6, 4, GOLD)
            brush.disc(6, 6, 1.6, DARK)
            brush.line(((8, 8), (15, 15)), 2.2, GOLD)
            brush.line(((12.5, 14.5), (14.5, 12.5)), 2, GOLD)
        elif kind == "candle":
            brush.box(6.5, 8, 5, 8, (240, 232, 210))
            brush.oval(9, 4.5, 2.2, 3.4, (250, 170, 60))
        else:
            brush.box(1.5, 1.5, 15, 15, WOOD, 2)
            brush.box(3, 3, 12, 12, (226, 186, 130), 1)
            _inside(brush, kind)

    return sprite(ICON, ICON, paint)


def _inside(brush: Brush, kind: str) -> None:
    """The pictogram on a box."""
    if kind == "hammer":
        brush.box(4.5, 4.5, 9, 4, (110, 118, 140), 1)
        brush.line(((9, 8), (9, 14)), 2, WOOD)
    elif kind == "claw":
        for x in (5.5, 9, 12.5):
            brush.polygon(((x - 1.6, 5), (x, 13.5), (x + 1.6, 5)), (60, 140, 76))
    elif kind == "mini":
        brush.disc(9, 11, 2.8, (206, 90, 190))
        brush.line(((5, 5.5), (9, 7.5), (13, 5.5)), 1.4, (120, 50, 110))
    else:
        brush.disc(9, 10, 4, DARK)
        brush.line(((10.5, 6.5), (12.5, 4.5)), 1.4, (236, 120, 60))


@cached_layer
def door(is_open: bool) -> Sprite:
    """The door at the end, dark until it may be entered."""

    def paint(brush: Brush) -> None:
        brush.box(2, 2, 26, 40, WOOD, 10)
        brush.box(5, 5, 20, 37, (255, 236, 160) if is_open else (74, 52, 44), 8)
        if is_open:
            brush.polygon(((11, 24), (15, 16), (19, 24), (15, 34)), WHITE)
        else:
            brush.box(14.4, 6, 1.4, 36, DARK)
            brush.disc(19, 24, 1.6, GOLD)

    return sprite(*DOOR, paint)


@cached_layer
def platform() -> Sprite:
    """A platform that moves."""

    def paint(brush: Brush) -> None:
        brush.box(1, 0, 46, 8, (150, 116, 190), 3)
        brush.box(2, 0, 44, 3, (206, 178, 236), 1)
        for x in (8, 24, 40):
            brush.disc(x, 6, 1.4, (96, 70, 130))

    return sprite(48, 10, paint)


@cached_layer
def missile(kind: str, turn: int) -> Sprite:
    """An apple, a knife or a bone in the air."""

    def paint(brush: Brush) -> None:
        if kind == "stomp":
            brush.disc(6, 7, 4, (222, 60, 54))
            brush.line(((6, 3), (8, 1.4)), 1.4, (90, 150, 70))
        elif kind == "whip":
            brush.polygon(((1, 7), (8, 4.6), (8, 8.6)), STEEL)
            brush.box(7.6, 5.4, 3.4, 2.4, WOOD)
        else:
            ends = (((2.5, 2.5), (9.5, 9.5)), ((2.5, 9.5), (9.5, 2.5)))[turn]
            brush.line(ends, 2.2, (236, 232, 214))
            for x, y in ends:
                brush.disc(x, y, 1.8, (236, 232, 214))

    made = sprite(12, 12, paint)
    return mirrored(made) if kind == "whip" and turn else made


@cached_layer
def thorns() -> Sprite:
    """The wall of thorns behind the hero."""

    def paint(brush: Brush) -> None:
        brush.box(0, 0, 24, 224, (92, 46, 70))
        for y in range(0, 224, 14):
            brush.polygon(((22, y), (39, y + 7), (22, y + 14)), (150, 70, 96))

    return sprite(40, 224, paint)


@cached_layer
def arrow() -> Sprite:
    """A faint arrow upward, for rooms in which everything falls upward."""

    def paint(brush: Brush) -> None:
        brush.polygon(((8, 2), (14, 9), (2, 9)), (126, 220, 214))
        brush.box(6, 9, 4, 6, (126, 220, 214))

    return sprite(16, 16, paint, outline=None)


@cached_layer
def cone(flash: int, facing: int, reach: int) -> Sprite:
    """The light of a drone: dots where it looks, and a red glow while it burns."""
    color = ((120, 200, 190), (250, 214, 90), (240, 60, 60))[flash]
    step = 2 if flash == 2 else 3 + (flash == 0)

    def paint(brush: Brush) -> None:
        for x in range(2, reach, step):
            spread = 4 + x // 5
            for y in range(20 - spread, 20 + spread + 1, step):
                brush.box(x, y, 1, 1, color)

    made = sprite(reach, 40, paint, outline=None)
    return made if facing > 0 else mirrored(made)

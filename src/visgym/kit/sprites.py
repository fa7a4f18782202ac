"""Little figures for boards of square tiles, drawn once: ice, holes, a player, a gift, a car."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Canvas, Color

TILE = 64  # pixels

ICE: Color = (222, 239, 248)
FROST: Color = (241, 249, 253)
CRACK: Color = (196, 222, 237)
SEAM: Color = (176, 207, 226)
RIM: Color = (150, 190, 214)
WATER: Color = (40, 86, 128)
DEEP: Color = (20, 50, 84)
SKIN: Color = (247, 206, 170)
COAT: Color = (206, 58, 52)
SCARF: Color = (250, 205, 84)
HAT: Color = (46, 120, 78)
HAT_SHADE: Color = (32, 96, 60)
DARK: Color = (44, 38, 40)
BOX: Color = (126, 74, 176)
LID: Color = (147, 92, 199)
RIBBON: Color = (255, 204, 77)
ROAD: Color = (120, 124, 130)
GRAIN: Color = (112, 116, 122)
PAINT: Color = (206, 210, 214)
CAB: Color = (250, 190, 40)
CAB_SHADE: Color = (214, 152, 22)
GLASS: Color = (70, 96, 120)
WHITE: Color = (255, 255, 255)


@cached_layer
def ice(kind: int) -> Frame:
    """Safe ice; two kinds differ in their cracks."""
    canvas = Canvas(TILE, TILE, SEAM)
    canvas.rect(1, 1, TILE - 2, TILE - 2, ICE, radius=5)
    if kind:
        canvas.line((14, 20), (26, 12), 2.5, FROST)
        canvas.line((38, 50), (50, 42), 2.5, FROST)
        canvas.line((44, 52), (52, 47), 1.5, CRACK)
    else:
        canvas.line((40, 14), (52, 22), 2.5, FROST)
        canvas.line((12, 44), (22, 51), 2.5, FROST)
        canvas.line((14, 38), (20, 42), 1.5, CRACK)
    return canvas.frame


@cached_layer
def hole() -> Frame:
    """A hole in the ice with dark water in it."""
    canvas = Canvas.on(ice(0))
    for x, y, radius in ((32, 32, 26), (18, 26, 11), (46, 40, 11), (24, 46, 10), (42, 20, 11)):
        canvas.disc(x, y, radius, RIM)
    for x, y, radius in ((32, 33, 22), (21, 29, 10), (43, 39, 10), (26, 43, 10), (40, 24, 10)):
        canvas.disc(x, y, radius, WATER)
    canvas.disc(33, 36, 16, DEEP)
    canvas.line((22, 24), (30, 20), 2.5, RIM)
    return canvas.frame


def player(ground: Frame) -> Frame:
    """A person in a red coat and a green hat."""
    canvas = Canvas.on(ground)
    for x in (26, 38):
        canvas.line((x, 50), (x, 56), 8, DARK)
    canvas.rect(19, 32, 26, 21, COAT, radius=9)
    canvas.line((20, 38), (14, 45), 6, COAT)
    canvas.line((44, 38), (50, 45), 6, COAT)
    canvas.disc(32, 23, 12, SKIN)
    canvas.line((23, 34), (41, 34), 5, SCARF)
    canvas.line((21, 17), (43, 17), 6, HAT)
    canvas.rect(24, 6, 16, 12, HAT, radius=7)
    canvas.disc(32, 6, 4, WHITE)
    for x in (28, 36):
        canvas.disc(x, 25, 1.8, DARK)
    return canvas.frame


def walker(ground: Frame, heading: str) -> Frame:
    """The person of `player`, who walks UP, DOWN, LEFT or RIGHT."""
    if heading == "DOWN":
        return player(ground)
    if heading == "LEFT":
        return _mirrored(walker(_mirrored(ground), "RIGHT"))
    canvas = Canvas.on(player(ground))
    if heading == "UP":
        canvas.disc(32, 23, 12, HAT)  # the hood is all that is seen of the head from behind
        canvas.line((21, 17), (43, 17), 6, HAT_SHADE)
        canvas.line((32, 36), (34, 46), 6, SCARF)
        return canvas.frame
    canvas.rect(26, 21, 12, 8, SKIN)  # without the eyes of a face from the front
    canvas.line((43, 17), (48, 17), 4, HAT)
    canvas.disc(39, 24, 2.2, DARK)
    canvas.disc(44, 27, 2.6, SKIN)
    canvas.line((24, 36), (16, 44), 5, SCARF)
    return canvas.frame


def sunk(water: Frame) -> Frame:
    """What is left of the person in a hole: a hat on the water."""
    canvas = Canvas.on(water)
    canvas.ring(32, 36, 15, 2, RIM)
    canvas.line((21, 36), (43, 36), 6, HAT)
    canvas.rect(24, 25, 16, 12, HAT, radius=7)
    canvas.disc(32, 25, 4, WHITE)
    return canvas.frame


def gift(ground: Frame) -> Frame:
    """A gift box with a golden ribbon."""
    canvas = Canvas.on(ground)
    canvas.rect(14, 28, 36, 28, BOX, radius=4)
    canvas.rect(11, 21, 42, 12, LID, radius=4)
    canvas.rect(28, 21, 8, 35, RIBBON)
    for x, y in ((22, 12), (42, 12)):
        canvas.line((32, 20), (x, y), 7, RIBBON)
        canvas.disc(x, y, 5, RIBBON)
    canvas.disc(32, 19, 5, CAB_SHADE)
    return canvas.frame


@cached_layer
def road() -> Frame:
    """A tile of asphalt."""
    canvas = Canvas(TILE, TILE, PAINT)
    canvas.rect(1, 1, TILE - 2, TILE - 2, ROAD)
    for number in range(28):
        canvas.disc(4 + number * 37 % 57, 4 + number * 23 % 55, 1.2, GRAIN)
    return canvas.frame


def car(ground: Frame, facing_right: bool) -> Frame:
    """A yellow taxi from the side, its front to the right or to the left."""
    canvas = Canvas.on(ground)
    canvas.rect(17, 14, 28, 22, CAB, radius=8)
    canvas.rect(20, 18, 10, 11, GLASS, radius=3)
    canvas.rect(32, 18, 11, 11, GLASS, radius=3)
    canvas.rect(26, 9, 10, 6, WHITE, radius=2)
    canvas.rect(6, 28, 53, 17, CAB, radius=7)
    canvas.rect(6, 38, 53, 7, CAB_SHADE, radius=3)
    canvas.rect(53, 30, 6, 6, WHITE, radius=2)
    canvas.rect(6, 30, 4, 6, COAT, radius=1)
    for x in (18, 47):
        canvas.disc(x, 46, 8, DARK)
        canvas.disc(x, 46, 3.5, PAINT)
    return canvas.frame if facing_right else _mirrored(canvas.frame)


def _mirrored(frame: Frame) -> Frame:
    picture = Canvas.on(frame)
    picture.pixels[:] = frame[:, ::-1]
    return picture.frame

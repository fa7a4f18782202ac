"""Where duels are fought: a hall, a garden and a roof, each in two lights."""

from __future__ import annotations

from random import Random

from visgym.authoring import Frame
from visgym.kit.arcade.screen import HEIGHT, WIDTH, Screen
from visgym.kit.arcade.sprites import Brush, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color

FLOOR = 172  # points from the top to the back of the floor
FEET = 204  # where feet are


@cached_layer
def stage(place: int) -> Frame:
    """All that does not move."""
    screen = Screen.of((20, 20, 30))
    painters = (_hall, _garden, _roof)

    def paint(brush: Brush) -> None:
        painters[place % 3](brush, place // 3 % 2 == 1)

    screen.blit(sprite(WIDTH, HEIGHT, paint, outline=None), 0, 0)
    return screen.backdrop


def _sky(brush: Brush, upper: Color, lower: Color) -> None:
    for band in range(29):
        mixed = tuple((a * (28 - band) + b * band) // 28 for a, b in zip(upper, lower, strict=True))
        brush.box(0, band * 6, WIDTH, 7, mixed)  # type: ignore[arg-type]


def _boards(brush: Brush, light: Color, dark: Color) -> None:
    """A floor of boards that lead away from the eye."""
    brush.box(0, FLOOR, WIDTH, HEIGHT - FLOOR, light)
    for x in range(-200, WIDTH + 240, 40):
        far = WIDTH / 2 + (x - WIDTH / 2) * 0.7
        brush.line(((far, FLOOR), (x, HEIGHT)), 1, dark)
    brush.box(0, FLOOR, WIDTH, 2, dark)


def _hall(brush: Brush, late: bool) -> None:
    wall: Color = (122, 86, 74) if late else (206, 182, 140)
    beam: Color = (70, 42, 40) if late else (122, 78, 52)
    brush.box(0, 0, WIDTH, FLOOR, wall)
    for x in range(10, WIDTH, 75):
        brush.box(x, 52, 52, 96, (240, 232, 208) if not late else (196, 160, 112))
        for across in (0, 17, 34, 51):
            brush.box(x + across, 52, 1.6, 96, beam)
        for y in range(52, 150, 24):
            brush.box(x, y, 53, 1.6, beam)
    for x in (0, 75, 150, 225, 300):
        brush.box(x - 4, 20, 8, FLOOR - 20, beam)
    brush.box(0, 30, WIDTH, 12, beam)
    for x in (75, 225):
        brush.line(((x, 42), (x, 54)), 1, (40, 30, 30))
        brush.oval(x, 66, 11, 13, (226, 62, 54))
        brush.oval(x - 3, 64, 4, 9, (250, 140, 100))
    _boards(brush, (176, 124, 78), (146, 98, 60))


def _garden(brush: Brush, late: bool) -> None:
    _sky(
        brush,
        (40, 44, 96) if late else (120, 190, 236),
        (206, 130, 150) if late else (224, 240, 244),
    )
    brush.disc(240, 60, 20, (250, 240, 206))
    brush.polygon(((30, FLOOR), (140, 84), (250, FLOOR)), (112, 120, 160))
    brush.polygon(
        ((116, 104), (140, 84), (164, 104), (150, 108), (138, 100), (126, 110)), (240, 244, 250)
    )
    rng = Random("garden")
    for x in range(-10, WIDTH, 34):
        brush.oval(
            x + 14, FLOOR, 26, rng.randint(16, 30), (74, 128, 86) if not late else (52, 86, 84)
        )
    red: Color = (206, 64, 56)
    brush.box(208, 84, 8, FLOOR - 84, red)
    brush.box(278, 84, 8, FLOOR - 84, red)
    brush.box(194, 78, 106, 8, red)
    brush.box(202, 96, 90, 5, red)
    brush.line(((44, FLOOR), (50, 120), (40, 92)), 7, (96, 64, 52))
    for _ in range(46):
        brush.disc(
            44 + rng.gauss(0, 22),
            88 + rng.gauss(0, 14),
            5,
            ((250, 176, 196), (244, 150, 178))[rng.randrange(2)],
        )
    brush.box(0, FLOOR, WIDTH, HEIGHT - FLOOR, (176, 184, 150))
    for y in range(FLOOR, HEIGHT, 13):
        for x in range(-(y % 2) * 20, WIDTH, 40):
            brush.box(x + 1, y + 1, 37, 11, (162, 168, 146), 3)


def _roof(brush: Brush, late: bool) -> None:
    _sky(
        brush, (16, 18, 46) if late else (250, 170, 110), (70, 40, 100) if late else (254, 222, 170)
    )
    rng = Random("roof")
    for color, low in (((92, 80, 120), 0), ((60, 54, 90), 24)):
        shade = tuple(c * 2 // 3 for c in color) if late else color
        for x in range(-10, WIDTH, 36):
            tall = rng.randint(60, 120) - low
            brush.box(x, FLOOR - tall, 33, tall, shade)  # type: ignore[arg-type]
            for y in range(FLOOR - tall + 6, FLOOR - 8, 11):
                for across in (5, 14, 23):
                    if rng.random() < 0.35:
                        brush.box(x + across, y, 4, 5, (246, 214, 130))
    brush.box(0, FLOOR - 14, WIDTH, 16, (104, 100, 116))
    brush.box(0, FLOOR - 16, WIDTH, 4, (138, 134, 150))
    _boards(brush, (112, 110, 124), (92, 90, 106))

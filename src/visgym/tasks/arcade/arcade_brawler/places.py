"""Where each style is at home: what is far away, and the ground with its lanes."""

from __future__ import annotations

from random import Random

from visgym.authoring import Frame
from visgym.kit.arcade.screen import HEIGHT, WIDTH
from visgym.kit.arcade.sprites import Brush, opaque, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_brawler.styles import StyleName
from visgym.tasks.arcade.arcade_brawler.world import DEPTH, LANE

HORIZON = 138  # points above the ground's upper edge
FAR_LANE = 154  # where feet in the far lane are drawn
PERIOD = 64  # points after which the ground looks the same
SKIES: dict[StyleName, tuple[Color, Color]] = {
    "orbs": ((52, 34, 84), (232, 130, 96)),
    "magic": ((110, 186, 238), (220, 240, 246)),
    "street": ((18, 20, 48), (70, 44, 96)),
}
GROUNDS: dict[StyleName, tuple[Color, Color, Color]] = {
    "orbs": ((122, 106, 94), (104, 90, 82), (70, 60, 62)),
    "magic": ((206, 184, 128), (176, 150, 96), (104, 148, 70)),
    "street": ((96, 98, 114), (76, 78, 92), (138, 134, 142)),
}
"""Two shades of the lanes, and of what is beyond and before them."""


@cached_layer
def far(style: StyleName) -> Frame:
    """Sky and what stands before it; it looks the same after the width of a picture."""

    def paint(brush: Brush) -> None:
        for band in range(23):
            a, b = SKIES[style]
            color = tuple((p * (22 - band) + q * band) // 22 for p, q in zip(a, b, strict=True))
            brush.box(0, band * 6, 2 * WIDTH, 7, color)  # type: ignore[arg-type]
        for left in (-WIDTH, 0, WIDTH):
            _SIGHTS[style](brush, left, Random(style))

    return opaque(sprite(2 * WIDTH, HORIZON, paint, outline=None))


def _ruins(brush: Brush, left: int, rng: Random) -> None:
    brush.disc(left + 250, 92, 24, (255, 220, 160))
    for x in range(0, WIDTH, 40):
        peak = rng.randint(60, 92)
        brush.polygon(
            ((left + x - 30, HORIZON), (left + x + 20, peak), (left + x + 70, HORIZON)),
            (92, 58, 104),
        )
    for x in range(10, WIDTH, 62):
        tall = rng.randint(44, 74)
        stone: Color = (130, 112, 124)
        brush.box(left + x, HORIZON - tall, 14, tall, stone)
        brush.box(left + x + 9, HORIZON - tall, 3, tall, (106, 90, 104))
        if rng.random() < 0.6:
            brush.box(left + x - 4, HORIZON - tall - 6, 22, 7, stone)
        brush.box(left + x - 3, HORIZON - 8, 20, 8, stone)
        grave = left + x + 34
        brush.box(grave, HORIZON - 18, 13, 20, (84, 74, 92), 6)


def _village(brush: Brush, left: int, rng: Random) -> None:
    for x in (30, 150, 240):
        for across, radius in ((0, 8), (12, 11), (25, 8)):
            brush.disc(left + x + across, 30 + x % 20, radius, (255, 255, 255))
    for x in range(0, WIDTH, 80):
        brush.oval(left + x + 30, HORIZON + 6, 62, rng.randint(34, 58), (132, 186, 128))
    for x in range(4, WIDTH, 80):
        if rng.random() < 0.6:
            wall, roof = (226, 204, 168), (176, 84, 62)
            brush.box(left + x, HORIZON - 34, 44, 34, wall)
            brush.polygon(
                (
                    (left + x - 6, HORIZON - 32),
                    (left + x + 22, HORIZON - 56),
                    (left + x + 50, HORIZON - 32),
                ),
                roof,
            )
            brush.box(left + x + 16, HORIZON - 20, 11, 20, (110, 72, 50))
            brush.box(left + x + 32, HORIZON - 26, 8, 8, (96, 130, 160))
        else:
            for across in (6, 30):
                brush.box(left + x + across + 7, HORIZON - 20, 4, 20, (116, 80, 52))
                brush.disc(left + x + across + 9, HORIZON - 30, 13, (78, 140, 70))
                brush.disc(left + x + across + 6, HORIZON - 34, 7, (104, 166, 86))


def _city(brush: Brush, left: int, rng: Random) -> None:
    for _ in range(30):
        brush.disc(left + rng.randrange(WIDTH), rng.randrange(60), 0.6, (210, 210, 236))
    for x in range(0, WIDTH, 40):
        tall = rng.randint(50, 104)
        brush.box(left + x, HORIZON - tall, 38, tall, (36, 34, 66))
        for row in range(HORIZON - tall + 6, HORIZON - 40, 10):
            for across in (6, 16, 26):
                if rng.random() < 0.5:
                    brush.box(left + x + across, row, 5, 5, (236, 206, 120))
    neon: tuple[Color, ...] = ((240, 80, 150), (80, 210, 230), (250, 200, 80), (130, 230, 120))
    for number, x in enumerate(range(0, WIDTH, 80)):
        brush.box(left + x, HORIZON - 44, 80, 44, ((104, 62, 66), (74, 72, 98))[number % 2])
        brush.box(left + x + 8, HORIZON - 28, 30, 28, (30, 30, 44))
        brush.box(left + x + 10, HORIZON - 26, 26, 20, (150, 176, 190))
        brush.box(left + x + 48, HORIZON - 32, 16, 32, (40, 34, 44))
        brush.box(left + x + 6, HORIZON - 41, 62, 8, (26, 24, 40), 2)
        brush.line(
            ((left + x + 12, HORIZON - 37), (left + x + 62, HORIZON - 37)), 3, neon[number % 4]
        )


_SIGHTS = {"orbs": _ruins, "magic": _village, "street": _city}


@cached_layer
def ground(style: StyleName) -> Frame:
    """The ground from the horizon down: the lanes in turns lighter and darker."""
    light, dark, rim = GROUNDS[style]
    top = FAR_LANE - HORIZON

    def paint(brush: Brush) -> None:
        rng = Random(style)
        wide, low = WIDTH + PERIOD, HEIGHT - HORIZON
        brush.box(0, 0, wide, low, rim)
        lanes = 1 if style == "orbs" else 3
        first = top + (LANE if lanes == 1 else 0) - LANE // 2
        for lane in range(lanes):
            brush.box(0, first + lane * LANE, wide, LANE, dark if lane % 2 else light)
        marks = [(rng.randrange(PERIOD), rng.randrange(2, low - 2)) for _ in range(16)]
        for left in range(0, wide, PERIOD):
            for x, y in marks:
                brush.box(left + x, y, 3, 1, tuple(c * 7 // 8 for c in rim))  # type: ignore[arg-type]
            for y in range(first, first + (lanes + 1) * LANE, LANE):
                brush.box(left, y - 0.5, 30, 1, tuple(c * 3 // 4 for c in dark))  # type: ignore[arg-type]
            slant = left + 16
            brush.line(((slant + 10, 0), (slant, first)), 1.4, tuple(c * 7 // 8 for c in rim))  # type: ignore[arg-type]
        bottom = top + DEPTH + LANE // 2
        brush.box(0, bottom, wide, 2, tuple(c * 2 // 3 for c in rim))  # type: ignore[arg-type]

    return opaque(sprite(WIDTH + PERIOD, HEIGHT - HORIZON, paint, outline=None))

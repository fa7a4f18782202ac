"""Tiles of a course, each drawn once, and columns of them that are kept together."""

from __future__ import annotations

from random import Random

from visgym.kit.arcade.sprites import Brush, Sprite, collage, sprite
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.tasks.arcade.arcade_platformer.course import HIGH, SIDE
from visgym.tasks.arcade.arcade_platformer.styles import StyleName
from visgym.tasks.arcade.arcade_platformer.themes import THEMES, Theme

CHUNK = 10  # columns that are drawn at once and kept
GOLD: Color = (248, 200, 72)
DARK: Color = (34, 28, 44)


@cached_layer
def tile(style: StyleName, kind: str, is_top: bool, number: int) -> Sprite:
    """One tile; four numbers vary the ground."""
    theme = THEMES[style]

    def paint(brush: Brush) -> None:
        if kind == "#":
            _ground(brush, theme, Random(number), is_top)
        else:
            _special(brush, kind, theme)

    return sprite(SIDE, SIDE, paint, outline=None)


def _ground(brush: Brush, theme: Theme, rng: Random, is_top: bool) -> None:
    brush.box(0, 0, SIDE, SIDE, theme.earth)
    if theme.shape in ("towers", "city"):
        for y in (0, 8):
            brush.box(0, y + 7, SIDE, 1, theme.speck)
            brush.box((4 if y else 12), y, 1, 8, theme.speck)
    else:
        for _ in range(3):
            brush.disc(rng.uniform(2, 14), rng.uniform(6, 14), rng.uniform(0.8, 1.8), theme.speck)
    if is_top:
        brush.box(0, 0, SIDE, 4, theme.top)
        brush.box(0, 0, SIDE, 1, tuple(min(each + 40, 255) for each in theme.top))  # type: ignore[arg-type]
        if theme.shape in ("hills", "mesas"):
            for x in (2, 7, 12):
                brush.disc(x + rng.uniform(-1, 1), 4, 1.8, theme.top)


def _special(brush: Brush, kind: str, theme: Theme) -> None:
    if kind == "-":
        brush.box(0, 0, 16, 5, (196, 148, 92))
        brush.box(0, 0, 16, 1, (232, 190, 130))
        brush.box(0, 4, 16, 1, (130, 90, 56))
    elif kind == "c":
        brush.box(0, 0, 16, 16, (168, 152, 136))
        brush.box(0, 15, 16, 1, (110, 96, 86))
        brush.line(((3, 1), (7, 6), (5, 10), (9, 15)), 1.2, (84, 70, 64))
        brush.line(((7, 6), (13, 4)), 1.2, (84, 70, 64))
    elif kind == "f":
        brush.box(0, 0, 16, 12, (222, 176, 108), 2)
        brush.line(((4, 2), (6, 6), (4, 10)), 1, (150, 104, 60))
        brush.line(((11, 2), (9, 6), (12, 10)), 1, (150, 104, 60))
    elif kind == "L":
        brush.box(0, 0, 16, 16, (208, 160, 60))
        brush.box(1, 1, 14, 14, (236, 196, 92))
        brush.disc(8, 7, 2.6, DARK)
        brush.box(7, 8, 2, 5, DARK)
    elif kind == "w":
        brush.box(0, 0, 16, 16, theme.earth)
        for y in (1, 5, 9, 13):
            brush.box(1, y, 14, 2, theme.top, 1)
    elif kind == "=":
        brush.box(0, 2, 16, 12, (196, 96, 66))
        brush.line(((0, 3), (8, 13), (16, 3)), 2, (140, 62, 46))
        brush.box(0, 1, 16, 2, (226, 136, 96))
        brush.box(0, 13, 16, 2, (226, 136, 96))
    elif kind == "^":
        for x in (0, 5.3, 10.6):
            brush.polygon(((x, 16), (x + 2.7, 5), (x + 5.4, 16)), (214, 220, 232))
    elif kind == "o":
        brush.box(7, 0, 2, 6, (180, 180, 196))
        brush.disc(8, 10, 5, GOLD)
        brush.disc(8, 10, 2.4, DARK)
    elif kind in "KSY":
        brush.box(0, 0, 16, 16, (150, 96, 40))
        brush.box(1, 1, 14, 14, GOLD, 2)
        _emblem(brush, kind)


def _emblem(brush: Brush, kind: str) -> None:
    """The helmet that a prize block holds."""
    if kind == "K":
        brush.box(4, 4, 8, 9, (196, 204, 220), 3)
        brush.box(5, 7, 6, 1.4, DARK)
    elif kind == "S":
        brush.disc(8, 9, 4, (206, 52, 52))
        brush.line(((3.5, 3.5), (5.5, 7)), 1.4, (206, 52, 52))
        brush.line(((12.5, 3.5), (10.5, 7)), 1.4, (206, 52, 52))
    else:
        brush.disc(8, 9, 4, (84, 170, 92))
        for x in (5.6, 10.4):
            brush.disc(x, 6.6, 2.2, (214, 60, 70))


@cached_layer
def chunk(style: StyleName, rows: tuple[str, ...], first: int, top: int) -> Sprite:
    """Some columns of the course from row `top` down; `first` is the number of the first column."""
    pieces = []
    for row in range(top, HIGH):
        for column, kind in enumerate(rows[row]):
            if kind != ".":
                is_top = row == 0 or rows[row - 1][column] not in "#w"
                number = (first + column) * 7 + row * 3
                made = tile(style, kind, is_top and row > 0, number % 4)
                pieces.append((made, column * SIDE, (row - top) * SIDE))
    return collage(len(rows[0]) * SIDE, (HIGH - top) * SIDE, pieces)

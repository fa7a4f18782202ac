"""The picture of a Go board: lines, star points, stones, letters and numbers at the rim."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, MUTED, PAPER, SHEET, WALL, WOOD, Canvas, Color
from visgym.kit.games.go import COLUMNS

STEP, RIM, NOTE = 50, 50, 34  # pixels: between lines, around them, and below for a line of text
STONES: tuple[Color, Color] = (INK, SHEET)
STARS = {5: (2,), 7: (3,), 9: (2, 4, 6), 13: (3, 6, 9)}
"""Lines on which star points lie, from 0."""


def picture(size: int, stones: dict[int, int], marks: tuple[int, ...], note: str) -> Frame:
    """Stones by points from the lower left, the last one with a ring."""
    canvas = Canvas.on(_empty(size))
    for point, side in stones.items():
        x, y = _middle(size, point)
        canvas.paste(_stone(side, point in marks), x - STEP // 2 + 2, y - STEP // 2 + 2)
    canvas.text(RIM, _wide(size) + NOTE // 2 - 4, note, 16, MUTED, align="left")
    return canvas.frame


def row_text(size: int, row: int, stones: dict[int, int]) -> str:
    """A row in letters."""
    signs = [stones.get(row * size + column) for column in range(size)]
    return f"{row + 1:2} " + " ".join("." if sign is None else "XO"[sign] for sign in signs)


def letters_text(size: int) -> str:
    """The names of columns."""
    return "   " + " ".join(COLUMNS[:size])


def _wide(size: int) -> int:
    return (size - 1) * STEP + 2 * RIM


def _middle(size: int, point: int) -> tuple[int, int]:
    row, column = divmod(point, size)
    return RIM + column * STEP, RIM + (size - 1 - row) * STEP


@cached_layer
def _empty(size: int) -> Frame:
    wide = _wide(size)
    canvas = Canvas(wide, wide + NOTE, PAPER)
    canvas.rect(4, 4, wide - 8, wide - 8, WOOD, radius=8)
    for place in range(size):
        along, end = RIM + place * STEP, RIM + (size - 1) * STEP
        canvas.line((along, RIM), (along, end), 2, INK)
        canvas.line((RIM, along), (end, along), 2, INK)
        for edge in (18, wide - 18):
            canvas.text(along, edge, COLUMNS[place], 16, INK, bold=True)
            canvas.text(edge, along, str(size - place), 16, INK, bold=True)
    stars = STARS.get(size, ())
    for row in stars:
        for column in stars:
            canvas.disc(RIM + column * STEP, RIM + row * STEP, 5, INK)
    return canvas.frame


@cached_layer
def _stone(side: int, last: bool) -> Frame:
    """A stone on the wood; the lines under it end at its edge."""
    wide, middle = STEP - 4, (STEP - 4) / 2
    canvas = Canvas(wide, wide, WOOD)
    canvas.rect(0, wide // 2 - 1, wide, 2, INK)
    canvas.rect(wide // 2 - 1, 0, 2, wide, INK)
    canvas.disc(middle, middle, middle - 0.5, WALL if side else INK)
    canvas.disc(middle, middle, middle - 2, STONES[side])
    if last:
        canvas.ring(middle, middle, 0.45 * middle, 4, STONES[1 - side])
    return canvas.frame

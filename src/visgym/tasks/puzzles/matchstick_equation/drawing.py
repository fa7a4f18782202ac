"""An equation as matches on a table, and as lines of characters."""

from __future__ import annotations

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import MUTED, PAPER, RED, WOOD, Canvas, Color
from visgym.tasks.puzzles.matchstick_equation.glyphs import GLYPHS

WIDTH, HEIGHT, MARGIN, LABEL = 60, 108, 22, 30  # pixels: one symbol, the border, the index line
LEFT, RIGHT, TOP, MIDDLE, BOTTOM = 10, 50, 10, 54, 98
INSET = 7  # pixels that a match stays away from each corner
EDGE: Color = (150, 112, 58)

_CORNERS = {
    0: (LEFT, TOP, RIGHT, TOP),
    1: (RIGHT, TOP, RIGHT, MIDDLE),
    2: (RIGHT, MIDDLE, RIGHT, BOTTOM),
    3: (LEFT, BOTTOM, RIGHT, BOTTOM),
    4: (LEFT, MIDDLE, LEFT, BOTTOM),
    5: (LEFT, TOP, LEFT, MIDDLE),
    6: (LEFT, MIDDLE, RIGHT, MIDDLE),
    7: (30, MIDDLE - 24, 30, MIDDLE + 24),
    8: (10, 30, 50, 78),
    9: (50, 30, 10, 78),
    11: (LEFT, 42, RIGHT, 42),
    12: (LEFT, 66, RIGHT, 66),
}
_CHARACTERS = {
    0: ((0, 1, "---"),),
    1: ((1, 4, "|"), (2, 4, "|")),
    2: ((4, 4, "|"), (5, 4, "|")),
    3: ((6, 1, "---"),),
    4: ((4, 0, "|"), (5, 0, "|")),
    5: ((1, 0, "|"), (2, 0, "|")),
    6: ((3, 1, "---"),),
    7: ((2, 2, "|"), (3, 2, "|"), (4, 2, "|")),
    8: ((2, 1, "\\"), (3, 2, "\\"), (4, 3, "\\")),
    9: ((2, 3, "/"), (3, 2, "/"), (4, 1, "/")),
    11: ((2, 1, "---"),),
    12: ((4, 1, "---"),),
}
"""Row, column and text of each piece of a segment in a symbol of 7 rows and 5 columns."""


def draw(equation: str, longest: int) -> Frame:
    """The equation in the middle of a table that is wide enough for `longest` symbols."""
    canvas = Canvas(longest * WIDTH + 2 * MARGIN, HEIGHT + LABEL + 2 * MARGIN, PAPER)
    left = MARGIN + (longest - len(equation)) * WIDTH // 2
    for index, symbol in enumerate(equation):
        canvas.paste(_symbol(symbol, index), left + index * WIDTH, MARGIN)
    return canvas.frame


def describe(equation: str) -> str:
    """Seven lines of glyphs and one line of indices below them."""
    rows = [[" "] * 6 * len(equation) for _ in range(7)]
    for index, symbol in enumerate(equation):
        for segment in sorted(GLYPHS[symbol]):
            for row, column, text in _CHARACTERS[segment]:
                start = 6 * index + column
                rows[row][start : start + len(text)] = text
        if symbol == "*":
            rows[3][6 * index + 2] = "X"  # where the strokes cross
    rows.append(list("".join(f"{index:^6}" for index in range(len(equation)))))
    return "\n".join("".join(row).rstrip() for row in rows)


@cached_layer
def _symbol(symbol: str, index: int) -> Frame:
    canvas = Canvas(WIDTH, HEIGHT + LABEL, PAPER)
    canvas.text(WIDTH / 2, HEIGHT + 20, str(index), 16, MUTED)
    for segment in sorted(GLYPHS[symbol]):
        ax, ay, bx, by = _CORNERS[segment]
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        dx, dy = INSET * (bx - ax) / length, INSET * (by - ay) / length
        head, tail = (ax + dx, ay + dy), (bx - dx, by - dy)
        canvas.line(head, tail, 7, EDGE)
        canvas.line(head, tail, 5, WOOD)
        canvas.disc(*head, 5, RED)
    return canvas.frame

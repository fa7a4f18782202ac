"""Pictures of problems: pairs of grids with an arrow between, the test, and a key of colours."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from visgym.core.task import Frame
from visgym.kit.arc.grids import ColourGrid, shape
from visgym.kit.arc.problems import ArcProblem
from visgym.kit.canvas import BLUE, INK, LINE, MUTED, SHEET, Canvas, Color, ink_on

INKS: tuple[Color, ...] = (
    (18, 20, 48),
    (20, 80, 240),
    (200, 48, 28),
    (8, 122, 88),
    (255, 236, 48),
    (170, 166, 168),
    (188, 76, 190),
    (232, 148, 44),
    (136, 234, 254),
    (124, 14, 36),
)
"""The colours 0 to 9, far apart also for eyes that do not tell red from green."""
NAMES = ("black", "blue", "red", "green", "yellow", "grey", "purple", "orange", "sky blue", "brown")

SMALLEST, LARGEST = 12, 32  # pixels of a cell
LONGEST = 1200  # pixels of a side
MARGIN, GAP, PAD, ARROW = 10, 8, 8, 40  # around all, between panels, in panels, for the arrow
KEY, KEY_CELL = 40, 24  # pixels for the key below the panels, and for each colour in it
ASK = 56  # pixels of the place for the answer, whatever its shape

_INKS: NDArray[np.uint8] = np.array(INKS, np.uint8)
_KEY_WIDTH = 10 * (KEY_CELL + GAP) - GAP


class Layout(NamedTuple):
    """How panels fill a picture, each with two slots for grids and an arrow between."""

    width: int
    height: int
    panels: int
    columns: int

    @property
    def panel(self) -> tuple[int, int]:
        """Pixels of a panel across and down."""
        across = (self.width - 2 * MARGIN + GAP) // self.columns - GAP
        rows = -(-self.panels // self.columns)
        return across, (self.height - 2 * MARGIN - KEY + GAP) // rows - GAP

    @property
    def slot(self) -> tuple[int, int]:
        """Pixels of a slot across and down."""
        across, down = self.panel
        return (across - 2 * PAD - ARROW) // 2, down - 2 * PAD

    def corner(self, number: int) -> tuple[int, int]:
        """Where a panel begins."""
        row, column = divmod(number, self.columns)
        across, down = self.panel
        return MARGIN + column * (across + GAP), MARGIN + row * (down + GAP)

    def middles(self, number: int) -> tuple[int, int, int]:
        """The middles of both slots from the left, and from the top."""
        left, top = self.corner(number)
        across, down = self.panel
        half = PAD + self.slot[0] // 2
        return left + half, left + across - half, top + down // 2

    def cell(self, rows: int, columns: int) -> int:
        """Pixels of a cell, so that grids of this shape have room."""
        across, down = self.slot
        return min(LARGEST, (across - 1) // columns, (down - 1) // rows)


def sheet_size(rows: int, columns: int, panels: int, cell: int, across: int) -> tuple[int, int]:
    """Width and height of a picture in which grids up to a shape have room."""
    down = -(-panels // across)
    wide = across * (2 * (columns * cell + 1 + PAD) + ARROW + GAP) - GAP
    high = max(rows * cell + 1, ASK if rows > 1 else 0) + 2 * PAD + GAP
    return max(wide, _KEY_WIDTH) + 2 * MARGIN, down * high - GAP + KEY + 2 * MARGIN


def arranged(problem: ArcProblem, width: int, height: int) -> tuple[Layout, int] | None:
    """The layout with the largest cells, None where they would be too small to be seen."""
    shapes = [shape(grid) for pair in problem.pairs for grid in pair] + [shape(problem.test)]
    rows, columns = (max(each) for each in zip(*shapes, strict=True))
    layouts = [Layout(width, height, len(problem.pairs) + 1, across) for across in (2, 1, 3)]
    best = max(layouts, key=lambda each: each.cell(rows, columns))
    cell = best.cell(rows, columns)
    return (best, cell) if cell >= SMALLEST else None


def sheet(problem: ArcProblem, width: int, height: int) -> Frame:
    """The picture of a problem."""
    found = arranged(problem, width, height)
    assert found is not None, "grids were drawn that have no room"
    layout, cell = found
    canvas = Canvas.on(_panels(layout, len(problem.test) == 1))
    for number, (before, after) in enumerate((*problem.pairs, (problem.test, None))):
        left, right, middle = layout.middles(number)
        for grid, x in ((before, left), (after, right)):
            if grid is not None:
                frame = tiles(grid, cell)
                canvas.paste(frame, x - frame.shape[1] // 2, middle - frame.shape[0] // 2)
    return canvas.frame


def tiles(grid: ColourGrid, cell: int) -> Frame:
    """A grid with thin lines between cells and around them."""
    rows, columns = shape(grid)
    frame = np.empty((rows * cell + 1, columns * cell + 1, 3), np.uint8)
    frame[-1] = MUTED
    lines = frame[:-1].reshape(rows, cell, columns * cell + 1, 3)
    wide = np.repeat(_INKS[np.array(grid, np.intp)], cell, axis=1)
    lines[:, :, :-1] = wide[:, None]  # a row of pixels for all rows of cells at once
    lines[:, 0] = MUTED
    frame[:, ::cell] = MUTED
    return frame


@lru_cache(maxsize=32)
def _panels(layout: Layout, is_strip: bool) -> Frame:
    """All but the grids."""
    canvas = Canvas(layout.width, layout.height)
    across, down = layout.panel
    for number in range(layout.panels):
        left, top = layout.corner(number)
        _, right, middle = layout.middles(number)
        last = number == layout.panels - 1
        canvas.rect(left, top, across, down, SHEET, radius=6)
        edge = BLUE if last else LINE
        canvas.outline(left, top, across, down, 2 if last else 1, edge, radius=6)
        start, y = left + across / 2 - ARROW / 2 + 8, middle + 0.5
        canvas.arrow((start, y), (start + ARROW - 16, y), 3, INK)
        if last:
            _ask(canvas, right, middle, *(layout.slot if is_strip else (ASK, ASK)))
    _key(canvas, layout.width, layout.height)
    return canvas.frame


def _ask(canvas: Canvas, x: int, y: int, width: int, height: int) -> None:
    """The empty place, which does not tell the shape of the answer."""
    canvas.outline(x - width // 2, y - height // 2, width, height, 2, MUTED, radius=4)
    canvas.text(x, y, "?", min(32, height - 8), INK, bold=True)


def _key(canvas: Canvas, width: int, height: int) -> None:
    left, top = (width - _KEY_WIDTH) // 2, height - MARGIN - KEY_CELL - 2
    for number, color in enumerate(INKS):
        x = left + number * (KEY_CELL + GAP)
        canvas.rect(x, top, KEY_CELL, KEY_CELL, color)
        canvas.outline(x, top, KEY_CELL, KEY_CELL, 1, MUTED)
        canvas.text(x + KEY_CELL / 2, top + KEY_CELL / 2, str(number), 15, ink_on(color), bold=True)


def named_grids(problem: ArcProblem) -> Sequence[tuple[str, ColourGrid]]:
    """All grids of a problem with their names, in the order of the picture."""
    found: list[tuple[str, ColourGrid]] = []
    for number, (before, after) in enumerate(problem.pairs, start=1):
        found += [(f"Example {number}, input:", before), (f"Example {number}, output:", after)]
    return [*found, ("Test, input:", problem.test)]

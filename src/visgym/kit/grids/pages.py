"""Pages of clue grids: cells, numbers of rows and columns, clues at the rim, signs in between."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Literal

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, INK, LINE, MUTED, PAPER, SHEET, WALL, Canvas, Color
from visgym.kit.grid import Cell, cells
from visgym.kit.grids.checks import BLANK
from visgym.kit.tables.boards import Whole

Side = Literal["top", "right", "bottom", "left"]
SIDES: tuple[Side, ...] = ("top", "right", "bottom", "left")

MARGIN, INDEX, CLUE = 14, 20, 36  # pixels around a page, for numbers of rows, and for clues
STROKE, BOLD = 2, 4  # pixels of lines between cells, and of lines between boxes
INDEX_TEXT, CLUE_TEXT = 13, 20  # pixels


@dataclass(frozen=True)
class Page:
    """Where the cells of a grid are in its picture.

    >>> page = Page(4, 4, clues=("top", "left"))
    >>> page.picture(((1, -1, -1, -1),) * 4, ((-1,) * 4,) * 4).shape == (page.height, page.width, 3)
    True
    """

    rows: int
    columns: int
    cell: int = 48
    """Pixels of a cell."""
    gap: int = 0
    """Pixels between cells, for signs."""
    clues: tuple[Side, ...] = ()
    """The sides with clues."""
    box: Cell = (0, 0)
    """Rows and columns of the boxes between bold lines; 0 for none."""

    def edge(self, side: Side) -> int:
        """Pixels between a side of the picture and the cells."""
        return MARGIN + (INDEX if side in ("top", "left") else 0) + CLUE * (side in self.clues)

    @property
    def width(self) -> int:
        return self.edge("left") + self._length(self.columns) + self.edge("right")

    @property
    def height(self) -> int:
        return self.edge("top") + self._length(self.rows) + self.edge("bottom")

    def board(self, above: int = 0, below: int = 0) -> tuple[float, float, float, float]:
        """Left, top, width and height of the cells as shares of the picture, for a browser.

        The picture may go on for some pixels above and below the page.
        """
        (x, y), tall = self.corner((0, 0)), above + self.height + below
        apart = max(self.gap, STROKE)
        step = self.cell + apart
        across, down = self.columns * step / self.width, self.rows * step / tall
        return (x - apart / 2) / self.width, (above + y - apart / 2) / tall, across, down

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The top left pixel of a cell, within its lines."""
        left, top = self._origin
        return left + cell[1] * self._step, top + cell[0] * self._step

    def middle(self, cell: Cell) -> tuple[float, float]:
        x, y = self.corner(cell)
        return x + self.cell / 2, y + self.cell / 2

    def between(self, one: Cell, other: Cell) -> tuple[float, float]:
        """The middle of what lies between two cells."""
        (a, b), (c, d) = self.middle(one), self.middle(other)
        return (a + c) / 2, (b + d) / 2

    # Drawing

    def canvas(self) -> Canvas:
        """A canvas with empty cells and the numbers of rows and columns."""
        return Canvas.on(_empty(self))

    def picture(
        self, givens: Whole, grid: Whole, say: Callable[[int], object] = str, size: int = 22
    ) -> Frame:
        """The cells with what stands in them, and nothing else."""
        canvas = self.canvas()
        self.write(canvas, givens, grid, say, size)
        return canvas.frame

    def write(
        self,
        canvas: Canvas,
        givens: Whole,
        grid: Whole,
        say: Callable[[int], object] = str,
        size: int = 22,
        fills: Mapping[int, Color] | None = None,
    ) -> None:
        """What stands in the cells: givens bold and black, entries blue; values may have fills."""

        def tile(value: int, is_given: bool) -> Frame:
            fill = SHEET if fills is None else fills.get(value, SHEET)
            color = INK if is_given else BLUE
            return lettered(self.cell, str(say(value)), size, color, is_given, fill)

        self.put_all(canvas, givens, grid, tile)

    def put_all(
        self, canvas: Canvas, givens: Whole, grid: Whole, tile: Callable[[int, bool], Frame]
    ) -> None:
        """A small picture in every cell that is not blank, by its value and whether it is given."""
        step, (left, top) = self._step, self._origin
        for row, column in cells(self.rows, self.columns):
            value = grid[row][column]
            if value != BLANK:
                picture = tile(value, givens[row][column] == value)
                canvas.paste(picture, left + column * step, top + row * step)
        _draw_boxes(canvas, self)  # whose bold lines reach into the cells

    def put(self, canvas: Canvas, cell: Cell, tile: Frame) -> None:
        """A small picture in a cell, within its lines."""
        canvas.paste(tile, *self.corner(cell))

    def fill(self, canvas: Canvas, cell: Cell, color: Color) -> None:
        """A cell in a colour, within its lines."""
        canvas.rect(*self.corner(cell), self.cell, self.cell, color)

    def beyond(self, side: Side, number: int) -> tuple[float, float]:
        """The middle of the clue beside a row, or above or below a column, counted from 0."""
        x, y = self.middle((number, 0) if side in ("left", "right") else (0, number))
        away = CLUE / 2 + 2
        if side == "left":
            return self.edge("left") - away, y
        if side == "right":
            return self.width - self.edge("right") + away, y
        return x, self.edge("top") - away if side == "top" else (
            self.height - self.edge("bottom") + away
        )

    def clue(self, canvas: Canvas, side: Side, number: int, text: object) -> None:
        """A clue at the rim, beside a row or above or below a column, counted from 0."""
        x, y = self.beyond(side, number)
        half = CLUE / 2 - 4
        canvas.paste(_badge(str(text)), round(x - half), round(y - half))

    def all_clues(self, canvas: Canvas, texts: Mapping[Side, Sequence[object]]) -> None:
        """Clues at several sides; an empty text is no clue."""
        for side, those in texts.items():
            for number, text in enumerate(those):
                if text != "":
                    self.clue(canvas, side, number, text)

    def bar(self, canvas: Canvas, cell: Cell, length: int, is_level: bool) -> None:
        """A bold line above so many cells of a row, or before those of a column."""
        x, y = self.corner(cell)
        long, left, top = length * self._step + BOLD, x - STROKE - 1, y - STROKE - 1
        canvas.rect(left, top, *((long, BOLD) if is_level else (BOLD, long)), INK)

    @cached_property
    def _origin(self) -> tuple[int, int]:
        """The top left pixel of the first cell."""
        return self.edge("left") + STROKE, self.edge("top") + STROKE

    @cached_property
    def _step(self) -> int:
        """Pixels from one cell to the next."""
        return self.cell + max(self.gap, STROKE)

    def _length(self, count: int) -> int:
        """Pixels of so many cells in a row with their lines."""
        return count * self._step + (2 * STROKE - self.gap if self.gap else STROKE)


@lru_cache(maxsize=2048)
def lettered(side: int, text: str, size: int, color: Color, bold: bool, fill: Color) -> Frame:
    """A cell with a text: a grid has many that are alike."""
    canvas = Canvas(side, side, fill)
    canvas.text(side / 2, side / 2, text, size, color, bold)
    return canvas.frame


@lru_cache(maxsize=256)
def _badge(text: str) -> Frame:
    """A clue at the rim."""
    side = CLUE - 8
    canvas = Canvas(side, side, PAPER)
    canvas.rect(0, 0, side, side, LINE, radius=6)
    canvas.text(side / 2, side / 2, text, CLUE_TEXT, INK, bold=True)
    return canvas.frame


@lru_cache(maxsize=64)
def _empty(page: Page) -> Frame:
    canvas = Canvas(page.width, page.height, PAPER)
    left, top = page.edge("left"), page.edge("top")
    if not page.gap:
        across, down = (
            page.width - left - page.edge("right"),
            page.height - top - page.edge("bottom"),
        )
        canvas.rect(left, top, across, down, WALL)
    for cell in cells(page.rows, page.columns):
        x, y = page.corner(cell)
        if page.gap:
            canvas.rect(
                x - STROKE, y - STROKE, page.cell + 2 * STROKE, page.cell + 2 * STROKE, WALL
            )
        canvas.rect(x, y, page.cell, page.cell, SHEET)
    _draw_boxes(canvas, page)
    beside = MARGIN + INDEX / 2 - 4
    for row in range(page.rows):
        canvas.text(beside, page.middle((row, 0))[1], str(row + 1), INDEX_TEXT, MUTED)
    for column in range(page.columns):
        canvas.text(page.middle((0, column))[0], beside, str(column + 1), INDEX_TEXT, MUTED)
    return canvas.frame


def _draw_boxes(canvas: Canvas, page: Page) -> None:
    """Bold lines between boxes and around them."""
    tall, wide = page.box
    if not tall or not wide:
        return
    left, top, step = page.edge("left") - 1, page.edge("top") - 1, page.cell + STROKE
    for line in range(0, page.rows + 1, tall):
        canvas.rect(left, top + line * step, page.columns * step + BOLD, BOLD, INK)
    for line in range(0, page.columns + 1, wide):
        canvas.rect(left + line * step, top, BOLD, page.rows * step + BOLD, INK)

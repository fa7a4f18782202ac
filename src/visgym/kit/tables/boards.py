"""Tables of cells: numbers, letters, colours and signs in rows and columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, MUTED, PAPER, SHEET, WALL, Canvas, Color, ink_on
from visgym.kit.grid import Cell, cells

Rows = Sequence[Sequence[object]]
Whole = tuple[tuple[int, ...], ...]
"""A table of integers."""

ROWS = "Each line is a row of the grid, from the top."
"""How to read `as_text`."""

MARGIN, RIM = 20, 28  # pixels around a table, and for the numbers of rows and columns
LINE = 2  # pixels between cells, and around them
RIM_TEXT = 14  # pixels
SIZES = {1: 0.48, 2: 0.44, 3: 0.36}  # of a cell, the height of texts of so many letters


@dataclass(frozen=True)
class Table:
    """A table of square cells and where they are in its picture.

    >>> table = Table(2, 3, first=0)
    >>> table.picture(((1, 2, 3), (4, 5, 6))).shape == (table.height, table.width, 3)
    True
    """

    rows: int
    columns: int
    cell: int = 48
    """Pixels from one cell to the next."""
    first: int | None = None
    """The number of the first row and column at the rim; none for no rim."""
    headings: tuple[str, ...] = ()
    """What stands at the rim in place of numbers, above the columns and beside the rows."""

    @property
    def left(self) -> int:
        """Pixels to the left of the cells, and above them."""
        return MARGIN + (0 if self._is_bare else RIM)

    @property
    def width(self) -> int:
        return self.left + self.columns * self.cell + LINE + MARGIN

    @property
    def height(self) -> int:
        return self.left + self.rows * self.cell + LINE + MARGIN

    def corner(self, cell: Cell) -> tuple[int, int]:
        """The top left pixel within a cell."""
        return self.left + cell[1] * self.cell + LINE, self.left + cell[0] * self.cell + LINE

    def middle(self, cell: Cell) -> tuple[float, float]:
        half = (self.cell + LINE) / 2
        return self.left + cell[1] * self.cell + half, self.left + cell[0] * self.cell + half

    # Drawing

    def canvas(self, lines: Color = WALL, fill: Color = SHEET) -> Canvas:
        """A canvas with the empty table."""
        return Canvas.on(_empty(self, lines, fill))

    def picture(self, texts: Rows, fills: Mapping[object, Color] | None = None) -> Frame:
        """The table with a text in every cell, on a colour that may depend on what it is."""
        canvas = self.canvas()
        self.write(canvas, texts, fills)
        return canvas.frame

    def write(
        self, canvas: Canvas, texts: Rows, fills: Mapping[object, Color] | None = None
    ) -> None:
        """A text into every cell; an empty one leaves a cell as it is."""
        written = [[str(each) for each in row] for row in texts]
        size = self.text_size(max((len(each) for row in written for each in row), default=1))
        for row, column in cells(self.rows, self.columns):
            fill = (fills or {}).get(texts[row][column])
            if fill is not None:
                self.fill(canvas, (row, column), fill)
            x, y = self.middle((row, column))
            canvas.text(x, y, written[row][column], size, ink_on(fill or SHEET))

    def fill(self, canvas: Canvas, cell: Cell, color: Color) -> None:
        """A cell in a colour, within its lines."""
        canvas.rect(*self.corner(cell), self.cell - LINE, self.cell - LINE, color)

    def fill_all(self, canvas: Canvas, chosen: Iterable[Cell], color: Color) -> None:
        """Some cells in a colour."""
        for cell in chosen:
            self.fill(canvas, cell, color)

    def mark(
        self, canvas: Canvas, cell: Cell, color: Color, inset: int = 3, stroke: int = 3
    ) -> None:
        """A frame within a cell, which singles it out."""
        x, y = self.corner(cell)
        side = self.cell - LINE - 2 * inset
        canvas.outline(x + inset, y + inset, side, side, stroke, color, radius=4)

    def text_size(self, letters: int) -> int:
        """The size of text of which so many letters fit into a cell."""
        return max(round(self.cell * SIZES.get(letters, 1.1 / letters)), 12)

    @property
    def _is_bare(self) -> bool:
        return self.first is None and not self.headings

    def heading(self, number: int) -> str:
        """What stands at the rim beside a row or above a column."""
        return self.headings[number] if self.headings else str(number + (self.first or 0))


@lru_cache(maxsize=64)
def _empty(table: Table, lines: Color, fill: Color) -> Frame:
    canvas = Canvas(table.width, table.height, PAPER)
    left, inner = table.left, table.cell - LINE
    across, down = table.columns * table.cell + LINE, table.rows * table.cell + LINE
    canvas.rect(left, left, across, down, lines)
    for cell in cells(table.rows, table.columns):
        canvas.rect(*table.corner(cell), inner, inner, fill)
    if table.first is None and not table.headings:
        return canvas.frame
    color, bold = (INK, True) if table.headings else (MUTED, False)
    for column in range(table.columns):
        x, _ = table.middle((0, column))
        canvas.text(x, left - RIM / 2, table.heading(column), RIM_TEXT, color, bold)
    for row in range(table.rows):
        _, y = table.middle((row, 0))
        canvas.text(left - RIM / 2, y, table.heading(row), RIM_TEXT, color, bold)
    return canvas.frame


def as_text(rows: Rows, between: str = " ") -> str:
    """The rows of a table, one a line, columns in line.

    >>> print(as_text(((1, 12), (3, 4))))
     1 12
     3  4
    """
    written = [[str(each) for each in row] for row in rows]
    width = max((len(each) for row in written for each in row), default=1)
    return "\n".join(between.join(each.rjust(width) for each in row) for row in written)


def filled(rows: int, columns: int, value: Callable[[Cell], int]) -> Whole:
    """A table whose cells are worked out one by one, row by row.

    >>> filled(2, 2, lambda cell: 2 * cell[0] + cell[1])
    ((0, 1), (2, 3))
    """
    return tuple(tuple(value((row, column)) for column in range(columns)) for row in range(rows))

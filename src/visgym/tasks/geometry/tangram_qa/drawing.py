"""The board of a tangram, and the pieces that were taken out below it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import groupby, pairwise

from visgym.core.task import Frame
from visgym.kit.canvas import INK, LINE, MUTED, PIECES, SHEET, Canvas, Color, ink_on
from visgym.kit.grid import Cell, cells
from visgym.tasks.geometry.tangram_qa.world import GAP, LONGEST_OUT, Removed, Tangram

Rows = Sequence[Sequence[int]]

NOBODY = -1  # the owner of what is not part of a shape
CELL, SMALL = 44, 30  # pixels of a cell on the board, and of a piece that was taken out
MARGIN, RIM = 18, 24  # pixels around all, and for the numbers of rows and columns
SLOT = LONGEST_OUT * SMALL + 24  # pixels
EDGE = 3  # pixels between two pieces
NUMBERS, SMALL_NUMBERS, RIM_NUMBERS = 20, 16, 14  # pixels of the fonts


def picture(tangram: Tangram, out: int) -> Frame:
    """The board above, so many slots for pieces below."""
    size = len(tangram.board)
    canvas = Canvas.on(_empty(size, out))
    numbers = sorted({owner for row in tangram.board for owner in row} - {GAP})
    numbers += [piece.number for piece in tangram.removed]
    fills = dict(zip(sorted(numbers), PIECES, strict=False))
    left, top = _board(size, out)
    _lay(canvas, left, top, CELL, tangram.board, fills)
    for number in fills:
        shape = [cell for cell in cells(size, size) if tangram.board[cell[0]][cell[1]] == number]
        if shape:
            row, column = _middle(shape)
            x, y = left + (column + 0.5) * CELL, top + (row + 0.5) * CELL
            canvas.text(x, y, str(number), NUMBERS, ink_on(fills[number]), bold=True)
    for slot, piece in enumerate(tangram.removed):
        _show(canvas, piece, *_slot(size, out, slot), fills[piece.number])
    return canvas.frame


def in_words(tangram: Tangram) -> str:
    """The board row by row, and the pieces that were taken out."""
    wide = max(len(str(owner)) for row in tangram.board for owner in row)
    rows = [" ".join(f"{owner or '.':>{wide}}" for owner in row) for row in tangram.board]
    for piece in tangram.removed:
        high, across = (1 + max(each) for each in zip(*piece.cells, strict=True))
        signs = {cell: "o" if cell == piece.dot else "#" for cell in piece.cells}
        rows += ["", f"Piece {piece.number}:"]
        rows += ["".join(signs.get((r, c), " ") for c in range(across)) for r in range(high)]
    return "\n".join(rows)


def _show(canvas: Canvas, piece: Removed, x: int, y: int, fill: Color) -> None:
    """A piece in the middle of its slot."""
    rows, columns = (1 + max(each) for each in zip(*piece.cells, strict=True))
    left, top = x + (SLOT - columns * SMALL) // 2, y + (SLOT - rows * SMALL) // 2
    shape = [
        [piece.number if (r, c) in piece.cells else NOBODY for c in range(columns)]
        for r in range(rows)
    ]
    _lay(canvas, left, top, SMALL, shape, {piece.number: fill})
    row, column = _middle([cell for cell in piece.cells if cell != piece.dot])
    x_name, y_name = left + (column + 0.5) * SMALL, top + (row + 0.5) * SMALL
    canvas.text(x_name, y_name, str(piece.number), SMALL_NUMBERS, ink_on(fill), bold=True)
    if piece.dot is not None:
        row, column = piece.dot
        canvas.disc(left + (column + 0.5) * SMALL, top + (row + 0.5) * SMALL, SMALL / 4, INK)


def _lay(
    canvas: Canvas, left: int, top: int, pitch: int, rows: Rows, fills: Mapping[int, Color]
) -> None:
    """Cells in the colours of their owners, with thin lines between them, thick ones around."""
    for row, owners in enumerate(rows):
        for start, length, owner in _runs(owners):
            if fill := fills.get(owner):
                x, y = left + start * pitch, top + row * pitch
                canvas.rect(x, y + 1, length * pitch, pitch - 1, fill)
    columns = list(zip(*rows, strict=True))
    for column, owners in enumerate(columns):
        for start, length, is_part in _runs(owner != NOBODY for owner in owners):
            if is_part:
                x, y = left + column * pitch, top + start * pitch
                canvas.rect(x, y, 1, length * pitch, LINE)
    half = EDGE // 2
    for across, start, length in _borders(rows):
        x, y = left + start * pitch - half, top + across * pitch - half
        canvas.rect(x, y, length * pitch + EDGE, EDGE, INK)
    for across, start, length in _borders(columns):
        x, y = left + across * pitch - half, top + start * pitch - half
        canvas.rect(x, y, EDGE, length * pitch + EDGE, INK)


def _borders(rows: Rows) -> Iterator[tuple[int, int, int]]:
    """Borders between rows with different owners: the row below, first column, and length."""
    nobody = (NOBODY,) * len(rows[0])
    for below, sides in enumerate(pairwise((nobody, *rows, nobody))):
        borders = [one != other for one, other in zip(*sides, strict=True)]
        for start, length, is_border in _runs(borders):
            if is_border:
                yield below, start, length


def _runs(values: Iterable[int]) -> Iterator[tuple[int, int, int]]:
    """Equal neighbours: where they begin, how many they are, and what they are."""
    start = 0
    for value, group in groupby(values):
        length = len(list(group))
        yield start, length, value
        start += length


def _middle(shape: list[Cell]) -> Cell:
    """The cell of a shape that is nearest to the middle of it."""
    row, column = (sum(each) / len(shape) for each in zip(*shape, strict=True))
    return min(shape, key=lambda cell: (cell[0] - row) ** 2 + (cell[1] - column) ** 2)


def _width(size: int, out: int) -> int:
    return 2 * MARGIN + max(2 * RIM + size * CELL, out * SLOT + (out - 1) * MARGIN)


def _board(size: int, out: int) -> tuple[int, int]:
    """The corner of the board."""
    return (_width(size, out) - size * CELL) // 2, MARGIN + RIM


def _slot(size: int, out: int, slot: int) -> tuple[int, int]:
    """The corner of a slot."""
    row = out * SLOT + (out - 1) * MARGIN
    x = (_width(size, out) - row) // 2 + slot * (SLOT + MARGIN)
    return x, 2 * MARGIN + RIM + size * CELL


@lru_cache(maxsize=64)
def _empty(size: int, out: int) -> Frame:
    """The board and the slots without pieces."""
    left, top = _board(size, out)
    canvas = Canvas(_width(size, out), 3 * MARGIN + RIM + size * CELL + SLOT)
    canvas.rect(left, top, size * CELL, size * CELL, LINE)
    for row, column in cells(size, size):
        canvas.rect(left + column * CELL + 1, top + row * CELL + 1, CELL - 1, CELL - 1, SHEET)
    for number in range(size):
        middle = (number + 0.5) * CELL
        canvas.text(left + middle, top - RIM / 2, str(number), RIM_NUMBERS, MUTED)
        canvas.text(left - RIM / 2, top + middle, str(number), RIM_NUMBERS, MUTED)
    for slot in range(out):
        x, y = _slot(size, out, slot)
        canvas.rect(x, y, SLOT, SLOT, SHEET, radius=8)
        canvas.outline(x, y, SLOT, SLOT, 1, LINE, radius=8)
    return canvas.frame

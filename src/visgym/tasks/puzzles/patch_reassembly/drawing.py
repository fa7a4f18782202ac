"""A board and its patches as a picture and as text."""

from __future__ import annotations

from collections.abc import Mapping

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import LINE, MUTED, PAPER, PIECES, SHEET, Canvas, ink_on
from visgym.kit.grid import Cell, cells

CELL, MARGIN, LABEL, TRAY_COLUMNS = 34, 18, 22, 3  # pixels, and parked patches side by side

Shape = tuple[Cell, ...]
"""The cells of a patch relative to its anchor."""


def extent(shape: Shape) -> tuple[int, int]:
    """Rows and columns that a patch spans."""
    rows, columns = zip(*shape, strict=True)
    return max(rows) - min(rows) + 1, max(columns) - min(columns) + 1


def size(rows: int, columns: int, patches: int, slot: int) -> tuple[int, int]:
    """Width and height of the picture."""
    down = -(-patches // TRAY_COLUMNS)
    height = max(rows, down * (slot + 1) - 1) * CELL
    width = int((columns + 1.5 + TRAY_COLUMNS * (slot + 1) - 1) * CELL)
    return width + LABEL + 2 * MARGIN, height + LABEL + 2 * MARGIN


def draw(
    rows: int, columns: int, slot: int, shapes: tuple[Shape, ...], anchors: tuple[Cell | None, ...]
) -> Frame:
    """The board on the left, the parked patches in slots of `slot` cells on the right."""
    canvas = Canvas.on(_ground(rows, columns, len(shapes), slot))
    for patch, (shape, anchor) in enumerate(zip(shapes, anchors, strict=True)):
        top, left = anchor or _parked(patch, shape, columns, slot)
        x, y = MARGIN + LABEL + left * CELL, MARGIN + LABEL + top * CELL
        for row, column in shape:
            tile = _tile(patch, is_anchor=(row, column) == (0, 0))
            canvas.paste(tile, int(x + column * CELL), int(y + row * CELL))
    return canvas.frame


def _parked(patch: int, shape: Shape, columns: int, slot: int) -> tuple[float, float]:
    """Row and column, in cells of the board, at which a parked patch shows its anchor."""
    down, across = divmod(patch, TRAY_COLUMNS)
    height, width = extent(shape)
    left = columns + 1.5 + across * (slot + 1) + (slot - width) / 2
    return down * (slot + 1) + (slot - height) / 2, left - min(column for _, column in shape)


@cached_layer
def _tile(patch: int, is_anchor: bool) -> Frame:
    canvas = Canvas(CELL, CELL, SHEET)
    canvas.rect(1, 1, CELL - 1, CELL - 1, PIECES[patch], radius=3)
    if is_anchor:
        canvas.text(CELL / 2, CELL / 2, str(patch), 18, ink_on(PIECES[patch]), bold=True)
    return canvas.frame


@cached_layer
def _ground(rows: int, columns: int, patches: int, slot: int) -> Frame:
    """The empty board with its numbers, and room for the parked patches."""
    canvas = Canvas(*size(rows, columns, patches, slot), PAPER)
    start = MARGIN + LABEL
    canvas.rect(start, start, columns * CELL + 1, rows * CELL + 1, LINE)
    for row, column in cells(rows, columns):
        canvas.rect(start + column * CELL + 1, start + row * CELL + 1, CELL - 1, CELL - 1, SHEET)
    for column in range(columns):
        canvas.text(start + (column + 0.5) * CELL, start - 14, str(column), 15, MUTED)
    for row in range(rows):
        canvas.text(start - 14, start + (row + 0.5) * CELL, str(row), 15, MUTED)
    return canvas.frame


def describe(
    rows: int, columns: int, owner: Mapping[Cell, int], parked: Mapping[int, Shape]
) -> str:
    """The board as a table of patch numbers, and the parked patches below it."""
    lines = ["   " + "".join(f"{column:>3}" for column in range(columns))]
    for row in range(rows):
        glyphs = (str(owner.get((row, column), ".")) for column in range(columns))
        lines.append(f"{row:>2} " + "".join(f"{glyph:>3}" for glyph in glyphs))
    lines.append("Parked patches:" if parked else "Parked patches: none")
    for patch, shape in parked.items():
        lines += [f"Patch {patch}:", *_text_rows(shape, patch)]
    return "\n".join(lines)


def _text_rows(shape: Shape, patch: int) -> list[str]:
    left = min(column for _, column in shape)
    height, width = extent(shape)
    glyphs = dict.fromkeys(shape, str(patch)) | {(0, 0): "*"}
    rows = [[glyphs.get((r, left + c), " ") for c in range(width)] for r in range(height)]
    return ["".join(row).rstrip() for row in rows]

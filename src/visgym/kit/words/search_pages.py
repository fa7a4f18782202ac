"""Pictures of letter grids: the letters, rings around words that were found, and the list below."""

from __future__ import annotations

import math
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, MUTED, PAPER, PIECES, Canvas, text_width
from visgym.kit.tables.boards import MARGIN, Table
from visgym.kit.words.letter_grids import Line, Rows

CELL, COLUMN, STEP, TEXT, STROKE = 36, 132, 28, 16, 3  # pixels
BEND = 10  # corners that make the round end of a ring

Found = tuple[tuple[str, Line], ...]
"""Words and where they were found."""


def picture(
    rows: Rows, words: tuple[str, ...], found: Found = (), note: str = "", first: str = ""
) -> Frame:
    """The grid and the list; a note in the last line, where the `first` one stood at the start."""
    page = _ringed(rows, words, found, first)
    if note == first:
        return page
    canvas = Canvas.on(page)
    canvas.rect(MARGIN, page.shape[0] - MARGIN - STEP, page.shape[1] - MARGIN, STEP, PAPER)
    _write(canvas, note)
    return canvas.frame


def _write(canvas: Canvas, note: str) -> None:
    middle = canvas.pixels.shape[0] - MARGIN - STEP / 2
    canvas.text(MARGIN, middle, note, TEXT, MUTED, align="left")


def board(size: int, count: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of the cells as shares of a picture with a note."""
    table = _table(size)
    height = _height(size, count, noted=True)
    side = size * CELL
    return table.left / table.width, table.left / height, side / table.width, side / height


def as_text(rows: Rows, words: tuple[str, ...], found: Found = ()) -> str:
    """What the picture shows."""
    lines = [*rows, f"Words: {', '.join(words)}"]
    for word, line in found:
        (top, left), (bottom, right) = ((row + 1, column + 1) for row, column in line)
        lines.append(f"{word} found from ({top}, {left}) to ({bottom}, {right})")
    return "\n".join(lines)


def _table(size: int) -> Table:
    return Table(size, size, cell=CELL, first=1)


def _place(size: int, number: int) -> tuple[int, int]:
    """Where a word of the list begins, by its middle line."""
    table = _table(size)
    row, column = divmod(number, _columns(size))
    return MARGIN + column * COLUMN, table.height + row * STEP + STEP // 2


def _height(size: int, count: int, noted: bool) -> int:
    return _table(size).height + (-(-count // _columns(size)) + noted) * STEP + MARGIN


def _columns(size: int) -> int:
    return (_table(size).width - 2 * MARGIN) // COLUMN


@lru_cache(maxsize=128)
def _ringed(rows: Rows, words: tuple[str, ...], found: Found, note: str) -> Frame:
    """The page with rings, the last of which is drawn onto the page with the others."""
    if not found:
        return _page(rows, words, note)
    canvas = Canvas.on(_ringed(rows, words, found[:-1], note))
    word, line = found[-1]
    color = PIECES[(len(found) - 1) % len(PIECES)]
    canvas.polyline(_ring(len(rows), line), STROKE, color, closed=True)
    x, y = _place(len(rows), words.index(word))
    canvas.line((x - 3, y + 0.5), (x + text_width(word, TEXT) + 3, y + 0.5), STROKE, color)
    return canvas.frame


def _ring(size: int, line: Line) -> list[tuple[float, float]]:
    """The corners of a ring around the letters of a line."""
    (x, y), (far_x, far_y) = (_table(size).middle(cell) for cell in line)
    ahead, radius = math.atan2(far_y - y, far_x - x), 0.4 * CELL
    turns = [math.pi * (each / BEND - 0.5) for each in range(BEND + 1)]
    ends = [(far_x, far_y, ahead + turn) for turn in turns]
    ends += [(x, y, ahead + math.pi + turn) for turn in turns]
    return [(a + radius * math.cos(way), b + radius * math.sin(way)) for a, b, way in ends]


@lru_cache(maxsize=64)
def _page(rows: Rows, words: tuple[str, ...], note: str) -> Frame:
    table = _table(len(rows))
    canvas = Canvas(table.width, _height(len(rows), len(words), bool(note)), PAPER)
    canvas.paste(table.picture(rows), 0, 0)
    for number, word in enumerate(words):
        canvas.text(*_place(len(rows), number), word, TEXT, INK, align="left")
    _write(canvas, note)
    return canvas.frame

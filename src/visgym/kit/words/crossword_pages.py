"""Pictures of crosswords: numbered cells, and the clues in two columns beside them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import INK, MUTED, PAPER, SHEET, Canvas, text_width
from visgym.kit.canvas import LINE as GROUND
from visgym.kit.grid import Cell

CELL, LINE, MARGIN, RIM = 40, 2, 20, 26  # pixels
NUMBER, LETTER, TEXT, TITLE = 12, 20, 15, 17  # sizes of text
COLUMN, INDENT, SPACE, STEP, AFTER, HEAD = 280, 28, 6, 20, 7, 30  # pixels of the clues
TOP = 15  # pixels of a cell that are left to its number


@dataclass(frozen=True, slots=True)
class CrosswordEntry:
    """A word to be found."""

    number: int
    across: bool
    row: int
    column: int
    length: int
    clue: str

    @property
    def name(self) -> str:
        return f"{self.number}{'A' if self.across else 'D'}"

    @property
    def cells(self) -> list[Cell]:
        down, across = (0, 1) if self.across else (1, 0)
        return [(self.row + n * down, self.column + n * across) for n in range(self.length)]


Entries = tuple[CrosswordEntry, ...]


def picture(size: int, entries: Entries, letters: Mapping[Cell, str]) -> Frame:
    """The crossword with the letters that were written."""
    canvas = Canvas.on(_blank(size, entries))
    for cell, letter in letters.items():
        x, y = _corner(cell)
        canvas.paste(_letter(letter), x, y + TOP)
    return canvas.frame


def board(size: int) -> tuple[float, float, float, float]:
    """Left, top, width and height of the cells as shares of the picture."""
    width, height = _shape(size)
    side = size * CELL
    return (MARGIN + RIM) / width, (MARGIN + RIM) / height, side / width, side / height


def _shape(size: int) -> tuple[int, int]:
    """The width and height of the picture."""
    side = MARGIN + RIM + size * CELL + LINE + MARGIN
    return side + 2 * COLUMN, side


def _corner(cell: Cell) -> tuple[int, int]:
    """The top left pixel within a cell."""
    start = MARGIN + RIM + LINE
    return start + cell[1] * CELL, start + cell[0] * CELL


@lru_cache(maxsize=32)
def _letter(letter: str) -> Frame:
    width, height = CELL - LINE, CELL - LINE - TOP
    canvas = Canvas(width, height, SHEET)
    canvas.text(width / 2, height / 2 - 2, letter, LETTER, INK, bold=True)
    return canvas.frame


@lru_cache(maxsize=64)
def _blank(size: int, entries: Entries) -> Frame:
    """The cells without letters, and the clues."""
    width, side = _shape(size)
    canvas = Canvas(width, side, PAPER)
    for number in range(size):
        x, y = _corner((number, number))
        canvas.text(x + CELL / 2 - 1, MARGIN + RIM / 2, str(number + 1), 14, MUTED)
        canvas.text(MARGIN + RIM / 2, y + CELL / 2 - 1, str(number + 1), 14, MUTED)
    canvas.rect(MARGIN + RIM, MARGIN + RIM, size * CELL + LINE, size * CELL + LINE, GROUND)
    for cell in {cell for entry in entries for cell in entry.cells}:
        x, y = _corner(cell)
        canvas.rect(x - LINE, y - LINE, CELL + LINE, CELL + LINE, INK)
    for cell in {cell for entry in entries for cell in entry.cells}:
        canvas.rect(*_corner(cell), CELL - LINE, CELL - LINE, SHEET)
    for entry in entries:
        x, y = _corner((entry.row, entry.column))
        canvas.text(x + 3, y + 8, str(entry.number), NUMBER, INK, align="left")
    for number, across in enumerate((True, False)):
        _clues(canvas, side + number * COLUMN, [e for e in entries if e.across == across])
    return canvas.frame


def _clues(canvas: Canvas, left: int, entries: list[CrosswordEntry]) -> None:
    """One column: a title, and the clues of one direction."""
    title = "Across" if entries[0].across else "Down"
    canvas.text(left, MARGIN + HEAD / 2, title, TITLE, INK, bold=True, align="left")
    y = MARGIN + HEAD + STEP / 2 + 0.25  # never rounded from a half
    for entry in entries:
        canvas.text(left, y, str(entry.number), TEXT, INK, bold=True, align="left")
        for line in clue_lines(entry.clue):
            for x, word in line:
                canvas.text(left + INDENT + x, y, word, TEXT, INK, align="left")
            y += STEP
        y += AFTER


def clue_lines(clue: str) -> list[list[tuple[int, str]]]:
    """The words of a clue and where they begin, in lines that fit its column.

    Clues are new in every crossword, but their words are not: drawn by themselves they are cached.
    """
    lines: list[list[tuple[int, str]]] = [[]]
    x = 0
    for word in clue.split():
        width = _advance(word)
        if x + width > COLUMN - INDENT - MARGIN:
            lines.append([])
            x = 0
        lines[-1].append((x, word))
        x += width + SPACE
    return lines


@lru_cache(maxsize=4096)
def _advance(word: str) -> int:
    return text_width(word, TEXT)

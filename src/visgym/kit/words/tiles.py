"""Pictures of guesses: rows of tiles, and the keyboard below them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from visgym.core.task import Frame
from visgym.kit.canvas import GREEN, INK, LINE, MUTED, PAPER, SHEET, YELLOW, Canvas, Color, ink_on
from visgym.kit.words import hints
from visgym.kit.words.hints import Told

TILE, KEY, KEY_HEIGHT, GAP, MARGIN, BETWEEN = 54, 36, 46, 6, 24, 34  # pixels
ROWS = ("QWERTYUIOP", "ASDFGHJKL", "ZXCVBNM")
COLORS = {hints.GREEN: GREEN, hints.YELLOW: YELLOW, hints.GREY: MUTED}
WIDTH = len(ROWS[0]) * (KEY + GAP) - GAP + 2 * MARGIN


def picture(length: int, tries: int, told: Told, note: str = "") -> Frame:
    """The guesses from the top, what is known of each letter, and a line between them."""
    canvas = Canvas.on(_blank(length, tries))
    for row, (word, marks) in enumerate(told):
        for column, (letter, mark) in enumerate(zip(word, marks, strict=True)):
            canvas.paste(_tile(TILE, TILE, letter, 28, COLORS[mark]), *_corner(length, row, column))
    for letter, mark in known(told).items():
        canvas.paste(_tile(KEY, KEY_HEIGHT, letter, 18, COLORS[mark]), *_key(tries, letter))
    canvas.text(WIDTH / 2, _key(tries, ROWS[0][0])[1] - BETWEEN / 2, note, 16, bold=True)
    return canvas.frame


def known(told: Told) -> Mapping[str, str]:
    """The best hint on each letter that was tried."""
    found: dict[str, str] = {}
    for word, marks in told:
        for letter, mark in zip(word, marks, strict=True):
            best = found.get(letter, hints.GREY)
            found[letter] = min(best, mark, key=(hints.GREEN, hints.YELLOW, hints.GREY).index)
    return found


def _corner(length: int, row: int, column: int) -> tuple[int, int]:
    left = (WIDTH - length * (TILE + GAP) + GAP) // 2
    return left + column * (TILE + GAP), MARGIN + row * (TILE + GAP)


def _key(tries: int, letter: str) -> tuple[int, int]:
    row = next(number for number, keys in enumerate(ROWS) if letter in keys)
    left = (WIDTH - len(ROWS[row]) * (KEY + GAP) + GAP) // 2
    top = MARGIN + BETWEEN + tries * (TILE + GAP) - GAP
    return left + ROWS[row].index(letter) * (KEY + GAP), top + row * (KEY_HEIGHT + GAP)


@lru_cache(maxsize=256)
def _tile(width: int, height: int, letter: str, size: int, fill: Color) -> Frame:
    canvas = Canvas(width, height, PAPER)
    canvas.rect(0, 0, width, height, fill, radius=5)
    canvas.text(width / 2, height / 2, letter, size, ink_on(fill), bold=True)
    return canvas.frame


@lru_cache(maxsize=32)
def _blank(length: int, tries: int) -> Frame:
    """No guess yet."""
    _, bottom = _key(tries, ROWS[-1][0])
    canvas = Canvas(WIDTH, bottom + KEY_HEIGHT + MARGIN, PAPER)
    for row in range(tries):
        for column in range(length):
            x, y = _corner(length, row, column)
            canvas.rect(x, y, TILE, TILE, LINE, radius=5)
            canvas.rect(x + 2, y + 2, TILE - 4, TILE - 4, SHEET, radius=4)
    for letter in "".join(ROWS):
        x, y = _key(tries, letter)
        canvas.rect(x, y, KEY, KEY_HEIGHT, LINE, radius=5)
        canvas.text(x + KEY / 2, y + KEY_HEIGHT / 2, letter, 18, INK, bold=True)
    return canvas.frame

"""Square grids of letters with words hidden in them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from visgym.kit.grid import Cell, cells, shift
from visgym.kit.words.lists import avoided, words

Rows = tuple[str, ...]
Line = tuple[Cell, Cell]
"""The first cell of a word and the last one."""

Grid = tuple[Rows, tuple[str, ...]]
"""The rows and the words in them, in alphabetical order."""

DIRECTIONS: dict[str, Cell] = {
    "right": (0, 1),
    "down": (1, 0),
    "left": (0, -1),
    "up": (-1, 0),
    "down right": (1, 1),
    "down left": (1, -1),
    "up right": (-1, 1),
    "up left": (-1, -1),
}
SHORTEST, LONGEST = 4, 8  # letters of hidden words
TRIES = 60  # places that are tried for a word
FILLERS = "AAAAABBCCCDDDEEEEEEFFGGHHHIIIIIJKKLLLLMMNNNNNOOOOOPPPQRRRRRSSSSTTTTTUUUVVWWXYYZ"


def letter_grid(size: int, count: int, steps: Sequence[Cell], rng: Random) -> Grid | None:
    """A grid with some words in it, each of them once; None if luck had it otherwise."""
    chosen = _apart(words(SHORTEST, min(LONGEST, size - 1)), count, rng)
    letters: dict[Cell, str] = {}
    for word in sorted(chosen, key=len, reverse=True):
        if not _put(letters, word, size, steps, rng):
            return None
    free = [cell for cell in cells(size, size) if cell not in letters]
    letters |= zip(free, rng.choices(FILLERS, k=len(free)), strict=True)
    _clean(letters, frozenset(free), size, rng)
    rows = tuple("".join(letters[row, column] for column in range(size)) for row in range(size))
    is_clear = all(len(places(rows, word)) == 1 for word in chosen)
    return (rows, tuple(sorted(chosen))) if is_clear else None


def strewn(grid: Grid, most: int, rng: Random) -> tuple[Rows, str] | None:
    """The rows with a letter of no word in up to so many cells, and the letter; None for a bad
    draw."""
    (rows, chosen), size = grid, len(grid[0])
    taken = set[Cell]()
    for word in chosen:
        (start, end) = places(rows, word)[0]
        step = tuple((b > a) - (b < a) for a, b in zip(start, end, strict=True))
        taken |= {*_cells_from(start, (step[0], step[1]), len(word))}
    letter = rng.choice([each for each in FILLERS if each not in "".join(chosen)])
    others = FILLERS.replace(letter, "")
    letters = {cell: rows[cell[0]][cell[1]] for cell in cells(size, size)}
    letters |= {cell: rng.choice(others) for cell in letters if letters[cell] == letter}
    free = [cell for cell in letters if cell not in taken]
    letters |= dict.fromkeys(rng.sample(free, rng.randint(1, most)), letter)
    before = dict(letters)
    _clean(letters, frozenset(free), size, rng)
    made = tuple("".join(letters[row, column] for column in range(size)) for row in range(size))
    is_clear = all(len(places(made, word)) == 1 for word in chosen)
    return (made, letter) if is_clear and letters == before else None


def spelled(rows: Rows, start: Cell, end: Cell) -> str | None:
    """The letters from one cell to another; None unless they lie on a line.

    >>> spelled(("CAT", "XOX", "XXW"), (0, 0), (2, 2))
    'COW'
    """
    down, across = end[0] - start[0], end[1] - start[1]
    far = max(abs(down), abs(across))
    if far == 0 or (down and across and abs(down) != abs(across)):
        return None
    step = down // far, across // far
    return "".join(rows[r][c] for r, c in _cells_from(start, step, far + 1))


def occurrences(rows: Rows, word: str) -> list[Line]:
    """Where a word stands, found letter by letter from every cell in every direction."""
    size, far = len(rows), len(word) - 1
    found = []
    for row, column in cells(size, size):
        if rows[row][column] != word[0]:
            continue
        for down, across in DIRECTIONS.values():
            end = row + far * down, column + far * across
            if not (0 <= end[0] < size and 0 <= end[1] < size):
                continue
            if all(rows[row + n * down][column + n * across] == word[n] for n in range(1, far + 1)):
                found.append(((row, column), end))
    return found


@lru_cache(maxsize=256)
def places(rows: Rows, word: str) -> tuple[Line, ...]:
    """Where a word stands, found in whole lines of the grid."""
    found = []
    for line, text in zip(_lines(len(rows)), _texts(rows), strict=True):
        at = text.find(word)
        while at >= 0:
            found.append((line[at], line[at + len(word) - 1]))
            at = text.find(word, at + 1)
    return tuple(found)


def direction_of(line: Line) -> str:
    """The name of the direction in which a line runs.

    >>> direction_of(((3, 3), (1, 1)))
    'up left'
    """
    (top, left), (bottom, right) = line
    step = (bottom > top) - (bottom < top), (right > left) - (right < left)
    return next(name for name, each in DIRECTIONS.items() if each == step)


@lru_cache(maxsize=32)
def _lines(size: int) -> tuple[tuple[Cell, ...], ...]:
    """Every row, column and diagonal, in both directions."""
    found = []
    for down, across in ((0, 1), (1, 0), (1, 1), (1, -1)):
        starts = [cell for cell in cells(size, size) if not _inside(cell, (-down, -across), size)]
        for start in starts:
            ahead = _cells_from(start, (down, across), size)
            line = tuple(cell for cell in ahead if _inside(cell, (0, 0), size))
            found += [line, line[::-1]]
    return tuple(found)


@lru_cache(maxsize=64)
def _texts(rows: Rows) -> tuple[str, ...]:
    """What the lines read."""
    return tuple("".join([rows[row][column] for row, column in line]) for line in _lines(len(rows)))


def _inside(cell: Cell, step: Cell, size: int) -> bool:
    row, column = shift(cell, step)
    return 0 <= row < size and 0 <= column < size


def _cells_from(start: Cell, step: Cell, count: int) -> Iterator[Cell]:
    return ((start[0] + n * step[0], start[1] + n * step[1]) for n in range(count))


def _apart(pool: Sequence[str], count: int, rng: Random) -> list[str]:
    """Words of which none is read within another one, or backwards."""
    chosen: list[str] = []
    while len(chosen) < count:
        word = rng.choice(pool)
        back = word[::-1]
        clash = any(word in w or w in word or back in w or w in back for w in chosen)
        if not clash and word != back:
            chosen.append(word)
    return chosen


def _put(
    letters: dict[Cell, str], word: str, size: int, steps: Sequence[Cell], rng: Random
) -> bool:
    """Write a word where it meets no other letters than its own."""
    far = len(word) - 1
    for _ in range(TRIES):
        down, across = rng.choice(steps)
        row = rng.randrange(max(0, -far * down), size - max(0, far * down))
        column = rng.randrange(max(0, -far * across), size - max(0, far * across))
        way = list(_cells_from((row, column), (down, across), len(word)))
        if all(letters.get(cell, own) == own for cell, own in zip(way, word, strict=True)):
            letters.update(zip(way, word, strict=True))
            return True
    return False


def _clean(letters: dict[Cell, str], free: frozenset[Cell], size: int, rng: Random) -> None:
    """Change fillers where they make a word that nobody wants to read."""
    hit = True
    while hit:
        hit = False
        for line in _lines(size):
            for cell in _mishaps("".join(map(letters.__getitem__, line)), line, free):
                letters[cell] = rng.choice("QXZVJK")
                hit = True


def _mishaps(text: str, line: Sequence[Cell], free: frozenset[Cell]) -> Iterator[Cell]:
    """A filler out of each avoided word."""
    beginnings = _avoided()
    for at in range(len(text) - 2):
        for word in beginnings.get(text[at : at + 3], ()):
            if text.startswith(word, at):
                yield from [cell for cell in line[at : at + len(word)] if cell in free][:1]


@lru_cache(maxsize=1)
def _avoided() -> dict[str, list[str]]:
    """The avoided words by their first three letters."""
    found: dict[str, list[str]] = {}
    for word in avoided():
        found.setdefault(word[:3], []).append(word)
    return found

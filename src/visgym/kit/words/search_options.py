"""Wrong options for questions on letter grids, all of them near the right one."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from math import dist
from random import Random

from visgym.kit.grid import Cell, cells
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.words.letter_grids import DIRECTIONS, Line, Rows, places, spelled


def near_letters(rows: Rows, cell: Cell, count: int) -> dict[str, Cell]:
    """So many different letters near a cell, and where each of them is."""
    found: dict[str, Cell] = {}
    far = sorted(cells(len(rows), len(rows)), key=lambda each: dist(cell, each))
    for row, column in far:
        found.setdefault(rows[row][column], (row, column))
    return dict(islice(found.items(), count))


def near_misses(rows: Rows, word: str, rng: Random) -> Iterator[Line]:
    """Lines as long as a word that do not read so; first those that start beside it or like it."""
    size, (start, _) = len(rows), places(rows, word)[0]
    everywhere = list(cells(size, size))
    alike = [cell for cell in everywhere if rows[cell[0]][cell[1]] == word[0]]
    near = list(dict.fromkeys([*_around(start, size), *alike]))
    for starts in (near, [cell for cell in everywhere if cell not in near]):
        lines = [line for cell in starts for line in _lines_from(cell, len(word), size)]
        rng.shuffle(lines)
        yield from (line for line in lines if spelled(rows, *line) != word)


def _lines_from(cell: Cell, length: int, size: int) -> list[Line]:
    far = length - 1
    ends = [(cell[0] + far * down, cell[1] + far * across) for down, across in DIRECTIONS.values()]
    return [(cell, end) for end in ends if min(end) >= 0 and max(end) < size]


def mixed(words: tuple[str, ...], count: int, rng: Random) -> list[frozenset[str]]:
    """The words that are right in each of some wrong options: with the right one, half of all."""

    def drawn(rng: Random) -> list[frozenset[str]] | None:
        kept: list[set[str]] = [set() for _ in range(count - 1)]
        for word in words:
            for option in rng.sample(kept, count // 2 - 1):
                option.add(word)
        different = {frozenset(each) for each in kept} - {frozenset(words)}
        return [frozenset(each) for each in kept] if len(different) == len(kept) else None

    return redrawn(drawn, rng)


def _around(cell: Cell, size: int) -> list[Cell]:
    near = [(cell[0] + down, cell[1] + across) for down, across in DIRECTIONS.values()]
    return [each for each in near if min(each) >= 0 and max(each) < size]

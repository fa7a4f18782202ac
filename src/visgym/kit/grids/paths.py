"""Paths through all cells of a grid."""

from __future__ import annotations

from random import Random

from visgym.kit.grid import Cell, cells, neighbours

BITES = 8  # for each cell, after which the path shows nothing of how it began


def path_through_all(size: int, rng: Random) -> list[Cell]:
    """A random path from side to side of cells through every cell of a square once.

    One end is tied to a cell beside it again and again, and the loop that this makes is opened.

    >>> path = path_through_all(4, Random(1))
    >>> len(set(path)), all(b in neighbours(a) for a, b in zip(path, path[1:]))
    (16, True)
    """
    path = [(row, column if row % 2 else size - 1 - column) for row, column in cells(size, size)]
    every = set(path)
    for _ in range(BITES * len(path)):
        if rng.random() < 0.5:
            path.reverse()
        beside = [each for each in neighbours(path[-1]) if each in every and each != path[-2]]
        after = path.index(rng.choice(beside)) + 1
        path[after:] = path[after:][::-1]
    return path

"""Paths through all cells of a grid."""

from __future__ import annotations

from random import Random

from visgym.kit.grid import Cell, cells, shift

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
BITES = 12  # for each cell, after which the path shows nothing of how it began


def path_through_all(size: int, rng: Random) -> list[Cell]:
    """A random path from side to side of cells through every cell of a square once.

    One end is tied to a cell beside it again and again, and the loop that this makes is opened.

    >>> from itertools import pairwise
    >>> path = path_through_all(4, Random(1))
    >>> len(set(path)), all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(path))
    (16, True)
    """
    path = [(row, column if row % 2 else size - 1 - column) for row, column in cells(size, size)]
    every = set(path)
    for _ in range(BITES * len(path)):
        if rng.random() < 0.5:
            path.reverse()
        beside = shift(path[-1], rng.choice(STEPS))
        if beside in every and beside != path[-2]:  # to skip the others keeps all paths alike
            after = path.index(beside) + 1
            path[after:] = path[after:][::-1]
    return path

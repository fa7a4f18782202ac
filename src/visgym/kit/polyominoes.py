"""Shapes of cells that hang together: turned, moved into a corner, cut out of a square."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from random import Random
from typing import TypeAlias

import numpy as np

from visgym.kit.grid import Cell, cells, neighbours

Owners: TypeAlias = tuple[tuple[int, ...], ...]
"""Whose each cell of a board is, row by row."""


def turned(shape: Iterable[Cell], quarters: int) -> list[Cell]:
    """The cells after so many quarters of a turn clockwise, in the same order."""
    found = list(shape)
    for _ in range(quarters % 4):
        found = [(column, -row) for row, column in found]
    return found


def cornered(shape: Sequence[Cell]) -> list[Cell]:
    """The cells moved so that the first row and the first column are 0, in the same order.

    >>> cornered(turned([(0, 0), (1, 0), (1, 1)], 1))
    [(0, 1), (0, 0), (1, 0)]
    """
    top, left = min(row for row, _ in shape), min(column for _, column in shape)
    return [(row - top, column - left) for row, column in shape]


def extent(shape: Sequence[Cell]) -> int:
    """The rows or columns that a shape takes, whichever are more."""
    return 1 + max(max(cell) for cell in cornered(shape))


def regions(owners: Owners) -> list[tuple[int, list[Cell]]]:
    """Each owner's cells that hang together, in the order of their first cells."""
    left = {(r, c): owner for r, row in enumerate(owners) for c, owner in enumerate(row)}
    found = []
    while left:
        start, owner = next(iter(left.items()))
        del left[start]
        region, fringe = [start], [start]
        while fringe:
            for cell in neighbours(fringe.pop()):
                if left.get(cell) == owner:
                    del left[cell]
                    region.append(cell)
                    fringe.append(cell)
        found.append((owner, sorted(region)))
    return found


def touching(owners: Owners) -> set[tuple[int, int]]:
    """Pairs of different owners that share the side of a cell, each pair both ways round."""
    pairs = set[tuple[int, int]]()
    for lines in (owners, tuple(zip(*owners, strict=True))):
        for line in lines:
            pairs.update(pairwise(line))
    return {pair for one, other in pairs if one != other for pair in ((one, other), (other, one))}


def cut(size: int, count: int, least: int, rng: Random) -> Owners | None:
    """A square cut into pieces 0, 1, ... of the cells that are nearest to one of as many seeds.

    None if a piece has fewer cells than the least, or falls apart.
    """
    seeds = np.array(rng.sample(list(cells(size, size)), count))
    along = (np.arange(size) - seeds[:, :, None]) ** 2
    nearest = np.argmin(along[:, 0, :, None] + along[:, 1, None, :], axis=0)
    owners = tuple(map(tuple, nearest.tolist()))
    found = regions(owners)
    return owners if len(found) == count and min(len(each) for _, each in found) >= least else None

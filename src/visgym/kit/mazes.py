"""Perfect mazes, every one equally likely."""

from __future__ import annotations

import itertools
from random import Random

from visgym.kit.grid import Cell, cells, neighbours


def carve(rows: int, columns: int, rng: Random) -> frozenset[Cell]:
    """The floor of a maze of odd sides, walls included, from a uniform spanning tree (Wilson)."""
    rooms = [(2 * r + 1, 2 * c + 1) for r, c in cells(rows // 2, columns // 2)]
    floor = {rng.choice(rooms)}
    for room in rooms:
        path = _walk(room, floor, rows, columns, rng)
        floor.update(path)
        floor.update(_between(a, b) for a, b in itertools.pairwise(path))
    return frozenset(floor)


def _walk(room: Cell, floor: set[Cell], rows: int, columns: int, rng: Random) -> list[Cell]:
    """A loop-erased random walk over rooms from `room` to the floor."""
    path = [room]
    while path[-1] not in floor:
        ahead = rng.choice(_rooms_around(path[-1], rows, columns))
        if ahead in path:
            del path[path.index(ahead) + 1 :]
        else:
            path.append(ahead)
    return path


def _rooms_around(room: Cell, rows: int, columns: int) -> list[Cell]:
    beyond = [(2 * r - room[0], 2 * c - room[1]) for r, c in neighbours(room)]
    return [(r, c) for r, c in beyond if 0 < r < rows and 0 < c < columns]


def _between(a: Cell, b: Cell) -> Cell:
    return (a[0] + b[0]) // 2, (a[1] + b[1]) // 2

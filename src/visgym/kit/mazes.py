"""Perfect mazes, every one equally likely."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from random import Random

from visgym.kit.chance import below
from visgym.kit.grid import Cell, cells, neighbours

MOST_ROOMS = 20_000  # carved, in all, while looking for a maze with a short way

Ways = tuple[tuple[int, Cell], ...]
"""The rooms beside a room, and the cells between."""


def tries(rows: int, columns: int) -> int:
    """How many mazes of a size may be carved until one suits."""
    return -(-MOST_ROOMS // ((rows // 2) * (columns // 2)))


def carve(rows: int, columns: int, rng: Random) -> frozenset[Cell]:
    """The floor of a maze of odd sides, walls included, from a uniform spanning tree (Wilson)."""
    rooms, ways = _plan(rows, columns)
    reached = bytearray(len(rooms))
    reached[rng.randrange(len(rooms))] = True
    doors: list[Cell] = []
    for room in range(len(rooms)):
        taken = _walk(room, reached, ways, rng)
        while not reached[room]:  # loops are left out: the last way out of a room counts
            reached[room] = True
            room, door = taken[room]
            doors.append(door)
    return frozenset(chain(rooms, doors))


def _walk(
    room: int, reached: bytearray, ways: tuple[Ways, ...], rng: Random
) -> dict[int, tuple[int, Cell]]:
    """The last way taken out of each room on a random walk from `room` to what is reached."""
    taken: dict[int, tuple[int, Cell]] = {}
    bits = rng.getrandbits
    while not reached[room]:
        options = ways[room]
        taken[room] = way = options[below(len(options), bits)]
        room = way[0]
    return taken


@lru_cache(maxsize=16)
def _plan(rows: int, columns: int) -> tuple[tuple[Cell, ...], tuple[Ways, ...]]:
    """The rooms of a maze, row by row, and the ways out of each."""
    rooms = tuple((2 * r + 1, 2 * c + 1) for r, c in cells(rows // 2, columns // 2))
    numbers = {room: number for number, room in enumerate(rooms)}
    beyond = [[((2 * r - a, 2 * c - b), (r, c)) for r, c in neighbours((a, b))] for a, b in rooms]
    ways = (tuple((numbers[to], door) for to, door in each if to in numbers) for each in beyond)
    return rooms, tuple(ways)


def distances(floor: frozenset[Cell], start: Cell, facing: Cell | None = None) -> dict[Cell, int]:
    """The moves to each cell, and the turns where the walker faces a step, in a perfect maze."""
    found = {start: 0}
    waiting: list[tuple[Cell, Cell | None]] = [(start, facing)]
    for (row, column), heading in waiting:
        length = found[row, column] + 1
        for step in ((-1, 0), (0, 1), (1, 0), (0, -1)):
            ahead = (row + step[0], column + step[1])
            if ahead in floor and ahead not in found:
                found[ahead] = length + (heading is not None and heading != step)
                waiting.append((ahead, heading and step))
    return found


def farthest(lengths: dict[Cell, int], longest: float) -> Cell:
    """The cell at the end of the longest way that is no longer than `longest`."""
    return max((length, cell) for cell, length in lengths.items() if length <= longest)[1]


def tree(floor: frozenset[Cell], root: Cell) -> dict[Cell, Cell]:
    """The next cell on the way to the root, for every other cell of a perfect maze."""
    found, waiting = {root: root}, [root]
    for cell in waiting:
        row, column = cell
        for beside in ((row - 1, column), (row, column + 1), (row + 1, column), (row, column - 1)):
            if beside in floor and beside not in found:
                found[beside] = cell
                waiting.append(beside)
    del found[root]
    return found


def between(toward: dict[Cell, Cell], start: Cell, end: Cell) -> list[Cell]:
    """The cells of the way from one to another, both included, by a tree.

    >>> between({(1, 1): (1, 2), (0, 2): (1, 2), (2, 2): (0, 2)}, (1, 1), (0, 2))
    [(1, 1), (1, 2), (0, 2)]
    """
    ways = [[start], [end]]
    for way in ways:
        while way[-1] in toward:
            way.append(toward[way[-1]])
    there, back = ways
    while len(there) > 1 and len(back) > 1 and there[-2] == back[-2]:
        there.pop()
        back.pop()
    return [*there, *back[-2::-1]]

"""Tiles that slide to one side of a board and merge, and a player who thinks a move ahead."""

from __future__ import annotations

from functools import lru_cache
from itertools import pairwise
from math import inf

from visgym.kit.grid import Cell

Line = tuple[int, ...]
Tiles = tuple[Line, ...]
"""Rows of numbers, 0 where no tile is."""

SIDES = ("LEFT", "DOWN", "RIGHT", "UP")
BARE, ROOMY = 10, 6  # free cells with which nothing, or one tile, need be looked ahead
CROWDED = 2  # tiles that are looked ahead where there are fewer
STUCK = -1000.0  # what a board without a move promises
FREE, PAIR, BEND = 4.0, 2.0, 0.15  # what counts in a line: a free cell, a pair, a hollow


@lru_cache(maxsize=1 << 16)
def slid_line(line: Line) -> tuple[Line, int]:
    """A line whose tiles slid to its front, and the sum of the tiles that were made.

    >>> slid_line((2, 2, 2, 0)), slid_line((4, 2, 2, 4))
    (((4, 2, 0, 0), 4), ((4, 4, 4, 0), 4))
    """
    tiles = [each for each in line if each]
    merged, points, at = list[int](), 0, 0
    while at < len(tiles):
        twice = at + 1 < len(tiles) and tiles[at] == tiles[at + 1]
        merged.append(tiles[at] * (2 if twice else 1))
        points += merged[-1] if twice else 0
        at += 2 if twice else 1
    return (*merged, *[0] * (len(line) - len(merged))), points


@lru_cache(maxsize=1 << 16)
def _slid_back(line: Line) -> Line:
    return slid_line(line[::-1])[0][::-1]


def slid(tiles: Tiles, side: str) -> Tiles:
    """The board after a slide, before a tile is added; the same board if nothing can move.

    >>> slid(((2, 0), (2, 4)), "UP")
    ((4, 4), (0, 0))
    """
    if side == "LEFT":
        return tuple([slid_line(row)[0] for row in tiles])
    if side == "RIGHT":
        return tuple([_slid_back(row) for row in tiles])
    columns = tuple(zip(*tiles, strict=True))
    moved = slid(columns, "LEFT" if side == "UP" else "RIGHT")
    return tuple(zip(*moved, strict=True))


def made(tiles: Tiles, side: str) -> int:
    """The sum of the tiles that a slide makes by merging; the same for both ways along a line."""
    lines = tiles if side in ("LEFT", "RIGHT") else tuple(zip(*tiles, strict=True))
    return sum(slid_line(line)[1] for line in lines)


def is_stuck(tiles: Tiles) -> bool:
    """Whether no slide changes anything."""
    return all(slid(tiles, side) == tiles for side in SIDES)


def free_cells(tiles: Tiles) -> list[Cell]:
    """The cells without a tile, row by row."""
    return [(r, c) for r, row in enumerate(tiles) for c, tile in enumerate(row) if not tile]


def with_tile(tiles: Tiles, cell: Cell, tile: int) -> Tiles:
    """The board with one more tile."""
    row, column = cell
    line = tiles[row]
    new = (*line[:column], tile, *line[column + 1 :])
    return (*tiles[:row], new, *tiles[row + 1 :])


# A player


def ranked(tiles: Tiles) -> list[tuple[float, str]]:
    """The slides that change something with what they promise, the best one first.

    Every free cell may get the next tile, which is taken for a 2; the best slide after it counts.
    """
    ways = [(side, slid(tiles, side)) for side in SIDES]
    found = [(_expected(after, CROWDED), side) for side, after in ways if after != tiles]
    return sorted(found, reverse=True)


def _expected(tiles: Tiles, depth: int) -> float:
    """The mean promise of a board that is about to get a tile."""
    free = free_cells(tiles)
    if len(free) >= BARE:
        return _promise(tiles)
    depth = 1 if len(free) >= ROOMY else depth
    return sum(_best(with_tile(tiles, cell, 2), depth) for cell in free) / len(free)


def _best(tiles: Tiles, depth: int) -> float:
    best = -inf
    for side in SIDES:
        after = slid(tiles, side)
        if after != tiles:
            best = max(best, _expected(after, depth - 1) if depth > 1 else _promise(after))
    return STUCK if best == -inf else best


def _promise(tiles: Tiles) -> float:
    return sum(map(_order, tiles)) + sum(map(_order, zip(*tiles, strict=True)))


@lru_cache(maxsize=1 << 16)
def _order(line: Line) -> float:
    """How good a line is: free cells, pairs to merge, and tiles that only rise or only fall.

    Rows and columns that are in order lie along a snake with the largest tile in a corner.
    """
    heights = [each.bit_length() - 1 if each else 0 for each in line]
    steps = list(pairwise(heights))
    rises = sum(b**3 - a**3 for a, b in steps if b > a)
    falls = sum(a**3 - b**3 for a, b in steps if a > b)
    pairs = sum(a == b > 0 for a, b in steps)
    return FREE * heights.count(0) + PAIR * pairs - BEND * min(rises, falls)

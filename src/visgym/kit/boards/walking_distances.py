"""Shortest ways to order tiles over one free cell, where they are many moves from home.

The walking distance looks at rows alone: how many tiles of each home row every row holds, and which
row has the free cell. Tiles that slide up or down change that, and the fewest such slides are known
for all arrangements at once; columns alike. The sum of both is at most what the tiles take.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from visgym.kit.boards.slides import Layout, Unsettled

LARGEST = 4  # side of a board whose rows can be told in all their arrangements
BITS = 4  # that tell a tile, or how many tiles of a row are in another

Board = int
"""The tile on each cell, the first cell in the lowest bits; the free cell holds the last number."""
Node = tuple[Board, int, int, int, Board | None]
"""A board, its free cell, its arrangements by rows and by columns, and the board before."""


@dataclass(frozen=True, slots=True)
class Walks:
    """All arrangements of tiles by rows, as numbers."""

    numbers: dict[int, int]
    lengths: list[int]
    """The slides that each arrangement is from order."""
    after: list[int]
    """What follows: entry `(2 * number + downwards) * side + home row of the tile`."""


@cache
def walks(side: int) -> Walks:
    """The arrangements that can be reached, from ordered tiles outwards."""
    ordered = sum((side - (row == side - 1)) << BITS * (row * side + row) for row in range(side))
    start = ordered * side + side - 1  # the free cell is in the last row
    numbers, lengths = {start: 0}, [0]
    after: list[int] = []
    for arrangement in (waiting := [start]):
        counts, free = divmod(arrangement, side)
        number = len(after) // (2 * side)
        for row in (free - 1, free + 1):
            for home in range(side):
                place = BITS * (row * side + home)
                if not 0 <= row < side or not counts >> place & 15:
                    after.append(-1)
                    continue
                slid = counts - (1 << place) + (1 << BITS * (free * side + home))
                found = slid * side + row
                if found not in numbers:
                    numbers[found] = len(lengths)
                    lengths.append(lengths[number] + 1)
                    waiting.append(found)
                after.append(numbers[found])
    return Walks(numbers, lengths, after)


@cache
def _slides(side: int) -> tuple[tuple[tuple[int, int, bool, int], ...], ...]:
    """The slides into each cell: the other cell, its bits, the axis, and the place in the table."""
    found = []
    for cell in range(side * side):
        row, column = divmod(cell, side)
        near = [(row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1)]
        found.append(
            tuple(
                (r * side + c, BITS * (r * side + c), c == column, side * (r * side + c > cell))
                for r, c in near
                if 0 <= r < side and 0 <= c < side
            )
        )
    return tuple(found)


def shortest_order(
    cells: Layout, side: int, longest: int | None = None, most_layouts: float = math.inf
) -> list[Layout] | None:
    """The layouts on a shortest way to ordered tiles; None if it takes more than `longest`.

    A* as in `slides.shortest`: a slide changes what is left at least by one, so two stacks serve.
    """
    table, slides, empty = walks(side), _slides(side), side * side - 1
    after, lengths, width, goal = table.after, table.lengths, 2 * side, _ordered(side)
    board, free, rows, columns = _packed(cells, side)
    promise = lengths[rows] + lengths[columns]
    parents: dict[Board, Board | None] = {}
    fringe: list[Node] = [(board, free, rows, columns, None)]
    later: list[Node] = []
    while fringe and (longest is None or promise <= longest):
        if len(parents) > most_layouts:
            raise Unsettled
        board, free, rows, columns, parent = fringe.pop()
        if board not in parents:
            parents[board] = parent
            if board == goal:
                return [_layout(each, side) for each in _traced(parents, board)]
            for cell, bits, is_vertical, offset in slides[free]:
                tile = board >> bits & 15
                found = board ^ (tile ^ empty) * ((1 << bits) | (1 << BITS * free))
                if found in parents:
                    continue
                if is_vertical:
                    ahead = after[width * rows + offset + tile // side]
                    node = (found, cell, ahead, columns, board)
                    (fringe if lengths[ahead] < lengths[rows] else later).append(node)
                else:
                    ahead = after[width * columns + offset + tile % side]
                    node = (found, cell, rows, ahead, board)
                    (fringe if lengths[ahead] < lengths[columns] else later).append(node)
        if not fringe:
            fringe, later, promise = later, [], promise + 2
    return None


def _packed(cells: Layout, side: int) -> tuple[Board, int, int, int]:
    """The board, its free cell, and the numbers of its arrangements by rows and by columns."""
    free = (set(range(side * side)) - set(cells)).pop()
    board, rows, columns = (side * side - 1) << BITS * free, 0, 0
    for tile, cell in enumerate(cells):
        board += tile << BITS * cell
        rows += 1 << BITS * (cell // side * side + tile // side)
        columns += 1 << BITS * (cell % side * side + tile % side)
    numbers = walks(side).numbers
    return (
        board,
        free,
        numbers[rows * side + free // side],
        numbers[columns * side + free % side],
    )


@cache
def _ordered(side: int) -> Board:
    return sum(tile << BITS * tile for tile in range(side * side))


def _layout(board: Board, side: int) -> Layout:
    at = {board >> BITS * cell & 15: cell for cell in range(side * side)}
    return tuple(at[tile] for tile in range(side * side - 1))


def _traced(parents: dict[Board, Board | None], board: Board) -> list[Board]:
    way: list[Board] = []
    at: Board | None = board
    while at is not None:
        way.append(at)
        at = parents[at]
    return way[::-1]

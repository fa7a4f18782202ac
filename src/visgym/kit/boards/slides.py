"""Pieces that slide one cell at a time over a square board, and shortest ways to arrange them.

Cells are numbers, row by row from the top left; a layout is the cell of each piece.
"""

from __future__ import annotations

import math
from functools import cache
from random import Random
from typing import Literal

Direction = Literal["up", "down", "left", "right"]
Layout = tuple[int, ...]
Slide = tuple[int, int]
"""A piece and the cell that it slides to."""

_STEPS: dict[Direction, tuple[int, int]] = {
    "up": (-1, 0),
    "down": (1, 0),
    "left": (0, -1),
    "right": (0, 1),
}


def ahead(cell: int, direction: Direction, side: int) -> int | None:
    """The next cell in a direction, None beyond the edge."""
    row, column = cell // side + _STEPS[direction][0], cell % side + _STEPS[direction][1]
    return row * side + column if 0 <= row < side and 0 <= column < side else None


def heading(cell: int, other: int) -> Direction:
    """The direction from a cell to the one beside it."""
    if abs(cell - other) == 1:
        return "right" if other > cell else "left"
    return "down" if other > cell else "up"


def put(layout: Layout, piece: int, cell: int) -> Layout:
    """The layout with one piece elsewhere."""
    return (*layout[:piece], cell, *layout[piece + 1 :])


def apart(layout: Layout, goal: Layout, side: int) -> int:
    """The sum of the Manhattan distances of all pieces from their goals."""
    table = _distances(side)
    return sum(table[cell][home] for cell, home in zip(layout, goal, strict=True))


def slides(layout: Layout, side: int) -> list[Slide]:
    """Every slide that is possible now, by piece."""
    beside = _beside(side)
    free = _every_cell(side).difference(layout)
    if len(free) == 1:
        (cell,) = free
        return [(piece, cell) for piece in sorted(map(layout.index, beside[cell]))]
    return [
        (piece, ahead)
        for piece, cell in enumerate(layout)
        for ahead in beside[cell]
        if ahead in free
    ]


class Unsettled(Exception):
    """A search that looked at as many layouts as it may."""


def shortest(
    start: Layout,
    goal: Layout,
    side: int,
    longest: int | None = None,
    most_layouts: float = math.inf,
    most_waiting: float = math.inf,
) -> list[Layout] | None:
    """The layouts on a shortest way, both ends included; None if it takes more than `longest`.

    A* on the sum of Manhattan distances. A slide changes that sum by one, so a place's promise
    stays or grows by two, and two stacks serve as the queue; deepest places come first.
    """
    away = _distances(side)
    promise = apart(start, goal, side)
    parents: dict[Layout, Layout | None] = {}
    fringe: list[tuple[Layout, Layout | None]] = [(start, None)]
    later: list[tuple[Layout, Layout | None]] = []
    while fringe and (longest is None or promise <= longest):
        if len(parents) > most_layouts or len(fringe) + len(later) > most_waiting:
            raise Unsettled
        layout, parent = fringe.pop()
        if layout not in parents:
            parents[layout] = parent
            if layout == goal:
                return _traced(parents, goal)
            for piece, free in slides(layout, side):
                after = (*layout[:piece], free, *layout[piece + 1 :])
                if after not in parents:
                    left = away[goal[piece]]
                    nearer = left[free] < left[layout[piece]]
                    (fringe if nearer else later).append((after, layout))
        if not fringe:
            fringe, later, promise = later, [], promise + 2
    return None


def wandered(layout: Layout, moves: int, side: int, rng: Random) -> Layout:
    """The layout after random slides, none back to an earlier layout if it can be helped."""
    seen = {layout}
    for _ in range(moves):
        options = [put(layout, *slide) for slide in slides(layout, side)]
        layout = rng.choice([each for each in options if each not in seen] or options)
        seen.add(layout)
    return layout


def scattered(goal: Layout, moves: int, swaps: int, side: int, rng: Random) -> Layout | None:
    """A layout `moves` away in Manhattan distance, after some swaps of neighbours; None if stuck.

    Without swaps every slide leads away from home, so the shortest way back takes `moves`.
    """
    left, away = moves, _distances(side)
    layout = goal
    while left:
        if swaps and rng.random() < 2 * swaps / left:
            swaps -= 1
            layout, gained = _swapped(layout, goal, side, rng)
            left -= gained
            if not gained or left < 0:
                return None
        else:
            options = [
                (piece, cell)
                for piece, cell in slides(layout, side)
                if away[cell][goal[piece]] > away[layout[piece]][goal[piece]]
            ]
            if not options:
                return None
            layout = put(layout, *rng.choice(options))
            left -= 1
    return layout


def _swapped(layout: Layout, goal: Layout, side: int, rng: Random) -> tuple[Layout, int]:
    """Two neighbours in each other's place, both farther from home: the layout, and by how much."""
    away, at = _distances(side), {cell: piece for piece, cell in enumerate(layout)}
    pairs = [
        (piece, at[cell])
        for piece in range(len(layout))
        for cell in _beside(side)[layout[piece]]
        if at.get(cell, -1) > piece
        and away[cell][goal[piece]] > away[layout[piece]][goal[piece]]
        and away[layout[piece]][goal[at[cell]]] > away[cell][goal[at[cell]]]
    ]
    if not pairs:
        return layout, 0
    one, other = rng.choice(pairs)
    return put(put(layout, one, layout[other]), other, layout[one]), 2


def _traced(parents: dict[Layout, Layout | None], layout: Layout) -> list[Layout]:
    way: list[Layout] = []
    at: Layout | None = layout
    while at is not None:
        way.append(at)
        at = parents[at]
    return way[::-1]


@cache
def _every_cell(side: int) -> frozenset[int]:
    return frozenset(range(side * side))


@cache
def _beside(side: int) -> tuple[tuple[int, ...], ...]:
    """The cells beside each cell."""
    found = [[ahead(cell, direction, side) for direction in _STEPS] for cell in range(side * side)]
    return tuple(tuple(cell for cell in cells if cell is not None) for cells in found)


@cache
def _distances(side: int) -> tuple[tuple[int, ...], ...]:
    """The Manhattan distance between any two cells."""
    spots = [divmod(cell, side) for cell in range(side * side)]
    return tuple(tuple(abs(r - a) + abs(c - b) for a, b in spots) for r, c in spots)

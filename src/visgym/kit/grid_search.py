"""Walks on grids, and the pieces that hang together."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from collections.abc import Set as AbstractSet

from visgym.kit.grid import Cell, neighbours


def steps_from(
    sources: Iterable[Cell], rows: int, columns: int, walls: AbstractSet[Cell] = frozenset()
) -> dict[Cell, int]:
    """The fewest steps to the nearest source, for every cell that can be reached.

    >>> steps_from([(0, 0)], 2, 2, walls={(0, 1)})
    {(0, 0): 0, (1, 0): 1, (1, 1): 2}
    """
    steps = dict.fromkeys(sources, 0)
    waiting = deque(steps)
    while waiting:
        cell = waiting.popleft()
        for beside in neighbours(cell):
            if not 0 <= beside[0] < rows or not 0 <= beside[1] < columns:
                continue
            if beside not in walls and beside not in steps:
                steps[beside] = steps[cell] + 1
                waiting.append(beside)
    return steps


def pieces(members: AbstractSet[Cell]) -> Iterator[set[Cell]]:
    """The sets of cells that hang together by their sides.

    >>> sorted(len(piece) for piece in pieces({(0, 0), (0, 1), (2, 2)}))
    [1, 2]
    """
    left = set(members)
    while left:
        piece, waiting = set[Cell](), [left.pop()]
        while waiting:
            cell = waiting.pop()
            piece.add(cell)
            for beside in neighbours(cell):
                if beside in left:
                    left.discard(beside)
                    waiting.append(beside)
        yield piece


def where(rows: Iterable[Iterable[object]], value: object) -> set[Cell]:
    """The cells of a table that hold a value."""
    return {(r, c) for r, row in enumerate(rows) for c, each in enumerate(row) if each == value}

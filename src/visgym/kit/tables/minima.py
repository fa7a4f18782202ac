"""Tables that hold 1, 2, 3 and so on, each once, and the cells that are their local minima."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from random import Random

from visgym.kit.grid import Cell, cells


@dataclass(frozen=True, slots=True)
class LocalMinima:
    marked: frozenset[Cell]
    """The local minima."""
    given: tuple[tuple[Cell, int], ...]
    """Cells whose numbers are known."""


def drawn_marks(rows: int, columns: int, given: int, rng: Random) -> LocalMinima:
    """The minima and some numbers of a table that is filled at random."""
    everywhere = list(cells(rows, columns))
    order = rng.sample(range(len(everywhere)), len(everywhere))
    around = _around(rows, columns)
    marked = frozenset(
        cell
        for at, cell in enumerate(everywhere)
        if all(
            order[at] < order[beside] for beside in range(len(order)) if around[at] >> beside & 1
        )
    )
    known = sorted(rng.sample(range(len(order)), given))
    return LocalMinima(marked, tuple((everywhere[at], order[at] + 1) for at in known))


def fillings(marks: LocalMinima, rows: int, columns: int) -> int:
    """Tables that have these minima, by putting one number after the other.

    A cell is a minimum if no cell around it was filled before.

    >>> fillings(LocalMinima(frozenset({(0, 0)}), ()), 1, 3)
    1
    """
    around, count = _around(rows, columns), rows * columns
    marked = [cell in marks.marked for cell in cells(rows, columns)]
    known = {cell[0] * columns + cell[1]: number for cell, number in marks.given}
    ways = {0: 1}  # by the set of cells that are filled
    for number in range(1, count + 1):
        after = dict[int, int]()
        fit = [at for at in range(count) if known.get(at, number) == number]
        if number in known.values():
            fit = [at for at in fit if at in known]
        for put, many in ways.items():
            for at in fit:
                if not put >> at & 1 and marked[at] != bool(put & around[at]):
                    after[put | 1 << at] = after.get(put | 1 << at, 0) + many
        ways = after
    return sum(ways.values())


def fillings_by_exclusion(marks: LocalMinima, rows: int, columns: int) -> int:
    """The same: tables with at least these minima, less those that have others as well.

    >>> fillings_by_exclusion(LocalMinima(frozenset({(0, 0)}), ()), 1, 3)
    1
    """
    near = _near(rows, columns)
    others = [cell for cell in near if not marks.marked & (near[cell] | {cell})]
    total = 0
    for count in range(len(others) + 1):
        for more in combinations(others, count):
            if not any(one in near[other] for one, other in combinations(more, 2)):
                total += (-1) ** count * _at_least(marks.marked | set(more), marks, near)
    return total


def _at_least(least: frozenset[Cell], marks: LocalMinima, near: dict[Cell, frozenset[Cell]]) -> int:
    """Tables where some cells are minima, whatever others are; one number after the other."""
    given, by_number = dict(marks.given), {number: cell for cell, number in marks.given}
    ways: Counter[frozenset[Cell]] = Counter({frozenset[Cell](): 1})
    for number in range(1, len(near) + 1):
        after: Counter[frozenset[Cell]] = Counter()
        due = by_number.get(number)
        for put, count in ways.items():  # which of the minima hold a smaller number
            free = {cell for cell in near.keys() - least if near[cell] & least <= put}
            if due is None:
                known = sum(given.get(cell, number) < number for cell in free)
                room = len(free - given.keys()) - (number - 1 - known - len(put))
                after[put] += count * max(room, 0)
                for cell in least - put - given.keys():
                    after[put | {cell}] += count
            elif due in least or due in free:
                after[put | ({due} & least)] += count
        ways = after
    return ways[least]


@lru_cache(maxsize=32)
def _near(rows: int, columns: int) -> dict[Cell, frozenset[Cell]]:
    """The up to eight cells around every cell."""
    there = set(cells(rows, columns))
    return {
        (row, column): frozenset(
            (row + down - 1, column + across - 1) for down, across in cells(3, 3)
        )
        & (there - {(row, column)})
        for row, column in cells(rows, columns)
    }


@lru_cache(maxsize=32)
def _around(rows: int, columns: int) -> list[int]:
    """The same as sets of bits, by the number of the cell."""
    near = _near(rows, columns)
    return [sum(1 << row * columns + column for row, column in near[cell]) for cell in near]

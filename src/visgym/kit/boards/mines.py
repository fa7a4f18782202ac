"""Minefields as sets of bits: what opens, and what follows from the numbers that are open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from visgym.kit.grid import Cell, cells

Bits = int
"""A set of cells, numbered row by row."""


@dataclass(frozen=True, slots=True)
class MineField:
    """A board without mines.

    >>> field = MineField(3, 3)
    >>> field.around(0).bit_count(), field.around(4).bit_count()
    (3, 8)
    """

    rows: int
    columns: int

    @property
    def every(self) -> Bits:
        return (1 << self.rows * self.columns) - 1

    def number(self, cell: Cell) -> int:
        return cell[0] * self.columns + cell[1]

    def cell(self, number: int) -> Cell:
        return divmod(number, self.columns)

    def bits(self, those: Iterable[Cell]) -> Bits:
        """The set of some cells."""
        return sum(1 << self.number(cell) for cell in those)

    def around(self, number: int) -> Bits:
        """The cells that touch one, also at a corner."""
        return _around(self.rows, self.columns)[number]

    def count(self, mines: Bits, number: int) -> int:
        """The mines around a cell."""
        return (self.around(number) & mines).bit_count()

    def spread(self, mines: Bits, number: int) -> Bits:
        """What opens with a safe cell: around a 0, all that touches it, and so on."""
        around = _around(self.rows, self.columns)
        opened, waiting = 0, 1 << number
        while waiting:
            opened |= waiting
            blank = [each for each in ones(waiting) if not around[each] & mines]
            waiting = 0
            for each in blank:
                waiting |= around[each]
            waiting &= ~opened
        return opened


@lru_cache(maxsize=32)
def _around(rows: int, columns: int) -> tuple[Bits, ...]:
    field = MineField(rows, columns)
    found = []
    for row, column in cells(rows, columns):
        near = cells(3, 3)
        those = ((row + r - 1, column + c - 1) for r, c in near if (r, c) != (1, 1))
        found.append(field.bits(c for c in those if 0 <= c[0] < rows and 0 <= c[1] < columns))
    return tuple(found)


def ones(bits: Bits) -> Iterator[int]:
    """The cells of a set, lowest first."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest


# What follows


@dataclass(frozen=True, slots=True)
class Found:
    """What is known for certain, and the hardest step that it took."""

    safe: Bits
    mines: Bits
    strength: int
    """1 if single numbers were enough, 2 if two had to be compared, 0 if nothing safe follows."""


def deduced(field: MineField, numbers: Mapping[int, int], count: int) -> Found:
    """The cells that must be safe, given the numbers that are open and the count of all mines.

    Single numbers are used up before two are compared, and all that is found is used for more
    until some cell is safe.
    """
    opened = sum(1 << number for number in numbers)
    closed, mines, strength = field.every & ~opened, 0, 1
    border = [(field.around(at) & closed, value) for at, value in numbers.items()]
    border = [(near, value) for near, value in border if near]
    border.append((closed, count))
    while True:
        clues = {near & ~mines: value - (near & mines).bit_count() for near, value in border}
        safe, more = _from_one(clues)
        if not safe and not more:
            strength = 2
            safe, more = _from_two(list(clues.items()))
        mines |= more
        if safe or not more:
            return Found(safe, mines, strength if safe else 0)


def _from_one(clues: Mapping[Bits, int]) -> tuple[Bits, Bits]:
    """Around a number, none or all of the closed cells are mines."""
    safe = mines = 0
    for near, value in clues.items():
        if not value:
            safe |= near
        elif value == near.bit_count():
            mines |= near
    return safe, mines


def _from_two(clues: list[tuple[Bits, int]]) -> tuple[Bits, Bits]:
    """One number needs all that it does not share with another, so the other needs no more."""
    safe = mines = 0
    for near, value in clues:
        for other, less in clues:
            if value >= less and near & other:
                alone = near & ~other
                if alone.bit_count() == value - less:
                    mines |= alone
                    safe |= other & ~near
    return safe, mines


def worked_out(field: MineField, mines: Bits, opened: Bits) -> list[int] | None:
    """The strength of each step in which everything safe is found; None if it takes a guess."""
    count, strengths = mines.bit_count(), list[int]()
    while opened | mines != field.every:
        numbers = {at: field.count(mines, at) for at in ones(opened)}
        found = deduced(field, numbers, count)
        if not found.safe:
            return None
        strengths.append(found.strength)
        for at in ones(found.safe):
            if not opened >> at & 1:
                opened |= field.spread(mines, at)
    return strengths

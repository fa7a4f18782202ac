"""Tables of numbers that are all different."""

from __future__ import annotations

from random import Random

from visgym.kit.tables.boards import Whole, filled

VALUES = {1: range(1, 10), 2: range(10, 100)}
"""The numbers with so many digits."""


def different(rows: int, columns: int, digits: int, rng: Random) -> Whole:
    """A table of different numbers with so many digits.

    >>> sorted(sum(different(3, 3, 1, Random(0)), ()))
    [1, 2, 3, 4, 5, 6, 7, 8, 9]
    """
    drawn = iter(rng.sample(VALUES[digits], rows * columns))
    return filled(rows, columns, lambda cell: next(drawn))


def fits(rows: int, columns: int, digits: int) -> bool:
    """Whether there are enough numbers, and the table is one that can be seen."""
    enough = digits in VALUES and rows * columns <= len(VALUES[digits])
    return enough and min(rows, columns) >= 2 and max(rows, columns) <= 14

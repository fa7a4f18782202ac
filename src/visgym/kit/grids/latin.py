"""Latin squares: each value once in every row and column."""

from __future__ import annotations

from random import Random

from visgym.kit.grids.checks import Check, each_once, lines
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole


def latin_rules(size: int) -> Rules:
    """Each of 1 to `size` once in every row and column.

    >>> len(latin_rules(3).solutions(most=99))
    12
    """
    rules = Rules(size * size, range(1, size + 1))
    for _, line in lines(size, size):
        rules.different([row * size + column for row, column in line], range(1, size + 1))
    return rules


def latin_checks(size: int) -> list[Check]:
    """The same by name."""
    return [each_once(name, line) for name, line in lines(size, size)]


def latin_square(size: int, rng: Random) -> Whole:
    """A random square: any may come, though not all alike often.

    >>> square = latin_square(4, Random(1))
    >>> all(check.holds(square) for check in latin_checks(4))
    True
    """
    (flat,) = latin_rules(size).solutions(most=1, rng=rng)
    rows, columns = (rng.sample(range(size), size) for _ in range(2))
    return tuple(tuple(flat[row * size + column] for column in columns) for row in rows)

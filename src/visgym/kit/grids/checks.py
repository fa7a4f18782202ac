"""Rules of clue grids by name, each told from its definition, for grids that are full or not."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass

from visgym.kit.grid import Cell
from visgym.kit.tables.boards import Whole

BLANK = -1
"""What stands in a cell where nothing stands."""


@dataclass(frozen=True)
class Check:
    """A rule: its name, and whether what stands in some cells keeps it.

    >>> check = each_once("row 1", [(0, 0), (0, 1)])
    >>> check.holds(((1, 2),)), check.holds(((2, 2),)), check.holds(((1, BLANK),))
    (True, False, False)
    """

    name: str
    cells: tuple[Cell, ...]
    test: Callable[[Sequence[int]], bool]

    def holds(self, rows: Whole) -> bool:
        """Whether the rule is kept; where a cell is blank it is not kept yet."""
        values = [rows[row][column] for row, column in self.cells]
        return BLANK not in values and self.test(values)


def each_once(name: str, cells: Iterable[Cell]) -> Check:
    """No two are equal."""
    return Check(name, tuple(cells), lambda values: len(set(values)) == len(values))


def total(name: str, cells: Iterable[Cell], right: int) -> Check:
    """The sum is right."""
    return Check(name, tuple(cells), lambda values: sum(values) == right)


def count(name: str, cells: Iterable[Cell], value: int, right: int) -> Check:
    """So many are of a value."""
    return Check(name, tuple(cells), lambda values: list(values).count(value) == right)


def together(name: str, one: Cell, other: Cell, fits: Callable[[int, int], bool]) -> Check:
    """Two cells fit together."""
    return Check(name, (one, other), lambda values: fits(values[0], values[1]))


def lines(rows: int, columns: int) -> list[tuple[str, list[Cell]]]:
    """The rows and columns of a grid by name.

    >>> [name for name, _ in lines(1, 2)]
    ['row 1', 'column 1', 'column 2']
    """
    found = [(f"row {r + 1}", [(r, c) for c in range(columns)]) for r in range(rows)]
    return found + [(f"column {c + 1}", [(r, c) for r in range(rows)]) for c in range(columns)]


def only(rows: Whole, shown: Container[Cell]) -> Whole:
    """Some cells of a grid, and blanks elsewhere.

    >>> only(((1, 2), (3, 4)), {(0, 1)})
    ((-1, 2), (-1, -1))
    """
    return tuple(
        tuple(value if (r, c) in shown else BLANK for c, value in enumerate(row))
        for r, row in enumerate(rows)
    )

"""What stands in the grid of a puzzle."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Generic, Protocol, TypeVar

from visgym.core.identity import FLAT
from visgym.kit.grid import Cell, cells
from visgym.kit.grids.checks import BLANK
from visgym.kit.tables.boards import Whole


class Clued(Protocol):
    """What a puzzle must have: the values that are given, and blanks elsewhere."""

    @property
    def givens(self) -> Whole: ...


Puzzle = TypeVar("Puzzle", bound=Clued)


@dataclass(frozen=True, slots=True)
class Filling(Generic[Puzzle]):
    """A puzzle and what stands in its grid; in JSON, the fields of the puzzle and the entries."""

    puzzle: Puzzle = field(metadata=FLAT)
    entries: Whole | None = None
    """None while only the givens stand."""
    answered: bool = False

    @property
    def grid(self) -> Whole:
        return self.puzzle.givens if self.entries is None else self.entries

    @property
    def keeps_givens(self) -> bool:
        pairs = zip(_flat(self.puzzle.givens), _flat(self.grid), strict=True)
        return all(given in (BLANK, entry) for given, entry in pairs)

    @property
    def blank(self) -> int:
        """The number of blank cells."""
        return _flat(self.grid).count(BLANK)


def _flat(grid: Whole) -> list[int]:
    return [each for row in grid for each in row]


def numbered(grid: Whole) -> dict[int, int]:
    """What stands in the cells, by their number."""
    return {cell: value for cell, value in enumerate(_flat(grid)) if value != BLANK}


def entries(
    grid: Whole, right: Whole, values: Sequence[int], rng: Random, steps: int
) -> list[tuple[Cell, int]]:
    """What to write in random order to make a grid right, with wrong values first up to `steps`."""
    plan = [
        (cell, right[cell[0]][cell[1]])
        for cell in cells(len(right), len(right[0]))
        if grid[cell[0]][cell[1]] != right[cell[0]][cell[1]]
    ]
    rng.shuffle(plan)
    while plan and len(plan) < steps:
        at = rng.randrange(len(plan))
        cell, value = plan[at]
        plan.insert(at, (cell, rng.choice([each for each in values if each != value])))
    return plan

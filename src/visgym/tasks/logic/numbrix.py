"""Numbrix: fill a grid with numbers in a row, each beside the next."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.authoring import Frame, redrawn
from visgym.kit.grid import cells
from visgym.kit.grids.checks import BLANK, Check, each_once
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.filling import numbered
from visgym.kit.grids.paths import path_through_all
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole


@dataclass(frozen=True, slots=True)
class Trail:
    givens: Whole


@dataclass(frozen=True, kw_only=True)
class Numbrix(ClueGrid[Trail]):
    size: int = 3
    """Rows of the grid, and columns."""
    blank: int = 4
    """Cells to be filled."""

    tags = frozenset({"synthetic", "full", "known", "logic", "planning"})
    pictured = "Given numbers are black. The grey numbers count rows and columns."

    def validate(self) -> None:
        if not 3 <= self.size <= 7 or not 1 <= self.blank <= 0.7 * self.size**2:
            raise ValueError("size must be from 3 to 7 and blank at most 7 cells in 10.")

    @property
    def values(self) -> Sequence[int]:
        return range(self.size**2)

    def made(self, rng: Random) -> Trail:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Trail | None:
        """The numbers along a random path, without so many, if the others leave no other path."""
        path = path_through_all(self.size, rng)
        places = tuple(row * self.size + column for row, column in path)
        keep = self.size**2 - self.blank
        givens = self.rules_of(Trail(())).thinned(places, rng, keep)
        if len(givens) > keep:
            return None
        return Trail(self.gridded([givens.get(number, BLANK) for number in self.values]))

    def rules(self) -> str:
        return (
            f"Fill the grid with the numbers from 0 to {self.size**2 - 1}, each once, so that "
            "every number shares a side of its cell with the next one. Given numbers stay."
        )

    # For the search it is the numbers that have places

    def rules_of(self, puzzle: Trail) -> Rules:
        rules, beside = Rules(self.size**2, self.values), _beside(self.size)
        for number in self.values[1:]:
            rules.pair(number - 1, number, beside)
        rules.different(self.values, self.values)
        return rules

    def fixed(self, puzzle: Trail) -> dict[int, int]:
        return {number: place for place, number in numbered(puzzle.givens).items()}

    def gridded(self, flat: Sequence[int]) -> Whole:
        at = {place: number for number, place in enumerate(flat)}
        return super().gridded([at.get(place, BLANK) for place in self.values])

    def checks_of(self, puzzle: Trail) -> Sequence[Check]:
        every = tuple(cells(self.size, self.size))
        links = [
            Check(f"{number} beside {number + 1}", every, _link(self.size, number))
            for number in self.values[:-1]
        ]
        return [each_once("each number once", every), *links]

    def page_of(self, puzzle: Trail, grid: Whole) -> Frame:
        return self.page.picture(puzzle.givens, grid)


def _link(size: int, number: int) -> Callable[[Sequence[int]], bool]:
    """Whether a number and the next one stand side by side."""

    def holds(values: Sequence[int]) -> bool:
        if number not in values or number + 1 not in values:
            return False
        (a, b), (c, d) = (divmod(values.index(each), size) for each in (number, number + 1))
        return abs(a - c) + abs(b - d) == 1

    return holds


@lru_cache(maxsize=8)
def _beside(size: int) -> Callable[[int, int], bool]:
    """Whether two places of a grid share a side."""
    return lambda one, other: (
        abs(one - other) == size or (abs(one - other) == 1 and one // size == other // size)
    )


PRESETS = grid_levels(Numbrix, size=(3, 5, 7), blank=(4, 15, 33))

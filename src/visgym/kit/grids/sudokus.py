"""Sudoku of any size: each digit once in every row, column and box."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from visgym.core.task import Frame
from visgym.kit.grid import Cell
from visgym.kit.grids.checks import Check, each_once
from visgym.kit.grids.faces import ClueGrid
from visgym.kit.grids.filling import numbered
from visgym.kit.grids.latin import latin_checks, latin_rules
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.tables.boards import Whole


@dataclass(frozen=True, slots=True)
class Digits:
    givens: Whole


@dataclass(frozen=True, kw_only=True)
class SudokuGrid(ClueGrid[Digits]):
    size: int = 9
    """Rows of the grid, and columns; 4 or 9."""
    blank: int = 20
    """Cells to be filled."""
    least: int = 1
    """The deductions that are needed at least: 1 single digits, 2 single places, 3 more."""
    most: int = 1
    """The deductions that are enough: 1 single digits, 2 single places, 3 pairs, 4 trying."""

    tags = frozenset({"synthetic", "full", "known", "logic"})

    def validate(self) -> None:
        if self.size not in (4, 9) or not 1 <= self.blank <= (12 if self.size == 4 else 54):
            raise ValueError("size must be 4 or 9, and blank at most 12 or 54.")
        if not 1 <= self.least <= self.most <= 4 or self.least > 3:
            raise ValueError("least must be from 1 to 3 and most from there to 4.")

    @property
    def box(self) -> int:
        return 2 if self.size == 4 else 3

    @property
    def values(self) -> Sequence[int]:
        return range(1, self.size + 1)

    def made(self, rng: Random) -> Digits:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Digits | None:
        """A random grid without as many digits as can be spared."""
        rules = self.rules_of(Digits(()))
        givens = self.thinned(rules, rng, self.size**2 - self.blank)
        if givens is None:
            return None
        effort = rules.effort(numbered(givens))
        needed = 4 if effort.guesses else effort.strength
        return Digits(givens) if self.least <= needed <= self.most else None

    def rules(self) -> str:
        return (
            f"Fill the grid with the digits from 1 to {self.size}, so that every row, every "
            f"column and every box of {self.box} by {self.box} cells has each digit once. Given "
            "digits stay."
        )

    def rules_of(self, puzzle: Digits) -> Rules:
        rules = latin_rules(self.size)
        for _, box in self._boxes():
            rules.different([row * self.size + column for row, column in box], self.values)
        return rules

    def checks_of(self, puzzle: Digits) -> Sequence[Check]:
        return [*latin_checks(self.size), *(each_once(name, box) for name, box in self._boxes())]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=44, box=(self.box, self.box))

    def page_of(self, puzzle: Digits, grid: Whole) -> Frame:
        page = self.page
        return page.picture(puzzle.givens, grid)

    def _boxes(self) -> Iterator[tuple[str, list[Cell]]]:
        for number in range(self.size):
            top, left = number // self.box * self.box, number % self.box * self.box
            cells = [(top + k // self.box, left + k % self.box) for k in range(self.size)]
            yield f"box {number + 1}", cells

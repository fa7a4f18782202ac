"""Mini Sudoku: fill a grid of four by four with each digit once in every row, column and box.

Single digits are enough for all of them, so the last level has as few givens as there can be: four.
"""

from __future__ import annotations

from dataclasses import dataclass

from visgym.kit.grids.faces import grid_levels
from visgym.kit.grids.sudokus import SudokuGrid


@dataclass(frozen=True, kw_only=True)
class MiniSudoku(SudokuGrid):
    size: int = 4
    """Rows of the grid, and columns."""
    blank: int = 6
    """Cells to be filled."""


PRESETS = grid_levels(MiniSudoku, blank=(6, 9, 12))

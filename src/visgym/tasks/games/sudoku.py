"""Sudoku: fill a grid with each digit once in every row, column and box.

Blank cells and deductions grow together here: with 30 blank cells hardly any needs more than a look
at the digits that are left, so the levels have 20, 44 and 52.
"""

from __future__ import annotations

from dataclasses import dataclass

from visgym.kit.grids.faces import grid_levels
from visgym.kit.grids.sudokus import SudokuGrid


@dataclass(frozen=True, kw_only=True)
class Sudoku(SudokuGrid):
    """With boxes of three by three."""


GRIDS = grid_levels(Sudoku, blank=(20, 44, 52), least=(1, 2, 3), most=(1, 2, 4))
# the published game is played cell by cell, so that is what its levels are
PRESETS = {f"level_{n}": GRIDS[f"play_{n}"] for n in range(3)}
PRESETS |= {f"answer_{n}": GRIDS[f"level_{n}"] for n in range(3)}

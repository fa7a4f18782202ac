"""Matrix Both Diagonals: order rows and columns so that both diagonals hold only ones.

Some more ones than were published hide the planted ones; four by four cells have few starts else.
"""

from __future__ import annotations

from dataclasses import dataclass

from visgym.authoring import levels
from visgym.kit.tables.diagonals import DiagonalOrder


@dataclass(frozen=True, kw_only=True)
class MatrixBothDiagonals(DiagonalOrder):
    diagonals: int = 2
    more: float = 0.6


PRESETS = levels(MatrixBothDiagonals, size=(4, 5, 7), more=(0.6, 0.75, 1.4))

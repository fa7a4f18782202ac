"""Matrix Main Diagonal: order rows and columns so that the main diagonal holds only ones."""

from __future__ import annotations

from dataclasses import dataclass

from visgym.authoring import levels
from visgym.kit.tables.diagonals import DiagonalOrder


@dataclass(frozen=True, kw_only=True)
class MatrixMainDiagonal(DiagonalOrder):
    pass


PRESETS = levels(MatrixMainDiagonal, size=(4, 6, 9), more=(1.25, 1.5, 1.5))

"""Game of Life: what a board of live and dead cells becomes."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Frame, Grid, action, levels, redrawn
from visgym.kit.cells import life
from visgym.kit.grid import cells
from visgym.kit.tables.asked import TableQuestion
from visgym.kit.tables.boards import Whole, as_text, filled

FEWEST = 4  # live cells at the end


@dataclass(frozen=True, slots=True)
class Board:
    rows: Whole


@dataclass(frozen=True, kw_only=True)
class GameOfLife(TableQuestion[Board]):
    size: int = 5
    """Rows of the board, and columns."""
    live: float = 0.35
    """The share of cells that are alive."""
    generations: int = 1
    """How far ahead the board is asked for."""

    tags = frozenset({"synthetic", "full", "known", "counting", "reasoning"})
    pictured = life.PICTURED
    written = life.WRITTEN

    def validate(self) -> None:
        if not 4 <= self.size <= 20 or not 1 <= self.generations <= 20:
            raise ValueError("size must be from 4 to 20 and generations from 1 to 20.")
        if not 0.1 <= self.live <= 0.7:
            raise ValueError("live must be from 0.1 to 0.7.")

    def generate(self, rng: Random) -> Board:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Board | None:
        board = Board(life.scattered(self.size, round(self.live * self.size**2), rng))
        later = self.solution(board)
        return board if later != board.rows and sum(map(sum, later)) >= FEWEST else None

    def rules(self) -> str:
        many = "1 generation" if self.generations == 1 else f"{self.generations} generations"
        return (
            f"{life.LAWS} Give the board after {many}, row by row: 1 is a live cell, 0 a dead one."
        )

    @action
    def answer(
        self,
        board: Board,
        rows: Annotated[Whole, Grid("size", "size", Below(2))],
    ) -> None:
        """Give the later board."""

    def right(self, board: Board) -> Whole:
        return life.after(board.rows, self.generations)

    def metrics(self, board: Board, rows: Whole = ()) -> dict[str, float]:
        right, found = self.right(board), super().metrics(board, rows)
        changed = [
            (r, c) for r, c in cells(self.size, self.size) if right[r][c] != board.rows[r][c]
        ]
        told = sum(bool(rows) and rows[r][c] == right[r][c] for r, c in changed)
        return {**found, "changed_cells": told / len(changed)}

    def solution(self, board: Board) -> Whole:
        """By counting from the live cells."""
        live = life.spread(board.rows, self.generations)
        return filled(self.size, self.size, lambda cell: int(cell in live))

    def effort(self, state: Asked[Board]) -> float:
        return float(self.size**2 * self.generations)

    def draw(self, board: Board) -> Frame:
        return life.picture(board.rows)

    def describe(self, board: Board) -> str:
        return as_text(board.rows, between="")


PRESETS = levels(GameOfLife, size=(5, 7, 10), generations=(1, 2, 3))

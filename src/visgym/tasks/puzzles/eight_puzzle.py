"""Eight Puzzle: give the moves of the gap that turn one board of tiles into another."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from visgym.authoring import Letters, action, levels
from visgym.kit.boards.rearranging import Rearrangement, TwoBoards, Ways, in_rows, ways_of
from visgym.kit.grid import cells, shift
from visgym.kit.tables.boards import Whole

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}


@dataclass(frozen=True, kw_only=True)
class EightPuzzle(Rearrangement[TwoBoards]):
    pictured = "The start board is on the left, the goal board on the right; the gap is white."
    written = "Each line is a row of a board, from the top; a dot is the gap."

    def validate(self) -> None:
        if not 2 <= self.size <= 4:
            raise ValueError("size must be from 2 to 4.")
        if not 1 <= self.length <= (6 if self.size == 2 else 20):
            raise ValueError("length must be from 1 to 20, on boards of size 2 to 6.")

    def set_up(self, rng: Random) -> TwoBoards:
        rows = in_rows(rng.sample(range(self.size**2), self.size**2), self.size)
        return TwoBoards(rows, rows)

    def rules(self) -> str:
        return (
            "Numbered tiles lie on a board with one gap. A move of the gap, up (U), down (D), left "
            "(L) or right (R), swaps it with the tile on that side; the gap cannot leave the "
            "board. Give moves that turn the start board into the goal board, in order."
        )

    @action
    def answer(
        self,
        boards: TwoBoards,
        moves: Annotated[str, Letters("UDLR", ("up", "down", "left", "right"))],
    ) -> None:
        """Give the moves of the gap."""

    def after(self, boards: TwoBoards, moves: str) -> Whole | None:
        at = {cell: boards.start[cell[0]][cell[1]] for cell in cells(self.size, self.size)}
        gap = next(cell for cell, tile in at.items() if not tile)
        for move in moves:
            beside = shift(gap, STEPS[move])
            if beside not in at:
                return None
            at[gap], at[beside] = at[beside], at[gap]
            gap = beside
        return in_rows(list(at.values()), self.size)

    def ways(self, boards: TwoBoards) -> Ways:
        by_gap = _swaps(self.size)
        return lambda board: by_gap[board.index(0)](board)

    def solution(self, boards: TwoBoards) -> str:
        return "".join(super().solution(boards))


@cache
def _swaps(size: int) -> tuple[Ways, ...]:
    """For each cell of the gap, the boards after its moves."""
    found = []
    for gap in range(size**2):
        moves = []
        for letter, (down, right) in STEPS.items():
            row, column = gap // size + down, gap % size + right
            if 0 <= row < size and 0 <= column < size:
                sources = bytearray(range(size**2))
                beside = row * size + column
                sources[gap], sources[beside] = beside, gap
                moves.append((letter, bytes(sources)))
        found.append(ways_of(moves))
    return tuple(found)


PRESETS = levels(EightPuzzle, length=(4, 10, 18))

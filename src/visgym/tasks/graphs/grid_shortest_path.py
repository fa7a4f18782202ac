"""Grid Shortest Path: a shortest way through a walled grid, or the word that there is none."""

from __future__ import annotations

from dataclasses import dataclass
from heapq import heappop, heappush
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Cell, Frame, Letters, Question, action, levels, redrawn
from visgym.kit.canvas import GREEN, RED, SHEET, WALL
from visgym.kit.grid import cells, neighbours, shift
from visgym.kit.grid_search import steps_from
from visgym.kit.tables.boards import Table, as_text

STEPS = {"U": (-1, 0), "D": (1, 0), "L": (0, -1), "R": (0, 1)}
WORDS = ("up", "down", "left", "right")
Moves = Annotated[str, Letters("UDLR", WORDS, 600, may_be_none=True)]
CLOSED = 1 / 8  # the share of grids without a way


@dataclass(frozen=True, slots=True)
class Walled:
    walls: frozenset[Cell]
    start: Cell
    goal: Cell


@dataclass(frozen=True, kw_only=True)
class GridShortestPath(Question[Walled]):
    size: int = 5
    """Rows of the grid, and columns."""
    walls: float = 0.3
    """The share of cells that are walls."""
    shortest: int = 5
    """Moves from start to goal, at least."""

    tags = frozenset({"synthetic", "full", "known", "navigation", "planning"})
    luck = CLOSED
    pictured = "Dark cells are walls, S is the start, G the goal."
    written = "Each line is a row of the grid, from the top; # is a wall, S the start, G the goal."

    def validate(self) -> None:
        if not 3 <= self.size <= 24 or not 0.1 <= self.walls <= 0.5:
            raise ValueError("size must be from 3 to 24 and walls from 0.1 to 0.5.")
        if not 1 <= self.shortest <= 2 * self.size:
            raise ValueError("shortest must be from 1 to twice the size.")

    def generate(self, rng: Random) -> Walled:
        is_closed = rng.random() < CLOSED
        return redrawn(lambda rng: self._drawn(rng, is_closed), rng)

    def _drawn(self, rng: Random, is_closed: bool) -> Walled | None:
        """Start and goal as far from each other as they must be, or in different parts."""
        known = list(cells(self.size, self.size))
        walls = frozenset(rng.sample(known, round(self.walls * len(known))))
        start = rng.choice([cell for cell in known if cell not in walls])
        steps = steps_from([start], self.size, self.size, walls)
        if is_closed:
            far = [cell for cell in known if cell not in walls and cell not in steps]
            is_wide = len(steps) > self.size and len(far) > 1
        else:
            far, is_wide = [cell for cell in steps if steps[cell] >= self.shortest], True
        return Walled(walls, start, rng.choice(far)) if far and is_wide else None

    def rules(self) -> str:
        return (
            "Find a way from the start to the goal of a grid with walls. A move goes to the next "
            "cell up (U), down (D), left (L) or right (R), never into a wall or off the grid. Give "
            "the moves of a way with as few moves as possible, or none if there is no way."
        )

    @action
    def answer(
        self, grid: Walled, moves: Annotated[str, Letters("UDLR", WORDS, 600, may_be_none=True)]
    ) -> None:
        """Give the moves, or none if there is no way."""

    def grade(self, grid: Walled, moves: str) -> float:
        fewest = self._fewest(grid)
        return float(moves == "" if fewest is None else self._arrives(grid, moves, fewest))

    def metrics(self, grid: Walled, moves: str = "") -> dict[str, float]:
        fewest = self._fewest(grid)
        valid = bool(moves) and fewest is not None and self._arrives(grid, moves, len(moves))
        return {"valid": float(valid), "ratio": (fewest or 0) / len(moves) if valid else 0.0}

    def _arrives(self, grid: Walled, moves: str, length: int) -> bool:
        """Whether moves of a number lead from start to goal on free cells."""
        at, is_free = grid.start, True
        for move in moves:
            at = shift(at, STEPS[move])
            inside = 0 <= at[0] < self.size and 0 <= at[1] < self.size
            is_free = is_free and inside and at not in grid.walls
        return is_free and at == grid.goal and len(moves) == length

    def _fewest(self, grid: Walled) -> int | None:
        """The nearest cells first, by their way so far and the least that is left."""

        def bound(cell: Cell) -> int:
            return abs(cell[0] - grid.goal[0]) + abs(cell[1] - grid.goal[1])

        waiting, left = [(bound(grid.start), 0, grid.start)], set(cells(self.size, self.size))
        left -= grid.walls
        while waiting:
            _, steps, at = heappop(waiting)
            if at == grid.goal:
                return steps
            if at in left:
                left.discard(at)
                for beside in left.intersection(neighbours(at)):
                    heappush(waiting, (steps + 1 + bound(beside), steps + 1, beside))
        return None

    def solution(self, grid: Walled) -> str:
        """Downhill from the start by the number of steps that are left."""
        steps = steps_from([grid.goal], self.size, self.size, grid.walls)
        at, moves = grid.start, ""
        while at in steps and at != grid.goal:
            moves += (move := min(STEPS, key=lambda move: steps.get(shift(at, STEPS[move]), 10**6)))
            at = shift(at, STEPS[move])
        return moves

    def effort(self, state: Asked[Walled]) -> float:
        return float(len(self.solution(state.problem)))

    def draw(self, grid: Walled) -> Frame:
        table = Table(self.size, self.size, cell=40)
        canvas = table.canvas(fill=SHEET)
        table.fill_all(canvas, grid.walls, WALL)
        for text, cell, color in (("S", grid.start, GREEN), ("G", grid.goal, RED)):
            table.fill(canvas, cell, color)
            canvas.text(*table.middle(cell), text, 22, SHEET, bold=True)
        return canvas.frame

    def describe(self, grid: Walled) -> str:
        marks = dict.fromkeys(grid.walls, "#") | {grid.start: "S", grid.goal: "G"}
        every = range(self.size)
        return as_text([[marks.get((row, column), ".") for column in every] for row in every], "")


PRESETS = levels(GridShortestPath, size=(5, 8, 12), walls=(0.3, 0.35, 0.4), shortest=(5, 10, 18))

"""Grid BFS: how far every cell is from the nearest target, around walls."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Grid, Span, action, levels, redrawn
from visgym.kit.canvas import GREEN, WALL
from visgym.kit.grid import Cell, cells, neighbours
from visgym.kit.grid_search import steps_from
from visgym.kit.tables.asked import TableQuestion
from visgym.kit.tables.boards import ROWS, Table, Whole, filled, signs_as_text

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Ground:
    targets: frozenset[Cell]
    walls: frozenset[Cell]


@dataclass(frozen=True, kw_only=True)
class GridBfs(TableQuestion[Ground]):
    size: int = 4
    """Rows of the grid, and columns."""
    walls: float = 0.2
    """The share of cells that are walls."""
    twisted: bool = False
    """Whether some way must go around a wall and some cell is cut off."""

    tags = frozenset({"synthetic", "full", "known", "navigation", "counting"})
    pictured = "Targets are green, walls grey, open cells white."
    written = f"{ROWS} T is a target, # a wall, . an open cell."

    def validate(self) -> None:
        if not 3 <= self.size <= 14 or not 0.1 <= self.walls <= 0.45:
            raise ValueError("size must be from 3 to 14 and walls from 0.1 to 0.45.")

    def generate(self, rng: Random) -> Ground:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Ground | None:
        walls, targets = round(self.walls * self.size**2), rng.randint(1, 2)
        drawn = rng.sample(list(cells(self.size, self.size)), walls + targets)
        ground = Ground(frozenset(drawn[walls:]), frozenset(drawn[:walls]))
        steps, floor = self._steps(ground), self.size**2 - walls
        if 2 * len(steps) < floor:  # a target in a small pocket asks nothing
            return None
        bends = any(count > _straight(cell, ground) for cell, count in steps.items())
        return ground if not self.twisted or (bends and len(steps) < floor) else None

    def rules(self) -> str:
        return (
            "The cells of a grid are open, targets or walls. A step goes to the next cell above, "
            "below, on the left or on the right, and never into a wall. Give for every cell the "
            "fewest steps to the nearest target, row by row in the shape of the grid: 0 for a "
            f"target, {NOWHERE} for a wall and for a cell from which no target can be reached."
        )

    @action
    def answer(
        self,
        ground: Ground,
        rows: Annotated[Whole, Grid("size", "size", Span(NOWHERE, 99))],
    ) -> None:
        """Give the numbers of steps."""

    def right(self, ground: Ground) -> Whole:
        """Every cell takes one step more than the nearest beside it, until nothing changes."""
        far = self.size**2
        steps = {cell: far for cell in cells(self.size, self.size) if cell not in ground.walls}
        changed = True
        while changed:
            changed = False
            for cell, count in steps.items():
                near = 1 + min(steps.get(beside, far) for beside in neighbours(cell))
                now = 0 if cell in ground.targets else min(count, near)
                changed, steps[cell] = changed or now < count, now
        found = {cell: count for cell, count in steps.items() if count < far}
        return filled(self.size, self.size, lambda cell: found.get(cell, NOWHERE))

    def solution(self, ground: Ground) -> Whole:
        """By walking outwards from all targets at once."""
        steps = self._steps(ground)
        return filled(self.size, self.size, lambda cell: steps.get(cell, NOWHERE))

    def _steps(self, ground: Ground) -> dict[Cell, int]:
        return steps_from(sorted(ground.targets), self.size, self.size, ground.walls)

    def effort(self, state: Asked[Ground]) -> float:
        return float(sum(self._steps(state.problem).values()))

    def draw(self, ground: Ground) -> Frame:
        table = Table(self.size, self.size, cell=44, first=0)
        canvas = table.canvas()
        table.fill_all(canvas, ground.walls, WALL)
        table.fill_all(canvas, ground.targets, GREEN)
        return canvas.frame

    def describe(self, ground: Ground) -> str:
        signs = dict.fromkeys(ground.walls, "#") | dict.fromkeys(ground.targets, "T")
        return signs_as_text(self.size, self.size, signs)


def _straight(cell: Cell, ground: Ground) -> int:
    """Steps to the nearest target if there were no walls."""
    return min(abs(cell[0] - row) + abs(cell[1] - column) for row, column in ground.targets)


PRESETS = levels(GridBfs, size=(4, 6, 9), walls=(0.2, 0.28, 0.35), twisted=(False, True, True))

"""Lights Out: press lights, which also switch their neighbours, until all are off."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from visgym.authoring import Call, Canvas, Cell, Frame, Medium, Span, Task, action, redrawn, solver
from visgym.kit.canvas import INK, YELLOW, Color
from visgym.kit.gf2 import presses, toggled
from visgym.kit.grid import cells
from visgym.kit.grids.pages import Page
from visgym.kit.search import with_round_trips
from visgym.kit.tables.boards import filled

NIGHT: Color = (70, 76, 90)
CELL = 56  # pixels

Place = Annotated[int, Span(1, "size")]


@dataclass(frozen=True, slots=True)
class Lights:
    lit: frozenset[Cell]


@dataclass(frozen=True, kw_only=True)
class LightsOut(Task[Lights]):
    size: int = 3
    """Rows of lights, and columns."""
    presses: int = 3
    """How many presses it takes at least to switch all off."""

    can_stop = False
    distinct_starts = 0.5  # three presses on nine lights make 84
    distance_unit = "presses"
    tags = frozenset({"synthetic", "full", "known", "planning", "logic"})

    def validate(self) -> None:
        if not 2 <= self.size <= 9 or not 1 <= self.presses <= (self.size**2 + 1) // 2:
            raise ValueError("size must be from 2 to 9 and presses at most half of the lights.")

    def generate(self, rng: Random) -> Lights:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Lights | None:
        pressed = rng.sample(list(cells(self.size, self.size)), self.presses)
        lit = toggled((), pressed, self.size)
        return Lights(lit) if len(presses(self.size, lit) or ()) == self.presses else None

    def rules(self) -> str:
        return (
            f"Switch off all lights of a board of {self.size} by {self.size}. A press switches a "
            "light and the up to four that share a side with it: what was on goes off, what was "
            "off goes on. The game ends when all are off."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each line is a row, from the top: 1 is a light that is on, 0 one that is off."
        return "Yellow lights are on, dark ones off. The grey numbers count rows and columns."

    @action
    def press(self, state: Lights, row: Place, column: Place) -> Lights:
        """Press a light; rows and columns count from 1."""
        return Lights(toggled(state.lit, [(row - 1, column - 1)], self.size))

    def is_over(self, state: Lights) -> bool:
        return not state.lit

    def score(self, state: Lights) -> float:
        return float(not state.lit)

    def metrics(self, state: Lights) -> dict[str, float]:
        return {"off": 1 - len(state.lit) / self.size**2}

    def distance(self, state: Lights) -> float:
        return float(len(presses(self.size, state.lit) or ()))

    def goal(self, state: Lights) -> Lights:
        return Lights(frozenset())

    def draw(self, state: Lights) -> Frame:
        page = Page(self.size, self.size, cell=CELL)
        canvas = page.canvas()
        for cell in cells(self.size, self.size):
            page.put(canvas, cell, _tile(cell in state.lit))
        return canvas.frame

    def picture_board(self) -> tuple[float, float, float, float]:
        """Where a browser finds the cells."""
        return Page(self.size, self.size, cell=CELL).board()

    def describe(self, state: Lights) -> str:
        rows = filled(self.size, self.size, lambda cell: int(cell in state.lit))
        return "\n".join("".join(map(str, row)) for row in rows)

    @solver
    def fewest(self, state: Lights, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The fewest presses, in random order, with pairs that undo each other up to `steps`."""
        pressed = sorted(presses(self.size, state.lit) or ())
        rng.shuffle(pressed)
        plan = [Call("press", (row + 1, column + 1)) for row, column in pressed]
        yield from with_round_trips(self, state, plan, steps, rng, ends_itself=True)


@cache
def _tile(is_lit: bool) -> Frame:
    canvas = Canvas(CELL, CELL, INK)
    canvas.rect(4, 4, CELL - 8, CELL - 8, YELLOW if is_lit else NIGHT, radius=10)
    return canvas.frame


PRESETS = {
    "level_0": LightsOut(size=3, presses=3, step_limit=8),
    "level_1": LightsOut(size=5, presses=6, step_limit=14),
    "level_2": LightsOut(size=6, presses=10, step_limit=22),
}

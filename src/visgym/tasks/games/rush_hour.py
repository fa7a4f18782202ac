"""Rush Hour: slide cars out of the way until the red one is at the exit.

A level is a band of shortest solutions, counted in moves by one cell, and a number of cars. One
slide may be as long as there is room.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import OneOf, Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.boards.car_pictures import COLORS, drawn, letter
from visgym.kit.boards.cars import (
    LONGEST,
    SIZE,
    Board,
    Car,
    SearchRoom,
    covered,
    jammed,
    joined,
    shortest,
)
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.search import with_round_trips

NEARER = 0.1  # reward for a cell of the way, or a car that is out of it
MOST_CELLS = SIZE - 2


@dataclass(frozen=True, slots=True)
class Jam:
    """The cars by their letters; A is the red one."""

    cars: Board


@dataclass(frozen=True, kw_only=True)
class RushHour(Task[Jam]):
    vehicles: int = 12
    """Cars on the board, the red one included."""
    fewest: int = 25
    """Moves by one cell that the shortest solution takes at least."""
    most: int = 40
    """Moves by one cell that the shortest solution takes at most."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = Budget(generate=20.0, solve=20.0)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 2 <= self.vehicles <= len(COLORS):
            raise ValueError(f"vehicles must be from 2 to {len(COLORS)}.")
        if not 1 <= self.fewest <= self.most < LONGEST:
            raise ValueError(f"fewest and most are in order, from 1 to {LONGEST - 1}.")

    def generate(self, rng: Random) -> Jam:
        room = SearchRoom()
        knobs = self.vehicles, self.fewest, self.most
        return Jam(redrawn(lambda rng: jammed(*knobs, rng, room), rng, tries=2_000))

    @property
    def letters(self) -> tuple[str, ...]:
        return tuple(map(letter, range(self.vehicles)))

    # Rules

    def rules(self) -> str:
        return (
            f"{self.vehicles} cars stand on a board of {SIZE}x{SIZE} cells. A car slides along its "
            "length only, over free cells. Bring car A to the exit at the right end of its row. "
            "The game ends when it touches the right edge of the board."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "Each letter is a cell of that car, a dot is a free cell, and > marks the row of "
                "the exit."
            )
        return "Cars have letters and colours; A is red. The arrow shows the exit."

    @action
    def slide(
        self,
        state: Jam,
        car: Annotated[str, OneOf("letters")],
        cells: Annotated[int, Span(-MOST_CELLS, MOST_CELLS)],
    ) -> Jam:
        """Slide a car: a positive number of cells right or down, a negative one left or up."""
        if not cells:
            raise Illegal("A slide is by at least one cell.")
        number = self.letters.index(car)
        moving, taken = state.cars[number], [covered(each) for each in state.cars]
        for gone in range(abs(cells)):
            moving = moving.slid(1 if cells > 0 else -1)
            blocker = _blocker(moving, number, taken)
            if blocker:
                way = (("up", "down") if moving.upright else ("left", "right"))[cells > 0]
                far = f"only {gone} {'cell' if gone == 1 else 'cells'}" if gone else "no cell"
                raise Illegal(f"Car {car} can go {far} {way}: {blocker} is in the way.")
        return Jam((*state.cars[:number], moving, *state.cars[number + 1 :]))

    def is_over(self, state: Jam) -> bool:
        return state.cars[0].is_out

    def score(self, state: Jam) -> float:
        return float(state.cars[0].is_out)

    def metrics(self, state: Jam) -> dict[str, float]:
        return {"progress": state.cars[0].column / MOST_CELLS}

    def reward(self, before: Jam, call: Call, after: Jam) -> float:
        """For cells that the red car has come nearer, and for cars that are out of its way."""
        return NEARER * (_left(before) - _left(after))

    # Observation

    def draw(self, state: Jam) -> Frame:
        return drawn(state.cars)

    def describe(self, state: Jam) -> str:
        names = {c: letter(n) for n, car in enumerate(state.cars) for c in car.cells}
        rows = ["".join(names.get((r, c), ".") for c in range(SIZE)) for r in range(SIZE)]
        rows[state.cars[0].row] += ">"
        return "\n".join(rows)

    # Solvers

    @solver
    def shortest(self, state: Jam, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Breadth-first search for the fewest cells, moves of one car in a row as one slide."""
        moves = joined(shortest(state.cars) or [])
        plan = [Call("slide", (letter(car), cells)) for car, cells in moves]
        yield from with_round_trips(self, state, plan, steps, rng, ends_itself=True)

    def effort(self, state: Jam) -> float:
        """Cells that cars have to move in all."""
        return float(len(shortest(state.cars) or []))


def _blocker(moving: Car, number: int, taken: list[int]) -> str | None:
    """What is in the way of a car at its new place, if anything."""
    if not 0 <= moving.place <= SIZE - moving.length:
        return "the edge"
    cells = covered(moving)
    others = (n for n, each in enumerate(taken) if n != number and each & cells)
    return next((f"car {letter(other)}" for other in others), None)


def _left(state: Jam) -> int:
    """Cells to the exit, and cars between."""
    red, *others = state.cars
    ahead = [car for car in others if car.column > red.column]
    tall = (car.row + (car.length if car.upright else 1) for car in ahead)
    between = sum(car.row <= red.row < end for car, end in zip(ahead, tall, strict=True))
    return MOST_CELLS - red.column + between


PRESETS = {
    "level_0": RushHour(vehicles=6, fewest=5, most=9, step_limit=20),
    "level_1": RushHour(vehicles=9, fewest=12, most=20, step_limit=30),
    "level_2": RushHour(vehicles=12, fewest=25, most=40, step_limit=60),
}

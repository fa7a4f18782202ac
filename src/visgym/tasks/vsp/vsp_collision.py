"""VSP collision: when do a car and a person reach a square, and may they collide there?

A collision is solved if both times are within `tolerance` and the danger is right; the release's
own script lets times miss by a second and ignores the danger. Its two lines without the danger are
read, too: the danger then follows from the times that were said.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Annotated, Literal

from visgym.authoring import (
    Asked,
    Budget,
    Canvas,
    Cell,
    Form,
    Frame,
    Medium,
    Question,
    Span,
    YesNo,
    action,
)
from visgym.kit import framing, sprites
from visgym.kit.caches import cached_layer
from visgym.kit.grid import cells, shift
from visgym.kit.rejection_sampling import first_accepted

Direction = Literal["up", "down", "left", "right"]
Seconds = Annotated[float, Span(0, 1000)]
STEPS: dict[Direction, Cell] = {"up": (-1, 0), "down": (1, 0), "left": (0, -1), "right": (0, 1)}
CAR_SPEEDS = (0.5, 1.0, 2.0, 3.0)  # squares per second
PERSON_SPEEDS = (0.1, 0.25, 0.5, 1.0)
DANGER = 0.5  # seconds


@dataclass(frozen=True, slots=True)
class Mover:
    """Somebody on the way to the goal."""

    cell: Cell
    direction: Direction
    speed: float
    """Squares per second."""


@dataclass(frozen=True, slots=True)
class CrossingProblem:
    size: int
    goal: Cell
    car: Mover
    person: Mover


def danger_between(car: float, person: float) -> YesNo:
    """What times alone say of danger; the release asks for nothing else."""
    return "Yes" if abs(car - person) < DANGER + 1e-3 else "No"


@dataclass(frozen=True, kw_only=True)
class VspCollision(Question[CrossingProblem]):
    size: int = 6
    """Rows and columns of the map."""
    tolerance: float = 0.05
    """Seconds by which a time may miss."""

    form = Form(lines=("Car: {}", "Person: {}", "{}"), implied=danger_between)
    tags = frozenset({"synthetic", "full", "known", "reasoning"})
    budget = Budget(advance=0.2)

    # Generation

    def validate(self) -> None:
        if not 3 <= self.size <= 12 or not 0 <= self.tolerance < 1:
            raise ValueError("size must be from 3 to 12 and tolerance from 0 to below 1 second.")

    def generate(self, rng: Random) -> CrossingProblem:
        """There is danger in half of the scenes."""
        wanted = rng.random() < 0.5

        def draw() -> CrossingProblem | None:
            goal = rng.randrange(self.size), rng.randrange(self.size)
            car = _mover(goal, ("left", "right"), CAR_SPEEDS, self.size, rng)
            person = _mover(goal, ("up", "down"), PERSON_SPEEDS, self.size, rng)
            is_danger = abs(_time(car, goal) - _time(person, goal)) <= Fraction(1, 2)
            return CrossingProblem(self.size, goal, car, person) if is_danger == wanted else None

        return first_accepted(draw, "crossings is right; change size")

    # Rules

    def effort(self, state: Asked[CrossingProblem]) -> float:
        return float(self.size)

    def rules(self) -> str:
        return (
            "A car and a person move straight towards a goal on a map of squares. Work out from "
            "their distances and speeds how many seconds each of them needs to reach the goal. If "
            f"they reach it within {DANGER} seconds of each other, there is a danger of collision. "
            "A distance is the number of squares to move. Analyse the car and the person "
            "separately; then end your reply with three lines in the form Car: 2.0, then Person: "
            "2.0, then Yes if there is danger or No if there is none. Give times to two "
            "decimals at least. Nothing may follow them."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Rows count from the top and columns from the left, both from 1."
        return "The car is the yellow taxi, the person wears a red coat, the goal is the gift."

    def question(self, problem: CrossingProblem) -> str:
        return (
            f"The car moves {problem.car.direction} at {problem.car.speed} squares per second, and "
            f"the person moves {problem.person.direction} at {problem.person.speed} squares per "
            "second. When do they reach the goal, and is there a danger of collision?"
        )

    @action
    def answer(
        self, problem: CrossingProblem, car: Seconds, person: Seconds, danger: YesNo
    ) -> None:
        """Give the seconds that the car and the person need, and whether there is danger."""

    def grade(self, problem: CrossingProblem, car: float, person: float, danger: YesNo) -> float:
        times = [_time(mover, problem.goal) for mover in (problem.car, problem.person)]
        near = [
            abs(said - time) <= self.tolerance + 1e-9
            for said, time in zip((car, person), times, strict=True)
        ]
        is_danger = abs(times[0] - times[1]) <= Fraction(1, 2)
        return float(all(near) and (danger == "Yes") == is_danger)

    def solution(self, problem: CrossingProblem) -> tuple[float, float, YesNo]:
        """Moves both square by square and counts the seconds."""
        times = []
        for mover in (problem.car, problem.person):
            at, seconds = mover.cell, 0.0
            while at != problem.goal:
                at, seconds = shift(at, STEPS[mover.direction]), seconds + 1 / mover.speed
            times.append(round(seconds, 4))
        car, person = times
        return car, person, danger_between(car, person)

    def explanation(self, problem: CrossingProblem) -> str:
        """Distance, speed and time of the car, and then of the person."""
        lines = []
        for name, mover in (("The car", problem.car), ("The person", problem.person)):
            time = _time(mover, problem.goal)
            lines.append(
                f"{name} has {round(time * Fraction(mover.speed).limit_denominator(1000))} squares "
                f"to go at {mover.speed} squares per second, which takes {float(time):.4g} seconds."
            )
        return "\n".join(lines)

    # Observation

    def draw(self, problem: CrossingProblem) -> Frame:
        return _picture(problem)

    def describe(self, problem: CrossingProblem) -> str:
        places = (
            ("Car", problem.car.cell),
            ("Person", problem.person.cell),
            ("Goal", problem.goal),
        )
        lines = [f"{name}: row {cell[0] + 1}, column {cell[1] + 1}." for name, cell in places]
        return f"The map has {problem.size} rows and {problem.size} columns.\n" + "\n".join(lines)


def _mover(
    goal: Cell,
    directions: tuple[Direction, Direction],
    speeds: tuple[float, ...],
    size: int,
    rng: Random,
) -> Mover:
    """Somebody at a distance from the goal, moving towards it."""
    places = []
    for direction in directions:
        down, right = STEPS[direction]
        for distance in range(1, size):
            cell = goal[0] - down * distance, goal[1] - right * distance
            if min(cell) >= 0 and max(cell) < size:
                places.append((cell, direction))
    cell, direction = rng.choice(places)
    return Mover(cell, direction, rng.choice(speeds))


def _time(mover: Mover, goal: Cell) -> Fraction:
    """Seconds to the goal, exactly."""
    distance = sum(abs(a - b) for a, b in zip(mover.cell, goal, strict=True))
    return distance / Fraction(mover.speed).limit_denominator(1000)


@cached_layer
def _picture(problem: CrossingProblem) -> Frame:
    side = problem.size * sprites.TILE
    canvas = Canvas.on(framing.blank(side, side))
    kinds = {
        problem.goal: "goal",
        problem.person.cell: "person",
        problem.car.cell: problem.car.direction,
    }
    for row, column in cells(problem.size, problem.size):
        x, y = (framing.MARGIN + at * sprites.TILE for at in (column, row))
        canvas.paste(_tile(kinds.get((row, column), "road")), x, y)
    return canvas.frame


@cached_layer
def _tile(kind: str) -> Frame:
    road = sprites.road()
    if kind == "goal":
        return sprites.gift(road)
    if kind == "person":
        return sprites.player(road)
    return road if kind == "road" else sprites.car(road, kind == "right")


PRESETS = {
    "easy": VspCollision(size=4),
    "hard": VspCollision(size=8),
    "level_1": VspCollision(),
}

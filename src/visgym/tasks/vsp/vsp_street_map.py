"""VSP street map: give a route from S to G over the crossroads of a city."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from visgym.core.budgets import Budget
from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import answers
from visgym.kit.boards import streets
from visgym.kit.boards.streets import City
from visgym.kit.grid import Cell, cells

Direction = Literal["North", "South", "East", "West"]
Leg = tuple[Direction, Annotated[int, Span(1, 99)]]
STEPS: dict[Direction, Cell] = {"North": (-1, 0), "South": (1, 0), "East": (0, 1), "West": (0, -1)}


@dataclass(frozen=True, slots=True)
class RouteState:
    city: City
    start: Cell
    """Its street and avenue, by number from the north and from the west."""
    goal: Cell
    answer: tuple[tuple[Direction, int], ...] | None = None


@dataclass(frozen=True, kw_only=True)
class VspStreetMap(Task[RouteState]):
    streets: int = 4
    """Roads from west to east."""
    avenues: int = 7
    """Roads from north to south."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = Budget(advance=0.2)
    single_turn = True

    # Generation

    def validate(self) -> None:
        if not (3 <= self.streets <= 12 and 3 <= self.avenues <= 12):
            raise ValueError("streets and avenues must be from 3 to 12.")

    def generate(self, rng: Random) -> RouteState:
        city = streets.built(self.streets, self.avenues, rng)
        start, goal = rng.sample(list(cells(self.streets, self.avenues)), 2)
        return RouteState(city, start, goal)

    # Rules

    def rules(self) -> str:
        return (
            "You find the way in a city. Give a route from the start S to the goal G along the "
            "roads of the map, whose north is up. A leg of the route goes north, south, east or "
            "west, and its length is the number of crossroads it passes, the one it ends at "
            "included. Do not count with the names of streets and avenues: their numbers skip "
            "roads. First say in which direction the goal lies from the start. Then write "
            '"<Output>" and the legs as a numbered list in the form Direction: crossroads, such '
            "as 1. North: 1 and 2. East: 4. Nothing may follow it. You succeed if the route ends "
            "at the goal and never leaves the map."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Every street crosses every avenue."
        return "Streets run from left to right and avenues from top to bottom; S is blue, G is red."

    @action
    def answer(self, state: RouteState, route: tuple[Leg, ...]) -> RouteState:
        """Give all legs of the route in order, each as a direction and a number of crossroads."""
        return replace(state, answer=route)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.legs(reply))

    def phrase(self, call: Call) -> str:
        return answers.write_legs(call)

    def is_over(self, state: RouteState) -> bool:
        return state.answer is not None

    def score(self, state: RouteState) -> float:
        """Any route that works is right; how long it is shows in the metrics."""
        street, avenue = state.start
        for direction, count in state.answer or ():
            down, right = STEPS[direction]
            street, avenue = street + down * count, avenue + right * count
            if not (
                0 <= street < len(state.city.streets) and 0 <= avenue < len(state.city.avenues)
            ):
                return 0.0
        return float((street, avenue) == state.goal)

    def metrics(self, state: RouteState) -> dict[str, float]:
        least = sum(abs(a - b) for a, b in zip(state.start, state.goal, strict=True))
        length = sum(count for _, count in state.answer or ())
        optimal = self.score(state) == 1 and length == least
        return {"crossroads": length, "fewest_crossroads": least, "optimal": float(optimal)}

    # Observation

    def draw(self, state: RouteState) -> Frame:
        return streets.picture(state.city, state.start, state.goal)

    def describe(self, state: RouteState) -> str:
        return streets.in_words(state.city, state.start, state.goal)

    # Solvers

    @solver
    def shortest(self, state: RouteState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Along the avenue first, then along the street."""
        south, east = state.goal[0] - state.start[0], state.goal[1] - state.start[1]
        legs = [("South" if south > 0 else "North", abs(south))]
        legs.append(("East" if east > 0 else "West", abs(east)))
        yield Call("answer", (tuple(leg for leg in legs if leg[1]),))


PRESETS = {
    "easy": VspStreetMap(streets=3, avenues=5, step_limit=1),
    "hard": VspStreetMap(streets=7, avenues=9, step_limit=1),
    "level_1": VspStreetMap(step_limit=1),
}

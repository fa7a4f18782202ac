"""VSP street map: give a route from S to G over the crossroads of a city.

Any route that works is right, and a route must stay on its map.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from visgym.authoring import Budget, Cell, Form, Frame, Medium, Question, Span, action
from visgym.kit.boards import streets
from visgym.kit.boards.streets import City
from visgym.kit.grid import cells


@dataclass(frozen=True, slots=True)
class RouteProblem:
    city: City
    start: Cell
    """Its street and avenue, by number from the north and from the west."""
    goal: Cell


Direction = Literal["North", "South", "East", "West"]
Leg = tuple[Direction, Annotated[int, Span(0, 99)]]
Route = tuple[Leg, ...]
STEPS: dict[Direction, Cell] = {"North": (-1, 0), "South": (1, 0), "East": (0, 1), "West": (0, -1)}


@dataclass(frozen=True, kw_only=True)
class VspStreetMap(Question[RouteProblem]):
    streets: int = 4
    """Roads from west to east."""
    avenues: int = 7
    """Roads from north to south."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = Budget(advance=0.2)
    form = Form(lead="<Output>", item="{}: {}")

    # Generation

    def validate(self) -> None:
        if not (3 <= self.streets <= 12 and 3 <= self.avenues <= 12):
            raise ValueError("streets and avenues must be from 3 to 12.")

    def generate(self, rng: Random) -> RouteProblem:
        city = streets.built(self.streets, self.avenues, rng)
        start, goal = rng.sample(list(cells(self.streets, self.avenues)), 2)
        return RouteProblem(city, start, goal)

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
    def answer(self, problem: RouteProblem, route: Route) -> None:
        """Give all legs of the route in order, each as a direction and a number of crossroads."""

    def grade(self, problem: RouteProblem, route: Route) -> float:
        """Any route that works is right; how long it is shows in the metrics."""
        street, avenue = problem.start
        city = problem.city
        for direction, count in route:
            down, right = STEPS[direction]
            street, avenue = street + down * count, avenue + right * count
            if not (0 <= street < len(city.streets) and 0 <= avenue < len(city.avenues)):
                return 0.0
        return float((street, avenue) == problem.goal)

    def solution(self, problem: RouteProblem) -> Route:
        """Along the avenue first, then along the street."""
        (street, avenue), (goal_street, goal_avenue) = problem.start, problem.goal
        legs: list[Leg] = [
            ("South" if goal_street > street else "North", abs(goal_street - street)),
            ("East" if goal_avenue > avenue else "West", abs(goal_avenue - avenue)),
        ]
        return tuple(leg for leg in legs if leg[1])

    def explanation(self, problem: RouteProblem) -> str:
        """In which direction the goal lies, and how many roads lie between."""
        found = [
            f"{count} crossroads to the {way.lower()}" for way, count in self.solution(problem)
        ]
        return f"The goal lies {' and '.join(found)} of the start."

    def metrics(self, problem: RouteProblem, route: Route = ()) -> dict[str, float]:
        least = sum(abs(a - b) for a, b in zip(problem.start, problem.goal, strict=True))
        length = sum(count for _, count in route)
        optimal = self.grade(problem, route) == 1 and length == least
        return {"crossroads": length, "fewest_crossroads": least, "optimal": float(optimal)}

    # Observation

    def draw(self, problem: RouteProblem) -> Frame:
        return streets.picture(problem.city, problem.start, problem.goal)

    def describe(self, problem: RouteProblem) -> str:
        return streets.in_words(problem.city, problem.start, problem.goal)


PRESETS = {
    "easy": VspStreetMap(streets=3, avenues=5),
    "hard": VspStreetMap(streets=7, avenues=9),
    "level_1": VspStreetMap(),
}

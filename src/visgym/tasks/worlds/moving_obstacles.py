"""Moving Obstacles: reach the goal among balls that roll about.

Balls roll before each move, so that who enters a cell beside a ball takes a risk. Walls merely
refuse, where the published world ends with them too. A plan given at once needs balls that can be
foreseen: these go to and fro in lanes of their own.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from visgym.authoring import Budget, Call, Cell, Dice, policy
from visgym.kit.worlds.rooms import dodging
from visgym.kit.worlds.rooms.building import apart, floor_of, start_at, walled
from visgym.kit.worlds.rooms.rollers import STILL, rolled, straight, wandering
from visgym.kit.worlds.rooms.things import GOAL, LARGEST, Placed, RoomState, RoomThing
from visgym.kit.worlds.rooms.walks import RoomTask


@dataclass(frozen=True, kw_only=True)
class MovingObstacles(RoomTask):
    size: int = 6
    """Cells along a side, with the walls."""
    balls: int = 2
    """Balls that roll."""
    rolling: Literal["anywhere", "lanes"] = "anywhere"
    """To any cell beside them, or to and fro in rows of their own."""

    tags = frozenset({"synthetic", "partial", "known", "chance", "navigation", "planning"})
    budget = Budget(generate=3.0, solve=60.0, advance=2.0, demonstrations=5.0)
    verbs = ("turn", "forward", "wait")
    shown = ("goal", "roller")

    def fits(self) -> None:
        most = self.size - 4 if self.rolling == "lanes" else (self.size - 2) ** 2 // 8
        if not 6 <= self.size <= LARGEST or not 1 <= self.balls <= most:
            raise ValueError(f"size is from 6 to {LARGEST}, balls from 1 to {most}.")
        if self.turns == "one" and self.rolling != "lanes":
            raise ValueError("A plan given at once needs rolling=lanes, which can be foreseen.")

    def built(self, rng: Random) -> RoomState:
        plan, last = walled(self.size, self.size), self.size - 1
        inner, corners = range(1, last), (1, last - 1)
        goal = rng.choice(corners), rng.choice(corners)
        if self.rolling == "lanes":
            things = self._lanes(rng)
            agent = last - goal[0], rng.choice(inner)
        else:
            floor = [cell for cell in floor_of(plan, inner, inner) if cell != goal]
            agent = rng.choice([cell for cell in floor if apart(cell, goal) > self.size - 3])
            free = [cell for cell in floor if max(map(abs, _offset(cell, agent))) > 1]
            places = rng.sample(free, self.balls)
            things = [(cell, RoomThing("roller", "blue", STILL)) for cell in sorted(places)]
        start = start_at({**plan, goal: GOAL}, agent, rng)
        return replace(start, things=tuple(things), dice=Dice.new(rng))

    def _lanes(self, rng: Random) -> list[Placed]:
        """A ball in some of the rows between the first and the last one."""
        rows = sorted(rng.sample(range(2, self.size - 2), self.balls))
        places = [(row, rng.randrange(1, self.size - 1)) for row in rows]
        return [(cell, RoomThing("roller", "blue", rng.choice("←→"))) for cell in places]

    def passed(self, state: RoomState) -> RoomState:
        return rolled(state, straight if self.rolling == "lanes" else wandering)

    def lost(self, state: RoomState) -> bool:
        thing = state.thing(state.agent)
        return thing is not None and thing.kind == "roller"

    def story(self) -> str:
        if self.rolling == "lanes":
            how = "goes one cell along its arrow, or back where a wall or you are in its way"
        else:
            how = "rolls to a free cell beside it, straight or slantwise"
        return (
            f"Balls roll in a walled room of {self.size}x{self.size} cells. Before each of your "
            f"moves every ball {how}; balls roll neither onto you nor onto the goal. Walk to the "
            "goal. Who walks into a ball has lost."
        )

    def planned(self, state: RoomState, rng: Random, steps: int | None) -> list[Call]:
        return dodging.foreseen(state, self.passed, 0 if self.single_turn else steps or 0)

    @policy
    def explore(self, seen: RoomState, rng: Random) -> Call:
        """Nearer to the goal where no ball can be in the way, and look for it if it is not seen."""
        return dodging.careful(seen)


def _offset(cell: Cell, other: Cell) -> Cell:
    return cell[0] - other[0], cell[1] - other[1]


PRESETS = {
    "level_0": MovingObstacles(size=6, balls=2, step_limit=40),
    "level_1": MovingObstacles(size=8, balls=4, step_limit=60),
    "level_2": MovingObstacles(size=11, balls=8, step_limit=100),
    "plan": MovingObstacles(
        size=9, balls=4, rolling="lanes", view="full", turns="one", step_limit=1, longest=40
    ),
}

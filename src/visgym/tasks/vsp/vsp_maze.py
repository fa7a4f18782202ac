"""VSP maze navigation: plan a safe way over a frozen lake, all moves at once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.budgets import Budget
from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeTask
from visgym.kit.boards.lakes import Lake, Letter
from visgym.kit.grid import Cell
from visgym.kit.search import breadth_first


@dataclass(frozen=True, slots=True)
class WayState:
    lake: Lake
    answer: tuple[Letter, ...] | None = None


@dataclass(frozen=True, kw_only=True)
class VspMaze(LakeTask[WayState]):
    tags = LakeTask.tags | {"planning"}
    budget = Budget(advance=0.2)

    # Generation

    def generate(self, rng: Random) -> WayState:
        return WayState(lakes.frozen(self.size, rng))

    # Rules

    def rules(self) -> str:
        return (
            "You solve mazes by looking and thinking, without code. Guide the player to the goal "
            f"without falling into a hole, in as few moves as you can. {lakes.RULES} Say where "
            "the player, the goal and the holes are; then plan step by step, checking what each "
            "move leads to, and mend the plan if it fails. Finish with the whole plan in one line "
            "such as: Action plan: L,L,R,U,D. Nothing may follow it. You succeed if the plan ends "
            "at the goal."
        )

    @action
    def answer(self, state: WayState, plan: tuple[Letter, ...]) -> WayState:
        """Give all moves of the player in order."""
        return replace(state, answer=plan)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.plan(reply))

    def phrase(self, call: Call) -> str:
        return answers.write_plan(call)

    def score(self, state: WayState) -> float:
        """Any plan that works is right; how long it is shows in the metrics."""
        path = list(lakes.walk(state.lake, state.answer or ()))
        return float(bool(path) and path[-1] == state.lake.goal)

    def metrics(self, state: WayState) -> dict[str, float]:
        least, length = len(_shortest(state.lake)), len(state.answer or ())
        optimal = self.score(state) == 1 and length == least
        return {"moves": length, "fewest_moves": least, "optimal": float(optimal)}

    # Solvers

    @solver
    def shortest(self, state: WayState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """A shortest plan."""
        yield Call("answer", (tuple(_shortest(state.lake)),))


def _shortest(lake: Lake) -> list[str]:
    """The moves of a shortest safe way, found on the map as it is written."""
    rows = [line.split("|")[2:-1] for line in lakes.table(lake).splitlines()[1:]]

    def ahead(at: Cell) -> Iterator[tuple[str, Cell]]:
        row, column = at
        for move, near in (
            ("U", (row - 1, column)),
            ("D", (row + 1, column)),
            ("L", (row, column - 1)),
            ("R", (row, column + 1)),
        ):
            inside = 0 <= near[0] < len(rows) and 0 <= near[1] < len(rows)
            if inside and rows[near[0]][near[1]].strip() != "#":
                yield move, near

    return breadth_first(lake.player, ahead, lambda at: at == lake.goal) or []


PRESETS = {
    "easy": VspMaze(size=3, step_limit=1),
    "hard": VspMaze(size=8, step_limit=1),
    **{f"level_{size}": VspMaze(size=size, step_limit=1) for size in lakes.SIZES},
}

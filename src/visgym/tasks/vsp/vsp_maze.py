"""VSP maze navigation: plan a safe way over a frozen lake, all moves at once.

Levels are the sizes of the paper, 3 to 8. Any plan that works is right; how long it is shows in
the metrics.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Budget, Cell, Form, Letters, action
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeQuestion, OnLake, graded
from visgym.kit.boards.lakes import Lake, Letter
from visgym.kit.search import breadth_first

Plan = Annotated[tuple[Letter, ...], Letters("LRUD", ("left", "right", "up", "down"))]


@dataclass(frozen=True, kw_only=True)
class VspMaze(LakeQuestion[OnLake]):
    tags = LakeQuestion.tags | {"planning"}
    budget = Budget(advance=0.2)
    form = Form(lead="Action plan:")

    def generate(self, rng: Random) -> OnLake:
        return OnLake(lakes.frozen(self.size, rng))

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
    def answer(self, problem: OnLake, plan: Plan) -> None:
        """Give all moves of the player in order."""

    def grade(self, problem: OnLake, plan: tuple[str, ...]) -> float:
        """Any plan that works is right; how long it is shows in the metrics."""
        path = list(lakes.walk(problem.lake, plan))
        return float(bool(path) and path[-1] == problem.lake.goal)

    def solution(self, problem: OnLake) -> tuple[str, ...]:
        return tuple(_shortest(problem.lake))

    def explanation(self, problem: OnLake) -> str:
        """Interpretation, plan and verification, as the examples of the paper have them."""
        lake, plan = problem.lake, self.solution(problem)
        steps = list(zip(plan, lakes.walk(lake, plan), strict=True))
        found = {lake.goal: "This square is the goal."}
        planned = [
            f"- {lakes.WORDS[move]} ({move}) leads to {lakes.place(at)}. "
            + found.get(at, "This square is safe.")
            for move, at in steps
        ]
        checked = [
            f"{number}. {lakes.WORDS[move]} to {lakes.place(at)} "
            f"({'goal' if at == lake.goal else 'safe'})"
            for number, (move, at) in enumerate(steps, start=1)
        ]
        parts = [
            "<Interpret>",
            lakes.interpreted(lake),
            "<Plan>",
            *planned,
            "<Verification>",
            *checked,
        ]
        return "\n".join(parts)

    def metrics(self, problem: OnLake, plan: tuple[str, ...] = ()) -> dict[str, float]:
        least, length = len(_shortest(problem.lake)), len(plan)
        optimal = self.grade(problem, plan) == 1 and length == least
        return {"moves": length, "fewest_moves": least, "optimal": float(optimal)}


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


PRESETS = graded(VspMaze, "size", lakes.SIZES)

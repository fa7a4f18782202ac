"""VSP maze perception 1: is there a hole at a given place of a frozen lake?"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Cell, YesNo, action
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeQuestion, OnLake, graded
from visgym.kit.boards.lakes import Lake
from visgym.kit.grid import cells


@dataclass(frozen=True, slots=True)
class HoleProblem(OnLake):
    cell: Cell
    """The place that is asked about."""


@dataclass(frozen=True, kw_only=True)
class VspMazeHole(LakeQuestion[HoleProblem]):
    tags = LakeQuestion.tags | {"perception"}

    def generate(self, rng: Random) -> HoleProblem:
        """Half of the cells are holes, so that neither answer is likelier."""
        everywhere = list(cells(self.size, self.size))
        rng.shuffle(everywhere)
        holes = (len(everywhere) + rng.randrange(2)) // 2
        player, goal = everywhere[holes : holes + 2]
        lake = Lake(self.size, frozenset(everywhere[:holes]), player, goal)
        return HoleProblem(lake, rng.choice(everywhere))

    def rules(self) -> str:
        return (
            "You see a maze and are asked whether there is a hole at one place of it. Look at "
            'that square; then end your reply with "<Output> Yes" if there is a hole and with '
            '"<Output> No" if there is none.'
        )

    def question(self, problem: HoleProblem) -> str:
        return f"Is there a hole in {lakes.place(problem.cell)}?"

    @action
    def answer(self, problem: HoleProblem, hole: YesNo) -> None:
        """Say whether there is a hole."""

    def grade(self, problem: HoleProblem, hole: YesNo) -> float:
        return float(hole == ("Yes" if problem.cell in problem.lake.holes else "No"))

    def solution(self, problem: HoleProblem) -> YesNo:
        """Looks the place up in the map as it is written."""
        row, column = problem.cell
        mark = lakes.table(problem.lake).splitlines()[row + 1].split(" | ")[column + 1]
        return "Yes" if mark.startswith("#") else "No"

    def explanation(self, problem: HoleProblem) -> str:
        """What is in the square."""
        cell, lake = problem.cell, problem.lake
        kinds = dict.fromkeys(lake.holes, "a hole") | {
            lake.player: "the player",
            lake.goal: "a goal",
        }
        return f"In {lakes.place(cell)} there is {kinds.get(cell, 'safe ice')}."


PRESETS = graded(VspMazeHole, "size", lakes.SIZES)

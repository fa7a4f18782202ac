"""VSP maze perception 2: where is the player, seen from the goal?"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.authoring import action
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeQuestion, OnLake, graded

Relation = Literal[
    "Above", "Below", "Left", "Right", "Above,Left", "Above,Right", "Below,Left", "Below,Right"
]


@dataclass(frozen=True, kw_only=True)
class VspMazeRelation(LakeQuestion[OnLake]):
    tags = LakeQuestion.tags | {"perception"}
    luck = 0.25  # on large maps each diagonal is right a fifth of the time

    def generate(self, rng: Random) -> OnLake:
        return OnLake(lakes.frozen(self.size, rng))

    def rules(self) -> str:
        return (
            "You see a maze and say where the player is with respect to the goal, not the other "
            "way round: Above, Below, Left or Right, or one of the first two and one of the last "
            "two with a comma between them. Compare the rows of the player and the goal, then "
            "their columns. Leave out Above and Below if they are in the same row, and Left and "
            'Right if they are in the same column. End your reply in the form "<Output> '
            'Above,Left", which says that the player is above and to the left of the goal, or '
            '"<Output> Below".'
        )

    @action
    def answer(self, problem: OnLake, relation: Relation) -> None:
        """Say where the player is as seen from the goal."""

    def grade(self, problem: OnLake, relation: Relation) -> float:
        (row, column), (goal_row, goal_column) = problem.lake.player, problem.lake.goal
        claims = {
            "Above": row < goal_row,
            "Below": row > goal_row,
            "Left": column < goal_column,
            "Right": column > goal_column,
        }
        said = relation.split(",")
        return float(all((word in said) == holds for word, holds in claims.items()))

    def solution(self, problem: OnLake) -> str:
        """Finds both marks in the map as it is written."""
        rows = [line.split(" | ")[1:] for line in lakes.table(problem.lake).splitlines()[1:]]
        places = {mark[0]: (y, x) for y, row in enumerate(rows) for x, mark in enumerate(row)}
        down, right = (b - a for a, b in zip(places["@"], places["*"], strict=True))
        words = [("", "Above", "Below")[(down > 0) - (down < 0)]]
        words.append(("", "Left", "Right")[(right > 0) - (right < 0)])
        return ",".join(filter(None, words))

    def explanation(self, problem: OnLake) -> str:
        """Rows and columns, one after the other."""
        (row, column), (goal_row, goal_column) = problem.lake.player, problem.lake.goal
        return (
            f"The player is at {lakes.place(problem.lake.player)}, and the goal is at "
            f"{lakes.place(problem.lake.goal)}.\n"
            f"Rows: {row + 1} {_sign(row, goal_row)} {goal_row + 1}; "
            f"columns: {column + 1} {_sign(column, goal_column)} {goal_column + 1}."
        )


def _sign(one: int, other: int) -> str:
    return "=" if one == other else "<" if one < other else ">"


PRESETS = graded(VspMazeRelation, "size", lakes.SIZES)

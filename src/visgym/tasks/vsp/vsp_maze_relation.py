"""VSP maze perception 2: where is the player, seen from the goal?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Literal

from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeTask
from visgym.kit.boards.lakes import Lake

Relation = Literal[
    "Above", "Below", "Left", "Right", "Above,Left", "Above,Right", "Below,Left", "Below,Right"
]


@dataclass(frozen=True, slots=True)
class RelationState:
    lake: Lake
    answer: Relation | None = None


@dataclass(frozen=True, kw_only=True)
class VspMazeRelation(LakeTask[RelationState]):
    tags = LakeTask.tags | {"perception"}

    # Generation

    def generate(self, rng: Random) -> RelationState:
        return RelationState(lakes.frozen(self.size, rng))

    # Rules

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
    def answer(self, state: RelationState, relation: Relation) -> RelationState:
        """Say where the player is as seen from the goal."""
        return replace(state, answer=relation)

    def hear(self, reply: str) -> RawCall | None:
        words = answers.sides(reply)
        return answers.spoken(",".join(words)) if words else None

    def score(self, state: RelationState) -> float:
        (row, column), (goal_row, goal_column) = state.lake.player, state.lake.goal
        claims = {
            "Above": row < goal_row,
            "Below": row > goal_row,
            "Left": column < goal_column,
            "Right": column > goal_column,
        }
        said = (state.answer or "").split(",")
        return float(all((word in said) == holds for word, holds in claims.items()))

    # Solvers

    @solver
    def read(self, state: RelationState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Finds both marks in the map as it is written."""
        rows = [line.split(" | ")[1:] for line in lakes.table(state.lake).splitlines()[1:]]
        places = {mark[0]: (y, x) for y, row in enumerate(rows) for x, mark in enumerate(row)}
        down, right = (b - a for a, b in zip(places["@"], places["*"], strict=True))
        words = [("", "Above", "Below")[(down > 0) - (down < 0)]]
        words.append(("", "Left", "Right")[(right > 0) - (right < 0)])
        yield Call("answer", (",".join(filter(None, words)),))


PRESETS = {
    "easy": VspMazeRelation(size=3, step_limit=1),
    "hard": VspMazeRelation(size=8, step_limit=1),
    **{f"level_{size}": VspMazeRelation(size=size, step_limit=1) for size in lakes.SIZES},
}

"""VSP maze perception 1: is there a hole at a given place of a frozen lake?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.answers import YesNo
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeTask
from visgym.kit.boards.lakes import Lake
from visgym.kit.grid import Cell, cells


@dataclass(frozen=True, slots=True)
class HoleState:
    lake: Lake
    cell: Cell
    answer: YesNo | None = None


@dataclass(frozen=True, kw_only=True)
class VspMazeHole(LakeTask[HoleState]):
    tags = LakeTask.tags | {"perception"}

    # Generation

    def generate(self, rng: Random) -> HoleState:
        """Half of the cells are holes, so that neither answer is likelier."""
        everywhere = list(cells(self.size, self.size))
        rng.shuffle(everywhere)
        holes = (len(everywhere) + rng.randrange(2)) // 2
        player, goal = everywhere[holes : holes + 2]
        lake = Lake(self.size, frozenset(everywhere[:holes]), player, goal)
        return HoleState(lake, rng.choice(everywhere))

    # Rules

    def rules(self) -> str:
        return (
            "You see a maze and are asked whether there is a hole at one place of it. Look at "
            'that square; then end your reply with "<Output> Yes" if there is a hole and with '
            '"<Output> No" if there is none.'
        )

    def question(self, state: HoleState) -> str:
        return f"Is there a hole in {lakes.place(state.cell)}?"

    @action
    def answer(self, state: HoleState, hole: YesNo) -> HoleState:
        """Say whether there is a hole."""
        return replace(state, answer=hole)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, ("Yes", "No")))

    def score(self, state: HoleState) -> float:
        return float(state.answer == ("Yes" if state.cell in state.lake.holes else "No"))

    # Solvers

    @solver
    def read(self, state: HoleState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Looks the place up in the map as it is written."""
        row, column = state.cell
        mark = lakes.table(state.lake).splitlines()[row + 1].split(" | ")[column + 1]
        yield Call("answer", ("Yes" if mark.startswith("#") else "No",))


PRESETS = {
    "easy": VspMazeHole(size=3, step_limit=1),
    "hard": VspMazeHole(size=8, step_limit=1),
    **{f"level_{size}": VspMazeHole(size=size, step_limit=1) for size in lakes.SIZES},
}

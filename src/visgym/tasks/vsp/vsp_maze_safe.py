"""VSP maze reasoning: does a given plan avoid all holes of a frozen lake?"""

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
from visgym.kit.boards.lakes import Lake, Letter

LETTERS: tuple[Letter, ...] = ("L", "R", "U", "D")
WORDS = {"L": "Left", "R": "Right", "U": "Up", "D": "Down"}


@dataclass(frozen=True, slots=True)
class SafeState:
    lake: Lake
    plan: tuple[Letter, ...]
    answer: YesNo | None = None


@dataclass(frozen=True, kw_only=True)
class VspMazeSafe(LakeTask[SafeState]):
    moves_given: int = 1
    """Moves of the plan."""
    size: int = 5

    tags = LakeTask.tags | {"reasoning"}

    # Generation

    def validate(self) -> None:
        if not 3 <= self.size <= 12 or not 1 <= self.moves_given <= 50:
            raise ValueError("size must be from 3 to 12 and moves_given from 1 to 50.")

    def generate(self, rng: Random) -> SafeState:
        """Half of the plans are safe; the others fail at any step alike."""
        draws = [rng.random() for _ in range(self.moves_given)]
        is_safe = draws[-1] < 0.5  # levels do not share their answers
        failing = None if is_safe else rng.randrange(self.moves_given)
        while True:
            lake = lakes.frozen(self.size, rng)
            plan = _plan(lake, self.moves_given, failing, rng)
            if plan:
                return SafeState(lake, plan)

    # Rules

    def rules(self) -> str:
        return (
            "You see a maze and a plan of moves, and judge whether the plan is safe, that is, "
            f"whether it never moves the player into a hole. {lakes.RULES} Say where the player, "
            "the goal and the holes are; then follow the plan move by move and check what is in "
            'each square it leads to. End your reply with "<Output> Yes" if the plan is safe and '
            'with "<Output> No" if it is not.'
        )

    def question(self, state: SafeState) -> str:
        moves = ", ".join(WORDS[move] for move in state.plan)
        return f"Is this sequence of moves safe?\n{moves}"

    @action
    def answer(self, state: SafeState, safe: YesNo) -> SafeState:
        """Say whether the plan is safe."""
        return replace(state, answer=safe)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, ("Yes", "No")))

    def score(self, state: SafeState) -> float:
        falls = any(cell in state.lake.holes for cell in lakes.walk(state.lake, state.plan))
        return float(state.answer == ("No" if falls else "Yes"))

    # Solvers

    @solver
    def follow(self, state: SafeState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Walks over the map as it is written, one mark at a time."""
        lines = lakes.table(state.lake).splitlines()[1:]
        marks = [line.replace(" ", "").split("|")[2:-1] for line in lines]
        (row, column), last = state.lake.player, state.lake.size - 1
        seen = []
        for move in state.plan:
            row = min(max(row + (move == "D") - (move == "U"), 0), last)
            column = min(max(column + (move == "R") - (move == "L"), 0), last)
            seen.append(marks[row][column])
        told = "".join(seen).partition("*")[0]  # what comes after the goal does not matter
        yield Call("answer", ("No" if "#" in told else "Yes",))


def _plan(lake: Lake, count: int, failing: int | None, rng: Random) -> tuple[Letter, ...] | None:
    """Random moves that fall into a hole at one step first, or never; None if stuck."""
    at, plan = lake.player, list[Letter]()
    for step in range(count):
        over = failing is not None and step > failing
        landings = {move: lakes.landing(lake, at, move) for move in LETTERS}
        fitting = [
            move
            for move, cell in landings.items()
            if over or (cell != lake.goal and (cell in lake.holes) == (step == failing))
        ]
        if not fitting:
            return None
        plan.append(rng.choice(fitting))
        at = landings[plan[-1]]
    return tuple(plan)


PRESETS = {
    "easy": VspMazeSafe(moves_given=1, step_limit=1),
    "hard": VspMazeSafe(moves_given=9, step_limit=1),
    **{f"level_{count}": VspMazeSafe(moves_given=count, step_limit=1) for count in (1, 3, 5, 7, 9)},
}

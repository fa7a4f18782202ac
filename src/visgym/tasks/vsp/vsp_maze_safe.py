"""VSP maze reasoning: does a given plan avoid all holes of a frozen lake?

Plans have the lengths of the paper, 1 to 9 moves, on maps of 5x5 as in the public release. Half of
them are safe, and the others fail at any step alike. A plan that crosses the goal and falls into a
hole after it is not safe, as the labels of the release have it.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, YesNo, action
from visgym.kit.boards import lakes
from visgym.kit.boards.asked import LakeQuestion, OnLake, graded
from visgym.kit.boards.lakes import Lake, Letter
from visgym.kit.rejection_sampling import first_accepted


@dataclass(frozen=True, slots=True)
class SafeProblem(OnLake):
    plan: tuple[Letter, ...]


LETTERS: tuple[Letter, ...] = ("L", "R", "U", "D")


@dataclass(frozen=True, kw_only=True)
class VspMazeSafe(LakeQuestion[SafeProblem]):
    moves_given: int = 1
    """Moves of the plan."""
    size: int = 5

    tags = LakeQuestion.tags | {"reasoning"}

    # Generation

    def validate(self) -> None:
        if not 3 <= self.size <= 12 or not 1 <= self.moves_given <= 50:
            raise ValueError("size must be from 3 to 12 and moves_given from 1 to 50.")

    def generate(self, rng: Random) -> SafeProblem:
        """Half of the plans are safe; the others fail at any step alike."""
        draws = [rng.random() for _ in range(self.moves_given)]
        is_safe = draws[-1] < 0.5  # levels do not share their answers
        failing = None if is_safe else rng.randrange(self.moves_given)

        def draw() -> SafeProblem | None:
            lake = lakes.frozen(self.size, rng)
            plan = _plan(lake, self.moves_given, failing, rng)
            return SafeProblem(lake, plan) if plan else None

        return first_accepted(draw, "plans is right; change moves_given or size")

    # Rules

    def effort(self, state: Asked[SafeProblem]) -> float:
        return float(self.moves_given)

    def rules(self) -> str:
        return (
            "You see a maze and a plan of moves, and judge whether the plan is safe, that is, "
            f"whether it never moves the player into a hole. {lakes.RULES} Say where the player, "
            "the goal and the holes are; then follow the plan move by move and check what is in "
            'each square it leads to. End your reply with "<Output> Yes" if the plan is safe and '
            'with "<Output> No" if it is not.'
        )

    def question(self, problem: SafeProblem) -> str:
        moves = ", ".join(lakes.WORDS[move] for move in problem.plan)
        return f"Is this sequence of moves safe?\n{moves}"

    @action
    def answer(self, problem: SafeProblem, safe: YesNo) -> None:
        """Say whether the plan is safe."""

    def grade(self, problem: SafeProblem, safe: YesNo) -> float:
        """The plan is followed to its end, also beyond the goal."""
        at, falls = problem.lake.player, False
        for move in problem.plan:
            at = lakes.landing(problem.lake, at, move)
            falls = falls or at in problem.lake.holes
        return float(safe == ("No" if falls else "Yes"))

    def solution(self, problem: SafeProblem) -> YesNo:
        """Walks over the map as it is written, one mark at a time."""
        lines = lakes.table(problem.lake).splitlines()[1:]
        marks = [line.replace(" ", "").split("|")[2:-1] for line in lines]
        (row, column), last = problem.lake.player, problem.lake.size - 1
        seen = []
        for move in problem.plan:
            row = min(max(row + (move == "D") - (move == "U"), 0), last)
            column = min(max(column + (move == "R") - (move == "L"), 0), last)
            seen.append(marks[row][column])
        return "No" if "#" in seen else "Yes"

    def explanation(self, problem: SafeProblem) -> str:
        """The plan, move by move, up to the first hole."""
        lines, at = [lakes.interpreted(problem.lake)], problem.lake.player
        for number, move in enumerate(problem.plan, start=1):
            at = lakes.landing(problem.lake, at, move)
            falls = at in problem.lake.holes
            found = "a hole" if falls else "safe"
            lines.append(f"{number}. {lakes.WORDS[move]} leads to {lakes.place(at)}: {found}.")
            if falls:
                break
        return "\n".join(lines)


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


PRESETS = graded(VspMazeSafe, "moves_given", (1, 3, 5, 7, 9))

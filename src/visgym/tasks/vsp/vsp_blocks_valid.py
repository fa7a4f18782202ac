"""VSP blocks reasoning: can every move of a given plan be made?

Plans of 1 to 7 moves with five blocks, as in the public release. Half of them work, and the others
fail at any step alike.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Illegal, YesNo, action
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksQuestion, WithBlocks, graded
from visgym.kit.boards.blocks import BlockMove, Stacks, Target
from visgym.kit.rejection_sampling import first_accepted


@dataclass(frozen=True, slots=True)
class PlanProblem(WithBlocks):
    plan: tuple[BlockMove, ...]


@dataclass(frozen=True, kw_only=True)
class VspBlocksValid(BlocksQuestion[PlanProblem]):
    moves_given: int = 3
    """Moves of the plan."""
    count: int = 5

    tags = BlocksQuestion.tags | {"reasoning"}

    # Generation

    def validate(self) -> None:
        if not 3 <= self.count < len(blocks.COLORS):
            raise ValueError(f"count must be from 3 to {len(blocks.COLORS) - 1}.")
        if not 1 <= self.moves_given <= 50:
            raise ValueError("moves_given must be from 1 to 50.")

    def generate(self, rng: Random) -> PlanProblem:
        """Half of the plans work; the others fail at any step alike, in one of two ways."""
        draws = [rng.random() for _ in range(self.moves_given + 1)]
        works, missing = (draw < 0.5 for draw in draws[-2:])  # levels do not share their answers
        failing = None if works else rng.randrange(self.moves_given)

        def draw() -> PlanProblem | None:
            stacks = blocks.stacks_of(self.count, rng)
            plan = _plan(stacks, self.moves_given, failing, missing, rng)
            return PlanProblem(stacks, plan) if plan else None

        return first_accepted(draw, "plans is right; change moves_given or count")

    # Rules

    def effort(self, state: Asked[PlanProblem]) -> float:
        return float(self.moves_given)

    def rules(self) -> str:
        return (
            "You are a robot that moves coloured blocks between stacks. You see the stacks and a "
            f"plan of moves, and judge whether every move of it can be made. {blocks.RULES} "
            "move(red,table) puts the red block on the table, move(red,blue) on the blue block. A "
            "move fails if a block of it is not there, if the moved block is covered, or if the "
            "block it should stand on is. First list the stacks and check the moves one by one, "
            'keeping track of the stacks. End your reply with "<Output> Yes" if all moves can be '
            'made and with "<Output> No" if one cannot.'
        )

    def question(self, problem: PlanProblem) -> str:
        return f"Can these moves be made in this order?\n{blocks.written(problem.plan)}"

    @action
    def answer(self, problem: PlanProblem, valid: YesNo) -> None:
        """Say whether all moves can be made."""

    def grade(self, problem: PlanProblem, valid: YesNo) -> float:
        stacks = problem.stacks
        try:
            for block, target in problem.plan:
                stacks = blocks.moved(stacks, block, target)
        except Illegal:
            return float(valid == "No")
        return float(valid == "Yes")

    def solution(self, problem: PlanProblem) -> YesNo:
        """Keeps track of what each block stands on."""
        under: dict[str, str] = {}
        for stack in problem.stacks:
            under.update(zip(stack, ("table", *stack), strict=False))
        for block, target in problem.plan:
            covered = set(under.values())
            free = {"table"} | {each for each in under if each not in covered and each != block}
            if block not in under or block in covered or target not in free:
                return "No"
            under[block] = target
        return "Yes"

    def explanation(self, problem: PlanProblem) -> str:
        """The stacks before the plan and after each move, up to the first that cannot be made."""
        stacks = problem.stacks
        lines = [f"The stacks:\n{blocks.in_words(stacks)}"]
        for number, (block, target) in enumerate(problem.plan, start=1):
            try:
                stacks = blocks.moved(stacks, block, target)
            except Illegal as error:
                return "\n".join([*lines, f"Move {number} cannot be made. {error}"])
            lines.append(f"Move {number} can be made. The stacks are then:")
            lines.append(blocks.in_words(stacks))
        return "\n".join(lines)


def _plan(
    stacks: Stacks, count: int, failing: int | None, missing: bool, rng: Random
) -> tuple[BlockMove, ...] | None:
    """Random moves of which one fails at most; None if the stacks are too low to fail."""
    plan: list[BlockMove] = []
    for step in range(count):
        if step == failing:
            wrong = _wrong_moves(stacks, missing)
            if not wrong:
                return None
            plan.append(rng.choice(wrong))
        else:
            plan.append(rng.choice(blocks.legal_moves(stacks)))
            stacks = blocks.moved(stacks, *plan[-1])
    return tuple(plan)


def _wrong_moves(stacks: Stacks, missing: bool) -> list[BlockMove]:
    """Moves of or onto blocks that are not there, or of or onto covered ones."""
    there = [block for stack in stacks for block in stack]
    tops = [stack[-1] for stack in stacks]
    goals: list[Target] = [*tops, "table"]
    wrong = [each for each in blocks.COLORS if each not in tops and (each not in there) == missing]
    return [
        *((each, goal) for each in wrong for goal in goals),
        *((top, each) for top in tops for each in wrong),
    ]


PRESETS = graded(VspBlocksValid, "moves_given", blocks.LENGTHS)

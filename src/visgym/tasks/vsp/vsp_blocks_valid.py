"""VSP blocks reasoning: can every move of a given plan be made?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.budgets import SCENE
from visgym.core.calls import Call, Illegal
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.answers import YesNo
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksTask
from visgym.kit.boards.blocks import BlockMove, Stacks, Target


@dataclass(frozen=True, slots=True)
class PlanState:
    stacks: Stacks
    plan: tuple[BlockMove, ...]
    answer: YesNo | None = None


@dataclass(frozen=True, kw_only=True)
class VspBlocksValid(BlocksTask[PlanState]):
    moves_given: int = 3
    """Moves of the plan."""
    count: int = 5

    tags = BlocksTask.tags | {"reasoning"}
    budget = SCENE

    # Generation

    def validate(self) -> None:
        if not 3 <= self.count < len(blocks.COLORS) or not 1 <= self.moves_given <= 50:
            raise ValueError("count must be from 3 to 5 and moves_given from 1 to 50.")

    def generate(self, rng: Random) -> PlanState:
        """Half of the plans work; the others fail at any step alike, in one of two ways."""
        draws = [rng.random() for _ in range(self.moves_given + 1)]
        works, missing = (draw < 0.5 for draw in draws[-2:])  # levels do not share their answers
        failing = None if works else rng.randrange(self.moves_given)
        while True:
            stacks = blocks.stacks_of(self.count, rng)
            plan = _plan(stacks, self.moves_given, failing, missing, rng)
            if plan:
                return PlanState(stacks, plan)

    # Rules

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

    def question(self, state: PlanState) -> str:
        return f"Can these moves be made in this order?\n{blocks.written(state.plan)}"

    @action
    def answer(self, state: PlanState, valid: YesNo) -> PlanState:
        """Say whether all moves can be made."""
        return replace(state, answer=valid)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, ("Yes", "No")))

    def score(self, state: PlanState) -> float:
        return float(state.answer == ("Yes" if _works(state.stacks, state.plan) else "No"))

    # Solvers

    @solver
    def follow(self, state: PlanState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Keeps track of what each block stands on."""
        under: dict[str, str] = {}
        for stack in state.stacks:
            under.update(zip(stack, ("table", *stack), strict=False))
        fails = False
        for block, target in state.plan:
            covered = set(under.values())
            free = {"table"} | {each for each in under if each not in covered and each != block}
            fails = fails or block not in under or block in covered or target not in free
            under[block] = target
        yield Call("answer", ("No" if fails else "Yes",))


def _works(stacks: Stacks, plan: tuple[BlockMove, ...]) -> bool:
    try:
        for block, target in plan:
            stacks = blocks.moved(stacks, block, target)
    except Illegal:
        return False
    return True


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


PRESETS = {
    "easy": VspBlocksValid(moves_given=1, step_limit=1),
    "hard": VspBlocksValid(moves_given=7, step_limit=1),
    **{
        f"level_{count}": VspBlocksValid(moves_given=count, step_limit=1)
        for count in blocks.LENGTHS
    },
}

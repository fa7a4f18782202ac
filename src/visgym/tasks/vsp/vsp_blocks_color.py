"""VSP blocks perception 1: which colour has the block at a stack and level?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.budgets import SCENE
from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksTask
from visgym.kit.boards.blocks import Block, Stacks


@dataclass(frozen=True, slots=True)
class BlockColorState:
    stacks: Stacks
    stack: int
    """The stack that is asked about, from 0 at the left."""
    level: int
    """Its level, from 0 at the bottom."""
    answer: Block | None = None


@dataclass(frozen=True, kw_only=True)
class VspBlocksColor(BlocksTask[BlockColorState]):
    tags = BlocksTask.tags | {"perception"}
    budget = SCENE

    # Generation

    def generate(self, rng: Random) -> BlockColorState:
        stacks = blocks.stacks_of(self.count, rng)
        places = [(s, level) for s, stack in enumerate(stacks) for level in range(len(stack))]
        return BlockColorState(stacks, *rng.choice(places))

    # Rules

    def rules(self) -> str:
        return (
            "You see stacks of blocks and are asked for the colour of one block: blue, yellow, "
            "purple, orange, red or green. Stacks count from left to right and the levels of a "
            "stack from bottom to top, both from 1. First list the stacks; then end your reply "
            'with the colour in the form "<Output> red".'
        )

    def question(self, state: BlockColorState) -> str:
        place = f"stack {state.stack + 1}, level {state.level + 1}"
        return f"What is the color of the block at {place}?"

    @action
    def answer(self, state: BlockColorState, color: Block) -> BlockColorState:
        """Name the colour of the block."""
        return replace(state, answer=color)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, blocks.COLORS))

    def score(self, state: BlockColorState) -> float:
        return float(state.answer == state.stacks[state.stack][state.level])

    # Solvers

    @solver
    def read(self, state: BlockColorState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Looks the block up in the stacks as they are written."""
        line = blocks.in_words(state.stacks).splitlines()[state.stack]
        named = line.removeprefix("- Stack with ").split(", ")[state.level]
        yield Call("answer", (named.split()[0],))


PRESETS = {
    "easy": VspBlocksColor(count=3, step_limit=1),
    "hard": VspBlocksColor(count=5, step_limit=1),
    **{f"level_{count}": VspBlocksColor(count=count, step_limit=1) for count in blocks.COUNTS},
}

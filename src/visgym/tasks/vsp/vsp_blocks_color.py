"""VSP blocks perception 1: which colour has the block at a stack and level?"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import action
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksQuestion, WithBlocks, graded
from visgym.kit.boards.blocks import Block


@dataclass(frozen=True, slots=True)
class BlockColorProblem(WithBlocks):
    stack: int
    """The stack that is asked about, from 0 at the left."""
    level: int
    """Its level, from 0 at the bottom."""


@dataclass(frozen=True, kw_only=True)
class VspBlocksColor(BlocksQuestion[BlockColorProblem]):
    tags = BlocksQuestion.tags | {"perception"}

    def generate(self, rng: Random) -> BlockColorProblem:
        stacks = blocks.stacks_of(self.count, rng)
        places = [(s, level) for s, stack in enumerate(stacks) for level in range(len(stack))]
        return BlockColorProblem(stacks, *rng.choice(places))

    def rules(self) -> str:
        return (
            "You see stacks of blocks and are asked for the colour of one block: blue, yellow, "
            "purple, orange, red or green. Stacks count from left to right and the levels of a "
            "stack from bottom to top, both from 1. First list the stacks; then end your reply "
            'with the colour in the form "<Output> red".'
        )

    def question(self, problem: BlockColorProblem) -> str:
        place = f"stack {problem.stack + 1}, level {problem.level + 1}"
        return f"What is the color of the block at {place}?"

    @action
    def answer(self, problem: BlockColorProblem, color: Block) -> None:
        """Name the colour of the block."""

    def grade(self, problem: BlockColorProblem, color: Block) -> float:
        return float(color == problem.stacks[problem.stack][problem.level])

    def solution(self, problem: BlockColorProblem) -> str:
        """Looks the block up in the stacks as they are written."""
        line = blocks.in_words(problem.stacks).splitlines()[problem.stack]
        named = line.removeprefix("- Stack with ").split(", ")[problem.level]
        return named.split()[0]

    def explanation(self, problem: BlockColorProblem) -> str:
        """The stacks, and the one that is asked about."""
        named = ", ".join(problem.stacks[problem.stack])
        return (
            f"The stacks from left to right:\n{blocks.in_words(problem.stacks)}\n"
            f"Stack {problem.stack + 1} has, from bottom to top: {named}."
        )


PRESETS = graded(VspBlocksColor, "count", blocks.COUNTS)

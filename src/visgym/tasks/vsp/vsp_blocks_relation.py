"""VSP blocks perception 2: how do two blocks lie to each other?

The four letters are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import OptionLetter, action
from visgym.kit import options
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksQuestion, WithBlocks, graded
from visgym.kit.boards.blocks import Block, Stacks
from visgym.kit.rejection_sampling import first_accepted


@dataclass(frozen=True, slots=True)
class PairProblem(WithBlocks):
    first: Block
    second: Block


CHOICES: tuple[OptionLetter, ...] = ("A", "B", "C", "D")


@dataclass(frozen=True, kw_only=True)
class VspBlocksRelation(BlocksQuestion[PairProblem]):
    tags = BlocksQuestion.tags | {"perception"}

    # Generation

    def validate(self) -> None:
        if not 2 <= self.count < len(blocks.COLORS):
            raise ValueError(f"count must be from 2 to {len(blocks.COLORS) - 1}.")

    def generate(self, rng: Random) -> PairProblem:
        """Each of the four relations is equally likely."""
        wanted = rng.choices(CHOICES, k=self.count)[-1]  # levels do not share their answers

        def draw() -> PairProblem | None:
            stacks = blocks.stacks_of(self.count, rng)
            pairs = [pair for pair in _pairs() if _relation(stacks, *pair) == wanted]
            return PairProblem(stacks, *rng.choice(pairs)) if pairs else None

        return first_accepted(draw, "stacks has such a pair; change count")

    # Rules

    def rules(self) -> str:
        return (
            "You see stacks of blocks and are asked how two blocks lie to each other. Each block "
            "has a colour of its own: blue, yellow, purple, orange, red or green. A block may be "
            "directly above or directly below another one in the same stack, or in a different "
            "stack, or it may not be there at all. First list the stacks; then end your reply "
            'with your choice in the form "<Output> A", with one of A, B, C and D.'
        )

    def question(self, problem: PairProblem) -> str:
        one, two = f"the {problem.first} block", f"the {problem.second} block"
        sentences = options.listed(
            (
                f"{one.capitalize()} is directly above {two}, in the same stack.",
                f"{one.capitalize()} is directly below {two}, in the same stack.",
                f"{one.capitalize()} and {two} are in different stacks.",
                f"At least one of {one} and {two} is not there.",
            )
        )
        return f"How does {one} lie to {two}?\n{sentences}"

    @action
    def answer(self, problem: PairProblem, choice: OptionLetter) -> None:
        """Choose the sentence that is true."""

    def grade(self, problem: PairProblem, choice: OptionLetter) -> float:
        return float(choice == _relation(problem.stacks, problem.first, problem.second))

    def solution(self, problem: PairProblem) -> OptionLetter:
        """Looks for both blocks in the stacks as they are written."""
        text = blocks.in_words(problem.stacks)
        one, two = f"{problem.first} b", f"{problem.second} b"
        together = [line for line in text.splitlines() if one in line and two in line]
        if one not in text or two not in text:
            return "D"
        if not together:
            return "C"
        return "A" if together[0].index(one) > together[0].index(two) else "B"

    def explanation(self, problem: PairProblem) -> str:
        """The stacks, and where both blocks are."""
        lines = [f"The stacks from left to right:\n{blocks.in_words(problem.stacks)}"]
        for block in (problem.first, problem.second):
            at = next((n for n, s in enumerate(problem.stacks, start=1) if block in s), None)
            lines.append(f"The {block} block is " + (f"in stack {at}." if at else "not there."))
        return "\n".join(lines)


def _pairs() -> list[tuple[Block, Block]]:
    return [(one, two) for one in blocks.COLORS for two in blocks.COLORS if one != two]


def _relation(stacks: Stacks, first: Block, second: Block) -> OptionLetter | None:
    """The true sentence; None where a block lies between the two."""
    places = {
        block: (s, level) for s, stack in enumerate(stacks) for level, block in enumerate(stack)
    }
    if first not in places or second not in places:
        return "D"
    (one, height), (two, other) = places[first], places[second]
    if one != two:
        return "C"
    return {1: "A", -1: "B"}.get(height - other)  # type: ignore[return-value]


PRESETS = graded(VspBlocksRelation, "count", blocks.COUNTS)

"""VSP blocks perception 2: how do two blocks lie to each other?"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.budgets import SCENE
from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import action, solver
from visgym.kit import answers
from visgym.kit.answers import OptionLetter
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksTask
from visgym.kit.boards.blocks import Block, Stacks

CHOICES: tuple[OptionLetter, ...] = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class PairState:
    stacks: Stacks
    first: Block
    second: Block
    answer: OptionLetter | None = None


@dataclass(frozen=True, kw_only=True)
class VspBlocksRelation(BlocksTask[PairState]):
    tags = BlocksTask.tags | {"perception"}
    budget = SCENE

    # Generation

    def validate(self) -> None:
        if not 2 <= self.count < len(blocks.COLORS):
            raise ValueError(f"count must be from 2 to {len(blocks.COLORS) - 1}.")

    def generate(self, rng: Random) -> PairState:
        """Each of the four relations is equally likely."""
        wanted = rng.choices(CHOICES, k=self.count)[-1]  # levels do not share their answers
        while True:
            stacks = blocks.stacks_of(self.count, rng)
            pairs = [pair for pair in _pairs() if _relation(stacks, *pair) == wanted]
            if pairs:
                return PairState(stacks, *rng.choice(pairs))

    # Rules

    def rules(self) -> str:
        return (
            "You see stacks of blocks and are asked how two blocks lie to each other. Each block "
            "has a colour of its own: blue, yellow, purple, orange, red or green. A block may be "
            "directly above or directly below another one in the same stack, or in a different "
            "stack, or it may not be there at all. First list the stacks; then end your reply "
            'with your choice in the form "<Output> A", with one of A, B, C and D.'
        )

    def question(self, state: PairState) -> str:
        one, two = f"the {state.first} block", f"the {state.second} block"
        return (
            f"How does {one} lie to {two}?\n"
            f"(A) {one.capitalize()} is directly above {two}, in the same stack.\n"
            f"(B) {one.capitalize()} is directly below {two}, in the same stack.\n"
            f"(C) {one.capitalize()} and {two} are in different stacks.\n"
            f"(D) At least one of {one} and {two} is not there."
        )

    @action
    def answer(self, state: PairState, choice: OptionLetter) -> PairState:
        """Choose the sentence that is true."""
        return replace(state, answer=choice)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, CHOICES))

    def score(self, state: PairState) -> float:
        return float(state.answer == _relation(state.stacks, state.first, state.second))

    # Solvers

    @solver
    def read(self, state: PairState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Looks for both blocks in the stacks as they are written."""
        text, one, two = blocks.in_words(state.stacks), f"{state.first} b", f"{state.second} b"
        together = [line for line in text.splitlines() if one in line and two in line]
        if one not in text or two not in text:
            choice = "D"
        elif not together:
            choice = "C"
        else:
            choice = "A" if together[0].index(one) > together[0].index(two) else "B"
        yield Call("answer", (choice,))


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


PRESETS = {
    "easy": VspBlocksRelation(count=3, step_limit=1),
    "hard": VspBlocksRelation(count=5, step_limit=1),
    **{f"level_{count}": VspBlocksRelation(count=count, step_limit=1) for count in blocks.COUNTS},
}

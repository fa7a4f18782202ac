"""VSP blocks perception 3: which of four texts describes the stacks in the picture?"""

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
from visgym.kit.boards.blocks import Stacks

SIZES = (3, 4, 5, 6)  # blocks of a candidate


@dataclass(frozen=True, slots=True)
class TextState:
    stacks: Stacks
    candidates: tuple[Stacks, ...]
    answer: OptionLetter | None = None


@dataclass(frozen=True, kw_only=True)
class VspBlocksText(BlocksTask[TextState]):
    tags = BlocksTask.tags | {"perception"}
    budget = SCENE

    # Generation

    def generate(self, rng: Random) -> TextState:
        """One candidate is right, one has as many blocks, and two have more or fewer."""
        stacks = other = blocks.stacks_of(self.count, rng)
        while blocks.is_same(stacks, other):
            other = blocks.stacks_of(self.count, rng)
        wrong = rng.choices([count for count in SIZES if count != self.count], k=2)
        candidates = [stacks, other, *(blocks.stacks_of(count, rng) for count in wrong)]
        rng.shuffle(candidates)
        return TextState(stacks, tuple(candidates))

    # Rules

    def rules(self) -> str:
        return (
            "You see stacks of blocks and four texts, each of which describes stacks; exactly one "
            "of them describes what you see. Each block has a colour of its own: blue, yellow, "
            "purple, orange, red or green. First list the stacks in the picture and compare them "
            'with the texts; then end your reply with your choice in the form "<Output> A", with '
            "one of A, B, C and D."
        )

    def question(self, state: TextState) -> str:
        listed = zip("ABCD", state.candidates, strict=True)
        texts = (f"({letter})\n{blocks.in_words(each)}" for letter, each in listed)
        return "Which of these texts describes the stacks?\n\n" + "\n\n".join(texts)

    @action
    def answer(self, state: TextState, choice: OptionLetter) -> TextState:
        """Choose the text that describes the stacks."""
        return replace(state, answer=choice)

    def hear(self, reply: str) -> RawCall | None:
        return answers.spoken(answers.choice(reply, "ABCD"))

    def score(self, state: TextState) -> float:
        if state.answer is None:
            return 0.0
        return float(blocks.is_same(state.candidates["ABCD".index(state.answer)], state.stacks))

    # Solvers

    @solver
    def compare(self, state: TextState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Looks for the text whose lines are those of the stacks."""
        lines = set(blocks.in_words(state.stacks).splitlines())
        parts = self.question(state).split("\n\n")[1:]
        fitting = [part[1] for part in parts if set(part.splitlines()[1:]) == lines]
        yield Call("answer", (fitting[0],))


PRESETS = {
    "easy": VspBlocksText(count=3, step_limit=1),
    "hard": VspBlocksText(count=5, step_limit=1),
    **{f"level_{count}": VspBlocksText(count=count, step_limit=1) for count in blocks.COUNTS},
}

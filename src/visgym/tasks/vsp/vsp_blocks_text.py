"""VSP blocks perception 3: which of four texts describes the stacks in the picture?

The four letters are equally likely.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from random import Random

from visgym.authoring import OptionLetter, action
from visgym.kit import options
from visgym.kit.boards import blocks
from visgym.kit.boards.asked import BlocksQuestion, WithBlocks, graded
from visgym.kit.boards.blocks import Stacks

SIZES = (3, 4, 5, 6)  # blocks of a candidate


@dataclass(frozen=True, slots=True)
class TextProblem(WithBlocks):
    candidates: tuple[Stacks, ...]


@dataclass(frozen=True, kw_only=True)
class VspBlocksText(BlocksQuestion[TextProblem]):
    tags = BlocksQuestion.tags | {"perception"}

    def generate(self, rng: Random) -> TextProblem:
        """One candidate is right, one has as many blocks, and two have more or fewer."""
        stacks = other = blocks.stacks_of(self.count, rng)
        while blocks.is_same(stacks, other):
            other = blocks.stacks_of(self.count, rng)
        counts = rng.choices([count for count in SIZES if count != self.count], k=2)
        wrong = [other, *(blocks.stacks_of(count, rng) for count in counts)]
        is_right = partial(blocks.is_same, stacks)
        return TextProblem(stacks, options.shuffled(stacks, wrong, is_right, rng))

    def rules(self) -> str:
        return (
            "You see stacks of blocks and four texts, each of which describes stacks; exactly one "
            "of them describes what you see. Each block has a colour of its own: blue, yellow, "
            "purple, orange, red or green. First list the stacks in the picture and compare them "
            'with the texts; then end your reply with your choice in the form "<Output> A", with '
            "one of A, B, C and D."
        )

    def question(self, problem: TextProblem) -> str:
        texts = options.listed(map(blocks.in_words, problem.candidates), apart=True)
        return f"Which of these texts describes the stacks?\n\n{texts}"

    @action
    def answer(self, problem: TextProblem, choice: OptionLetter) -> None:
        """Choose the text that describes the stacks."""

    def grade(self, problem: TextProblem, choice: OptionLetter) -> float:
        candidate = options.chosen(problem.candidates, choice)
        return float(candidate is not None and blocks.is_same(candidate, problem.stacks))

    def solution(self, problem: TextProblem) -> str:
        """Looks for the text whose lines are those of the stacks."""
        lines = set(blocks.in_words(problem.stacks).splitlines())
        parts = self.question(problem).split("\n\n")[1:]
        return next(part[1] for part in parts if set(part.splitlines()[1:]) == lines)

    def explanation(self, problem: TextProblem) -> str:
        """The stacks, and which texts have the same."""
        lines = [f"The stacks in the picture:\n{blocks.in_words(problem.stacks)}"]
        for letter, each in zip("ABCD", problem.candidates, strict=False):
            fits = blocks.is_same(each, problem.stacks)
            lines.append(f"({letter}) {'has the same stacks' if fits else 'has other stacks'}.")
        return "\n".join(lines)


PRESETS = graded(VspBlocksText, "count", blocks.COUNTS)

"""Arc 1D: find the rule that changes strips of colours, and apply it to one more strip."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from visgym.authoring import Letters, action, levels, share
from visgym.kit.arc.asking import ArcQuestion
from visgym.kit.arc.library import STRIP_GROUPS, STRIPS
from visgym.kit.arc.problems import ArcProblem
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.sheets import sheet_size
from visgym.kit.arc.steps import Chain


@dataclass(frozen=True, kw_only=True)
class Arc1D(ArcQuestion):
    length: int = 10
    """Cells of every strip."""
    group: Literal["moves", "blocks", "orders", "all"] = "moves"
    """Which rules are drawn."""
    steps: int = 1
    """The most steps of a rule; the second mirrors, shifts or exchanges colours."""
    examples: int = 3
    """Pairs that show the rule."""

    tags = frozenset({"synthetic", "full", "unknown", "reasoning", "color"})
    library = STRIPS

    def validate(self) -> None:
        if not 10 <= self.length <= 30 or not 2 <= self.examples <= 6:
            raise ValueError("length must be from 10 to 30 and examples from 2 to 6.")
        if not 1 <= self.steps <= 2:
            raise ValueError("steps must be 1 or 2.")

    def generate(self, rng: Random) -> ArcProblem:
        return self.posed(rng, self.length, self.examples)

    def hidden_rule(self, rng: Random) -> Rule:
        groups = STRIP_GROUPS if self.group == "all" else (self.group,)
        families = [family for group in groups for family in STRIP_GROUPS[group]]
        rule = rng.choice(list(rng.choice(families).every()))
        if rng.randint(1, self.steps) == 1:
            return rule
        return Chain(rule, rng.choice(self.library.tails[1]))

    def rules(self) -> str:
        return (
            "One hidden rule made every output strip out of its input strip. Find the rule that "
            "explains all examples, apply it to the test input, and give the colours of the output "
            "from left to right. It is as long as the input."
        )

    @action
    def answer(
        self, problem: ArcProblem, colours: Annotated[str, Letters("0123456789", longest="length")]
    ) -> None:
        """Give the digits of the output strip."""

    def grade(self, problem: ArcProblem, colours: str) -> float:
        return float(colours == _digits(problem.right))

    def metrics(self, problem: ArcProblem, colours: str = "") -> dict[str, float]:
        return {"cells": share(colours, _digits(problem.right))}

    def solution(self, problem: ArcProblem) -> str:
        return _digits(self.library.named(problem.rule).apply(problem.test))

    @property
    def sheet_size(self) -> tuple[int, int]:
        return sheet_size(1, self.length, self.examples + 1, min(32, 520 // self.length), 1)


def _digits(strip: tuple[tuple[int, ...], ...]) -> str:
    return "".join(map(str, strip[0]))


PRESETS = levels(Arc1D, length=(10, 16, 24), group=("moves", "blocks", "orders"), steps=(1, 1, 2))

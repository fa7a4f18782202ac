"""What all questions about a lake have in common, and all questions about stacks of blocks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from visgym.core.budgets import SCENE
from visgym.core.tags import Tag
from visgym.core.task import Frame, Medium
from visgym.kit.asking import Asked, Question
from visgym.kit.boards import block_pictures, blocks, lakes
from visgym.kit.boards.blocks import BlockView, Stacks
from visgym.kit.boards.lakes import Lake
from visgym.kit.forms import Form

TAGS: frozenset[Tag] = frozenset({"synthetic", "full", "known"})
OUTPUT = Form(lead="<Output>")


@dataclass(frozen=True, slots=True)
class OnLake:
    """A problem on a lake, or nothing but a lake."""

    lake: Lake


@dataclass(frozen=True, slots=True)
class WithBlocks:
    """A problem with stacks of blocks."""

    stacks: Stacks


LakeProblem = TypeVar("LakeProblem", bound=OnLake)
BlocksProblem = TypeVar("BlocksProblem", bound=WithBlocks)
Asker = TypeVar("Asker", bound=Question[Any])


@dataclass(frozen=True, kw_only=True)
class LakeQuestion(Question[LakeProblem]):
    """One question about a frozen lake."""

    size: int = 3
    """Rows and columns of the map."""

    tags = TAGS
    form = OUTPUT

    def validate(self) -> None:
        if not 2 <= self.size <= 12:
            raise ValueError("size must be from 2 to 12.")

    def legend(self, medium: Medium) -> str:
        return lakes.legend(medium)

    def draw(self, problem: LakeProblem) -> Frame:
        return lakes.picture(problem.lake)

    def describe(self, problem: LakeProblem) -> str:
        return lakes.in_words(problem.lake)

    def effort(self, state: Asked[LakeProblem]) -> float:
        return float(self.size**2)


@dataclass(frozen=True, kw_only=True)
class BlocksQuestion(Question[BlocksProblem]):
    """One question about stacks of blocks."""

    count: int = 3
    """Blocks on the table."""
    view: BlockView = "photo"
    """Photo-like stacks or flat ones."""

    tags = TAGS
    budget = SCENE
    form = OUTPUT

    def validate(self) -> None:
        if not 2 <= self.count <= len(blocks.COLORS):
            raise ValueError(f"count must be from 2 to {len(blocks.COLORS)}.")

    def legend(self, medium: Medium) -> str:
        return blocks.legend(medium)

    def draw(self, problem: BlocksProblem) -> Frame:
        return block_pictures.picture(problem.stacks, self.view, self.count)

    def describe(self, problem: BlocksProblem) -> str:
        return blocks.in_words(problem.stacks)

    def effort(self, state: Asked[BlocksProblem]) -> float:
        return float(self.count)


def graded(asker: type[Asker], knob: str, values: Sequence[int]) -> dict[str, Asker]:
    """The first value of a knob as easy, the last one as hard, and a level named after each."""
    named = {"easy": values[0], "hard": values[-1]} | {f"level_{each}": each for each in values}
    knobs: dict[str, dict[str, Any]] = {name: {knob: value} for name, value in named.items()}
    return {name: asker(**each) for name, each in knobs.items()}

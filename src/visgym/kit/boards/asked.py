"""What all questions about a lake have in common, and all questions about stacks of blocks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, TypeVar

from visgym.core.calls import Call, Value
from visgym.core.tags import Tag
from visgym.core.task import Frame, Medium, Task
from visgym.kit import answers
from visgym.kit.boards import block_pictures, blocks, lakes
from visgym.kit.boards.blocks import BlockView, Stacks
from visgym.kit.boards.lakes import Lake

TAGS: frozenset[Tag] = frozenset({"synthetic", "full", "known"})


class AboutLake(Protocol):
    """A state of a question about a lake."""

    @property
    def lake(self) -> Lake: ...
    @property
    def answer(self) -> Value: ...


class AboutBlocks(Protocol):
    """A state of a question about stacks of blocks."""

    @property
    def stacks(self) -> Stacks: ...
    @property
    def answer(self) -> Value: ...


LakeState = TypeVar("LakeState", bound=AboutLake)
BlocksState = TypeVar("BlocksState", bound=AboutBlocks)


@dataclass(frozen=True, kw_only=True)
class LakeTask(Task[LakeState]):
    """One question about a frozen lake."""

    size: int = 3
    """Rows and columns of the map."""

    tags = TAGS
    single_turn = True

    def validate(self) -> None:
        if not 2 <= self.size <= 12:
            raise ValueError("size must be from 2 to 12.")

    def legend(self, medium: Medium) -> str:
        return lakes.legend(medium)

    def phrase(self, call: Call) -> str:
        return answers.write_choice(call)

    def is_over(self, state: LakeState) -> bool:
        return state.answer is not None

    def draw(self, state: LakeState) -> Frame:
        return lakes.picture(state.lake)

    def describe(self, state: LakeState) -> str:
        return lakes.in_words(state.lake)


@dataclass(frozen=True, kw_only=True)
class BlocksTask(Task[BlocksState]):
    """One question about stacks of blocks."""

    count: int = 3
    """Blocks on the table."""
    view: BlockView = "photo"
    """Photo-like stacks or flat ones."""

    tags = TAGS
    single_turn = True

    def validate(self) -> None:
        if not 2 <= self.count <= len(blocks.COLORS):
            raise ValueError(f"count must be from 2 to {len(blocks.COLORS)}.")

    def legend(self, medium: Medium) -> str:
        return blocks.legend(medium)

    def phrase(self, call: Call) -> str:
        return answers.write_choice(call)

    def is_over(self, state: BlocksState) -> bool:
        return state.answer is not None

    def draw(self, state: BlocksState) -> Frame:
        return block_pictures.picture(state.stacks, self.view, self.count)

    def describe(self, state: BlocksState) -> str:
        return blocks.in_words(state.stacks)

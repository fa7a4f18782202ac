"""Klo Blocks: how many neighbouring stacks can be brought up to a line by moving blocks."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import accumulate
from random import Random
from typing import Annotated

from visgym.authoring import (
    Asked,
    Canvas,
    Frame,
    NumberQuestion,
    Span,
    action,
    levels,
    redrawn,
)
from visgym.kit.canvas import BLUE, INK, LINE, MUTED, RED

LEFT, RIGHT, TOP, BOTTOM = 44, 88, 34, 20  # pixels around the stacks
TALL, WIDEST, GAP = 560, 28, 10  # pixels: all blocks of a stack, one block, between stacks
TICK = 5  # blocks from one number at the rim to the next


@dataclass(frozen=True, slots=True)
class Stacks:
    heights: tuple[int, ...]
    line: int


@dataclass(frozen=True, kw_only=True)
class KloBlocks(NumberQuestion[Stacks]):
    stacks: int = 6
    """Stacks in the row; they are up to twice as high."""
    numbered: bool = False
    """Whether the heights are written above the stacks."""

    tags = frozenset({"synthetic", "full", "known", "counting", "arithmetic"})
    pictured = "The red line is at height K; the numbers at the left count blocks."
    written = "Heights go from left to right."

    def validate(self) -> None:
        if not 3 <= self.stacks <= 24:
            raise ValueError("stacks must be from 3 to 24.")

    def generate(self, rng: Random) -> Stacks:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Stacks | None:
        """Stacks of which more can reach the line than do, but not all."""
        heights = tuple(rng.randint(1, 2 * self.stacks) for _ in range(self.stacks))
        drawn = Stacks(heights, rng.randint(2, 2 * self.stacks))
        high = "".join(" #"[height >= drawn.line] for height in heights)
        ready = max(map(len, high.split()), default=0)
        return drawn if max(1, ready) < self.solution(drawn) < self.stacks else None

    def rules(self) -> str:
        return (
            "Blocks are piled up in a row of stacks. A move takes one block from a stack that is "
            "higher than K and puts it on a stack next to it. Move blocks as often as you like, so "
            "that as many stacks side by side as possible have a height of at least K, all at the "
            "same time. How many stacks are in the longest such run?"
        )

    @action
    def answer(self, problem: Stacks, length: Annotated[int, Span(0, 99)]) -> None:
        """Give the number of stacks in the longest run."""

    def right(self, problem: Stacks) -> int:
        return _longest(problem)

    def solution(self, problem: Stacks) -> int:
        """Sums up to each stack of what is above the line; the first low one for each high one."""
        sums = list(accumulate((each - problem.line for each in problem.heights), initial=0))
        lows, best = list[int](), 0
        for at, total in enumerate(sums):
            if not lows or total < sums[lows[-1]]:
                lows.append(at)
        for at in range(len(sums) - 1, -1, -1):
            while lows and sums[lows[-1]] <= sums[at]:
                best = max(best, at - lows.pop())
        return best

    def effort(self, state: Asked[Stacks]) -> float:
        return float(sum(state.problem.heights))

    def draw(self, problem: Stacks) -> Frame:
        side = self._side
        canvas, tower = Canvas.on(_empty(self.stacks, side)), _tower(2 * self.stacks, side)
        ground = TOP + 2 * self.stacks * side
        for number, height in enumerate(problem.heights):
            x, top = LEFT + GAP + number * (side + GAP), ground - height * side
            canvas.paste(tower[: height * side], x, top)
            if self.numbered:
                canvas.text(x + side / 2, top - 12, str(height), 16, INK)
        y, end = ground - problem.line * side, LEFT + self.stacks * (side + GAP) + GAP
        canvas.rect(LEFT, y - 1, end - LEFT + 6, 3, RED)
        label = f"K = {problem.line}" if self.numbered else "K"
        canvas.text(end + 12, y, label, 18, RED, bold=True, align="left")
        return canvas.frame

    @property
    def _side(self) -> int:
        """Pixels of a block."""
        return min(WIDEST, TALL // (2 * self.stacks))

    def describe(self, problem: Stacks) -> str:
        return f"Heights: {', '.join(map(str, problem.heights))}\nK: {problem.line}"


def _longest(problem: Stacks) -> int:
    """The longest run with blocks enough, out of all runs."""
    count = len(problem.heights)
    return max(
        end - start
        for start in range(count + 1)
        for end in range(start, count + 1)
        if sum(problem.heights[start:end]) >= problem.line * (end - start)
    )


@lru_cache(maxsize=16)
def _empty(stacks: int, side: int) -> Frame:
    """A page without stacks, with lines to count by."""
    across, ground = stacks * (side + GAP) + GAP, TOP + 2 * stacks * side
    canvas = Canvas(LEFT + across + RIGHT, ground + BOTTOM)
    for height in range(0, 2 * stacks + 1, TICK):
        y = ground - height * side
        canvas.rect(LEFT, y, across, 1, LINE)
        canvas.text(LEFT - 8, y, str(height), 14, MUTED, align="right")
    canvas.rect(LEFT, ground, across, 2, MUTED)
    return canvas.frame


@lru_cache(maxsize=16)
def _tower(blocks: int, side: int) -> Frame:
    """A stack of so many blocks."""
    canvas = Canvas(side, blocks * side)
    for level in range(blocks):
        canvas.rect(0, level * side + 1, side, side - 1, BLUE, radius=2)
    return canvas.frame


PRESETS = levels(KloBlocks, stacks=(6, 10, 16), numbered=(True, False, False))

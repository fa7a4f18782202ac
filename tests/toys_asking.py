"""Small questions about bars, as an author would write them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Annotated

from visgym.authoring import (
    Canvas,
    Form,
    Frame,
    Grid,
    Illegal,
    Medium,
    Permutation,
    Question,
    Span,
    action,
    levels,
)
from visgym.kit.canvas import BLUE

Rows = Annotated[tuple[tuple[int, ...], ...], Grid(9, "bars", Span(0, 1))]


@dataclass(frozen=True, slots=True)
class Bars:
    heights: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BarQuestion(Question[Bars]):
    bars: int = 4
    tags = frozenset({"synthetic", "full", "known", "perception"})

    def generate(self, rng: Random) -> Bars:
        return Bars(tuple(rng.sample(range(1, 10), self.bars)))

    def rules(self) -> str:
        return "You see bars of different heights and are asked about them."

    def legend(self, medium: Medium) -> str:
        return "Bars stand side by side, and each of them is blue."

    def draw(self, problem: Bars) -> Frame:
        canvas = Canvas(20 * self.bars + 10, 110)
        for place, height in enumerate(problem.heights):
            canvas.rect(10 + 20 * place, 100 - 10 * height, 12, 10 * height, BLUE)
        return canvas.frame

    def describe(self, problem: Bars) -> str:
        return f"The heights are {', '.join(map(str, problem.heights))}."


@dataclass(frozen=True, kw_only=True)
class SortBars(BarQuestion):
    """A value of several numbers, refused sometimes, with metrics."""

    @action
    def answer(
        self, problem: Bars, order: Annotated[tuple[int, ...], Permutation("bars", first=1)]
    ) -> None:
        """Give the numbers of the bars from low to high, counted from the left."""
        if order == tuple(range(self.bars, 0, -1)):
            raise Illegal("Nobody sorts backwards.")

    def generate(self, rng: Random) -> Bars:
        while True:
            problem = super().generate(rng)
            if problem.heights != tuple(sorted(problem.heights, reverse=True)):
                return problem

    def grade(self, problem: Bars, order: tuple[int, ...]) -> float:
        heights = [problem.heights[number - 1] for number in order]
        return float(all(low < high for low, high in pairwise(heights)))

    def solution(self, problem: Bars) -> tuple[int, ...]:
        return tuple(problem.heights.index(height) + 1 for height in sorted(problem.heights))

    def metrics(self, problem: Bars, order: tuple[int, ...] = ()) -> dict[str, float]:
        return {"named": len(order)}


@dataclass(frozen=True, kw_only=True)
class SumBars(BarQuestion):
    """Two parameters, and no form of its own."""

    @action
    def answer(self, problem: Bars, total: Annotated[int, Span(0, 99)], is_even: bool) -> None:
        """Say how high all bars are together, and whether that is even."""

    def grade(self, problem: Bars, total: int, is_even: bool) -> float:
        return float(total == sum(problem.heights) and is_even == (total % 2 == 0))

    def solution(self, problem: Bars) -> tuple[int, bool]:
        odd = sum(height % 2 for height in problem.heights)
        total = sum(count for height in problem.heights for count in [1] * height)
        return total, odd % 2 == 0


@dataclass(frozen=True, kw_only=True)
class PaintBars(BarQuestion):
    """A grid, in the form of a paper."""

    form = Form(lead="Picture:")

    def rules(self) -> str:
        return f"{super().rules()} Draw them with 0 and 1 below Picture: as the paper says."

    @action
    def answer(self, problem: Bars, rows: Rows) -> None:
        """Draw the bars row by row, from the top."""

    def grade(self, problem: Bars, rows: tuple[tuple[int, ...], ...]) -> float:
        columns = zip(*rows, strict=True)
        return float(
            all(
                column == (0,) * (9 - height) + (1,) * height
                for column, height in zip(columns, problem.heights, strict=True)
            )
        )

    def solution(self, problem: Bars) -> tuple[tuple[int, ...], ...]:
        return tuple(tuple(int(h >= level) for h in problem.heights) for level in range(9, 0, -1))


PRESETS = levels(SortBars, bars=(3, 5, 7))

"""Questions for the output of a hidden rule: what all tasks on colour grids share."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import Budget
from visgym.core.signatures import FreeGrid, Span
from visgym.core.task import Frame, action
from visgym.kit.arc.grids import ColourGrid, as_text, shape
from visgym.kit.arc.library import GRIDS, Library
from visgym.kit.arc.problems import ArcProblem, posed
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.sheets import NAMES, named_grids, sheet
from visgym.kit.asking import Asked, Question
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.scoring import share_of_cells

LARGEST = 30  # rows and columns of an answer, whatever the grids are
KEY = ", ".join(f"{number} {name}" for number, name in enumerate(NAMES))


@dataclass(frozen=True, kw_only=True)
class ArcQuestion(Question[ArcProblem]):
    """Pairs of an input and an output show a rule, which is to be applied to one more input."""

    library: ClassVar[Library]
    pictured = (
        "Each panel shows an input, an arrow, and the output. The panel with the blue edge is the "
        f"test, whose output is asked for. The key below gives each colour its digit: {KEY}."
    )
    written = "Every line of digits is a row of a grid, from the top; a digit stands for a colour."

    @abstractmethod
    def hidden_rule(self, rng: Random) -> Rule:
        """A rule to be found out."""

    @property
    @abstractmethod
    def sheet_size(self) -> tuple[int, int]:
        """Width and height of the picture."""

    def effort(self, state: Asked[ArcProblem]) -> float:
        """Cells to look at and to write, times steps to find."""
        problem: ArcProblem = state.problem
        grids = [problem.right, *(grid for _, grid in named_grids(problem))]
        cells = sum(len(grid) * len(grid[0]) for grid in grids)
        return float(cells * (1 + problem.rule.count(" then ")))

    def draw(self, problem: ArcProblem) -> Frame:
        return sheet(problem, *self.sheet_size)

    def describe(self, problem: ArcProblem) -> str:
        return "\n\n".join(f"{name}\n{as_text(grid)}" for name, grid in named_grids(problem))

    def posed(self, rng: Random, size: int, examples: int, chosen: bool = False) -> ArcProblem:
        """A problem that leaves no doubt."""
        return redrawn(
            lambda rng: posed(self.library, self.hidden_rule, rng, size, examples, chosen), rng
        )


@dataclass(frozen=True, kw_only=True)
class GridQuestion(ArcQuestion):
    """A question for a grid, whose shape is a part of the answer."""

    library = GRIDS
    budget = Budget(generate=20.0, advance=1.0)  # an answer has hundreds of cells

    def rules(self) -> str:
        return (
            "One hidden rule made every output out of its input. Find the rule that explains all "
            "examples, apply it to the test input, and give the output that it makes, row by row "
            "from the top. The output may have another shape than the input."
        )

    @action
    def answer(
        self,
        problem: ArcProblem,
        rows: Annotated[tuple[tuple[int, ...], ...], FreeGrid(LARGEST, LARGEST, Span(0, 9))],
    ) -> None:
        """Give the rows of the output, one digit for every cell."""

    def grade(self, problem: ArcProblem, rows: ColourGrid) -> float:
        return float(rows == problem.right)

    def metrics(self, problem: ArcProblem, rows: ColourGrid = ()) -> dict[str, float]:
        alike = bool(rows) and shape(rows) == shape(problem.right)
        cells = share_of_cells(rows, problem.right) if alike else 0.0
        return {"cells": cells, "right_shape": float(alike)}

    def solution(self, problem: ArcProblem) -> ColourGrid:
        """What the rule makes of the test; of problems from files, the output that they hold."""
        if not problem.rule:
            return problem.right
        return self.library.named(problem.rule).apply(problem.test)

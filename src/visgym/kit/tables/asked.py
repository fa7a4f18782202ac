"""Questions whose answer is a whole table."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from typing import Generic, TypeVar

from visgym.kit.asking import Question
from visgym.kit.scoring import share_of_cells
from visgym.kit.tables.boards import Whole

Problem = TypeVar("Problem")


@dataclass(frozen=True, kw_only=True)
class TableQuestion(Question[Problem], Generic[Problem]):
    """A question for what stands in every cell; an author writes `right` in place of `grade`."""

    @abstractmethod
    def right(self, problem: Problem) -> Whole:
        """The one right table, from the definition."""

    def grade(self, problem: Problem, rows: Whole) -> float:
        return float(rows == self.right(problem))

    def metrics(self, problem: Problem, rows: Whole = ()) -> dict[str, float]:
        return {"cells": share_of_cells(rows, self.right(problem))}

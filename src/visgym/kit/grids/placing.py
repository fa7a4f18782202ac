"""Questions about things in the cells of a grid: options under letters, or all that is missing."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, Generic, Protocol, TypeVar

from visgym.core.actions import Action, action
from visgym.core.signatures import Pairs, Span
from visgym.kit import options
from visgym.kit.grid import Cell, cells
from visgym.kit.multiple_choice import MultipleChoice

SOLVE = "solve"
"""The kind of question that asks for all that is missing."""


class _Posed(Protocol):
    @property
    def options(self) -> tuple[str, ...]: ...
    @property
    def kind(self) -> str: ...


Problem = TypeVar("Problem", bound=_Posed)
Placed = tuple[tuple[int, int], ...]


@dataclass(frozen=True, kw_only=True)
class PlacingQuestion(MultipleChoice[Problem], Generic[Problem]):
    """One option is right, or with the kind `solve` any cells that keep all rules.

    An author writes `fits` and `is_solved` from the rules, and `found` and `missing` by a search.
    """

    size: int = 6
    """Rows of the grid, and columns."""

    def validate(self) -> None:
        if self.question_kind != SOLVE:
            super().validate()

    @abstractmethod
    def fits(self, problem: Problem, text: str) -> bool:
        """Whether an option is right."""

    @abstractmethod
    def is_solved(self, problem: Problem, added: Sequence[Cell]) -> bool:
        """Whether all rules are kept with these cells, counted from 0."""

    @abstractmethod
    def missing(self, problem: Problem) -> list[Cell]:
        """The cells to be added, counted from 0."""

    @action
    def place(
        self,
        problem: Problem,
        cells: Annotated[tuple[tuple[int, int], ...], Pairs(Span(1, "size"))],
    ) -> None:
        """Give row and column of everything that is missing; both count from 1."""

    @property
    def actions(self) -> dict[str, Action]:
        name = "place" if self.question_kind == SOLVE else "answer"
        return {name: super().actions[name]}

    def grade(self, problem: Problem, *said: Any) -> float:
        if self.question_kind != SOLVE:
            return super().grade(problem, *said)
        return float(self.is_solved(problem, [(row - 1, column - 1) for row, column in said[0]]))

    def solution(self, problem: Problem) -> Any:
        if self.question_kind != SOLVE:
            return super().solution(problem)
        return tuple((row + 1, column + 1) for row, column in self.missing(problem))

    def right(self, problem: Problem) -> str:
        return next(text for text in problem.options if self.fits(problem, text))

    def offered(
        self, problem: Problem, right: str, wrong: Iterable[str], rng: Random
    ) -> Problem | None:
        """The problem with options; None where there are too few wrong ones."""
        others = [text for text in dict.fromkeys(wrong) if not self.fits(problem, text)]
        if len(others) < len(self.letters) - 1:
            return None
        chosen = rng.sample(others, len(self.letters) - 1)
        put = options.shuffled(right, chosen, lambda text: self.fits(problem, text), rng)
        return replace(problem, options=put)  # type: ignore[type-var]

    def cornered(
        self, problem: Problem, right: Cell, taken: Collection[Cell], rng: Random
    ) -> Problem | None:
        """The problem with the corners of a rectangle as options, where none has more in common
        with the others than they have."""
        every = [cell for cell in self.every if cell[0] != right[0] and cell[1] != right[1]]
        for row, column in rng.sample(every, len(every)):
            wrong = [(right[0], column), (row, right[1]), (row, column)]
            if not any(cell in taken or self.fits(problem, named(cell)) for cell in wrong):
                return self.offered(problem, named(right), map(named, wrong), rng)
        return None

    @property
    def every(self) -> list[Cell]:
        return list(cells(self.size, self.size))


def named(cell: Cell) -> str:
    """A cell as options name it.

    >>> named((0, 2)), placed("row 1, column 3")
    ('row 1, column 3', (0, 2))
    """
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


def placed(text: str) -> Cell:
    """The cell of that name."""
    row, column = text.split(", ")
    return int(row.split()[1]) - 1, int(column.split()[1]) - 1


def counts_near(right: int, width: int, rng: Random) -> list[str]:
    """So many numbers in a row, none below 0, with the right one anywhere among them.

    >>> counts_near(0, 3, Random(1))
    ['0', '1', '2']
    """
    first = max(right - rng.randrange(width), 0)
    return [str(number) for number in range(first, first + width)]


def touching(cell: Cell) -> set[Cell]:
    """The eight cells around a cell, whether on the board or not."""
    row, column = cell
    return {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)} - {cell}

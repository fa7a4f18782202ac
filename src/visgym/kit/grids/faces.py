"""Clue grids: to be filled by one answer, or one value at a time."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Any, ClassVar, Generic, Literal, TypeVar

from visgym.core.actions import Action
from visgym.core.calls import Call, Illegal, Value
from visgym.core.reading import RawCall
from visgym.core.signatures import Grid, OneOf, Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.answers import read_answer
from visgym.kit.asking import levels
from visgym.kit.forms import DEFAULT
from visgym.kit.grids.checks import BLANK, Check
from visgym.kit.grids.filling import Filling, Puzzle, entries, numbered
from visgym.kit.grids.pages import Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole, as_text

GUESS = 50.0  # how much a guess counts where a deduction counts 1 to 3
SPARE = 10  # steps of play beyond one for each cell

Written = tuple[tuple[Any, ...], ...]
Row = Annotated[int, Span(1, "rows")]
Column = Annotated[int, Span(1, "columns")]


Grids = TypeVar("Grids", bound="ClueGrid[Any]")


@dataclass(frozen=True, kw_only=True)
class ClueGrid(Task[Any], Generic[Puzzle]):  # states are Filling[Puzzle]
    """A grid to be filled so that all rules hold; what is given stays.

    An author writes `values`, `made`, `rules`, `rules_of`, `checks_of` and `page_of`.
    """

    size: int = 4
    """Rows of the grid, and columns."""
    turns: Literal["one", "many"] = "one"
    """One answer for the whole grid, or one value at a time."""
    step_limit: int = 1

    can_stop: ClassVar[bool] = False
    letters: ClassVar[str] = ""
    """How the values 0, 1, ... are written; empty for numbers, which stand for themselves."""
    pictured: ClassVar[str] = "Given values are black; the numbers of rows and columns are grey."
    written: ClassVar[str] = "Each line is a row of the grid, from the top; a dot is a blank cell."

    @abstractmethod
    def made(self, rng: Random) -> Puzzle:
        """A puzzle."""

    @property
    @abstractmethod
    def values(self) -> Sequence[int]:
        """The numbers that may stand in a cell."""

    @abstractmethod
    def rules_of(self, puzzle: Puzzle) -> Rules:
        """The rules for the solver; cells are numbered row by row."""

    @abstractmethod
    def checks_of(self, puzzle: Puzzle) -> Sequence[Check]:
        """The rules by name, from their definition."""

    @abstractmethod
    def page_of(self, puzzle: Puzzle, grid: Whole) -> Frame:
        """The picture of the grid with what stands in it."""

    @property
    def page(self) -> Page:
        """Where the cells are in the picture."""
        return Page(self.rows, self.columns)

    def picture_board(self) -> tuple[float, float, float, float]:
        """Where a browser finds the cells."""
        return self.page.board()

    def clues_of(self, puzzle: Puzzle) -> str:
        """What the picture shows beside the cells, in lines of text."""
        return ""

    # Actions

    @action
    def answer(
        self,
        filling: Filling[Puzzle],
        grid: Annotated[Written, Grid("rows", "columns", OneOf("options"))],
    ) -> Filling[Puzzle]:
        """Give the whole grid, row by row."""
        rows = tuple(tuple(map(self._code, row)) for row in grid)
        return replace(filling, entries=rows, answered=True)

    @action
    def write(
        self,
        filling: Filling[Puzzle],
        row: Row,
        column: Column,
        value: Annotated[Any, OneOf("options")],
    ) -> Filling[Puzzle]:
        """Write a value into a cell, also over another; rows and columns count from 1."""
        return self._changed(filling, row, column, self._code(value))

    @action
    def erase(self, filling: Filling[Puzzle], row: Row, column: Column) -> Filling[Puzzle]:
        """Make a cell blank again."""
        if filling.grid[row - 1][column - 1] == BLANK:
            raise Illegal(f"Row {row}, column {column} is blank already.")
        return self._changed(filling, row, column, BLANK)

    def _changed(
        self, filling: Filling[Puzzle], row: int, column: int, value: int
    ) -> Filling[Puzzle]:
        if filling.puzzle.givens[row - 1][column - 1] != BLANK:
            raise Illegal(f"What stands in row {row}, column {column} is given and stays.")
        grid = [list(line) for line in filling.grid]
        grid[row - 1][column - 1] = value
        return replace(filling, entries=tuple(map(tuple, grid)))

    # Score

    def is_over(self, filling: Filling[Puzzle]) -> bool:
        return filling.answered or (self.turns == "many" and self.score(filling) == 1)

    def score(self, filling: Filling[Puzzle]) -> float:
        kept = all(check.holds(filling.grid) for check in self.checks_of(filling.puzzle))
        return float(kept and filling.keeps_givens)

    def metrics(self, filling: Filling[Puzzle]) -> dict[str, float]:
        checks = self.checks_of(filling.puzzle)
        kept = sum(check.holds(filling.grid) for check in checks)
        filled = 1 - filling.blank / (self.rows * self.columns)
        return {"rules": kept / max(len(checks), 1), "filled": filled}

    def effort(self, filling: Filling[Puzzle]) -> float:
        """The blank cells times the strength of the deductions that they need, and guesses."""
        effort = self.rules_of(filling.puzzle).effort(self.fixed(filling.puzzle))
        return filling.blank * effort.strength + GUESS * effort.guesses

    # Observation

    def draw(self, filling: Filling[Puzzle]) -> Frame:
        return self.page_of(filling.puzzle, filling.grid)

    def describe(self, filling: Filling[Puzzle]) -> str:
        rows = [["." if each == BLANK else self._say(each) for each in row] for row in filling.grid]
        return f"{self.clues_of(filling.puzzle)}\n{as_text(rows)}".strip("\n")

    def legend(self, medium: Medium) -> str:
        return self.written if medium == "text" else self.pictured

    # Solving

    @solver
    def known(self, filling: Any, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The solution, found by striking values and trying what is left."""
        right = self.solved(filling.puzzle)
        if self.single_turn:
            yield Call("answer", (tuple(tuple(map(self._say, row)) for row in right),))
            return
        values = range(len(self.letters)) if self.letters else self.values
        for (row, column), value in entries(filling.grid, right, values, rng, steps or 0):
            yield Call("write", (row + 1, column + 1, self._say(value)))

    def solved(self, puzzle: Puzzle) -> Whole:
        """A grid that keeps all rules."""
        found = self.rules_of(puzzle).solutions(self.fixed(puzzle), most=1)
        return self.gridded(found[0])

    def fixed(self, puzzle: Puzzle) -> dict[int, int]:
        """What is given, as `rules_of` numbers and names it."""
        return numbered(puzzle.givens)

    def thinned(self, rules: Rules, rng: Random, keep: int) -> Whole | None:
        """So many cells of a random grid that leave no other; None where that takes more."""
        (full,) = rules.solutions(most=1, rng=rng)
        givens = rules.thinned(full, rng, keep)
        flat = [givens.get(cell, BLANK) for cell in range(len(full))]
        return self.gridded(flat) if len(givens) == keep else None

    def gridded(self, flat: Sequence[int]) -> Whole:
        """Values row by row as a grid."""
        wide = self.columns
        return tuple(tuple(flat[wide * row : wide * row + wide]) for row in range(self.rows))

    # What follows from the mode and the declarations

    @property
    def rows(self) -> int:
        return self.size

    @property
    def columns(self) -> int:
        return self.size

    @property
    def options(self) -> tuple[Value, ...]:
        """What may be written into a cell."""
        return tuple(self.letters) or tuple(self.values)

    @property
    def single_turn(self) -> bool:  # type: ignore[override]
        return self.turns == "one"

    @property
    def actions(self) -> dict[str, Action]:
        every, single = super().actions.items(), self.single_turn
        return {name: each for name, each in every if (name == "answer") == single}

    def generate(self, rng: Random) -> Filling[Puzzle]:
        return Filling(self.made(rng))

    @classmethod
    def state_type(cls) -> Any:
        return Filling[super().state_type()]  # type: ignore[misc]

    def hear(self, reply: str) -> RawCall | None:
        return read_answer(reply, self.actions["answer"], DEFAULT) if self.single_turn else None

    def phrase(self, call: Call) -> str:
        said = DEFAULT.write(self.actions[call.name].parameters, call.args)
        return said if self.single_turn else self.spell(call)

    def usage(self, action: Action) -> str:
        return DEFAULT.usage(action) if self.single_turn else action.usage

    def _say(self, value: int) -> Value:
        return self.letters[value] if self.letters else value

    def _code(self, said: Any) -> int:
        return self.letters.index(said) if self.letters else int(said)


def grid_levels(puzzle: type[Grids], **knobs: Sequence[Any]) -> dict[str, Grids]:
    """Presets level_0, level_1, ... for one answer, and play_0, play_1, ... for many steps."""
    asked = levels(puzzle, **knobs)
    for name, task in list(asked.items()):
        steps = task.rows * task.columns + SPARE
        asked[name.replace("level", "play")] = replace(task, turns="many", step_limit=steps)
    return asked

"""Addition Table: which digits the letters of an addition table stand for, and in which base.

Letters are drawn from the alphabet, since five of them have no more than 120 orders. With a part
of the sums hidden, those that are left are equations with one solution.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import factorial, log2
from random import Random
from typing import Annotated

import numpy as np

from visgym.authoring import Asked, Below, Frame, Question, Span, action, levels, redrawn
from visgym.kit.canvas import INK, LINE
from visgym.kit.grid import cells
from visgym.kit.tables.boards import RIM, Table, as_text

LETTERS = "ABCDEFHKLMNP"  # none that is easily taken for a digit


@dataclass(frozen=True, slots=True)
class Sums:
    letters: str
    """In the order of the alphabet."""
    cells: tuple[tuple[str, ...], ...]
    """One or two letters, empty where hidden."""


@dataclass(frozen=True, kw_only=True)
class AdditionTable(Question[Sums]):
    base: int = 5
    """How many letters there are."""
    hidden: float = 0
    """The share of sums that is hidden."""

    tags = frozenset({"synthetic", "full", "known", "arithmetic", "logic"})
    pictured = "The letters at the rim are added; grey cells are hidden."
    written = "The first line and the first column hold the letters that are added; - is hidden."

    def validate(self) -> None:
        if not 3 <= self.base <= 12 or not 0 <= self.hidden <= 0.6:
            raise ValueError("base must be from 3 to 12 and hidden from 0 to 0.6.")

    def generate(self, rng: Random) -> Sums:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Sums | None:
        letters = "".join(sorted(rng.sample(LETTERS, self.base)))
        size, values = range(self.base), rng.sample(range(self.base), self.base)
        rows = [[_sum(letters, values, (row, column)) for column in size] for row in size]
        everywhere = list(cells(self.base, self.base))
        for row, column in rng.sample(everywhere, round(self.hidden * len(everywhere))):
            rows[row][column] = ""
        sums = Sums(letters, tuple(map(tuple, rows)))
        one_solution = np.linalg.matrix_rank(_equations(sums)[0]) == self.base
        return sums if one_solution and values != sorted(values) else None

    def rules(self) -> str:
        return (
            "Letters stand for all the digits of a number system, each for another one: in base N "
            "there are N letters, for 0 to N - 1. The table shows the sum of every two letters, "
            "written in base N with these letters; a sum of two digits has two letters, the first "
            "of which counts N. Find the base and the value of every letter."
        )

    @action
    def answer(
        self,
        sums: Sums,
        base: Annotated[int, Span(2, 36)],
        values: tuple[Annotated[int, Below(36)], ...],
    ) -> None:
        """Give the base and the values of the letters in alphabetical order."""

    def grade(self, sums: Sums, base: int, values: tuple[int, ...]) -> float:
        if base != len(sums.letters) or sorted(values) != list(range(base)):
            return 0.0
        told = ((cell, sums.cells[cell[0]][cell[1]]) for cell in cells(base, base))
        return float(
            all(not said or said == _sum(sums.letters, values, cell) for cell, said in told)
        )

    def solution(self, sums: Sums) -> tuple[int, tuple[int, ...]]:
        """Every sum is an equation between three letters, and together they have one solution."""
        unknown, known = _equations(sums)
        values = np.linalg.lstsq(unknown, known, rcond=None)[0]
        return self.base, tuple(int(value) for value in np.rint(values))

    def effort(self, state: Asked[Sums]) -> float:
        return log2(factorial(self.base))

    def draw(self, sums: Sums) -> Frame:
        table = Table(self.base, self.base, headings=("",) * self.base)
        canvas, rim = table.lettered(sums.cells, {"": LINE}), table.left - RIM / 2
        canvas.text(rim, rim, "+", 18)
        for place, letter in enumerate(sums.letters):
            middle, _ = table.middle((0, place))
            canvas.text(middle, rim, letter, 18, INK, bold=True)
            canvas.text(rim, middle, letter, 18, INK, bold=True)
        return canvas.frame

    def describe(self, sums: Sums) -> str:
        rows = zip(sums.letters, sums.cells, strict=True)
        lines = [[letter, *(cell or "-" for cell in row)] for letter, row in rows]
        return as_text([["+", *sums.letters], *lines])


def _sum(letters: str, values: list[int] | tuple[int, ...], cell: tuple[int, int]) -> str:
    """The sum of two letters, in letters."""
    tens, ones = divmod(values[cell[0]] + values[cell[1]], len(letters))
    return (letters[values.index(1)] if tens else "") + letters[values.index(ones)]


def _equations(sums: Sums) -> tuple[np.ndarray, np.ndarray]:
    """Summand + summand - last letter = N or 0, a row of coefficients for each sum."""
    base, rows, known = len(sums.letters), list[list[int]](), list[int]()
    for row, column in cells(base, base):
        if said := sums.cells[row][column]:
            rows.append([0] * base)
            rows[-1][row] += 1
            rows[-1][column] += 1
            rows[-1][sums.letters.index(said[-1])] -= 1
            known.append(base * (len(said) - 1))
    return np.array(rows), np.array(known)


PRESETS = levels(AdditionTable, base=(5, 7, 10), hidden=(0.0, 0.2, 0.35))

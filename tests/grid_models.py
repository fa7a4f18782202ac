"""Clue grids as models of CP-SAT, each from the rules of its puzzle alone."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise, permutations
from typing import Any

from ortools.sat.python import cp_model

BLANK = -1
Cells = list[list[cp_model.IntVar]]
Grid = tuple[tuple[int, ...], ...]


class Model:
    """The cells of a puzzle as variables, with its givens and the rules of its kind."""

    def __init__(self, name: str, task: Any, puzzle: Any) -> None:
        self.cp = cp_model.CpModel()
        low, high = min(task.values), max(task.values)
        self.x: Cells = [
            [self.cp.NewIntVar(low, high, "") for _ in range(task.columns)]
            for _ in range(task.rows)
        ]
        for row, line in enumerate(puzzle.givens):
            for column, value in enumerate(line):
                if value != BLANK:
                    self.cp.Add(self.x[row][column] == value)
        RULES[name](self.cp, self.x, puzzle)

    def solve(self) -> Grid | None:
        """Some solution that was not found before."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        if solver.Solve(self.cp) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return None
        found = tuple(tuple(solver.Value(cell) for cell in row) for row in self.x)
        self._forbid(found)
        return found

    def _forbid(self, grid: Grid) -> None:
        flat = [cell for row in self.x for cell in row]
        self.cp.AddForbiddenAssignments(flat, [tuple(value for row in grid for value in row)])


def columns(x: Cells) -> Cells:
    return [list(column) for column in zip(*x, strict=True)]


def every_line(x: Cells) -> Cells:
    return [*x, *columns(x)]


def latin(cp: cp_model.CpModel, x: Cells) -> None:
    for line in every_line(x):
        cp.AddAllDifferent(line)


def sides(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Every two cells that share a side."""
    level = [((r, c), (r, c + 1)) for r in range(size) for c in range(size - 1)]
    return level + [((r, c), (r + 1, c)) for r in range(size - 1) for c in range(size)]


def futoshiki(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    latin(cp, x)
    for (a, b), (c, d) in puzzle.less:
        cp.Add(x[a][b] < x[c][d])


def sudoku(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    latin(cp, x)
    box = round(len(x) ** 0.5)
    for top in range(0, len(x), box):
        for left in range(0, len(x), box):
            cp.AddAllDifferent([x[top + k // box][left + k % box] for k in range(len(x))])


def half_grid(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    for line in every_line(x):
        cp.Add(2 * sum(line) == len(line))


def binairo(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    half_grid(cp, x, puzzle)
    for line in every_line(x):
        for a, b, c in zip(line, line[1:], line[2:], strict=False):
            cp.AddLinearConstraint(a + b + c, 1, 2)


def kakurasu(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    for lines, sums in ((x, puzzle.across), (columns(x), puzzle.down)):
        for line, right in zip(lines, sums, strict=True):
            cp.Add(sum((n + 1) * cell for n, cell in enumerate(line)) == right)


def counted(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    for line, right in zip(every_line(x), puzzle.across + puzzle.down, strict=True):
        cp.Add(sum(line) == right)


def campsite(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    counted(cp, x, puzzle)
    for (a, b), (c, d) in sides(len(x)):
        cp.Add(x[a][b] + x[c][d] <= 1)


def magic_square(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    size = len(x)
    cp.AddAllDifferent([cell for row in x for cell in row])
    falling, rising = [x[n][n] for n in range(size)], [x[n][-1 - n] for n in range(size)]
    for line in (*every_line(x), falling, rising):
        cp.Add(sum(line) == sum(range(1, size**2 + 1)) // size)


def n_queens(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    size = len(x)
    for line in every_line(x):
        cp.AddExactlyOne(line)
    for n in range(2 * size - 1):
        cp.AddAtMostOne([x[r][n - r] for r in range(size) if 0 <= n - r < size])
        cp.AddAtMostOne(
            [x[r][r + size - 1 - n] for r in range(size) if 0 <= r + size - 1 - n < size]
        )


def numbrix(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    size, numbers = len(x), range(len(x) ** 2)
    at = {(r, c, n): cp.NewBoolVar("") for r in range(size) for c in range(size) for n in numbers}
    for row in range(size):
        for column in range(size):
            cp.AddExactlyOne(at[row, column, n] for n in numbers)
            cp.Add(x[row][column] == sum(n * at[row, column, n] for n in numbers))
            near = [there for pair in sides(size) if (row, column) in pair for there in pair]
            for n in numbers[1:]:
                before = [at[r, c, n - 1] for r, c in near if (r, c) != (row, column)]
                cp.AddBoolOr(before).OnlyEnforceIf(at[row, column, n])
    for n in numbers:
        cp.AddExactlyOne(at[r, c, n] for r in range(size) for c in range(size))


def renzoku(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    latin(cp, x)
    every = [(a, b) for a in range(1, len(x) + 1) for b in range(1, len(x) + 1) if a != b]
    for (a, b), (c, d) in sides(len(x)):
        has_dot = ((a, b), (c, d)) in puzzle.dots
        fits = [pair for pair in every if (abs(pair[0] - pair[1]) == 1) == has_dot]
        cp.AddAllowedAssignments([x[a][b], x[c][d]], fits)


def skyscrapers(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    top, right, bottom, left = puzzle.views
    ends = zip(every_line(x), left + top, right + bottom, strict=True)
    for line, front, back in ends:
        fits = [
            heights
            for heights in permutations(range(1, len(x) + 1))
            if front in (0, visible(heights)) and back in (0, visible(heights[::-1]))
        ]
        cp.AddAllowedAssignments(line, fits)


def visible(heights: Sequence[int]) -> int:
    tallest, seen = 0, 0
    for height in heights:
        if height > tallest:
            tallest, seen = height, seen + 1
    return seen


def survo(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    cp.AddAllDifferent([cell for row in x for cell in row])
    counted(cp, x, puzzle)


def thermometers(cp: cp_model.CpModel, x: Cells, puzzle: Any) -> None:
    counted(cp, x, puzzle)
    for tube in puzzle.tubes:
        for (a, b), (c, d) in pairwise(tube):
            cp.Add(x[c][d] <= x[a][b])


RULES: dict[str, Callable[[cp_model.CpModel, Cells, Any], None]] = {
    "futoshiki": futoshiki,
    "sudoku": sudoku,
    "mini_sudoku": sudoku,
    "binairo": binairo,
    "half_grid": half_grid,
    "kakurasu": kakurasu,
    "campsite": campsite,
    "magic_square": magic_square,
    "n_queens": n_queens,
    "numbrix": numbrix,
    "renzoku": renzoku,
    "skyscrapers": skyscrapers,
    "survo": survo,
    "thermometers": thermometers,
}
SEVERAL = {"half_grid", "magic_square", "n_queens", "survo"}
"""Puzzles that may have several solutions."""

"""Tables of numbers, letters and arrows: sums, circulation, turns, spirals."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from ortools.sat.python import cp_model
from scipy.optimize import linear_sum_assignment

import visgym
from problems import LEVELS, problems
from visgym.catalog import load
from visgym.tasks.algorithmic.addition_table import AdditionTable, Sums
from visgym.tasks.algorithmic.circulating_grid import Arrows, CirculatingGrid
from visgym.tasks.algorithmic.rotate_matrix import RotateMatrix, Square
from visgym.tasks.algorithmic.spiral_matrix import Spiral, SpiralMatrix

# Addition table: C is 0, A is 1, B is 2

SUMS = Sums("ABC", (("B", "AC", "A"), ("AC", "AA", "B"), ("A", "B", "C")))


def test_letters_of_a_table_made_by_hand() -> None:
    task = AdditionTable(base=3)
    assert task.solution(SUMS) == (3, (1, 2, 0))
    assert task.grade(SUMS, 3, (1, 2, 0)) == 1
    for base, values in ((3, (2, 1, 0)), (4, (1, 2, 0)), (3, (1, 2)), (3, (1, 1, 0)), (3, ())):
        assert task.grade(SUMS, base, values) == 0


def test_the_prompt_does_not_tell_the_base() -> None:
    one, other = (load(f"addition_table/{level}") for level in LEVELS[:2])
    assert one.rules() == other.rules()
    assert one.actions["answer"].hint == other.actions["answer"].hint


@pytest.mark.parametrize("level", LEVELS)
def test_one_meaning_of_the_letters_remains(level: str) -> None:
    for task, sums in problems("addition_table", level, 8):
        assert sum(not cell for row in sums.cells for cell in row) == round(
            task.hidden * task.base**2
        )
        assert _meanings(sums) == [task.solution(sums)[1]]


def _meanings(sums: Sums) -> list[tuple[int, ...]]:
    """All that a constraint solver finds, up to two."""
    base, model, found = len(sums.letters), cp_model.CpModel(), list[tuple[int, ...]]()
    values = [model.new_int_var(0, base - 1, letter) for letter in sums.letters]
    model.add_all_different(values)
    for row, line in enumerate(sums.cells):
        for column, said in enumerate(line):
            if said:
                digits = [values[sums.letters.index(letter)] for letter in said]
                whole = digits[-1] + (base * digits[0] if len(digits) > 1 else 0)
                model.add(values[row] + values[column] == whole)
    for _ in range(2):
        solver = cp_model.CpSolver()
        if solver.solve(model) not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            break
        found.append(tuple(solver.value(value) for value in values))
        differs = [model.new_bool_var("") for _ in values]
        for value, was, flag in zip(values, found[-1], differs, strict=True):
            model.add(value != was).only_enforce_if(flag)
        model.add_bool_or(differs)
    return found


# Circulating grid

TWISTED = Arrows((("U", "D", "D"), ("U", "L", "R"), ("R", "L", "L")))
ROUND = (("R", "D", "D"), ("U", "L", "D"), ("R", "L", "D"))  # three arrows are turned


def test_turns_of_a_grid_made_by_hand() -> None:
    task = CirculatingGrid()
    assert task.best(TWISTED) == 3
    assert task.grade(TWISTED, ROUND) == 1
    assert task.grade(TWISTED, TWISTED.rows) == 0
    left = (("L",) * 3,) * 3
    assert task.grade(TWISTED, left) == pytest.approx((3 / 6) ** 5)
    assert task.metrics(TWISTED, left) == {"valid": 1, "ratio": 0.5, "optimal": 0}
    assert task.metrics(TWISTED) == {"valid": 0, "ratio": 0, "optimal": 0}


@pytest.mark.parametrize("level", LEVELS)
def test_fewest_turns_agree_with_an_assignment_of_scipy(level: str) -> None:
    for task, arrows in problems("circulating_grid", level, 20):
        count, steps = task.size**2, {"U": (-1, 0), "R": (0, 1), "D": (1, 0), "L": (0, -1)}
        costs = np.full((count, count), 1000)
        for row, line in enumerate(arrows.rows):
            for column, letter in enumerate(line):
                for other, (down, across) in steps.items():
                    to = (row + down) % task.size * task.size + (column + across) % task.size
                    costs[row * task.size + column, to] = letter != other
        least = costs[linear_sum_assignment(costs)].sum()
        assert task.best(arrows) == least >= task.changes
        assert task.worth(arrows, task.solution(arrows)) == least


# Quarter turns


def test_turns_of_a_square_made_by_hand() -> None:
    task, values = RotateMatrix(size=2), ((1, 2), (3, 4))
    for turns, right in ((1, ((3, 1), (4, 2))), (-1, ((2, 4), (1, 3))), (6, ((4, 3), (2, 1)))):
        assert task.solution(Square(values, turns)) == right
        assert task.grade(Square(values, turns), right) == 1
        assert task.grade(Square(values, turns), values) == 0
    assert task.metrics(Square(values, 1), ((3, 1), (2, 4))) == {"cells": 0.5}


@pytest.mark.parametrize("level", LEVELS)
def test_turns_agree_with_numpy_and_no_other_turn_is_right(level: str) -> None:
    for task, square in problems("rotate_matrix", level, 20):
        assert task.fewest_turns <= square.turns <= task.most_turns
        sides = [np.rot90(square.values, -square.turns + more) for more in range(4)]
        graded = [task.grade(square, tuple(map(tuple, side.tolist()))) for side in sides]
        assert graded == [1, 0, 0, 0]
        assert (np.array(task.solution(square)) == sides[0]).all()
        assert square.turns % 4


# Spirals


def test_spirals_of_a_table_made_by_hand() -> None:
    values = ((1, 2, 3), (4, 5, 6))
    task = SpiralMatrix(rows=2, columns=3)
    for corner, clockwise, right in (
        ((0, 0), True, (1, 2, 3, 6, 5, 4)),
        ((0, 0), False, (1, 4, 5, 6, 3, 2)),
        ((0, 2), True, (3, 6, 5, 4, 1, 2)),
        ((1, 2), False, (6, 3, 2, 1, 4, 5)),
        ((1, 0), True, (4, 1, 2, 3, 6, 5)),
    ):
        spiral = Spiral(values, corner, clockwise)
        assert task.solution(spiral) == right
        assert task.grade(spiral, right) == 1
        assert task.grade(spiral, right[:-1]) == task.grade(spiral, right[::-1]) == 0
        assert task.metrics(spiral, (*right[:3], 9)) == {"prefix": 0.5}


@pytest.mark.parametrize("level", LEVELS)
def test_a_spiral_steps_to_neighbours_and_never_outwards(level: str) -> None:
    for task, spiral in problems("spiral_matrix", level, 20):
        cells = {v: (r, c) for r, row in enumerate(spiral.values) for c, v in enumerate(row)}
        way = [cells[value] for value in task.solution(spiral)]
        assert way[0] == spiral.corner
        assert len(set(way)) == len(way) == task.rows * task.columns
        assert all(abs(a - c) + abs(b - d) == 1 for (a, b), (c, d) in pairwise(way))
        rims = [min(r, c, task.rows - 1 - r, task.columns - 1 - c) for r, c in way]
        assert rims == sorted(rims)
        (a, b), (c, d) = (np.subtract(way[1], way[0]), np.subtract([3, 3.5], way[0]))
        assert (a * d - b * c < 0) == spiral.clockwise  # the middle lies on the right hand
        assert task.grade(spiral, task.solution(spiral)) == 1


def test_a_reply_is_never_run_and_another_layout_pays_nothing(tmp_path: Path) -> None:
    seed, mark = 1, tmp_path / "ran"
    task, spiral = problems("spiral_matrix", "level_0", 2)[1]
    code = f"<answer>__import__('pathlib').Path('{mark}').touch() or [1]</answer>"
    assert visgym.grade("spiral_matrix/level_0", seed, code).score == 0
    assert not mark.exists()
    rows = " ".join(str(value) for row in spiral.values for value in row)
    assert visgym.grade("spiral_matrix/level_0", seed, f"<answer>{rows}</answer>").score == 0
    right = ", ".join(map(str, task.solution(spiral)))
    assert visgym.grade("spiral_matrix/level_0", seed, f"<answer>{right}</answer>").score == 1

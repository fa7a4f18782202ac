"""Orders of rows and columns with ones on diagonals, and grids with their minima where marked."""

from __future__ import annotations

from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest

from problems import LEVELS, problems
from visgym.kit.tables.diagonals import ZerosAndOnes
from visgym.kit.tables.minima import LocalMinima, fillings, fillings_by_exclusion
from visgym.tasks.algorithmic.grid_local_minimum_counting import GridLocalMinimumCounting
from visgym.tasks.algorithmic.matrix_both_diagonals import MatrixBothDiagonals
from visgym.tasks.algorithmic.matrix_main_diagonal import MatrixMainDiagonal

# Diagonals


def test_orders_of_a_table_made_by_hand() -> None:
    bits = ZerosAndOnes(((0, 1, 1), (1, 0, 0), (0, 1, 1)))
    main, both = MatrixMainDiagonal(size=3, more=0), MatrixBothDiagonals(size=3, more=0)
    assert main.grade(bits, (0, 1, 2), (1, 0, 2)) == 1
    assert main.grade(bits, (0, 1, 2), (0, 1, 2)) == 0
    assert both.grade(bits, (0, 1, 2), (1, 0, 2)) == both.grade(bits, *both.solution(bits)) == 1
    ones = 4 / 6
    swapped = both.metrics(bits, (1, 0, 2), (0, 1, 2))
    assert swapped == {"ones": ones, "published_reward": ones**5}
    assert both.metrics(bits) == {"ones": 0, "published_reward": 0}


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["matrix_main_diagonal", "matrix_both_diagonals"])
def test_ordered_tables_hold_ones_on_their_diagonals(name: str, level: str) -> None:
    for task, bits in problems(name, level, 20):
        rows, columns = task.solution(bits)
        ordered = np.array(bits.rows)[np.ix_(rows, columns)]
        assert ordered.diagonal().all()
        assert task.diagonals == 1 or np.fliplr(ordered).diagonal().all()
        same = tuple(range(task.size))
        assert task.grade(bits, rows, columns) == 1 > task.grade(bits, same, same)
        if task.diagonals == 1:
            assert {sum(row) for row in bits.rows} <= {2, 3}
            assert _greedily(bits) < task.size


def _greedily(bits: ZerosAndOnes) -> int:
    """Rows that find a free column if each takes the first one."""
    taken = set[int]()
    for row in bits.rows:
        taken |= set([at for at, bit in enumerate(row) if bit and at not in taken][:1])
    return len(taken)


# Local minima


def test_ways_to_fill_a_grid_made_by_hand() -> None:
    marks = LocalMinima(
        frozenset({(0, 0)}), (((1, 0), 4),)
    )  # 2 * (12 + 2 * 24), by growing from the 1
    task = GridLocalMinimumCounting()
    assert task.solution(marks) == 120
    assert task.grade(marks, 120) == 1
    assert task.grade(marks, 119) == 0
    assert task.metrics(marks, 60) == {"closeness": 0.5}


@pytest.mark.parametrize("level", LEVELS[:2])
def test_ways_agree_with_all_orders_of_the_numbers(level: str) -> None:
    given = problems("grid_local_minimum_counting", level, 12)
    rows, columns = given[0][0].rows, given[0][0].columns
    every = np.array(list(permutations(range(1, rows * columns + 1))), np.int8)
    grids = every.reshape(-1, rows, columns)
    padded = np.pad(grids, ((0, 0), (1, 1), (1, 1)), constant_values=99)
    shifts = [(a, b) for a in range(3) for b in range(3) if (a, b) != (1, 1)]
    near = np.min([padded[:, a : a + rows, b : b + columns] for a, b in shifts], axis=0)
    for task, marks in given:
        wanted = np.zeros((rows, columns), bool)
        for cell in marks.marked:
            wanted[cell] = True
        fits = ((grids < near) == wanted).all(axis=(1, 2))
        for (row, column), number in marks.given:
            fits &= grids[:, row, column] == number
        assert task.solution(marks) == fits.sum() > 0
        assert task.grade(marks, int(fits.sum())) == 1


def test_two_counts_of_twelve_cells_agree_and_all_marks_together_take_every_order() -> None:
    for task, marks in problems("grid_local_minimum_counting", "level_2", 15):
        assert task.grade(marks, task.solution(marks)) == 1
    cells, total = [(r, c) for r in range(2) for c in range(5)], 0
    for count in range(1, 4):
        for some in combinations(cells, count):
            total += fillings(LocalMinima(frozenset(some), ()), 2, 5)
    assert total == 3628800
    assert fillings_by_exclusion(LocalMinima(frozenset(Random(1).sample(cells, 1)), ()), 2, 5) > 0

"""Grids of numbers: distances to zeros, walks from corner to corner."""

from __future__ import annotations

from itertools import combinations_with_replacement

import networkx
import pytest

from problems import LEVELS, problems
from visgym.tasks.algorithmic.binary_matrix import BinaryMatrix, Bits
from visgym.tasks.algorithmic.max_grid_paths import Field, MaxGridPaths

# Binary matrix

CORNER = Bits(((0, 1, 1), (1, 1, 1), (1, 1, 0)))


def test_distances_of_a_board_made_by_hand() -> None:
    right = ((0, 1, 2), (1, 2, 1), (2, 1, 0))
    task = BinaryMatrix(size=3)
    assert task.solution(CORNER) == right
    assert task.grade(CORNER, right) == 1
    assert task.grade(CORNER, ((0, 1, 2), (1, 1, 1), (2, 1, 0))) == 0
    assert task.metrics(CORNER, ((0, 1, 2), (1, 1, 1), (2, 1, 0))) == {"cells": 8 / 9}
    assert task.metrics(CORNER) == {"cells": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_distances_agree_with_shortest_paths_of_networkx(level: str) -> None:
    for task, bits in problems("binary_matrix", level, 20):
        graph = networkx.grid_2d_graph(task.size, task.size)
        zeros = {(r, c) for r, row in enumerate(bits.rows) for c, bit in enumerate(row) if not bit}
        lengths = networkx.multi_source_dijkstra_path_length(graph, zeros)
        right = tuple(
            tuple(lengths[row, column] for column in range(task.size)) for row in range(task.size)
        )
        assert task.solution(bits) == right
        assert task.grade(bits, right) == 1
        assert max(map(max, right)) >= task.farthest


# Walks from corner to corner


def test_totals_of_a_grid_made_by_hand() -> None:
    field = Field(((1, 9, 1), (1, 1, 1), (8, 1, 1)))
    assert MaxGridPaths(size=3, walks=1).grade(field, 13) == 1  # 1 9 1 1 1
    assert MaxGridPaths(size=3, walks=2).grade(field, 23) == 1  # and 1 8 1 beside them
    assert MaxGridPaths(size=3, walks=2).grade(field, 22) == 0
    assert MaxGridPaths(size=3, walks=2).solution(field) == 23


@pytest.mark.parametrize("level", LEVELS[:2])
def test_totals_agree_with_all_sets_of_walks(level: str) -> None:
    for task, field in problems("max_grid_paths", level, 10):
        ways = _walks(task.size)
        best = max(
            sum(field.values[r][c] for r, c in set().union(*chosen))
            for chosen in combinations_with_replacement(ways, task.walks)
        )
        assert task.solution(field) == best
        assert task.grade(field, best) == 1
        assert task.grade(field, best - 1) == 0


def test_a_flow_and_a_search_by_diagonals_agree_on_three_walks() -> None:
    for task, field in problems("max_grid_paths", "level_2", 30):
        assert task.grade(field, task.solution(field)) == 1


def _walks(size: int) -> list[frozenset[tuple[int, int]]]:
    found, growing = [], [[(0, 0)]]
    while growing:
        walk = growing.pop()
        row, column = walk[-1]
        if (row, column) == (size - 1, size - 1):
            found.append(frozenset(walk))
        growing += [[*walk, (row + 1, column)]] if row < size - 1 else []
        growing += [[*walk, (row, column + 1)]] if column < size - 1 else []
    return found

"""Worlds of cells: life, distances around walls, rot that spreads."""

from __future__ import annotations

import networkx
import numpy as np
import pytest
from scipy.ndimage import binary_dilation
from scipy.signal import convolve2d

from problems import LEVELS, problems
from visgym.kit.tables.boards import Whole
from visgym.tasks.algorithmic.game_of_life import Board, GameOfLife
from visgym.tasks.algorithmic.grid_bfs import GridBfs, Ground
from visgym.tasks.algorithmic.rotten_oranges import Crate, RottenOranges

AROUND = np.array([[1, 1, 1], [1, 0, 1], [1, 1, 1]])


def lived(rows: Whole, generations: int) -> np.ndarray:
    """The board after so many generations, by scipy."""
    board = np.array(rows)
    for _ in range(generations):
        near = convolve2d(board, AROUND, mode="same", boundary="wrap")
        board = ((near == 3) | ((near == 2) & (board == 1))).astype(int)
    return board


# Game of Life

GLIDER = frozenset({(5, 1), (0, 2), (1, 0), (1, 1), (1, 2)})  # over the upper edge


def test_a_glider_comes_back_one_cell_further_over_the_edge() -> None:
    task, size = GameOfLife(size=6, generations=20), range(6)
    boards = [
        tuple(tuple(int(((r - by) % 6, (c - by) % 6) in GLIDER) for c in size) for r in size)
        for by in (0, 5)
    ]
    assert task.solution(Board(boards[0])) == boards[1]
    assert task.grade(Board(boards[0]), boards[1]) == 1
    assert task.grade(Board(boards[0]), boards[0]) == 0


def test_an_empty_board_pays_nothing() -> None:
    task, rows = GameOfLife(size=4), ((0,) * 4, (1, 1, 1, 0), (0,) * 4, (0,) * 4)
    assert task.solution(Board(rows)) == ((0, 1, 0, 0),) * 3 + ((0,) * 4,)
    empty = ((0,) * 4,) * 4
    assert task.grade(Board(rows), empty) == 0
    assert task.metrics(Board(rows), empty) == {"cells": 13 / 16, "changed_cells": 0.5}
    assert task.metrics(Board(rows), rows) == {"cells": 12 / 16, "changed_cells": 0}
    assert task.metrics(Board(rows)) == {"cells": 0, "changed_cells": 0}


@pytest.mark.parametrize("level", LEVELS)
def test_later_boards_agree_with_a_convolution_of_scipy(level: str) -> None:
    for task, board in problems("game_of_life", level, 20):
        later = lived(board.rows, task.generations)
        assert task.grade(board, tuple(map(tuple, later.tolist()))) == 1
        assert (np.array(task.solution(board)) == later).all()
        assert later.sum() >= 4
        assert task.grade(board, board.rows) == 0


# Distances around walls


def test_distances_around_a_wall_made_by_hand() -> None:
    ground = Ground(frozenset({(0, 0)}), frozenset({(0, 1), (1, 1), (2, 2)}))
    right = ((0, -1, -1), (1, -1, -1), (2, 3, -1))
    task = GridBfs(size=3)
    assert task.solution(ground) == right
    assert task.grade(ground, right) == 1
    assert task.grade(ground, ((0, -1, 2), (1, -1, 3), (2, 3, -1))) == 0  # through the walls
    assert task.metrics(ground, ((0, -1, 2), (1, -1, 3), (2, 3, -1))) == {"cells": 7 / 9}
    assert "2" not in task.describe(ground)


@pytest.mark.parametrize("level", LEVELS)
def test_distances_agree_with_shortest_paths_of_networkx(level: str) -> None:
    for task, ground in problems("grid_bfs", level, 20):
        graph = networkx.grid_2d_graph(task.size, task.size)
        graph.remove_nodes_from(ground.walls)
        steps = networkx.multi_source_dijkstra_path_length(graph, set(ground.targets))
        size = range(task.size)
        right = tuple(tuple(steps.get((row, column), -1) for column in size) for row in size)
        assert task.solution(ground) == right
        assert task.grade(ground, right) == 1
        assert 1 <= len(ground.targets) <= 2
        if task.twisted:
            straight = {
                cell: min(abs(cell[0] - r) + abs(cell[1] - c) for r, c in ground.targets)
                for cell in steps
            }
            assert any(steps[cell] > straight[cell] for cell in steps)
            assert len(steps) < len(graph)


# Rot


def test_minutes_of_crates_made_by_hand() -> None:
    task = RottenOranges(size=3)
    row = frozenset({(0, 1), (0, 2), (1, 2)})
    assert task.solution(Crate(row, frozenset({(0, 0)}))) == 3
    assert task.grade(Crate(row, frozenset({(0, 0)})), 3) == 1
    assert task.grade(Crate(row, frozenset({(0, 0)})), 2) == 0
    apart = Crate(row | {(2, 0)}, frozenset({(0, 0)}))
    assert task.solution(apart) == -1
    assert task.grade(apart, -1) == 1
    none = Crate(frozenset(), frozenset({(0, 0)}))
    assert task.solution(none) == 0
    assert task.grade(none, 0) == 1


@pytest.mark.parametrize("level", LEVELS)
def test_minutes_agree_with_a_dilation_of_scipy(level: str) -> None:
    for task, crate in problems("rotten_oranges", level, 20):
        oranges, rotten = np.zeros((2, task.size, task.size), bool)
        oranges[tuple(zip(*crate.fresh | crate.rotten, strict=True))] = True
        rotten[tuple(zip(*crate.rotten, strict=True))] = True
        minutes = 0
        while (after := binary_dilation(rotten, mask=oranges)).sum() > rotten.sum():
            rotten, minutes = after, minutes + 1
        right = minutes if (rotten == oranges).all() else -1
        assert task.solution(crate) == right
        assert task.grade(crate, right) == 1
        assert right == -1 or task.shortest <= right <= task.longest
        assert 1 <= len(crate.rotten) <= 3


@pytest.mark.parametrize("level", LEVELS)
def test_a_sixth_of_the_crates_keep_a_fresh_orange_and_no_time_is_common(level: str) -> None:
    given = problems("rotten_oranges", level, 200)
    said = [task.solution(crate) for task, crate in given]
    assert 200 / 6 - 20 < said.count(-1) < 200 / 6 + 20
    assert max(map(said.count, set(said))) < 90

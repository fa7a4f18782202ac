"""Maps: largest pieces, chosen cells and ways, against networkx and CP-SAT."""

from __future__ import annotations

import networkx
import pytest
from ortools.sat.python import cp_model

from problems import LEVELS, problems
from visgym import advance, begin
from visgym.kit.tables.largest_piece import Map
from visgym.tasks.geometry.largest_island import LargestIsland
from visgym.tasks.graphs.grid_component import GridComponent
from visgym.tasks.graphs.grid_shortest_path import GridShortestPath, Walled
from visgym.tasks.graphs.independent_cells import IndependentCells, Numbers


def grid_graph(rows: tuple[tuple[int, ...], ...]) -> networkx.Graph:
    """The ones of a grid, joined where they share a side."""
    graph = networkx.grid_2d_graph(len(rows), len(rows[0]))
    graph.remove_nodes_from([(r, c) for r, c in list(graph) if not rows[r][c]])
    return graph


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["grid_component", "largest_island"])
def test_the_largest_piece_agrees_with_networkx(name: str, level: str) -> None:
    for task, grid in problems(name, level, 30):
        sizes = sorted(map(len, networkx.connected_components(grid_graph(grid.rows))))
        assert task.solution(grid) == sizes[-1]
        assert task.grade(grid, sizes[-1]) == 1
        assert task.grade(grid, sizes[-1] + 1) == 0
        assert len(sizes) > 1


def test_cells_that_meet_at_a_corner_do_not_hang_together() -> None:
    grid = Map(((1, 0, 1), (0, 1, 0), (1, 1, 0)))
    for task in (GridComponent(size=3), LargestIsland()):
        assert task.solution(grid) == 3
        assert task.grade(grid, 3) == 1


@pytest.mark.parametrize("level", LEVELS[1:])
def test_the_two_largest_islands_are_close_and_some_touch_at_a_corner(level: str) -> None:
    for task, grid in problems("largest_island", level, 30):
        islands = list(networkx.connected_components(grid_graph(grid.rows)))
        sizes = sorted(map(len, islands))
        assert task.fewest <= len(islands) <= task.most
        assert 1 <= sizes[-1] - sizes[-2] <= 3
        number = {cell: at for at, island in enumerate(islands) for cell in island}
        corners = [((r, c), (r + 1, c + side)) for r, c in number for side in (-1, 1)]
        assert any(other in number and number[one] != number[other] for one, other in corners)


# Chosen cells


def test_a_choice_made_by_hand() -> None:
    grid = Numbers(((1, 9, 1), (9, 1, 1), (1, 1, 9)))
    task = IndependentCells(size=3)
    right = ((0, 1, 0), (1, 0, 0), (0, 0, 1))
    assert task.best(grid) == 27
    assert task.grade(grid, right) == 1
    assert task.grade(grid, ((0, 1, 0), (1, 1, 0), (0, 0, 1))) == 0  # two side by side
    assert task.grade(grid, ((0, 1, 0), (0, 0, 0), (0, 0, 1))) == pytest.approx((18 / 27) ** 3)
    assert task.grade(grid, ((0,) * 3,) * 3) == 0
    assert task.metrics(grid, right) == {"valid": 1.0, "ratio": 1.0, "optimal": 1.0}
    assert task.metrics(grid) == {"valid": 0.0, "ratio": 0.0, "optimal": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_the_best_choice_agrees_with_cp_sat(level: str) -> None:
    for task, grid in problems("independent_cells", level, 8):
        model, size = cp_model.CpModel(), task.size
        chosen = {(r, c): model.new_bool_var(f"{r} {c}") for r in range(size) for c in range(size)}
        for (r, c), one in chosen.items():
            for other in ((r + 1, c), (r, c + 1)):
                if other in chosen:
                    model.add(one + chosen[other] <= 1)
        model.maximize(sum(grid.rows[r][c] * one for (r, c), one in chosen.items()))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        assert solver.solve(model) == cp_model.OPTIMAL
        assert task.best(grid) == solver.objective_value
        assert task.grade(grid, task.solution(grid)) == 1
        for color in (0, 1):  # a chessboard is never the best
            board = tuple(
                tuple(int((r + c) % 2 == color) for c in range(size)) for r in range(size)
            )
            assert task.grade(grid, board) < 1


# Ways


@pytest.mark.parametrize("level", LEVELS)
def test_ways_agree_with_networkx_and_some_grids_have_none(level: str) -> None:
    closed = 0
    for task, grid in problems("grid_shortest_path", level, 60):
        graph = networkx.grid_2d_graph(task.size, task.size)
        graph.remove_nodes_from(grid.walls)
        moves = task.solution(grid)
        assert task.grade(grid, moves) == 1
        if networkx.has_path(graph, grid.start, grid.goal):
            length = networkx.shortest_path_length(graph, grid.start, grid.goal)
            assert len(moves) == length >= task.shortest
            assert task.grade(grid, "") == 0
        else:
            closed += 1
            assert moves == ""
    assert 1 <= closed <= 20


def test_longer_ways_walls_and_rims_are_not_paid() -> None:
    task = GridShortestPath(size=3, shortest=1)
    grid = Walled(frozenset({(1, 1)}), (0, 0), (2, 2))
    assert task.grade(grid, "RRDD") == task.grade(grid, "DDRR") == 1
    assert task.grade(grid, "RDRD") == 0
    assert task.grade(grid, "RRLRDD") == 0
    assert task.metrics(grid, "RRLRDD") == {"valid": 1.0, "ratio": 4 / 6}
    assert task.grade(grid, "RRRLDD") == 0
    assert task.grade(Walled(frozenset({(0, 1), (1, 0)}), (0, 0), (2, 2)), "RRDD") == 0
    assert task.grade(Walled(frozenset({(0, 1), (1, 0)}), (0, 0), (2, 2)), "") == 1


@pytest.mark.parametrize("reply", ["<answer>none</answer>", "<answer>[]</answer>", "Answer: None"])
def test_no_way_is_said_in_plain_words(reply: str) -> None:
    task = GridShortestPath()
    seed = next(seed for seed in range(99) if not task.solution(task.start(seed).problem))
    assert advance(begin(task, seed), reply).success
    seed = next(seed for seed in range(99) if task.solution(task.start(seed).problem))
    assert not advance(begin(task, seed), reply).success

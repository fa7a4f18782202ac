"""Search against an independent library and against known counts."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import networkx
import pytest

from visgym.core.episode import begin
from visgym.kit.grid import Cell, cells
from visgym.kit.search import (
    a_star,
    breadth_first,
    exact_cover,
    meet_in_the_middle,
    places_away,
    shortest_plan,
    walked,
    with_round_trips,
)
from visgym.tasks.spatial.maze_2d import PRESETS


def random_graph(seed: int) -> networkx.Graph:
    return networkx.gnp_random_graph(40, 0.06, seed=seed)


@pytest.mark.parametrize("seed", range(20))
def test_every_search_finds_ways_as_short_as_networkx_does(seed: int) -> None:
    graph = random_graph(seed)

    def neighbours(node: int) -> Iterator[tuple[int, int]]:
        return ((near, near) for near in sorted(graph[node]))

    try:
        best: int | None = networkx.shortest_path_length(graph, 0, 39)
    except networkx.NetworkXNoPath:
        best = None
    ways = [
        breadth_first(0, neighbours, lambda node: node == 39),
        a_star(0, neighbours, lambda node: node == 39, lambda node: int(node != 39)),
    ]
    both = meet_in_the_middle(0, 39, neighbours)
    assert [None if way is None else len(way) for way in ways] == [best, best]
    assert (None if both is None else len(both) - 1) == best
    if both is not None:
        assert networkx.is_path(graph, both)
        assert meet_in_the_middle(0, 39, neighbours, len(both) - 2) is None
        assert len(meet_in_the_middle(0, 39, neighbours, len(both) - 1) or ()) == len(both)


@pytest.mark.parametrize("seed", range(20))
def test_ways_along_one_way_streets_are_as_short_as_networkx_finds(seed: int) -> None:
    graph = networkx.gnp_random_graph(40, 0.06, seed=seed, directed=True)

    def neighbours(node: int) -> list[tuple[int, int]]:
        return [(near, near) for near in sorted(graph.successors(node))]

    def behind(node: int) -> list[tuple[int, int]]:
        return [(near, near) for near in sorted(graph.predecessors(node))]

    way = meet_in_the_middle(0, 39, neighbours, behind=behind)
    assert (way is not None) == networkx.has_path(graph, 0, 39)
    if way is not None:
        assert len(way) - 1 == networkx.shortest_path_length(graph, 0, 39)
        assert networkx.is_path(graph, way)


def test_walks_never_come_back_and_say_where_they_are_stuck() -> None:
    line = networkx.path_graph(4)

    def neighbours(node: int) -> list[tuple[int, int]]:
        return [(near, near) for near in line[node]]

    assert walked(0, neighbours, 3, Random(0)) == 3
    assert walked(0, neighbours, 4, Random(0)) is None


@pytest.mark.parametrize("seed", range(5))
def test_places_away_are_those_that_networkx_finds(seed: int) -> None:
    graph = random_graph(seed)
    lengths = networkx.single_source_shortest_path_length(graph, 0)
    for moves in range(8):
        found = places_away(0, lambda node: [(near, near) for near in graph[node]], moves)
        assert sorted(found) == sorted(n for n, length in lengths.items() if length == moves)


def test_a_star_follows_a_good_estimate() -> None:
    visited: list[Cell] = []

    def neighbours(cell: Cell) -> Iterator[tuple[Cell, Cell]]:
        visited.append(cell)
        row, column = cell
        return ((n, n) for n in ((row + 1, column), (row, column + 1), (row - 1, column)))

    way = a_star((0, 0), neighbours, lambda c: c == (0, 30), lambda c: abs(c[0]) + 30 - c[1])
    assert way is not None and len(way) == 30
    assert len(visited) <= 31


@pytest.mark.parametrize(("rows", "columns", "tilings"), [(2, 2, 2), (4, 4, 36), (5, 6, 1183)])
def test_exact_cover_counts_the_domino_tilings_that_are_known(
    rows: int, columns: int, tilings: int
) -> None:
    board = list(cells(rows, columns))
    dominoes = {}
    for row, column in board:
        for other in ((row, column + 1), (row + 1, column)):
            if other in board:
                dominoes[(row, column), other] = [(row, column), other]
    covers = list(exact_cover(dominoes, board))
    assert len(covers) == tilings
    assert all(sorted(c for domino in cover for c in domino) == board for cover in covers[:50])


def test_exact_cover_of_the_impossible_is_empty() -> None:
    assert list(exact_cover({"a": [1, 2], "b": [2, 3]}, [1, 2, 3])) == []


def test_any_finite_task_has_a_shortest_plan() -> None:
    task = PRESETS["easy"]
    state = begin(task, 0).start
    plan = shortest_plan(task, state)
    assert len(plan) == len(list(task.shortest(state, Random(0))))


@pytest.mark.parametrize("steps", range(12, 30))
def test_round_trips_reach_the_wanted_length_and_the_same_end(steps: int) -> None:
    task = PRESETS["easy"]
    state = begin(task, 0).start
    plan = shortest_plan(task, state)
    padded = with_round_trips(task, state, plan, steps, Random(steps))
    assert len(padded) in {max(steps, len(plan)), max(steps, len(plan)) + 1}
    for call in padded:
        state = task.apply(state, call)
    assert task.score(state) == 1


def test_round_trips_differ_by_seed() -> None:
    task = PRESETS["easy"]
    state = begin(task, 0).start
    plan = shortest_plan(task, state)
    many = {tuple(with_round_trips(task, state, plan, 30, Random(seed))) for seed in range(10)}
    assert len(many) > 5

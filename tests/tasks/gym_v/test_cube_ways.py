"""Questions about ways over cubes, refereed by networkx and by the triangles that are seen."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import networkx as nx
import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.tasks.cognition.maze_3d_qa.rules import CubeMaze, Maze3DQa
from visgym.tasks.cognition.maze_3d_qa.world import CubeWay, hexagon, side, top

STEPS = {(1, 0): "down-right", (-1, 0): "up-left", (0, 1): "down-left", (0, -1): "up-right"}
# Blue at (2, 2, 0), on to the left and up a ladder to red; a branch to the lower right.
SMALL = CubeWay(((2, 2, 0), (1, 2, 0), (0, 2, 1), (1, 3, 0)), ((1, 2),), 2)


def of_kind(kind: str, count: int) -> list[tuple[Any, Any]]:
    task = replace(load("maze_3d_qa/level_2"), question_kind=kind)
    return [(task, task.start(seed).problem) for seed in range(count)]


def _graph(maze: CubeWay) -> nx.Graph:
    graph = nx.Graph(list(maze.ladders))
    graph.add_nodes_from(range(len(maze.cubes)))
    for one, (x, y, h) in enumerate(maze.cubes):
        for other, (to_x, to_y, to_h) in enumerate(maze.cubes):
            if abs(x - to_x) + abs(y - to_y) == 1 and h == to_h:
                graph.add_edge(one, other)
    return graph


@pytest.mark.parametrize("kind", Maze3DQa.kinds)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(kind: str) -> None:
    places, answers = Counter[str](), Counter[str]()
    for task, problem in of_kind(kind, 80):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == 4
        places[right[0]] += 1
        answers[task.right(problem)] += 1
    assert all(7 < places[letter] < 40 for letter in "ABCD")
    assert max(answers.values()) < 25


@pytest.mark.parametrize(
    ("kind", "labels", "right"),
    [
        ("heights", (2, 0, 3), "1, 0, 0"),
        ("way", (3, 1, 3), "2"),
        ("forks", (1,), "1 up-left"),
        ("order", (2, 1, 0), "3, 2, 1"),
    ],
)
def test_a_way_made_by_hand(kind: str, labels: tuple[int, ...], right: str) -> None:
    problem = CubeMaze(SMALL, kind, labels)
    assert Maze3DQa().right(problem) == Maze3DQa().found(problem) == right


@pytest.mark.parametrize("kind", Maze3DQa.kinds)
def test_answers_agree_with_networkx(kind: str) -> None:
    for task, problem in of_kind(kind, 30):
        maze, labels = problem.maze, problem.labels
        way = nx.shortest_path(_graph(maze), 0, maze.goal)
        if kind == "order":
            numbers = sorted(range(1, 5), key=lambda n: way.index(labels[n - 1]))
        elif kind == "heights":
            numbers = [maze.cubes[cube][2] for cube in labels]
        else:
            numbers = [n for n, cube in enumerate(labels, 1) if cube in way]
        right = ", ".join(map(str, numbers)) or "none"
        if kind == "forks":
            pairs = [(maze.cubes[each], maze.cubes[way[way.index(each) + 1]]) for each in labels]
            ways = [STEPS[b[0] - a[0], b[1] - a[1]] for a, b in pairs]
            right = ", ".join(f"{n} {way}" for n, way in enumerate(ways, 1))
        assert task.right(problem) == task.found(problem) == right


@pytest.mark.parametrize("level", LEVELS)
def test_mazes_are_trees_with_the_branches_of_their_level(level: str) -> None:
    forks = {"level_0": 1, "level_1": 2, "level_2": 3}[level]
    for task, problem in problems("maze_3d_qa", level, 30):
        graph = _graph(problem.maze)
        assert nx.is_tree(graph)
        way = nx.shortest_path(graph, 0, problem.maze.goal)
        assert len(way) == task.length
        assert sum(graph.degree[cube] > 2 for cube in way) == forks
        assert len(set(problem.labels)) == len(problem.labels)


@pytest.mark.parametrize("level", LEVELS)
def test_no_top_and_no_ladder_is_hidden_and_tops_touch_only_where_one_can_walk(level: str) -> None:
    for _, problem in problems("maze_3d_qa", level, 30):
        cubes, owners = problem.maze.cubes, {}
        for number in sorted(range(len(cubes)), key=lambda each: sum(cubes[each])):
            owners |= dict.fromkeys(hexagon(cubes[number]), number)
        for number, cube in enumerate(cubes):
            assert all(owners[each] == number for each in top(cube))
        for low, high in problem.maze.ladders:
            assert all(owners[each] == high for each in side(cubes[high], cubes[low]))
        graph, seen = _graph(problem.maze), {(x - h, y - h): n for n, (x, y, h) in enumerate(cubes)}
        assert len(seen) == len(cubes)
        for (p, q), number in seen.items():
            near = {seen[p + dx, q + dy] for dx, dy in STEPS if (p + dx, q + dy) in seen}
            assert all(cubes[each][2] == cubes[number][2] for each in near)
            assert near <= set(graph[number])


def test_numbers_are_shuffled_and_lie_on_branches_too() -> None:
    orders = {task.right(problem) for task, problem in of_kind("order", 40)}
    assert len(orders) > 12
    members = Counter(len(task.right(problem).split(", ")) for task, problem in of_kind("way", 40))
    assert members[3] < 15

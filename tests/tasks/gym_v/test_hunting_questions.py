"""Questions with options about Pac-Man and the ghosts that hunt him."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx
import pytest

from kinds import check_options, of_kind
from problems import LEVELS
from visgym.kit.cells.ghosts import Chase
from visgym.tasks.puzzles.pacman_qa import Hunt, PacmanQa

STEPS = ((-1, 0), (0, 1), (1, 0), (0, -1))
WORDS = ("up", "right", "down", "left")
ROOM = frozenset((r, c) for r in range(9) for c in range(9) if {r, c} & {0, 8})


@pytest.mark.parametrize("level", LEVELS)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(level: str) -> None:
    check_options("pacman_qa", level)


BEANS = frozenset({(4, 3), (4, 5), (4, 7), (2, 4), (6, 6), (7, 7)})
CHASE = Chase(ROOM | {(3, 4)}, BEANS, (4, 4), 1, ((1, 4), (7, 4)))


@pytest.mark.parametrize(
    ("kind", "given", "right"),
    [
        ("position", {}, "row 4, column 4"),
        ("heading", {}, "right"),
        ("beans", {}, "4"),
        ("ahead", {}, "2"),
        ("nearer", {}, "the pink one, 3 steps"),  # a wall is in the way of the red one
        ("step", {"ghost": 0}, "down"),
        ("step", {"ghost": 1}, "up"),  # it aims at row 4, column 7, and prefers up to right
        ("best", {}, "right"),
        ("outcome", {"moves": (1,) * 5}, "He eats 2 and is not caught."),
        ("outcome", {"moves": (1,) * 6}, "He eats 2 and is caught."),
        ("outcome", {"moves": (3, 0)}, "He eats 1 and is not caught."),
    ],
)
def test_questions_about_a_chase_made_by_hand(kind: str, given: Any, right: str) -> None:
    task, hunt = PacmanQa(size=9), Hunt(CHASE, kind, **given)
    assert task.right(hunt) == task.found(hunt) == right


def _graph(task: Any, chase: Any) -> Any:
    graph = networkx.grid_2d_graph(task.size, task.size)
    graph.remove_nodes_from(chase.walls)
    return graph


def _next(graph: Any, ghost: Any, aim: Any) -> Any:
    """The next cell of the first of all shortest ways, up before down, left, right."""
    if ghost == aim:
        return ghost
    seconds = {path[1] for path in networkx.all_shortest_paths(graph, ghost, aim)}
    for down, across in ((-1, 0), (1, 0), (0, -1), (0, 1)):
        if (ghost[0] + down, ghost[1] + across) in seconds:
            return ghost[0] + down, ghost[1] + across
    raise AssertionError


def _aim(chase: Any, cell: Any, way: int) -> Any:
    for _ in range(4):
        ahead = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
        cell = cell if ahead in chase.walls else ahead
    return cell


def test_steps_of_ghosts_agree_with_networkx() -> None:
    for task, hunt in of_kind("pacman_qa", "step", 25, "level_1"):
        chase = hunt.chase
        ghost, aims = chase.ghosts[hunt.ghost], (chase.pacman, _aim(chase, chase.pacman, chase.way))
        after = _next(_graph(task, chase), ghost, aims[hunt.ghost])
        step = after[0] - ghost[0], after[1] - ghost[1]
        assert task.right(hunt) == task.found(hunt) == WORDS[STEPS.index(step)]


def test_nearer_ghosts_agree_with_networkx() -> None:
    for task, hunt in of_kind("pacman_qa", "nearer", 25, "level_1"):
        graph = _graph(task, hunt.chase)
        red, pink = (
            networkx.shortest_path_length(graph, ghost, hunt.chase.pacman)
            for ghost in hunt.chase.ghosts
        )
        assert red != pink
        name = "red" if red < pink else "pink"
        assert task.right(hunt) == f"the {name} one, {min(red, pink)} steps"


def test_outcomes_agree_with_a_game_on_networkx() -> None:
    ends: Counter[bool] = Counter()
    for task, hunt in of_kind("pacman_qa", "outcome", 30):
        chase, graph = hunt.chase, _graph(task, hunt.chase)
        cell, (red, pink), eaten, caught = chase.pacman, chase.ghosts, set(), False
        for way in hunt.moves:
            ahead = cell[0] + STEPS[way][0], cell[1] + STEPS[way][1]
            cell = cell if ahead in chase.walls else ahead
            eaten |= {cell} & chase.beans
            caught = cell in (red, pink)
            if not caught:
                red = _next(graph, red, cell)
                caught = cell == red
            if not caught:
                pink = _next(graph, pink, _aim(chase, cell, way))
                caught = cell == pink
            if caught:
                break
        end = "caught" if caught else "not caught"
        assert task.right(hunt) == task.found(hunt) == f"He eats {len(eaten)} and is {end}."
        ends[caught] += 1
    assert min(ends.values()) >= 6


def test_one_direction_has_most_beans() -> None:
    for task, hunt in of_kind("pacman_qa", "best", 40):
        counts = []
        for down, across in STEPS:
            row, column = hunt.chase.pacman
            count = 0
            while (row + down, column + across) not in hunt.chase.walls:
                row, column = row + down, column + across
                count += (row, column) in hunt.chase.beans
            counts.append(count)
        assert counts.count(max(counts)) == 1
        assert task.right(hunt) == WORDS[counts.index(max(counts))]


@pytest.mark.parametrize("kind", ["heading", "step", "best"])
def test_no_direction_is_right_all_the_time(kind: str) -> None:
    said = Counter(task.right(hunt) for task, hunt in of_kind("pacman_qa", kind, 80))
    assert all(8 <= said[word] <= 36 for word in WORDS)


def test_free_cells_hang_together_and_every_level_has_its_walls() -> None:
    for level in LEVELS:
        for task, hunt in of_kind("pacman_qa", "position", 15, level):
            graph = _graph(task, hunt.chase)
            assert networkx.is_connected(graph)
            assert 0.08 <= 1 - len(graph) / (task.size - 2) ** 2 <= 0.12

"""Questions with options about worlds in which somebody walks: a snake, players in mazes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import networkx
import pytest

from kinds import check_options, of_kind
from problems import LEVELS
from visgym.tasks.puzzles.maze_qa import Maze, MazeQa
from visgym.tasks.puzzles.snake_qa import ENDS, NEVER, Den, SnakeQa

NAMES = ("snake_qa", "maze_qa")
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
WAYS = tuple(STEPS)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, level: str) -> None:
    check_options(name, level)


# The snake

HOOK = ((2, 2), (2, 1), (1, 1), (1, 2), (1, 3), (2, 3), (3, 3))


def test_the_first_thing_that_happens_to_a_snake_made_by_hand() -> None:
    task = SnakeQa(size=6, longest=12)
    for moves, food, end in (
        ("up", (5, 5), "body"),
        ("right", (5, 5), "body"),
        ("down left left left up", (4, 4), "wall"),
        ("down left left left up", (3, 1), "food"),
        ("down left", (0, 0), "nothing"),
    ):
        ways = tuple(WAYS.index(move) for move in moves.split())
        den = Den(HOOK, food, "outcome", ways)
        assert task.right(den) == task.found(den) == ENDS[end]


def test_the_head_may_go_to_the_cell_of_the_tail() -> None:
    ring = ((0, 0), (0, 1), (1, 1), (1, 0))
    den = Den(ring, (5, 5), "outcome", (2, 1, 0, 3))  # round and round
    task = SnakeQa(size=6, longest=12)
    assert task.right(den) == task.found(den) == ENDS["nothing"]


def test_the_least_number_of_moves_to_food_counts_on_the_body_to_move_on() -> None:
    task = SnakeQa(size=6, longest=12)
    for food, moves in (((0, 2), "6"), ((3, 2), "1"), ((3, 4), "3")):
        den = Den(HOOK, food, "distance")
        assert task.right(den) == task.found(den) == moves
    shut = ((0, 0), (0, 1), (0, 2), (1, 2), (1, 1), (1, 0), (2, 0))
    assert task.right(Den(shut, (5, 5), "distance")) == NEVER


def _fewest(snake: tuple[Any, ...], food: Any, size: int) -> int | None:
    """Breadth first, without any bounds."""
    seen, layer, count = {snake}, {snake}, 0
    while layer and len(seen) < 40_000:
        if any(each[0] == food for each in layer):
            return count
        after = set()
        for each in layer:
            for down, across in STEPS.values():
                head = each[0][0] + down, each[0][1] + across
                if min(head) >= 0 and max(head) < size and head not in each[:-1]:
                    after.add((head, *each[:-1]))
        layer, count = after - seen, count + 1
        seen |= layer
    return None


def test_distances_agree_with_a_search_over_all_snakes() -> None:
    compared = 0
    for task, den in of_kind("snake_qa", "distance", 25):
        said = task.right(den)
        if said == NEVER or int(said) <= 9:
            assert _fewest(den.snake, den.food, task.size) == (None if said == NEVER else int(said))
            compared += 1
    assert compared > 10


def test_outcomes_agree_with_a_snake_of_times() -> None:
    for task, den in of_kind("snake_qa", "outcome", 60, "level_1"):
        entered = {cell: -number for number, cell in enumerate(den.snake)}
        (row, column), end = den.snake[0], "nothing"
        for time, way in enumerate(den.moves, 1):
            row, column = row + STEPS[WAYS[way]][0], column + STEPS[WAYS[way]][1]
            if not (0 <= row < task.size and 0 <= column < task.size):
                end = "wall"
            elif (row, column) == den.food:
                end = "food"
            elif time - entered.get((row, column), -99) < len(den.snake):
                end = "body"
            if end != "nothing":
                break
            entered[row, column] = time
        assert task.right(den) == task.found(den) == ENDS[end]


@pytest.mark.parametrize(("kind", "answers"), [("outcome", 4), ("distance", 6), ("length", 8)])
def test_answers_about_snakes_vary(kind: str, answers: int) -> None:
    said = Counter(task.right(den) for task, den in of_kind("snake_qa", kind, 120))
    assert len(said) >= answers
    assert max(said.values()) < 60


# The maze

PLAN = """
#########
#   #   #
# # # # #
# #   # #
# ##### #
#     # #
##### # #
#     # #
#########
"""
FLOOR = frozenset(
    (r, c) for r, row in enumerate(PLAN.split("\n")[1:-1]) for c, at in enumerate(row) if at == " "
)


@pytest.mark.parametrize(
    ("kind", "moves", "right"),
    [
        ("player", "", "row 1, column 1"),
        ("goal", "", "row 7, column 7"),
        ("free", "", "right, down"),
        ("after", "left right right right down", "row 2, column 3"),
        ("route", "", "right 2, down 2, right 2, up 2, right 2, down 6"),
        ("turns", "", "5"),
    ],
)
def test_questions_about_a_maze_made_by_hand(kind: str, moves: str, right: str) -> None:
    ways = tuple(WAYS.index(move) for move in moves.split())
    task, maze = MazeQa(size=9), Maze(FLOOR, (1, 1), (7, 7), kind, ways)
    assert task.right(maze) == task.found(maze) == right


def _walked(maze: Any, text: str) -> tuple[int, int]:
    row, column = maze.player
    for run in text.split(", "):
        word, count = run.split()
        for _ in range(int(count)):
            ahead = row + STEPS[word][0], column + STEPS[word][1]
            row, column = ahead if ahead in maze.floor else (row, column)
    return row, column


def test_one_list_of_moves_reaches_the_goal_and_the_others_do_not() -> None:
    for task, maze in of_kind("maze_qa", "route", 60):
        ends = {option: _walked(maze, option) for option in maze.options}
        assert [option for option in maze.options if ends[option] == maze.goal] == [
            task.right(maze)
        ]
        assert len({option.split()[0] for option in maze.options}) == 1


@pytest.mark.parametrize("kind", ["route", "turns"])
def test_ways_agree_with_networkx(kind: str) -> None:
    for task, maze in of_kind("maze_qa", kind, 40):
        graph = networkx.grid_2d_graph(task.size, task.size).subgraph(maze.floor)
        path = networkx.shortest_path(graph, maze.player, maze.goal)
        bends = sum(a[0] != c[0] and a[1] != c[1] for a, c in zip(path, path[2:], strict=False))
        said = task.right(maze)
        assert said == task.found(maze)
        assert (int(said) if kind == "turns" else said.count(",")) == bends >= 3
        if kind == "route":
            assert sum(int(run.split()[1]) for run in said.split(", ")) == len(path) - 1


def test_the_longest_and_the_shortest_list_are_right_no_more_often_than_others() -> None:
    ranks: Counter[int] = Counter()
    for task, maze in of_kind("maze_qa", "route", 120):
        ranks[sorted(maze.options, key=len).index(task.right(maze))] += 1
    assert all(12 < ranks[rank] < 52 for rank in range(4))


def test_moves_that_are_followed_meet_a_wall_and_free_directions_vary() -> None:
    for task, maze in of_kind("maze_qa", "after", 40, "level_1"):
        row, column = maze.player
        for way in maze.moves:
            ahead = row + STEPS[WAYS[way]][0], column + STEPS[WAYS[way]][1]
            row, column = ahead if ahead in maze.floor else (row, column)
        assert task.right(maze) == task.found(maze) == f"row {row}, column {column}"
    said = Counter(task.right(maze) for task, maze in of_kind("maze_qa", "free", 120))
    assert len(said) >= 12

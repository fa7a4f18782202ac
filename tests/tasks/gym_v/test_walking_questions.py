"""Questions with options about worlds in which somebody walks: the snake."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.tasks.puzzles.snake_qa import ENDS, NEVER, Den, SnakeQa

NAMES = ("snake_qa",)
STEPS = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
WAYS = tuple(STEPS)


def of_kind(name: str, kind: str, count: int, level: str = "level_2") -> list[tuple[Any, Any]]:
    task = replace(load(f"{name}/{level}"), question_kind=kind)
    return [(task, task.start(seed).problem) for seed in range(count)]


# All of them


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", NAMES)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, level: str) -> None:
    places: Counter[str] = Counter()
    for task, problem in problems(name, level, 120):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == len(task.letters)
        assert all(option in task.question(problem) for option in problem.options)
        places[right[0]] += 1
    share = 120 / len(task.letters)
    assert all(share / 3 < places[letter] < 2 * share for letter in task.letters)


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

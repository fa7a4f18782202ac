"""Questions about solid worlds: the cube, the pyramid, the maze of cubes."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.tasks.cognition.rubiks_cube_qa.cube import (
    COLORS,
    FACES,
    SOLVED,
    permuted,
    turned_in_space,
)
from visgym.tasks.cognition.rubiks_cube_qa.drawing import FILLS
from visgym.tasks.cognition.rubiks_cube_qa.rules import RubiksCubeQa, Scrambled

NAMES = ("rubiks_cube_qa",)
KINDS = [(name, kind) for name in NAMES for kind in load(f"{name}/level_2").kinds]


def of_kind(name: str, kind: str, count: int, **knobs: Any) -> list[tuple[Any, Any]]:
    task = replace(load(f"{name}/level_2"), question_kind=kind, **knobs)
    return [(task, task.start(seed).problem) for seed in range(count)]


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_exactly_one_option_is_right_and_it_may_be_anywhere(name: str, kind: str) -> None:
    places: Counter[str] = Counter()
    for task, problem in of_kind(name, kind, 100):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == len(task.letters)
        assert all(option in task.question(problem) for option in problem.options)
        places[right[0]] += 1
    share = 100 / len(task.letters)
    assert all(share / 3 < places[letter] < 2 * share for letter in task.letters)


@pytest.mark.parametrize(("name", "kind"), KINDS)
def test_no_answer_is_right_most_of_the_time(name: str, kind: str) -> None:
    answers = Counter(task.right(problem) for task, problem in of_kind(name, kind, 60))
    assert len(answers) >= 3
    assert max(answers.values()) <= 33


# The cube


def test_turns_of_a_solved_cube_worked_out_by_hand() -> None:
    """Up, the front row goes left; right, the front column goes up and the upper one behind."""
    solved = tuple(place // 9 for place in SOLVED)
    task = RubiksCubeQa()
    for turns, place, color in (
        ("U", "L0", "green"),
        ("U'", "R2", "green"),
        ("R", "U8", "green"),
        ("R", "B0", "white"),
        ("F", "R3", "white"),
        ("F", "D1", "red"),
        ("B", "L0", "white"),
        ("D", "R7", "green"),
        ("L", "D3", "green"),
        ("R U", "F2", "red"),
        ("R U", "L2", "yellow"),
    ):
        asked = 9 * FACES.index(place[0]) + int(place[1])
        problem = Scrambled(solved, "after", asked, turns=tuple(turns.split()))
        assert task.right(problem) == task.found(problem) == color, (turns, place)


def test_the_permutation_agrees_with_the_small_cubes_for_every_sticker() -> None:
    turns = [face + mark for face, mark in product(FACES, ("", "'"))]
    for one, other in product(turns, repeat=2):
        assert permuted(SOLVED, (one, other)) == turned_in_space(SOLVED, (one, other))


def test_known_orders_of_turns_bring_the_cube_back() -> None:
    for turns, order in ((("R", "U"), 105), (("R", "U", "R'", "U'"), 6), (("F",), 4)):
        cubes = [SOLVED]
        for _ in range(order):
            cubes.append(permuted(cubes[-1], turns))
        assert cubes[-1] == SOLVED
        assert SOLVED not in cubes[1:-1]


@pytest.mark.parametrize("level", LEVELS)
def test_the_levels_of_cubes_hold_and_asked_stickers_move(level: str) -> None:
    kinds, turns = {
        "level_0": ({"sticker", "count"}, {0}),
        "level_1": ({"after"}, {1}),
        "level_2": ({"after"}, {2, 3, 4}),
    }[level]
    asked = [problem for _, problem in problems("rubiks_cube_qa", level, 40)]
    assert {problem.kind for problem in asked} == kinds
    assert {len(problem.turns) for problem in asked} == turns
    assert all(permuted(SOLVED, each.turns)[each.place] != each.place or len(each.turns) > 1
               for each in asked if each.turns)  # fmt: skip


def test_the_net_shows_the_cube_before_the_turns_with_u_on_top() -> None:
    for task, problem in problems("rubiks_cube_qa", "level_2", 5):
        frame, rows = task.draw(problem), task.describe(problem).splitlines()
        for face, (column, row) in zip(
            "ULFRD", ((1, 0), (0, 1), (1, 1), (2, 1), (1, 2)), strict=True
        ):
            told = (
                next(line for line in rows if line.startswith(face))[3:].replace(" /", "").split()
            )
            for place in (0, 1, 2, 3, 5, 6, 7, 8):
                x = 20 + column * 104 + place % 3 * 32 + 10
                y = 40 + row * 104 + place // 3 * 32 + 10
                assert tuple(frame[y, x]) == FILLS[COLORS.index(told[place])]
        assert np.array_equal(frame, task.draw(replace(problem, turns=())))

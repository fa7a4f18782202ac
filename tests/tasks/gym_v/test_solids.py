"""Questions about solid worlds: the cube of stickers and the pyramid of balls."""

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
from visgym.tasks.puzzles.pyramid_chess_qa.rules import PLACING, STATUS, Pyramid, PyramidChessQa

NAMES = ("rubiks_cube_qa", "pyramid_chess_qa")
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


# The pyramid

HALF = (((1, 1, 2), (1, 0, 2), (2, 2, 2)), ((0, 0), (0, 0)), ((0,),))
FULL = (((1, 1, 2), (1, 1, 2), (2, 2, 2)), ((1, 0), (2, 1)), ((0,),))


@pytest.mark.parametrize(
    ("stack", "kind", "slot", "color", "right"),
    [
        (HALF, "status", (0, 0, 0), 1, STATUS[0]),
        (HALF, "status", (0, 1, 1), 1, STATUS[2]),
        (HALF, "status", (1, 1, 1), 1, STATUS[3]),
        (HALF, "count", (0, 0, 0), 2, "5"),
        (HALF, "place", (0, 0, 0), 1, PLACING[0]),
        (HALF, "place", (1, 0, 0), 1, PLACING[1]),
        (HALF, "place", (0, 1, 1), 1, PLACING[2]),
        (HALF, "place", (0, 1, 1), 2, PLACING[2]),
        (FULL, "place", (1, 0, 1), 1, PLACING[3]),  # the old square of blue balls does not count
        (HALF, "support", (2, 0, 0), 1, "5"),
        (FULL, "support", (2, 0, 0), 1, "1"),
        (HALF, "square", (0, 1, 1), 2, "level 0, row 1, column 1"),
    ],
)
def test_pyramids_made_by_hand(stack: Any, kind: str, slot: Any, color: int, right: str) -> None:
    task = PyramidChessQa(base=3)
    problem = Pyramid(stack, kind, slot, color, (right,))
    assert task.right(problem) == task.found(problem) == right


def _arrays(pyramid: Pyramid) -> list[np.ndarray]:
    return [np.array(rows) for rows in pyramid.stack]


def _rests(levels: list[np.ndarray]) -> list[np.ndarray]:
    """Where a ball would rest, by minima of neighbours."""
    below = [level > 0 for level in levels[:-1]]
    return [np.ones_like(levels[0], bool)] + [
        each[:-1, :-1] & each[1:, :-1] & each[:-1, 1:] & each[1:, 1:] for each in below
    ]


def _gains(level: np.ndarray, color: int) -> np.ndarray:
    """Where a ball makes a square, by sums over all squares."""
    own = np.pad((level == color).astype(int), 1)
    sums = own[:-1, :-1] + own[1:, :-1] + own[:-1, 1:] + own[1:, 1:]
    three = sums == 3
    near = three[:-1, :-1] | three[1:, :-1] | three[:-1, 1:] | three[1:, 1:]
    return near & (level == 0)


@pytest.mark.parametrize("kind", PyramidChessQa.kinds)
@pytest.mark.parametrize("base", [3, 5])
def test_pyramids_agree_with_arrays(kind: str, base: int) -> None:
    for task, asked in of_kind("pyramid_chess_qa", kind, 40, base=base):
        levels, (level, row, column) = _arrays(asked), asked.slot
        rests, held = _rests(levels), levels[level][row, column]
        assert all((rest | (each == 0)).all() for rest, each in zip(rests, levels, strict=True))
        free, gains = rests[level][row, column], _gains(levels[level], asked.color)[row, column]
        if kind == "status":
            right = STATUS[held - 1] if held else STATUS[2 if free else 3]
        elif kind == "count":
            right = str(sum(int((each == asked.color).sum()) for each in levels))
        elif kind == "place":
            right = PLACING[0] if held else PLACING[1] if not free else PLACING[2 if gains else 3]
        elif kind == "support":
            wide = [levels[low][row : row + level - low + 1, column : column + level - low + 1]
                    for low in range(level)]  # fmt: skip
            right = str(sum(int((each == 0).sum()) for each in wide))
        else:
            ways = [(number, *map(int, spot)) for number, each in enumerate(levels)
                    for spot in zip(*np.nonzero(_gains(each, asked.color) & rests[number]),
                                    strict=True)]  # fmt: skip
            assert len(ways) == 1
            right = "level {}, row {}, column {}".format(*ways[0])
        assert task.right(asked) == task.found(asked) == right


@pytest.mark.parametrize("kind", ["place", "square"])
def test_the_picture_of_a_pyramid_is_from_before_the_move(kind: str) -> None:
    held = 0
    for task, asked in of_kind("pyramid_chess_qa", kind, 40):
        level, row, column = asked.slot
        held += asked.stack[level][row][column] > 0
        lines = task.describe(asked).split(f"Level {level}:\n")[1].splitlines()
        shown = lines[row].split()[column]
        assert (shown == ".") == (task.right(asked) != PLACING[0])
    assert held == 0 if kind == "square" else 2 < held < 20

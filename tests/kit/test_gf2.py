"""Presses of lights: those that are found are right, and none are fewer."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import pytest

from visgym.catalog import load
from visgym.core.calls import Call
from visgym.kit.gf2 import presses, toggled
from visgym.tasks.games.lights_out import Lights

Cell = tuple[int, int]


def board(size: int) -> list[Cell]:
    return list(product(range(size), repeat=2))


def lit_by(pressed: tuple[Cell, ...], size: int) -> frozenset[Cell]:
    """A light is on if an odd number of presses reach it."""
    reached = {
        (row, column): sum(abs(row - a) + abs(column - b) <= 1 for a, b in pressed)
        for row, column in board(size)
    }
    return frozenset(cell for cell, count in reached.items() if count % 2)


@pytest.mark.parametrize("size", [2, 3, 4])
def test_found_presses_are_the_fewest_of_all(size: int) -> None:
    fewest: dict[frozenset[Cell], int] = {}
    for count in range(size**2 + 1 if size < 4 else 5):
        for pressed in combinations(board(size), count):
            fewest.setdefault(lit_by(pressed, size), count)
    for pattern in Random(size).sample(sorted(fewest, key=sorted), min(len(fewest), 120)):
        found = presses(size, pattern)
        assert found is not None
        assert lit_by(tuple(found), size) == toggled((), found, size) == pattern
        assert len(found) == fewest[pattern]


def test_patterns_that_no_presses_give_are_told() -> None:
    """Of 2 to the power of 16 patterns on four by four, one in 16 can be had; five by five: 4."""
    for size, share in ((4, 16), (5, 4)):
        rng = Random(size)
        patterns = [
            frozenset(cell for cell in board(size) if rng.random() < 0.5) for _ in range(400)
        ]
        can_be = sum(presses(size, pattern) is not None for pattern in patterns)
        assert 0.4 < can_be / (400 / share) < 1.8


@pytest.mark.parametrize("size", range(2, 10))
def test_presses_of_a_pattern_that_was_pressed_give_it_again(size: int) -> None:
    rng = Random(size)
    for _ in range(5):
        pressed = tuple(cell for cell in board(size) if rng.random() < 0.5)
        found = presses(size, lit_by(pressed, size))
        assert found is not None
        assert len(found) <= len(pressed)
        assert lit_by(tuple(found), size) == lit_by(pressed, size)


@pytest.mark.parametrize(("level", "fewest"), [(0, 3), (1, 6), (2, 10)])
def test_lights_go_out_in_just_as_many_presses(level: int, fewest: int) -> None:
    task = load(f"lights_out/level_{level}")
    assert task.step_limit >= 1.5 * fewest
    for seed in range(20):
        start = state = task.start(seed)
        assert start.lit
        calls = list(task.fewest(start, Random(seed)))
        assert len(calls) == fewest
        for call in calls:
            assert not task.is_over(state)
            state = task.apply(state, call)
        assert task.is_over(state)
        assert task.score(state) == 1


def test_a_press_switches_a_cross_and_a_second_one_undoes_it() -> None:
    task = load("lights_out/level_0")
    dark = Lights(frozenset({(0, 0)}))
    corner = task.apply(dark, Call("press", (1, 1)))
    assert corner.lit == {(0, 1), (1, 0)}
    assert task.apply(corner, Call("press", (1, 1))) == dark
    middle = task.apply(dark, Call("press", (2, 2)))
    assert middle.lit == {(0, 0), (0, 1), (1, 0), (1, 1), (1, 2), (2, 1)}
    assert task.metrics(middle) == {"off": pytest.approx(1 / 3)}
    assert 0 <= task.metrics(Lights(frozenset(board(3))))["off"] <= 1


@pytest.mark.parametrize("level", [0, 1, 2])
def test_grids_of_bits_add_up_by_elimination_and_by_definition(level: int) -> None:
    task = load(f"grid_parity/level_{level}")
    for seed in range(10):
        puzzle = task.start(seed).puzzle
        grid = task.solved(puzzle)
        for row, column in board(task.size):
            near = [(a, b) for a, b in board(task.size) if abs(a - row) + abs(b - column) <= 1]
            assert sum(grid[a][b] for a, b in near) % 2 == puzzle.target[row][column]
        searched = task.rules_of(puzzle).solutions(most=5)
        assert len(searched) == (4 if task.size == 5 else 1)
        assert tuple(value for line in grid for value in line) in {
            found[: task.size**2] for found in searched
        }
        assert puzzle.target != grid

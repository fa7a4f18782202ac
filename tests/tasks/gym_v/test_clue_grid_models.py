"""Clue grids against CP-SAT: what it solves is right here, and where one solution is promised
there is no other."""

from __future__ import annotations

import pytest

from grid_models import RULES, SEVERAL, Model
from problems import LEVELS
from visgym.catalog import load
from visgym.kit.grids.filling import Filling

SEEDS = range(2)
MANY = range(300)


def referee(name: str, level: str, seeds: range) -> None:
    task = load(f"{name}/{level}")
    for seed in seeds:
        puzzle = task.start(seed).puzzle
        model = Model(name, task, puzzle)
        found = model.solve()
        assert found is not None, seed
        assert task.score(Filling(puzzle, found, answered=True)) == 1, seed
        ours = task.solved(puzzle)
        if name in SEVERAL:
            other = model.solve()
            assert other is None or task.score(Filling(puzzle, other, answered=True)) == 1
        else:
            assert (found, model.solve()) == (ours, None), seed


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", RULES)
def test_solutions_are_those_of_the_referee(name: str, level: str) -> None:
    referee(name, level, SEEDS)


@pytest.mark.slow
@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", RULES)
def test_many_solutions_are_those_of_the_referee(name: str, level: str) -> None:
    referee(name, level, MANY)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", sorted(RULES.keys() - SEVERAL))
def test_a_grid_that_differs_in_a_cell_or_belongs_to_another_seed_is_wrong(
    name: str, level: str
) -> None:
    task = load(f"{name}/{level}")
    puzzle, others = task.start(0).puzzle, [task.start(seed).puzzle for seed in range(1, 8)]
    right = task.solved(puzzle)
    near = [task.solved(other) for other in others if other != puzzle]
    for row in range(task.rows):
        other = next(each for each in task.values if each != right[row][0])
        near.append((*right[:row], (other, *right[row][1:]), *right[row + 1 :]))
    assert task.score(Filling(puzzle, right, answered=True)) == 1
    assert not any(task.score(Filling(puzzle, grid)) for grid in near if grid != right)

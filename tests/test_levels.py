"""Every level of a task is harder than the one before."""

from __future__ import annotations

from random import Random

import pytest

from toys import Counter
from toys_questions import Reading
from visgym import catalog
from visgym.conformance.laws import check_presets
from visgym.core.calls import Call
from visgym.evaluation.ladders import ladders_among

SLOW = 10_000  # milliseconds of a solver on whose first level alone games are won in a usual run


@pytest.mark.parametrize("name", catalog.task_names())
def test_presets_obey_the_laws_between_them(name: str, request: pytest.FixtureRequest) -> None:
    presets = catalog.presets(name)
    is_slow = any(task.budget.solve >= SLOW for task in presets.values())
    seeds = range(2 if is_slow and not request.config.getoption("--deep") else 3)
    assert list(check_presets(presets, seeds, name)) == []


def test_ladders_are_climbed_by_number_and_apart_for_each_variant() -> None:
    names = ("hard_2d", "level_10", "easy", "level_9", "hard", "easy_2d", "medium", "other")
    assert ladders_among(dict.fromkeys(names, Counter())) == [
        ["easy_2d", "hard_2d"],
        ["level_9", "level_10"],
        ["easy", "medium", "hard"],
    ]


def test_an_answer_is_as_hard_as_it_is_long_unless_the_task_knows_better() -> None:
    assert Call("answer", ((("red", 1), ("blue", 2)), "yes")).size == 5
    task = Reading()
    assert task.effort(task.start(0)) == 1
    maze = catalog.load("maze_2d/easy")
    start = maze.start(0)
    assert maze.effort(start) == len(list(maze.strategies()[0](start, Random(0))))

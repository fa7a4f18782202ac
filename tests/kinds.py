"""Questions of one kind, for tests that referee them, and what holds for options of all kinds."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

from problems import problems
from visgym.catalog import load

SEEDS = 120


def of_kind(name: str, kind: str, count: int, level: str = "level_2") -> list[tuple[Any, Any]]:
    """A question of one kind at a level with so many of its problems."""
    task = replace(load(f"{name}/{level}"), question_kind=kind)
    return [(task, task.start(seed).problem) for seed in range(count)]


def check_options(name: str, level: str) -> None:
    """Exactly one option is right, both ways find it, and it may be anywhere."""
    places: Counter[str] = Counter()
    for task, problem in problems(name, level, SEEDS):
        right = [letter for letter in task.letters if task.grade(problem, letter) == 1]
        assert right == [task.solution(problem)]
        assert len(set(problem.options)) == len(task.letters)
        assert all(option in task.question(problem) for option in problem.options)
        places[right[0]] += 1
    share = SEEDS / len(task.letters)
    assert all(share / 3 < places[letter] < 2 * share for letter in task.letters)

"""What holds of all VSP tasks: reference answers are right."""

from __future__ import annotations

import pytest

from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.suites.vsp import LEVELS, SUITES

IDS = SUITES[0].ids


@pytest.mark.parametrize("id", IDS)
def test_reference_answers_are_right_as_calls_and_as_the_paper_writes_them(id: str) -> None:
    task = catalog.load(id)
    for seed in range(40):
        episode = begin(task, seed)
        (call,) = solve(task, episode.start)
        assert advance(episode, call).success
        assert advance(episode, f"I think so.\n\n{task.phrase(call)}").success
        assert not begin(task, seed).over and task.score(episode.start) == 0


def test_there_are_twelve_tasks_with_the_levels_of_the_paper() -> None:
    assert len(LEVELS) == 12 and len(IDS) == 48
    for id in IDS:
        task = catalog.load(id)
        assert task.single_turn and "stop" not in task.actions and task.step_limit == 1

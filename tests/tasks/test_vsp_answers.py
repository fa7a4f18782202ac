"""What holds of all VSP tasks: reference answers are right, constant answers are at chance."""

from __future__ import annotations

import pytest

from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.suites.vsp import LEVELS, SUITES

IDS = SUITES[0].ids
CHANCE = {
    "vsp_maze_hole": (("Yes", "No"), 1 / 2),
    "vsp_maze_text": (("A", "B", "C", "D"), 1 / 4),
    "vsp_maze_safe": (("Yes", "No"), 1 / 2),
    "vsp_blocks_color": (("red", "blue"), 1 / 6),
    "vsp_blocks_relation": (("A", "B", "C", "D"), 1 / 4),
    "vsp_blocks_text": (("A", "B", "C", "D"), 1 / 4),
    "vsp_blocks_valid": (("Yes", "No"), 1 / 2),
}


@pytest.mark.parametrize("id", IDS)
def test_reference_answers_are_right_as_calls_and_as_the_paper_writes_them(id: str) -> None:
    task = catalog.load(id)
    for seed in range(40):
        episode = begin(task, seed)
        (call,) = solve(task, episode.start)
        assert advance(episode, call).success
        assert advance(episode, f"I think so.\n\n{task.phrase(call)}").success
        assert not begin(task, seed).over and task.score(episode.start) == 0


@pytest.mark.parametrize("name", list(CHANCE))
def test_constant_answers_are_at_chance(name: str) -> None:
    answers, chance = CHANCE[name]
    episodes = [
        begin(catalog.load(f"{name}/level_{level}"), seed)
        for level in LEVELS[name]
        for seed in range(300)
    ]
    for answer in answers:
        right = sum(advance(each, f"<Output> {answer}").success for each in episodes)
        assert abs(right / len(episodes) - chance) < 0.06, (answer, right / len(episodes))


def test_there_are_twelve_tasks_with_the_levels_of_the_paper() -> None:
    assert len(LEVELS) == 12 and len(IDS) == 48
    for id in IDS:
        task = catalog.load(id)
        assert task.single_turn and "stop" not in task.actions and task.step_limit == 1

"""Hand-made crossings."""

from __future__ import annotations

from random import Random

import pytest

from visgym.core.episode import advance, begin
from visgym.tasks.vsp.vsp_collision import PRESETS, CrossingState, Mover, VspCollision

TASK = VspCollision(step_limit=1)
# the car is 2 squares to the left of the goal, the person 1 square above it
STATE = CrossingState(6, (3, 3), Mover((3, 1), "right", 1.0), Mover((2, 3), "down", 0.5))


@pytest.mark.parametrize(
    ("car", "person", "danger", "score"),
    [
        (2.0, 2.0, "Yes", 1),
        (2.04, 1.96, "Yes", 1),
        (2.0, 2.0, "No", 0),
        (2.1, 2.0, "Yes", 0),
        (1.0, 0.5, "Yes", 0),
    ],
)
def test_both_times_and_the_danger_must_be_right(
    car: float, person: float, danger: str, score: float
) -> None:
    assert TASK.score(TASK.answer(STATE, car, person, danger)) == score  # type: ignore[arg-type]


def test_half_a_second_is_danger_and_more_is_not() -> None:
    for speed, danger in ((2 / 2.5, "Yes"), (2 / 2.51, "No")):
        car = Mover((3, 1), "right", speed)
        call = next(TASK.walk(CrossingState(6, (3, 3), car, STATE.person), Random(0)))
        assert call.args[2] == danger


def test_everybody_moves_towards_the_goal_and_danger_is_a_coin() -> None:
    dangers = 0
    for seed in range(400):
        state = begin(PRESETS["level_1"], seed).start
        assert state.car.cell[0] == state.goal[0] != state.person.cell[0]
        assert state.person.cell[1] == state.goal[1] != state.car.cell[1]
        assert (state.car.cell[1] > state.goal[1]) == (state.car.direction == "left")
        assert (state.person.cell[0] > state.goal[0]) == (state.person.direction == "up")
        dangers += next(TASK.walk(state, Random(0))).args[2] == "Yes"
    assert 160 <= dangers <= 240


def test_the_three_lines_of_the_paper_are_understood() -> None:
    episode = begin(PRESETS["level_1"], 1)
    call = next(TASK.walk(episode.start, Random(0)))
    assert advance(episode, f"Car first.\n{TASK.phrase(call)}").success

"""Hand-made crossings."""

from __future__ import annotations

import pytest

from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.tasks.vsp.vsp_collision import PRESETS, CrossingProblem, Mover, VspCollision

TASK = VspCollision()
# the car is 2 squares to the left of the goal, the person 1 square above it
PROBLEM = CrossingProblem(6, (3, 3), Mover((3, 1), "right", 1.0), Mover((2, 3), "down", 0.5))


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
    assert TASK.grade(PROBLEM, car, person, danger) == score  # type: ignore[arg-type]


def test_half_a_second_is_danger_and_more_is_not() -> None:
    for speed, danger in ((2 / 2.5, "Yes"), (2 / 2.51, "No")):
        car = Mover((3, 1), "right", speed)
        assert TASK.solution(CrossingProblem(6, (3, 3), car, PROBLEM.person))[2] == danger


def test_everybody_moves_towards_the_goal_and_danger_is_a_coin() -> None:
    dangers = 0
    for seed in range(400):
        state = begin(PRESETS["level_1"], seed).start.problem
        assert state.car.cell[0] == state.goal[0] != state.person.cell[0]
        assert state.person.cell[1] == state.goal[1] != state.car.cell[1]
        assert (state.car.cell[1] > state.goal[1]) == (state.car.direction == "left")
        assert (state.person.cell[0] > state.goal[0]) == (state.person.direction == "up")
        dangers += TASK.solution(state)[2] == "Yes"
    assert 160 <= dangers <= 240


def test_the_three_lines_of_the_paper_and_the_two_of_the_release_are_understood() -> None:
    for seed in range(20):
        episode = begin(PRESETS["level_1"], seed)
        three = TASK.phrase(solve(TASK, episode.start)[0])
        two = three.rpartition("\n")[0]
        for reply in (three, two, two.replace("\n", "\n\n"), f"<Output>\n{two}"):
            assert advance(episode, f"Car first.\n{reply}").success, reply
        assert not advance(episode, f"{two}\nYes or No").success

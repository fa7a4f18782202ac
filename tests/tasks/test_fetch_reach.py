"""Fetch Reach on hand-made targets."""

from __future__ import annotations

from dataclasses import replace

import pytest

pytest.importorskip("mujoco", reason="needs the extra visgym[physics]")
pytest.importorskip("gymnasium_robotics", reason="needs the extra visgym[physics]")
pytest.importorskip("numba", reason="needs the extra visgym[physics]")

from visgym.core.calls import STOP, Call
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.kit.canvas import RED
from visgym.tasks.robotics.fetch_reach import PRESETS, FetchReach, ReachState

EASY = PRESETS["easy"]
START = (1.3, 0.75, 0.535)


def _at(x: float, y: float, z: float) -> ReachState:
    """A start with the target this far from the hand."""
    target = (START[0] + x, START[1] + y, START[2] + z)
    return replace(begin(EASY, 0).start, target=target)


def test_within_five_centimetres_is_reached_and_beyond_is_not():
    assert EASY.score(_at(0.048, 0, 0)) == 1
    assert EASY.score(_at(0.052, 0, 0)) == 0
    assert EASY.score(_at(0.035, 0.035, 0.035)) == 0


def test_one_move_along_each_axis_reaches_a_target_there():
    for axis in range(3):
        offset = [0.0, 0.0, 0.0]
        offset[axis] = -0.1
        state = _at(*offset)
        state = EASY.move(state, *(round(o * 10) for o in offset))
        assert EASY.score(EASY.move(state, *(round(o * 10) for o in offset))) == 1


def test_the_solver_takes_the_axis_that_is_furthest_off_first():
    calls = solve(EASY, _at(0.1, -0.15, 0.02))
    assert [call.args for call in calls[:2]] == [(0, -1, 0), (1, 0, 0)]
    assert calls.count(Call("move", (0, -1, 0))) == 3 and calls.count(Call("move", (1, 0, 0))) == 2
    assert len(calls) == 6 and calls[-1] == STOP


def test_standing_still_is_allowed_and_leads_nowhere():
    episode = advance(begin(EASY, 1), "('move', [0, 0, 0])")
    assert episode.feedback == "Action executed successfully."
    assert EASY.score(episode.state) == 0


def test_the_ends_of_the_arm_are_told_by_direction():
    episode = begin(EASY, 1)
    for _ in range(5):
        episode = advance(episode, "('move', [1, 0, 0])")
    assert episode.feedback == "The arm cannot reach any further right."


def test_both_views_show_the_ball_where_the_axes_say():
    """Towards +x is right and towards +z is up in the front view; +y is up in the hand's."""

    def spot(state, view):
        frame = EASY.draw(state)[:, view * 408 : view * 408 + 400].astype(int)
        frame[310:, :90] = 255  # the arrows
        rows, columns = ((frame[..., 0] - frame[..., 1:].max(axis=2)) > 90).nonzero()
        return rows.mean(), columns.mean()

    middle = (0.1, 0.0, 0.02)
    assert EASY.draw(_at(*middle)).shape == (400, 808, 3) and RED[0] > 200
    assert spot(_at(0.15, 0.0, 0.02), 0)[1] > spot(_at(*middle), 0)[1] + 10
    assert spot(_at(0.1, 0.0, 0.12), 0)[0] < spot(_at(*middle), 0)[0] - 10
    assert spot(_at(0.15, 0.0, -0.05), 1)[1] > spot(_at(0.1, 0.0, -0.05), 1)[1] + 10
    assert spot(_at(0.1, 0.05, -0.05), 1)[0] < spot(_at(0.1, 0.0, -0.05), 1)[0] - 10


def test_knobs_that_make_no_task_are_refused():
    with pytest.raises(ValueError, match="move_distance"):
        FetchReach(move_distance=0.08)
    with pytest.raises(ValueError, match="nearest"):
        FetchReach(nearest=0.03)

from dataclasses import replace

import numpy as np
import pytest

from visgym.core.calls import Call
from visgym.core.episode import begin
from visgym.kit.canvas import BLUE
from visgym.tasks.spatial.matchstick_rotation import PRESETS, MatchstickRotation, Stick, SticksState

TASK = PRESETS["easy"]
FLAT = Stick(200.0, 200.0, 0.0)


def _blue(state: SticksState) -> tuple[float, float]:
    """The middle of the blue pixels, measured in the picture."""
    rows, columns = np.nonzero((TASK.draw(state) == BLUE).all(axis=2))
    return columns.mean() + 0.5, 400 - (rows.mean() + 0.5)


def test_a_unit_is_as_many_pixels_of_the_picture_as_the_scale_says() -> None:
    state = SticksState(FLAT, Stick(100.0, 100.0, 90.0), scale=4.0)
    moved = TASK.move(state, 10.0, 5.0, 0.0)
    assert (moved.stick.x, moved.stick.y) == (240.0, 220.0)
    before, after = _blue(state), _blue(moved)
    assert after[0] - before[0] == pytest.approx(40, abs=0.2)
    assert after[1] - before[1] == pytest.approx(20, abs=0.2)


def test_positive_turns_are_counter_clockwise() -> None:
    turned = TASK.move(SticksState(FLAT, FLAT, 1.0), 0.0, 0.0, 45.0)
    blue = (TASK.draw(turned) == BLUE).all(axis=2)
    assert blue[:200, 210:].any()
    assert not blue[:190, :190].any()


@pytest.mark.parametrize(
    ("stick", "score"),
    [
        (Stick(209.9, 200.0, 0.0), 1.0),
        (Stick(210.1, 200.0, 0.0), 0.0),
        (Stick(206.0, 208.0, 15.0), 1.0),
        (Stick(207.2, 207.2, 0.0), 0.0),
        (Stick(200.0, 200.0, 15.1), 0.0),
        (Stick(200.0, 200.0, 166.0), 1.0),
    ],
)
def test_tolerances_are_pixels_and_degrees_and_ends_are_alike(stick: Stick, score: float) -> None:
    assert TASK.score(SticksState(stick, FLAT, 7.0)) == score


def test_a_move_ends_at_the_border_and_no_stick_touches_it() -> None:
    for angle in range(0, 180, 15):
        state = SticksState(Stick(200.0, 200.0, float(angle)), FLAT, 12.0)
        pixels = TASK.draw(TASK.move(state, -1000.0, 1000.0, 0.0))
        blue = (pixels == BLUE).all(axis=2)
        assert blue.sum() > 400
        assert not blue[0].any() and not blue[:, 0].any()


def test_unit_moves_come_first_and_only_they_are_units() -> None:
    start = begin(TASK, 0).start
    *units, last = TASK.unit_moves_first(start, None)  # type: ignore[arg-type]
    assert all(max(map(abs, call.args)) == 1 and call.args[2] == 0 for call in units)  # type: ignore[arg-type]
    assert len(units) == 2
    assert last.args[2] != 0


def test_the_scale_is_never_told() -> None:
    state = SticksState(FLAT, Stick(100.0, 100.0, 90.0), 1.0)
    other = replace(state, scale=9.0)
    assert TASK.describe(state) == TASK.describe(other)
    assert np.array_equal(TASK.draw(state), TASK.draw(other))


def test_the_scale_stays_in_its_range_and_spreads_over_it() -> None:
    task = MatchstickRotation(scale_range=(2.0, 8.0))
    scales = [begin(task, seed).start.scale for seed in range(200)]
    assert min(scales) >= 2 and max(scales) <= 8
    assert sum(scale < 4 for scale in scales) in range(75, 125)


def test_a_small_rotation_and_its_undoing_return_to_the_same_state() -> None:
    state = SticksState(FLAT, Stick(100.0, 100.0, 90.0), 1.0)
    there = TASK.apply(state, Call("move", (0.0, 0.0, -0.3)))
    assert TASK.apply(there, Call("move", (0.0, 0.0, 0.3))) == state

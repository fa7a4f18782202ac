from dataclasses import replace

import numpy as np
import pytest

from visgym.core.calls import Illegal
from visgym.tasks.spatial.maze_3d import PRESETS, Ahead, Facing, Side, WalkState

EASY = PRESETS["easy"]
#   0123456
# 1 .....
# 2     .
# 3     .....
# 4         .
# 5         .
BEND = frozenset(
    {(1, 1), (1, 2), (1, 3), (2, 3), (3, 3), (3, 4), (3, 5), (4, 5), (5, 5)},
)
START = WalkState(BEND, (1, 1), Facing.RIGHT, (5, 5))


def _red(state: WalkState) -> int:
    """Pixels of the sphere in the picture."""
    red, green, blue = np.moveaxis(EASY.draw(state).astype(int), 2, 0)
    return int(((red > 100) & (red > 2.2 * green) & (red > 2.2 * blue)).sum())


def test_turns_go_left_right_and_around() -> None:
    assert EASY.turn(START, Side.LEFT).facing is Facing.UP
    assert EASY.turn(START, Side.RIGHT).facing is Facing.DOWN
    assert EASY.turn(START, Side.AROUND).facing is Facing.LEFT
    assert EASY.turn(EASY.turn(START, Side.LEFT), Side.RIGHT) == START


def test_a_move_goes_one_cell_ahead_and_walls_stop_it() -> None:
    assert EASY.move(START, Ahead.FORWARD).agent == (1, 2)
    with pytest.raises(Illegal, match="A wall blocks the way ahead"):
        EASY.move(EASY.turn(START, Side.LEFT), Ahead.FORWARD)


def test_the_only_way_is_found_as_turns_and_moves() -> None:
    plan = [EASY.spell(call) for call in EASY.shortest(START, None)]  # type: ignore[arg-type]
    move, left, right = "('move', 0)", "('turn', 1)", "('turn', 2)"
    assert plan == [move, move, right, move, move, left, move, move, right, move, move]


def test_the_sphere_is_seen_in_line_of_sight_and_nearer_is_larger() -> None:
    far = replace(START, agent=(3, 5), facing=Facing.DOWN)
    near = replace(far, agent=(4, 5))
    assert 1000 < _red(far) < _red(near)


def test_nothing_is_seen_through_walls() -> None:
    for agent in sorted(BEND - {(3, 5), (4, 5), (5, 5)}):
        for facing in Facing:
            assert _red(replace(START, agent=agent, facing=facing)) == 0


def test_a_sphere_behind_the_back_is_not_seen() -> None:
    for facing in (Facing.UP, Facing.LEFT, Facing.RIGHT):
        assert _red(replace(START, agent=(3, 5), facing=facing)) == 0


def test_a_bend_to_the_right_shows_on_the_right() -> None:
    """From (1, 2) the corridor ends at (1, 3), whose wall is open to the right."""
    frame = EASY.draw(replace(START, agent=(1, 2))).astype(int)
    red, blue = frame[390, [430, 81], 0], frame[390, [430, 81], 2]
    assert blue[0] > red[0] + 10  # blue floor on the right
    assert red[1] > blue[1] + 10  # and bricks on the left


def test_the_view_turns_red_in_the_cell_of_the_target() -> None:
    there = EASY.draw(EASY.goal(START)).astype(int)
    assert (there[..., 0].mean() - there[..., 2].mean()) > 30
    assert EASY.score(EASY.goal(START)) == 1

from random import Random

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from visgym.kit.solid.rotations import (
    UPRIGHT,
    Quaternion,
    Turn,
    angle_between,
    correct,
    far_orientation,
    look_then_correct,
    matrix,
    random_orientation,
    turn_to,
    turned,
)

RNG = Random(7)
TURNS = [tuple(RNG.uniform(-180, 180) for _ in range(3)) for _ in range(40)]
GIMBAL = [(30.0, 90.0, 50.0), (-120.0, -90.0, 10.0), (0.0, 90.0, 0.0), (180.0, 0.0, 180.0)]


def _scipy(orientation: Quaternion) -> Rotation:
    w, x, y, z = orientation
    return Rotation.from_quat([x, y, z, w])


def _played(orientation: Quaternion, turns: list[Turn]) -> Quaternion:
    for turn in turns:
        orientation = turned(orientation, turn)
    return orientation


@pytest.mark.parametrize("turn", TURNS)
def test_a_turn_is_the_extrinsic_yxz_rotation_of_scipy(turn: Turn) -> None:
    start = random_orientation(Random(str(turn)))
    expected = Rotation.from_euler("yxz", turn, degrees=True) * _scipy(start)
    assert (_scipy(turned(start, turn)) * expected.inv()).magnitude() < 1e-7
    assert np.allclose(matrix(start)[:3, :3], _scipy(start).as_matrix(), atol=1e-7)


@pytest.mark.parametrize(
    ("turn", "point", "end"),
    [
        ((90.0, 0.0, 0.0), (0, 0, 1), (1, 0, 0)),  # the front goes right
        ((0.0, 90.0, 0.0), (0, 1, 0), (0, 0, 1)),  # the top comes to the viewer
        ((0.0, 0.0, 90.0), (1, 0, 0), (0, 1, 0)),  # counter-clockwise
    ],
)
def test_signs_are_as_told(turn: Turn, point: Turn, end: Turn) -> None:
    assert np.allclose(matrix(turned(UPRIGHT, turn))[:3, :3] @ point, end)


@pytest.mark.parametrize("turn", [*TURNS, *GIMBAL])
def test_the_turn_between_two_orientations_leads_there(turn: Turn) -> None:
    start = random_orientation(Random(1))
    target = turned(start, turn)
    assert angle_between(turned(start, turn_to(start, target)), target) < 1e-2
    assert angle_between(turned(UPRIGHT, turn_to(UPRIGHT, turned(UPRIGHT, turn))),
                         turned(UPRIGHT, turn)) < 1e-2  # fmt: skip


def test_angles_between_are_those_of_scipy() -> None:
    for seed in range(40):
        one, other = random_orientation(Random(seed)), random_orientation(Random(-seed - 1))
        expected = np.degrees((_scipy(one) * _scipy(other).inv()).magnitude())
        assert angle_between(one, other) == pytest.approx(expected, abs=1e-4)


def test_four_quarter_turns_return_exactly() -> None:
    start = random_orientation(Random(3))
    for turn in ((90.0, 0.0, 0.0), (0.0, 90.0, 0.0), (0.0, 0.0, 90.0)):
        assert angle_between(_played(start, [turn] * 4), start) < 1e-4


def test_random_orientations_are_uniform() -> None:
    rng = Random(0)
    points = np.array([matrix(random_orientation(rng))[:3, :3] for _ in range(4000)])
    assert np.abs(points.mean(axis=0)).max() < 0.05
    angles = [angle_between(random_orientation(rng), UPRIGHT) for _ in range(4000)]
    # uniform rotations have angles of density (1 - cos) / pi
    assert np.mean(np.array(angles) < 90) == pytest.approx(0.5 - 1 / np.pi, abs=0.02)


def test_far_orientations_are_far() -> None:
    rng = Random(0)
    target = random_orientation(rng)
    assert all(angle_between(far_orientation(target, 30, rng), target) >= 30 for _ in range(200))


@pytest.mark.parametrize("steps", [None, 3, 16, 19, 29])
def test_plans_align_and_have_as_many_steps_as_asked(steps: int | None) -> None:
    for seed in range(30):
        start, target = random_orientation(Random(seed)), random_orientation(Random(seed + 99))
        for plan in (
            list(look_then_correct(start, target, steps)),
            list(correct(start, target, steps, Random(0))),
        ):
            assert angle_between(_played(start, plan), target) < 0.2
            assert len(plan) >= (steps or 0)
            assert all(sum(map(bool, turn)) <= 1 for turn in plan)
    assert len(list(look_then_correct(start, target, None))) == 15

import itertools
from random import Random

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

from visgym.core.episode import begin
from visgym.kit.solid.rotations import UPRIGHT, angle_between, turned
from visgym.tasks.spatial import mental_rotation_3d_cube as cube
from visgym.tasks.spatial.mental_rotation_3d_cube import PRESETS, FigureState

EASY, HARD = PRESETS["easy"], PRESETS["hard"]
HOOK = ((0, 0, 0), (1, 0, 0), (2, 0, 0), (2, 1, 0), (2, 1, 1))


def test_a_call_is_one_extrinsic_rotation_in_the_order_yaw_pitch_roll() -> None:
    state = FigureState(HOOK, 0, UPRIGHT, UPRIGHT)
    w, x, y, z = EASY.rotate(state, 30.0, -50.0, 110.0).current
    expected = Rotation.from_euler("yxz", [30, -50, 110], degrees=True)
    assert (Rotation.from_quat([x, y, z, w]) * expected.inv()).magnitude() < 1e-7


@pytest.mark.parametrize(("degrees", "score"), [(9.9, 1.0), (10.1, 0.0), (-9.9, 1.0), (180.0, 0.0)])
def test_the_score_allows_the_tolerance_about_any_axis(degrees: float, score: float) -> None:
    for turn in itertools.permutations((degrees, 0.0, 0.0)):
        state = FigureState(HOOK, 0, UPRIGHT, turned(UPRIGHT, turn))
        assert EASY.score(state) == score


def test_symmetric_figures_are_recognised() -> None:
    bar = tuple((x, 0, 0) for x in range(4))
    zigzag = ((0, 0, 0), (1, 0, 0), (1, 1, 0), (2, 1, 0))
    assert cube._is_symmetric(bar)
    assert cube._is_symmetric(zigzag)
    assert not cube._is_symmetric(HOOK)


def test_the_cube_has_24_rotations() -> None:
    rotations = {tuple(r.reshape(-1).tolist()) for r in cube._cube_rotations()}
    assert len(rotations) == 24
    assert all(round(np.linalg.det(np.reshape(r, (3, 3)))) == 1 for r in rotations)


@pytest.mark.parametrize("task", [EASY, HARD])
def test_figures_are_chains_of_arms_that_do_not_touch(task: cube.MentalRotation3DCube) -> None:
    for seed in range(60):
        figure = begin(task, seed).start.figure
        assert len(set(figure)) == len(figure)
        for (i, one), (j, other) in itertools.combinations(enumerate(figure), 2):
            touching = sum(abs(a - b) for a, b in zip(one, other, strict=True)) == 1
            assert touching == (j == i + 1)
        steps = np.diff(np.array(figure), axis=0)
        runs = [len(list(run)) + 1 for _, run in itertools.groupby(map(tuple, steps.tolist()))]
        assert len(runs) == task.segments
        assert all(task.shortest <= run <= task.longest for run in runs)
        assert all(abs(np.array(steps)).sum(axis=0) > 0)


def test_starts_are_at_least_30_degrees_off() -> None:
    starts = [begin(EASY, seed).start for seed in range(100)]
    assert all(angle_between(start.current, start.target) >= 30 for start in starts)


def test_nothing_is_cut_off_by_the_frame_in_any_orientation() -> None:
    for seed in range(8):
        start = begin(EASY, seed).start
        rng = Random(seed)
        for _ in range(3):
            turn = tuple(rng.uniform(-180, 180) for _ in range(3))
            start = EASY.rotate(start, *turn)
            panel = EASY.draw(start)[52:412, 404:764].astype(int)
            assert abs(panel[:, :2] - panel[:, :1]).max() == 0
            assert abs(panel[:, -2:] - panel[:, :1]).max() == 0
            assert abs(panel[0] - panel[0, 0]).max() == 0
            assert abs(panel[-1] - panel[-1, 0]).max() == 0

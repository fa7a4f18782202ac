import shutil
from pathlib import Path

import numpy as np
import pytest
from scipy.spatial.transform import Rotation

import visgym.data
from visgym import catalog
from visgym.core.episode import advance, begin
from visgym.core.solving import solve
from visgym.kit.solid.rotations import UPRIGHT, angle_between, turned
from visgym.tasks.spatial.mental_rotation_3d_objaverse import PRESETS, ObjectState

EASY, HARD = PRESETS["easy"], PRESETS["hard"]
HOME = Path(visgym.data.__file__).parent / "meshes"


def test_the_payload_is_roll_yaw_pitch_and_yaw_is_applied_first() -> None:
    state = ObjectState("cap", UPRIGHT, UPRIGHT)
    w, x, y, z = EASY.rotate(state, 110.0, 30.0, -50.0).current
    expected = Rotation.from_euler("yxz", [30, -50, 110], degrees=True)
    assert (Rotation.from_quat([x, y, z, w]) * expected.inv()).magnitude() < 1e-7


@pytest.mark.parametrize(("degrees", "easy", "hard"), [(4.9, 1, 1), (14.9, 1, 0), (15.1, 0, 0)])
def test_the_tolerance_is_that_of_the_preset(degrees: float, easy: float, hard: float) -> None:
    state = ObjectState("cap", UPRIGHT, turned(UPRIGHT, (0.0, degrees, 0.0)))
    assert (EASY.score(state), HARD.score(state)) == (easy, hard)


def test_positive_yaw_moves_the_front_to_the_right() -> None:
    """The visor of the cap points to the viewer and swings right."""
    state = ObjectState("cap", UPRIGHT, UPRIGHT)
    turn = EASY.rotate(state, 0.0, 60.0, 0.0)
    left, right = (_visor(EASY.draw(each)) for each in (state, turn))
    assert right - left > 40


def _visor(frame: np.ndarray) -> float:
    """The column of the middle of the pink pixels in the right panel."""
    red, green, blue = np.moveaxis(frame[52:412, 404:764].astype(int), 2, 0)
    return float(np.nonzero((red > 120) & (red > 2 * green) & (blue < red))[1].mean())


def test_starts_are_at_least_30_degrees_off_and_show_many_objects() -> None:
    starts = [begin(HARD, seed).start for seed in range(200)]
    assert all(angle_between(start.current, start.target) >= 30 for start in starts)
    assert len({start.model for start in starts}) > 35


def test_a_tree_of_glb_files_is_played_like_the_embedded_objects(tmp_path: Path) -> None:
    place = tmp_path / "hf-objaverse-v1" / "glbs" / "000-000"
    place.mkdir(parents=True)
    shutil.copy(HOME / "hammer.glb", place / f"{'0' * 32}.glb")
    task = catalog.load("mental_rotation_3d_objaverse/hard", data=str(tmp_path))
    episode = begin(task, 1)
    assert episode.start.model == f"hf-objaverse-v1/glbs/000-000/{'0' * 32}.glb"
    assert task.draw(episode.start).shape == HARD.draw(begin(HARD, 1).start).shape
    for call in solve(task, episode.start):
        episode = advance(episode, call)
    assert episode.success

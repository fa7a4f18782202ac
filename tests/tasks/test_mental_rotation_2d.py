"""Mental Rotation 2D on known angles."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from visgym.core.episode import advance, begin
from visgym.core.errors import Mistake
from visgym.tasks.spatial.mental_rotation_2d import (
    GAP,
    MARGIN,
    PRESETS,
    SIDE,
    TITLE,
    MentalRotation2D,
    RotationState,
)

EASY, HARD = PRESETS["easy"], PRESETS["hard"]


@pytest.mark.parametrize(
    ("angle", "easy", "hard"),
    [(0, 1, 1), (5, 1, 1), (355, 1, 1), (6, 1, 0), (350, 1, 0), (11, 0, 0)],
)
def test_the_tolerance_holds_both_ways_round(angle: int, easy: int, hard: int) -> None:
    state = RotationState("bison.jpg", angle)
    assert (EASY.score(state), HARD.score(state)) == (easy, hard)


def test_positive_angles_turn_clockwise() -> None:
    top = slice(MARGIN + TITLE, MARGIN + TITLE + SIDE)
    right = slice(MARGIN + SIDE + GAP, MARGIN + SIDE + GAP + SIDE)
    upright = EASY.draw(RotationState("bison.jpg", 0))
    turned = EASY.draw(EASY.rotate(RotationState("bison.jpg", 0), 90))
    assert (upright[top, right] == upright[top, MARGIN : MARGIN + SIDE]).all()
    assert (turned[top, right] == np.rot90(upright[top, right], -1)).all()


def test_starts_are_clearly_off() -> None:
    for task, nearest in ((EASY, 30), (HARD, 25)):
        angles = [begin(task, seed).start.angle for seed in range(60)]
        assert all(nearest <= angle <= 360 - nearest for angle in angles)
        assert min(angles) < 90 and max(angles) > 270


@pytest.mark.parametrize("angle", [0, 1, 100, 179, 180, 181, 300, 359])
@pytest.mark.parametrize("steps", [None, 1, 2, 7, 30])
def test_the_solver_goes_the_shorter_way_in_as_many_parts_as_wanted(
    angle: int, steps: int | None
) -> None:
    calls = list(EASY.shortest(RotationState("bison.jpg", angle), Random(3), steps))
    total = sum(int(call.args[0]) for call in calls)  # type: ignore[arg-type]
    assert (angle + total) % 360 == 0
    assert abs(total) <= 180
    if steps is not None and angle:
        assert steps <= len(calls) <= steps + 1


def test_a_whole_angle_is_asked_for() -> None:
    episode = begin(EASY, 0)
    assert advance(episode, "('rotate', -30)").turns[-1].verdict == "done"
    assert advance(episode, "('rotate', 12.5)").turns[-1].verdict == "misfit"
    assert advance(episode, "('rotate', 181)").turns[-1].verdict == "misfit"


def test_photos_that_look_alike_when_turned_are_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "images" / "00000"
    folder.mkdir(parents=True)
    off = np.arange(200) - 99.5
    rings = (np.sqrt(off[:, None] ** 2 + off[None, :] ** 2) // 20 % 2 * 255).astype(np.uint8)
    Image.fromarray(rings).save(folder / "000000010.jpg")
    cross = np.zeros((200, 200), np.uint8)
    cross[80:120] = cross[:, 80:120] = 255  # the same after a quarter turn
    Image.fromarray(cross).save(folder / "000000011.jpg")
    with pytest.raises(Mistake, match="too much alike"):
        begin(MentalRotation2D(data=str(tmp_path)), 0)
    half = np.zeros((200, 200), np.uint8)
    half[:, 100:] = 255
    Image.fromarray(half).save(tmp_path / "images" / "000000012.jpg")
    task = MentalRotation2D(data=f"{tmp_path}/images")
    assert begin(task, 0).start.photo == "000000012.jpg"

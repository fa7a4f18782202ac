"""Colorization on known colours."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from visgym.core.episode import advance, begin
from visgym.kit import pictures
from visgym.tasks.perception.colorization.drawing import HEIGHT, MARGIN, PANEL, SPOT, WIDTH
from visgym.tasks.perception.colorization.rules import PRESETS, Colorization, ColorState

EASY, HARD = PRESETS["easy"], PRESETS["hard"]
STATE = ColorState("bison.jpg", (100, 200), (10, 120), 10, 120)


def test_hard_is_stricter_than_easy() -> None:
    assert (EASY.hue_tolerance, EASY.saturation_tolerance) == (30, 60)
    assert (HARD.hue_tolerance, HARD.saturation_tolerance) == (20, 41)


@pytest.mark.parametrize(
    ("hue", "saturation", "easy", "hard"),
    [
        (10, 120, 1, 1),
        (350, 120, 1, 1),  # 20 degrees, through 0
        (340, 120, 1, 0),
        (339, 120, 0, 0),
        (30, 79, 1, 1),
        (10, 60, 1, 0),
        (10, 181, 0, 0),
        (190, 120, 0, 0),
    ],
)
def test_hue_and_saturation_must_both_be_near(
    hue: int, saturation: int, easy: int, hard: int
) -> None:
    state = replace(STATE, hue=hue, saturation=saturation)
    assert (EASY.score(state), HARD.score(state)) == (easy, hard)


def test_hue_goes_round_and_saturation_ends() -> None:
    assert EASY.rotate(STATE, -30).hue == 340
    assert EASY.rotate(STATE, 360).hue == 10
    assert EASY.saturate(STATE, 255).saturation == 255
    assert EASY.saturate(STATE, -200).saturation == 0
    for reply in ("('rotate', 361)", "('saturate', -256)"):
        assert advance(begin(EASY, 0), reply).turns[-1].verdict == "misfit"


def test_targets_are_vivid_and_their_colour_is_that_of_the_photo() -> None:
    for seed in range(30):
        state = begin(HARD, seed).start
        row, column = state.spot
        photo = pictures.fitted("", state.photo, WIDTH, HEIGHT)
        patch = photo[row - 3 : row + 4, column - 3 : column + 4].reshape(-1, 3)
        mean = Image.fromarray(np.round(patch.mean(axis=0)).astype(np.uint8).reshape(1, 1, 3))
        hue, saturation, _ = (int(level) for level in np.asarray(mean.convert("HSV"))[0, 0])
        apart = abs(hue * 360 / 255 - state.target[0])
        assert min(apart, 360 - apart) < 4
        assert abs(saturation - state.target[1]) < 5
        assert state.target[1] >= 70


def test_the_spot_shows_the_choice_and_the_rest_stays() -> None:
    state = begin(EASY, 2).start
    one, other = (EASY.draw(replace(state, hue=hue, saturation=200)) for hue in (0, 120))
    row, column = MARGIN + state.spot[0], 2 * MARGIN + PANEL + state.spot[1]
    for frame, hue in ((one, 0), (other, 120)):
        red, green, blue = (int(level) for level in frame[row, column])
        assert abs(pictures.hsv((red, green, blue))[0] - hue) <= 2
    changed = np.flatnonzero((one != other).any(axis=(0, 2)))
    photo = changed[changed >= 2 * MARGIN + PANEL]
    assert photo.min() >= column - SPOT - 1 and photo.max() <= column + SPOT + 1


def test_around_the_spot_no_colour_is_left_to_copy() -> None:
    for seed in range(6):
        state = begin(EASY, seed).start
        frame = EASY.draw(state)
        row, column = MARGIN + state.spot[0], 2 * MARGIN + PANEL + state.spot[1]
        for down, across in ((0, 33), (0, -33), (33, 0), (-33, 0), (24, 24), (-24, -24)):
            assert tuple(frame[row + down, column + across]) == (128, 128, 128)
        grey = replace(EASY, surroundings="grey").draw(state)
        photo = grey[MARGIN : MARGIN + HEIGHT, 2 * MARGIN + PANEL : -MARGIN].astype(int)
        rows, columns = np.ogrid[: photo.shape[0], : photo.shape[1]]
        away = np.hypot(rows - state.spot[0], columns - state.spot[1])
        spread = photo.max(axis=2) - photo.min(axis=2)
        assert spread[away > SPOT + 4].max() == 0
    assert (replace(EASY, surroundings="photo").draw(state) != frame).any()


def test_spots_need_not_have_the_colour_of_what_is_around_them() -> None:
    def apart(task: Colorization, seed: int) -> bool:
        state = begin(task, seed).start
        photo = pictures.fitted("", state.photo, WIDTH, HEIGHT)
        row, column = state.spot
        beyond = [photo[row + down, column + across] for down, across in ((44, 0), (-44, 0))]
        hues = [pictures.hsv(tuple(int(level) for level in each))[0] for each in beyond]
        return any(20 < abs(hue - state.target[0]) < 340 for hue in hues)

    photo = replace(EASY, surroundings="photo")
    assert sum(apart(EASY, seed) for seed in range(40)) > sum(apart(photo, s) for s in range(40))


def test_a_grey_choice_still_shows_its_hue() -> None:
    state = replace(begin(EASY, 2).start, saturation=0)
    assert (EASY.draw(state) != EASY.draw(EASY.rotate(state, 40))).any()


@pytest.mark.parametrize("steps", [None, 1, 12, 29])
def test_the_solver_ends_on_the_colour_itself(steps: int | None) -> None:
    for saturation in (0, 120, 255):
        state = replace(STATE, hue=200, saturation=saturation)
        calls = list(HARD.stepwise(state, Random(saturation), steps))
        for call in calls:
            state = HARD.apply(state, call)
        assert (state.hue, state.saturation) == STATE.target
        assert len(calls) >= (steps or 2)


def test_grey_photos_are_passed_over(tmp_path: Path) -> None:
    folder = tmp_path / "images" / "00000"
    folder.mkdir(parents=True)
    Image.new("RGB", (320, 240), (130, 128, 127)).save(folder / "000000010.jpg")
    Image.new("RGB", (320, 240), (40, 90, 200)).save(folder / "000000011.jpg")
    start = begin(Colorization(data=str(tmp_path)), 0).start
    assert start.photo == "images/00000/000000011.jpg"
    assert abs(start.target[0] - 221) <= 2
    assert abs(start.target[1] - 204) <= 3

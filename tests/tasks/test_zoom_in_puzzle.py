"""Zoom-In Puzzle on known views."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from visgym.core.calls import Call, Illegal
from visgym.core.episode import advance, begin
from visgym.kit import pictures
from visgym.tasks.puzzles.zoom_in_puzzle import GAP, PRESETS, TILE, ZoomInPuzzle, ZoomState

EASY, HARD = PRESETS["easy"], PRESETS["hard"]
WIDE, LESS, MORE, CLOSE = (80, 20, 300), (100, 40, 200), (120, 60, 150), (130, 70, 100)


def test_solved_is_widest_first() -> None:
    assert EASY.score(ZoomState("bison.jpg", (WIDE, LESS, MORE, CLOSE))) == 1
    assert EASY.score(ZoomState("bison.jpg", (CLOSE, MORE, LESS, WIDE))) == 0
    assert EASY.score(ZoomState("bison.jpg", (WIDE, LESS, CLOSE, MORE))) == 0


def test_positions_count_from_one_and_reorder_names_old_positions() -> None:
    state = ZoomState("bison.jpg", (MORE, WIDE, CLOSE, LESS))
    assert EASY.swap(state, 1, 4).boxes == (LESS, WIDE, CLOSE, MORE)
    assert EASY.reorder(state, (2, 4, 1, 3)).boxes == (WIDE, LESS, MORE, CLOSE)
    with pytest.raises(Illegal, match="two different"):
        EASY.swap(state, 2, 2)
    for reply in ("('swap', (0, 1))", "('reorder', [0, 1, 2, 3])"):
        assert advance(begin(EASY, 0), reply).turns[-1].verdict == "misfit"


def test_solvers_find_the_known_order() -> None:
    state = ZoomState("bison.jpg", (MORE, WIDE, CLOSE, LESS))
    assert list(EASY.reordering(state, Random(0))) == [Call("reorder", ((2, 4, 1, 3),))]
    assert len(list(EASY.swapping(state, Random(0)))) == 3  # one cycle of four


@pytest.mark.parametrize("nested", [True, False])
def test_neighbouring_views_differ_in_zoom_and_lie_in_the_original(nested: bool) -> None:
    task = replace(HARD, nested=nested)
    for seed in range(20):
        state = begin(task, seed).start
        boxes = sorted(state.boxes, key=lambda box: -box[2])
        tall, wide = pictures.photo("", state.photo).shape[:2]
        side = min(tall, wide)
        around = ((wide - side) // 2, (tall - side) // 2, side)
        for outer, inner in pairwise([around, *boxes]):
            assert outer[2] / inner[2] > 1.23
            room = outer if nested else around
            for axis in (0, 1):
                assert room[axis] <= inner[axis] <= room[axis] + room[2] - inner[2]


def test_a_view_is_the_enlarged_part_of_the_original() -> None:
    state = begin(EASY, 1).start
    left, top, side = state.boxes[2]
    part = pictures.photo("", state.photo)[top : top + side, left : left + side]
    expected = Image.fromarray(part).resize((TILE, TILE), Image.Resampling.LANCZOS)
    at = GAP + 3 * (TILE + GAP)
    assert (EASY.draw(state)[GAP : GAP + TILE, at : at + TILE] == np.asarray(expected)).all()


def test_impossible_knobs_are_refused() -> None:
    for knobs in ({"views": 1}, {"views": 9}, {"zoom_gap": -1.0}):
        with pytest.raises(ValueError, match="must"):
            ZoomInPuzzle(**knobs)  # type: ignore[arg-type]


def test_photos_in_the_layout_of_llava_are_viewed_too(tmp_path: Path) -> None:
    folder = tmp_path / "images" / "00000"
    folder.mkdir(parents=True)
    noise = np.random.default_rng(0).integers(0, 256, (24, 32, 3), np.uint8)
    Image.fromarray(noise).resize((640, 480)).save(folder / "000000010.jpg")
    Image.fromarray(noise).resize((96, 72)).save(folder / "000000012.jpg")
    task = ZoomInPuzzle(data=str(tmp_path))
    assert {begin(task, seed).start.photo for seed in range(5)} == {"images/00000/000000010.jpg"}

"""Jigsaw on known positions."""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
import pytest
from PIL import Image

from visgym.core.calls import Call, Illegal
from visgym.core.episode import advance, begin
from visgym.core.errors import Mistake
from visgym.tasks.puzzles.jigsaw import GAP, MARGIN, PRESETS, Jigsaw, JigsawState

EASY, HARD = PRESETS["easy"], PRESETS["hard"]


def test_reorder_takes_each_piece_from_the_place_that_is_named() -> None:
    state = JigsawState("bison.jpg", (10, 11, 12, 13))
    assert EASY.reorder(state, (3, 0, 1, 2)).pieces == (13, 10, 11, 12)


def test_swap_exchanges_two_places_and_refuses_one() -> None:
    state = JigsawState("bison.jpg", tuple(range(9)))
    assert HARD.swap(state, (0, 1), (2, 0)).pieces == (0, 6, 2, 3, 4, 5, 1, 7, 8)
    with pytest.raises(Illegal, match="two different"):
        HARD.swap(state, (1, 1), (1, 1))


def test_only_the_whole_photo_is_solved() -> None:
    assert EASY.score(JigsawState("bison.jpg", (0, 1, 2, 3))) == 1
    assert EASY.score(JigsawState("bison.jpg", (0, 1, 3, 2))) == 0


def test_calls_are_read_as_the_seed_writes_them() -> None:
    episode = begin(EASY, 0)
    for reply in ("('swap', ((0, 0), (1, 1)))", "('reorder', [2, 0, 1, 3])"):
        assert advance(episode, reply).turns[-1].verdict == "done"
    assert advance(episode, "('swap', ((0, 0), (2, 1)))").turns[-1].verdict == "misfit"


def test_pieces_are_equal_and_gaps_white_on_any_grid() -> None:
    task = Jigsaw(rows=3, columns=5)
    state = begin(task, 0).start
    frame = task.draw(state)
    height = (frame.shape[0] - MARGIN - 3 * GAP) // 3
    width = (frame.shape[1] - MARGIN - 5 * GAP) // 5
    assert frame.shape[:2] == (MARGIN + 3 * (height + GAP), MARGIN + 5 * (width + GAP))
    for row in range(3):
        below = MARGIN + row * (height + GAP) + height
        assert (frame[below : below + GAP, MARGIN:] == 255).all()
    first = frame[MARGIN : MARGIN + height, MARGIN : MARGIN + width]
    moved = task.draw(task.swap(state, (0, 0), (2, 4)))
    assert (moved[-GAP - height : -GAP, -GAP - width : -GAP] == first).all()


def test_swapping_takes_fewest_swaps() -> None:
    state = JigsawState("bison.jpg", (1, 2, 0, 3, 5, 4, 6, 7, 8))  # a cycle of 3 and one of 2
    assert len(list(HARD.swapping(state, Random(0)))) == 3
    assert len(list(HARD.swapping(state, Random(0), steps=10))) in (10, 11)


def test_reordering_is_one_call_and_none_when_solved() -> None:
    state = JigsawState("bison.jpg", (2, 0, 3, 1))
    assert list(EASY.reordering(state, Random(0))) == [Call("reorder", ((1, 3, 0, 2),))]
    solved = JigsawState("bison.jpg", (0, 1, 2, 3))
    assert list(EASY.reordering(solved, Random(0))) == []


def test_photos_in_the_layout_of_llava_are_cut_too(tmp_path: Path) -> None:
    folder = tmp_path / "images" / "00000"
    folder.mkdir(parents=True)
    noise = np.random.default_rng(0).integers(0, 256, (6, 8, 3), np.uint8)
    Image.fromarray(noise).resize((320, 240)).save(folder / "000000010.jpg")
    Image.new("RGB", (320, 240), "teal").save(folder / "000000012.jpg")
    task = Jigsaw(data=str(tmp_path))
    for seed in range(5):  # the plain one has pieces that cannot be told apart
        assert begin(task, seed).start.photo == "images/00000/000000010.jpg"
    (folder / "000000010.jpg").unlink()
    with pytest.raises(Mistake, match="too plain"):
        begin(Jigsaw(data=f"{tmp_path}/images"), 0)

"""Knobs that once made a task run for ever, and where the law of knobs looks for more of them."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from toys_broken import Endless
from visgym import catalog
from visgym.conformance.laws_of_knobs import MOST_WORK, Overworked, corners, counted
from visgym.core.errors import Mistake
from visgym.core.frame_size import LONGEST_SIDE, MOST_PIXELS, check_frame_size

REFUSED: list[tuple[str, dict[str, Any]]] = [
    ("patch_reassembly", {"patches": 3}),
    ("sliding_block", {"fewest": 150, "most": 150, "shuffle_moves": 200}),
    ("jigsaw", {"rows": 7, "columns": 7}),
    ("jigsaw", {"rows": 8, "columns": 8}),
    ("maze_2d", {"width": 101, "height": 101, "longest": None}),
    ("maze_2d", {"width": 5, "height": 601, "longest": None}),
    ("maze_3d", {"width": 101, "height": 101, "longest": None}),
    ("patch_reassembly", {"rows": 60, "columns": 60}),
]
REACHED: list[tuple[str, dict[str, Any], range]] = [
    ("maze_2d", {"width": 51, "height": 51, "longest": 96}, range(90, 97)),
    ("maze_3d", {"width": 21, "height": 21, "longest": 38}, range(30, 39)),
    ("sliding_block", {"fewest": 20, "most": 20, "shuffle_moves": 20}, range(20, 21)),
]


@pytest.mark.parametrize(("name", "knobs"), REFUSED)
def test_impossible_knobs_are_refused(name: str, knobs: dict[str, Any]) -> None:
    with pytest.raises(Mistake, match=r"\.$"):
        catalog.load(name, **knobs).start(0)


@pytest.mark.parametrize(("name", "knobs", "lengths"), REACHED)
def test_rare_starts_are_made_where_chance_finds_none(
    name: str, knobs: dict[str, Any], lengths: range
) -> None:
    task = catalog.load(name, **knobs)
    start = counted(lambda: task.start(0), MOST_WORK)
    assert len(list(task.strategies()[0](start, Random(0)))) in lengths


def test_corners_are_the_ends_of_knobs_alone_together_and_against_each_other() -> None:
    found = list(corners(Endless()))
    assert [corner["rarity"] for corner in found if set(corner) == {"rarity"}] == [1, 7, 0, 8]
    assert {"size": 1_000_000, "rarity": 7} in found
    assert {"size": -1_000_000, "rarity": 7} in found


def test_odd_knobs_have_odd_ends() -> None:
    found = list(corners(catalog.load("maze_2d/easy")))
    assert {"longest": None} in found and {"longest": 12} in found
    widths = [corner["width"] for corner in found if set(corner) == {"width"}]
    assert widths[0] == 5 and widths[1] % 2


def test_work_is_counted_and_ended() -> None:
    assert counted(lambda: sum(map(abs, range(10))), 1000) == 45
    with pytest.raises(Overworked):
        counted(lambda: [Random(i) for i in range(1000)], 1000)


def test_pictures_have_a_largest_size() -> None:
    check_frame_size(2048, 2048)
    check_frame_size(LONGEST_SIDE, MOST_PIXELS // LONGEST_SIDE)
    for width, height in ((2049, 2048), (LONGEST_SIDE + 1, 1)):
        with pytest.raises(Mistake, match=f"{width}x{height} pixels"):
            check_frame_size(width, height)

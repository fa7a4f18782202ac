"""Geoms are told apart, and none is ever hidden."""

from __future__ import annotations

from itertools import combinations, product
from random import Random

import numpy as np
import pytest

from visgym.kit.boards.geom_boards import TINTS, panel
from visgym.kit.boards.geoms import COLORS, SHAPES, Geom, icon, listed, tile_name
from visgym.kit.canvas import SHEET

ALL = [Geom(color, shape) for color, shape in product(COLORS, SHAPES)]


def test_tiles_are_named_as_in_chess() -> None:
    assert [tile_name(cell, 4) for cell in (0, 3, 12, 15)] == ["a4", "d4", "a1", "d1"]


def test_lists_follow_the_coordinates() -> None:
    geoms = (Geom("red", "cube"), Geom("blue", "cone"), Geom("green", "prism"))
    assert listed(geoms, (15, 12, 0), 4) == "a1 blue cone\na4 green prism\nd1 red cube"


def test_symbols_of_one_colour_differ_in_a_tenth_of_their_pixels() -> None:
    icons = [icon(Geom("blue", shape), 92, SHEET).astype(int) for shape in SHAPES]
    for one, other in combinations(icons, 2):
        assert (abs(one - other).max(axis=2) > 60).mean() > 0.05


def test_colours_are_far_apart() -> None:
    for one, other in combinations(COLORS.values(), 2):
        assert sum(abs(a - b) for a, b in zip(one, other, strict=True)) > 80, (one, other)


@pytest.mark.parametrize("view", ["2d", "3d"])
def test_past_active_and_goal_are_tinted(view: str) -> None:
    for part, tint in TINTS.items():
        frame = panel((Geom("red", "cube"),), (5,), 4, part, view, True)  # type: ignore[arg-type]
        assert tuple(frame[2, 2]) == tint


@pytest.mark.parametrize("side", [4, 6])
def test_most_of_every_solid_shows_on_a_crowded_board(side: int) -> None:
    pytest.importorskip("numba")
    from visgym.kit.boards import geom_scenes

    rng = Random(side)
    table = geom_scenes._table(side, TINTS["active"], True)
    geoms, cells = rng.sample(ALL, side**2), list(range(side**2))
    instances = [geom_scenes._standing(*each, side) for each in zip(geoms, cells, strict=True)]
    crowd = table.draw(instances).ids
    for number, instance in enumerate(instances, start=2):  # after the board and its slab
        alone = (table.draw([instance]).ids == 2).sum()
        assert (crowd == number).sum() > 0.5 * alone


def test_shadows_lie_on_the_board_beside_a_solid() -> None:
    pytest.importorskip("numba")
    bare = panel((), (), 4, "active", "3d", False).astype(int)
    cube = panel((Geom("white", "cube"),), (5,), 4, "active", "3d", False).astype(int)
    darker = (bare - cube).min(axis=2)
    assert ((darker > 30) & (darker < 90)).sum() > 300
    assert np.array_equal(bare[300:, :150], cube[300:, :150])

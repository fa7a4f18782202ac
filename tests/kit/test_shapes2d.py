"""Shapes on a lattice: plain, without symmetry, and moved alike by corners and by points."""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np
import pytest
from shapely.geometry import Polygon

from shapely_referee import FLAG, alike, refereed
from visgym.kit.shapes2d.lattice import (
    MOTIONS,
    Motion,
    Shape,
    canonical,
    combined,
    images,
    moved,
    normal,
    spans,
)
from visgym.kit.shapes2d.random_shapes import MISS, UNLIKE, asymmetric, near_misses
from visgym.kit.shapes2d.rasters import asymmetry, difference, raster, raster_moved, same
from visgym.kit.shapes2d.tiles import STYLES, tile, tiles


@pytest.mark.parametrize(
    ("motion", "image"),
    [
        ("clockwise", ((0, 0), (6, 0), (6, 6), (3, 3), (3, 1), (0, 1))),
        ("left_right", ((0, 0), (6, 0), (6, 6), (5, 6), (5, 3), (3, 3))),
        ("top_bottom", ((0, 0), (1, 0), (1, 3), (3, 3), (6, 6), (0, 6))),
        ("diagonal", ((0, 0), (6, 0), (6, 1), (3, 1), (3, 3), (0, 6))),
    ],
)
def test_a_flag_is_turned_and_mirrored_as_by_hand(motion: Motion, image: Shape) -> None:
    assert moved(FLAG, motion) == normal(image)


def test_eight_motions_make_a_group() -> None:
    for one in MOTIONS:
        for other in MOTIONS:
            assert moved(moved(FLAG, one), other) == moved(FLAG, combined((one, other)))
    assert len(set(images(FLAG).values())) == 8
    assert len({canonical(image) for image in images(FLAG).values()}) == 1


@pytest.mark.parametrize("corners", [5, 7, 9])
def test_corners_and_rasters_are_moved_alike(corners: int) -> None:
    for seed in range(10):
        shape = asymmetric(corners, Random(seed))
        for motion in MOTIONS:
            assert same(raster(moved(shape, motion)), raster_moved(raster(shape), motion))
            assert alike(Polygon(moved(shape, motion)), refereed(shape, motion))


@pytest.mark.parametrize("corners", [5, 8, 10])
def test_shapes_are_plain_and_without_symmetry(corners: int) -> None:
    for seed in range(20):
        shape = asymmetric(corners, Random(seed))
        polygon = Polygon(shape)
        assert polygon.is_valid
        assert len(shape) == corners
        assert spans(shape)
        assert asymmetry(shape) >= UNLIKE
        apart = [refereed(shape, each).symmetric_difference(polygon).area for each in MOTIONS[1:]]
        assert min(apart) > 0.4 * polygon.area


def test_near_misses_differ_from_the_shape_and_from_each_other_however_turned() -> None:
    for seed in range(10):
        rng = Random(seed)
        shape = asymmetric(9, rng)
        misses = near_misses(shape, 3, rng)
        assert len({canonical(each) for each in (shape, *misses)}) == 4
        for missed in misses:
            assert Polygon(missed).is_valid
            assert difference(missed, shape) >= MISS
            assert len(set(missed) - set(shape)) == 1


@pytest.mark.parametrize("style", STYLES)
def test_a_turned_tile_is_the_tile_of_the_turned_shape(style: Any) -> None:
    shape = asymmetric(7, Random(3))
    every = images(shape).values()
    for image, shown in zip(every, tiles(every, style), strict=True):
        off = np.abs(tile(image, style).astype(int) - shown).max(axis=2) > 40
        assert off.mean() < 0.01  # lines of an odd width lie half a pixel aside

"""Shapes on a lattice, and the questions that show eight of them to choose from."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest
from shapely import affinity
from shapely.geometry import Polygon

from problems import LEVELS, problems
from visgym.catalog import load
from visgym.kit.shapes2d.lattice import (
    MOTIONS,
    SIDE,
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
from visgym.tasks.cognition.transform_result import Transformed, TransformResult

FLAG: Shape = ((0, 0), (6, 0), (3, 3), (1, 3), (1, 6))  # a flag on a pole at the left

# in coordinates whose second axis points down: across, down, and how each is mixed
AFFINE: dict[Motion, tuple[float, float, float, float]] = {
    "stay": (1, 0, 0, 1),
    "clockwise": (0, -1, 1, 0),
    "half": (-1, 0, 0, -1),
    "counter": (0, 1, -1, 0),
    "left_right": (-1, 0, 0, 1),
    "top_bottom": (1, 0, 0, -1),
    "diagonal": (0, 1, 1, 0),
    "antidiagonal": (0, -1, -1, 0),
}


def refereed(shape: Shape, *motions: Motion) -> Polygon:
    """The shape after motions, by shapely."""
    polygon = affinity.translate(Polygon(shape), -SIDE / 2, -SIDE / 2)
    for motion in motions:
        polygon = affinity.affine_transform(polygon, (*AFFINE[motion], 0, 0))
    return affinity.translate(polygon, SIDE / 2, SIDE / 2)


def alike(one: Polygon, other: Polygon) -> bool:
    return bool(one.symmetric_difference(other).area < 1e-9)


# The kit


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
    flag = normal([*FLAG, (0, 6)])
    assert moved(flag, motion) == normal(image)


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
    for image, shown in zip(images(shape).values(), tiles(images(shape).values(), style)):
        off = np.abs(tile(image, style).astype(int) - shown).max(axis=2) > 40
        assert off.mean() < 0.01  # lines of an odd width lie half a pixel aside


# All questions with tiles

CHOICES = ("transform_result",)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", CHOICES)
def test_exactly_one_tile_is_right_and_all_look_different(name: str, level: str) -> None:
    for task, problem in problems(name, level, 12):
        grades = [task.grade(problem, letter) for letter in "abcdefgh"]
        assert sorted(grades) == [0] * 7 + [1]
        assert grades["abcdefgh".index(task.solution(problem))] == 1
        assert len(set(problem.options)) == 8


@pytest.mark.parametrize("name", CHOICES)
def test_the_right_tile_may_be_anywhere(name: str) -> None:
    letters = Counter(task.solution(problem) for task, problem in problems(name, "level_1", 160))
    assert set(letters) == set("abcdefgh")
    assert max(letters.values()) < 45


# Transform result


def test_a_flag_transformed_by_hand() -> None:
    flag = normal([*FLAG, (0, 6)])
    options = tuple(images(flag).values())
    turned = Transformed(flag, ("clockwise", "left_right"), "filled", options)
    assert TransformResult().solution(turned) == "abcdefgh"[MOTIONS.index("diagonal")]
    assert TransformResult().grade(turned, "g") == 1
    assert TransformResult().grade(turned, "h") == TransformResult().grade(turned, "b") == 0


@pytest.mark.parametrize("level", LEVELS)
def test_results_agree_with_shapely(level: str) -> None:
    for task, problem in problems("transform_result", level, 20):
        right = refereed(problem.shape, *problem.motions)
        agree = [alike(Polygon(option), right) for option in problem.options]
        assert [bool(task.grade(problem, letter)) for letter in "abcdefgh"] == agree
        assert not alike(right, Polygon(problem.shape))
        assert task.fewest <= len(problem.motions) <= task.most
        assert len({canonical(option) for option in problem.options}) == task.variants


def test_what_is_done_is_told_and_mirrors_are_named_right() -> None:
    """The published task tells nothing, and takes one mirror for the other."""
    task = load("transform_result/level_0")
    for seed in range(40):
        problem = task.start(seed).problem
        told = task.question(problem)
        assert ("vertical" in told) == (problem.motions == ("left_right",))
        assert ("left and right change" in told) == (problem.motions == ("left_right",))

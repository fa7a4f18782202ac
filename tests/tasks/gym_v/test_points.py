"""Questions about points on a plot: hulls, circles, triangles, rectangles and rocks."""

from __future__ import annotations

from itertools import combinations, product
from math import hypot
from typing import Any

import numpy as np
import pytest
import shapely

from problems import LEVELS, problems
from visgym.kit.plots import lattice
from visgym.kit.plots.asked import Cloud
from visgym.kit.plots.lattice import cross
from visgym.tasks.geometry.convex_hull import ConvexHull
from visgym.tasks.geometry.largest_rectangle import Corners, LargestRectangle
from visgym.tasks.geometry.rock_garden import Garden, RockGarden
from visgym.tasks.geometry.smallest_circle import SmallestCircle
from visgym.tasks.geometry.triangle_area_sum import TriangleAreaSum

PLAIN = ("convex_hull", "smallest_circle", "triangle_area_sum")


@pytest.mark.parametrize("name", PLAIN)
@pytest.mark.parametrize("level", LEVELS)
def test_pictures_show_equal_dots_and_nothing_that_is_to_be_found(name: str, level: str) -> None:
    for task, cloud in problems(name, level, 3):
        frame, sheet = task.draw(cloud), lattice.plot(task.size)
        empty = sheet.canvas().frame
        changed = np.argwhere((frame != empty).any(axis=2))[:, ::-1] + 0.5
        dots = np.array([sheet.pixel(*point) for point in cloud.points])
        far = np.hypot(*(changed[:, None] - dots[None]).transpose(2, 0, 1)).min(axis=1)
        assert far.max() <= lattice.radius(task.size) + 1
        assert (task.draw(Cloud(cloud.points[::-1])) == frame).all()


# Convex hull

KITE = Cloud(((0, 0), (6, 1), (5, 6), (1, 4), (3, 3), (4, 2)))


def test_hull_of_points_made_by_hand() -> None:
    # 0 0, 6 1, 5 6, 1 4: 0 + (36 - 5) + (20 - 6) + 0
    task = ConvexHull()
    assert task.solution(KITE) == 45
    assert task.grade(KITE, 45) == 1
    assert task.grade(KITE, 44) == 0
    assert task.metrics(KITE, 36) == {"published_reward": 0.8**5}
    assert task.metrics(KITE) == {"published_reward": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_hulls_agree_with_shapely(level: str) -> None:
    for task, cloud in problems("convex_hull", level, 40):
        hull = shapely.MultiPoint(cloud.points).convex_hull
        right = round(2 * hull.area)
        assert task.solution(cloud) == right
        assert task.grade(cloud, right) == 1
        assert task.grade(cloud, right + 1) == task.grade(cloud, right - 1) == 0
        corners = len(hull.exterior.coords) - 1
        assert task.fewest_corners <= corners <= task.most_corners
        assert task.count - corners >= 2
        assert all(cross(*three) for three in combinations(cloud.points, 3))


# Smallest circle


def test_circles_of_points_made_by_hand() -> None:
    task = SmallestCircle(size=10)
    two = Cloud(((0, 0), (8, 6), (4, 6), (5, 2), (2, 3)))
    assert task.solution(two) == pytest.approx((4, 3, 5))
    assert task.grade(two, 4, 3, 5) == 1
    assert task.grade(two, 4, 3, 5.02) == 1  # within half a percent
    assert task.grade(two, 4, 3, 6.25) == pytest.approx(0.8**10)
    assert task.grade(two, 4, 3, 4.98) == 0
    assert task.grade(two, 4, 3, 4.995) == 1
    three = Cloud(((0, 0), (8, 0), (4, 8), (4, 3), (3, 2)))
    assert task.solution(three) == pytest.approx((4, 3, 5))
    assert task.metrics(three, 4, 3, 4.995)["published_reward"] == 0
    assert task.metrics(three) == {
        "valid": 0.0,
        "ratio": 0.0,
        "optimal": 0.0,
        "published_reward": 0.0,
    }


@pytest.mark.parametrize("level", LEVELS)
def test_circles_agree_with_shapely(level: str) -> None:
    for task, cloud in problems("smallest_circle", level, 40):
        radius = shapely.minimum_bounding_radius(shapely.MultiPoint(cloud.points))
        x, y, r = task.solution(cloud)
        assert r == pytest.approx(radius)
        assert task.grade(cloud, x, y, r) == 1
        assert task.metrics(cloud, x, y, r)["published_reward"] == pytest.approx(1)
        rounded = (round(x, 2), round(y, 2), round(r + 0.005, 2))
        assert task.grade(cloud, *rounded) == 1  # two decimals are enough
        assert task.grade(cloud, x + 0.3, y, r) < 1
        assert 0 < task.grade(cloud, x, y, 1.1 * r) < 0.5
        assert task.grade(cloud, x, y, 0.99 * r - 0.02) == 0


@pytest.mark.parametrize(("level", "held_by"), [("level_0", 2), ("level_1", 3)])
def test_circles_are_held_by_as_many_points_as_the_level_says(level: str, held_by: int) -> None:
    for task, cloud in problems("smallest_circle", level, 40):
        x, y, r = task.solution(cloud)
        rim = [each for each in cloud.points if hypot(each[0] - x, each[1] - y) > r - 1e-9]
        across = any(np.allclose(np.add(*pair), (2 * x, 2 * y)) for pair in combinations(rim, 2))
        assert across == (held_by == 2)
        assert len(rim) >= held_by


# Sum of triangles


def test_sums_of_points_made_by_hand() -> None:
    task = TriangleAreaSum(count=4)
    square = Cloud(((0, 0), (2, 0), (2, 2), (0, 2)))
    assert task.solution(square) == 16  # four times half the square, twice
    assert task.grade(square, 16) == 1
    flat = Cloud(((0, 0), (1, 1), (2, 2), (0, 2)))  # three in line add nothing
    assert task.solution(flat) == 2 + 2 + 4
    assert task.grade(flat, 8) == 1
    assert task.grade(flat, 7) == 0
    assert task.metrics(square, 8) == {"published_reward": 0.5**10}


@pytest.mark.parametrize("level", LEVELS)
def test_sums_agree_with_shapely(level: str) -> None:
    for task, cloud in problems("triangle_area_sum", level, 30):
        areas = [shapely.Polygon(three).area for three in combinations(cloud.points, 3)]
        right = round(2 * sum(areas))
        assert task.solution(cloud) == right > 0
        assert task.grade(cloud, right) == 1
        assert task.grade(cloud, right - 1) == 0


# Largest rectangle

TILTED = Corners(((0, 2), (2, 0), (5, 3), (3, 5), (0, 0), (2, 5), (5, 5), (5, 0)))


def test_rectangles_made_by_hand() -> None:
    task = LargestRectangle()
    assert task.worth(TILTED, (0, 1, 2, 3)) == 12  # sides of 2 and 3 times the root of 2
    assert task.worth(TILTED, (1, 5, 6, 7)) == 15
    assert task.worth(TILTED, (0, 1, 2, 4)) is None
    assert task.best(TILTED) == 15
    assert task.solution(TILTED) == (1, 5, 6, 7)
    assert task.grade(TILTED, (0, 1, 2, 3)) == pytest.approx(0.8**5)
    assert task.grade(TILTED, (0, 1, 2, 4)) == 0
    parallelogram = Corners(((0, 0), (4, 0), (5, 2), (1, 2), (2, 1), (2, 3), (3, 1), (3, 3)))
    assert task.worth(parallelogram, (0, 1, 2, 3)) is None
    assert task.metrics(TILTED) == {"valid": 0.0, "ratio": 0.0, "optimal": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_rectangles_agree_with_the_distances_between_all_fours(level: str) -> None:
    """Opposite sides are as long, diagonals too, and squares of two sides make that of these."""
    for task, corners in problems("largest_rectangle", level, 20):
        fours = np.array(list(combinations(range(task.count), 4)))
        spots = np.array(corners.points)[fours]
        gaps = [
            ((spots[:, a] - spots[:, b]) ** 2).sum(axis=1) for a, b in combinations(range(4), 2)
        ]
        opposite = np.array([gaps[:3], gaps[:2:-1]])
        short, long, diagonal = np.sort(opposite[0], axis=0)
        is_one = (opposite[0] == opposite[1]).all(axis=0) & (short + long == diagonal)
        areas = np.sqrt(short * long)[is_one].round()
        assert len(areas) == task.rectangles
        found = [tuple(map(int, four)) for four in fours[is_one]]
        assert [task.worth(corners, four) for four in found] == list(areas)
        assert task.best(corners) == areas.max()
        assert task.grade(corners, task.solution(corners)) == 1
        assert len({corners.points[each][0] for each in task.solution(corners)}) > 2  # tilted
        near = [tuple(map(int, four)) for four in fours[~is_one][:50]]
        assert {task.grade(corners, four) for four in near} == {0}
        assert len(set(corners.points)) == task.count


# Rock garden

ROCKS = Garden(((0, 5), (4, 1), (1, 6), (2, 6)), (3, 2, 1, 1))


def test_a_garden_made_by_hand() -> None:
    task = RockGarden(count=4, fewest_swaps=1)
    # with rock 1 swapped x goes from 0 to 2 and y from 4 to 6, at a cost of 2
    assert task.solution(ROCKS) == (1,)
    assert task.grade(ROCKS, (1,)) == 1
    assert task.grade(ROCKS, (0, 2, 3)) == pytest.approx(0.5 + 0.5 * (2 / 5) ** 5)  # the other side
    assert task.grade(ROCKS, ()) == pytest.approx(0.5 * (8 / 18) ** 5)
    assert task.metrics(ROCKS) == {"perimeter_ratio": 0.0, "cost_ratio": 0.0, "optimal": 0.0}


@pytest.mark.parametrize("level", LEVELS)
def test_gardens_agree_with_a_search_of_all_swaps(level: str) -> None:
    for task, garden in problems("rock_garden", level, 3 if level == "level_2" else 20):
        best: tuple[int, int] = min(
            _measured(garden, bits) for bits in product((0, 1), repeat=task.count)
        )
        swaps = task.solution(garden)
        assert _measured(garden, [each in swaps for each in range(task.count)]) == best
        assert task.grade(garden, swaps) == 1
        assert task.grade(garden, ()) < 0.5
        assert task.grade(garden, swaps[1:]) < 1
        every = product((0, 1), repeat=task.count)
        assert min(sum(bits) for bits in every if _measured(garden, bits) == best) == len(swaps)


@pytest.mark.parametrize("level", LEVELS)
def test_the_best_answers_to_a_garden_take_as_many_swaps_as_the_level_says(level: str) -> None:
    for task, garden in problems("rock_garden", level, 30):
        assert task.grade(garden, task.solution(garden)) == 1
        assert len(task.solution(garden)) >= task.fewest_swaps
        assert all(x != y for x, y in garden.rocks)


@pytest.mark.parametrize("level", LEVELS)
def test_the_picture_of_a_garden_has_one_colour_for_all_rocks(level: str) -> None:
    """The published one tells the rocks to swap by their colour."""
    for task, garden in problems("rock_garden", level, 3):
        frame, sheet = task.draw(garden), lattice.plot(task.size)
        dots = [
            tuple(frame[int(y), int(x)]) for x, y in (sheet.pixel(*rock) for rock in garden.rocks)
        ]
        assert len(set(dots)) == 1


def _measured(garden: Garden, bits: Any) -> tuple[int, int]:
    placed = [rock[::-1] if bit else rock for rock, bit in zip(garden.rocks, bits, strict=True)]
    spans = [max(each) - min(each) for each in zip(*placed, strict=True)]
    return sum(spans), sum(cost for cost, bit in zip(garden.costs, bits, strict=True) if bit)

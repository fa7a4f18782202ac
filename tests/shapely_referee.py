"""Shapes turned and mirrored by shapely."""

from __future__ import annotations

from shapely import affinity
from shapely.geometry import Polygon

from visgym.kit.shapes2d.lattice import SIDE, Motion, Shape, normal

FLAG: Shape = normal([(0, 0), (6, 0), (3, 3), (1, 3), (1, 6), (0, 6)])
"""A flag on a pole at the left, which waves to the right."""

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

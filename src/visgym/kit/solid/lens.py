"""Where points of the world lie in the picture of a perspective camera, and back."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid import layout
from visgym.kit.solid.values import Camera, Vector

Floats = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class Lens:
    """A camera and the rows and columns of its picture."""

    camera: Camera
    size: tuple[int, int]

    @cached_property
    def axes(self) -> Floats:
        """Unit vectors to the right, up and forward."""
        ahead = np.array(self.camera.target, np.float64) - np.array(self.camera.eye, np.float64)
        right = np.cross(ahead, np.array(self.camera.up, np.float64))
        axes = np.stack([right, np.cross(right, ahead), ahead])
        lengths: Floats = np.sqrt((axes * axes).sum(axis=1, keepdims=True))
        return np.asarray(axes / lengths)

    @cached_property
    def directions(self) -> tuple[Vector, Vector, Vector]:
        """The axes as plain numbers, which are faster for single points."""
        right, up, ahead = ((x, y, z) for x, y, z in self.axes.tolist())
        return right, up, ahead

    @cached_property
    def zoom(self) -> float:
        return self.size[0] / 2 / round(math.tan(math.radians(self.camera.fov_degrees / 2)), 12)

    @cached_property
    def view(self) -> layout.Viewport:
        """The camera as the rasteriser's kernels need it."""
        right, up, ahead = (self._row(axis) for axis in self.axes)
        columns = right * self.zoom + ahead * (self.size[1] / 2)
        rows = ahead * (self.size[0] / 2) - up * self.zoom
        screen = np.stack([columns, rows, ahead, np.array([0.0, 0.0, 0.0, -1.0])])
        return layout.Viewport(screen, np.zeros((3, 4)), self.camera.near, *self.size, 1)

    def _row(self, axis: Floats) -> Floats:
        """The distance along an axis from the eye, as a row of a matrix."""
        return np.append(axis, -(axis * np.array(self.camera.eye, np.float64)).sum())

    def spot(self, x: float, y: float, z: float) -> Vector:
        """Column, row and distance ahead of one point."""
        (rx, ry, rz), (ux, uy, uz), (ax, ay, az) = self.directions
        eye = self.camera.eye
        x, y, z = x - eye[0], y - eye[1], z - eye[2]
        ahead = ax * x + ay * y + az * z
        right, up = self.zoom * (rx * x + ry * y + rz * z), self.zoom * (ux * x + uy * y + uz * z)
        return self.size[1] / 2 + right / ahead, self.size[0] / 2 - up / ahead, ahead

    def box(self, points: Iterable[Vector]) -> tuple[float, float, float, float]:
        """The left, top, right and bottom of points in the picture, each as `spot` has it."""
        (rx, ry, rz), (ux, uy, uz), (ax, ay, az) = self.directions
        (ex, ey, ez), zoom = self.camera.eye, self.zoom
        middle, centre = self.size[1] / 2, self.size[0] / 2
        columns, rows = [], []
        for x, y, z in points:
            x, y, z = x - ex, y - ey, z - ez
            ahead = ax * x + ay * y + az * z
            columns.append(middle + zoom * (rx * x + ry * y + rz * z) / ahead)
            rows.append(centre - zoom * (ux * x + uy * y + uz * z) / ahead)
        return min(columns), min(rows), max(columns), max(rows)

    def ground(self, column: float, row: float, height: float) -> tuple[float, float] | None:
        """The x and z at which a level plane is seen at a pixel; None above its horizon."""
        right, up, ahead = self.directions
        across, over, eye = column - self.size[1] / 2, self.size[0] / 2 - row, self.camera.eye
        x, y, z = (ahead[i] * self.zoom + right[i] * across + up[i] * over for i in range(3))
        if (height - eye[1]) * y <= 0:
            return None
        far = (height - eye[1]) / y
        return eye[0] + far * x, eye[2] + far * z

"""Where points of the world lie in the picture of a perspective camera, and back."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from visgym.kit.solid import layout
from visgym.kit.solid.scene import Camera

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
    def zoom(self) -> float:
        return self.size[0] / 2 / round(math.tan(math.radians(self.camera.fov_degrees / 2)), 12)

    @cached_property
    def view(self) -> layout.View:
        """The camera as the rasteriser's kernels need it."""
        right, up, ahead = (self._row(axis) for axis in self.axes)
        columns = right * self.zoom + ahead * (self.size[1] / 2)
        rows = ahead * (self.size[0] / 2) - up * self.zoom
        screen = np.stack([columns, rows, ahead, np.array([0.0, 0.0, 0.0, -1.0])])
        return layout.View(screen, np.zeros((3, 4)), self.camera.near)

    def _row(self, axis: Floats) -> Floats:
        """The distance along an axis from the eye, as a row of a matrix."""
        return np.append(axis, -(axis * np.array(self.camera.eye, np.float64)).sum())

    def project(self, points: Floats) -> Floats:
        """Column, row and distance ahead of each point."""
        away = points - np.array(self.camera.eye, np.float64)
        x, y, ahead = ((away * axis).sum(axis=1) for axis in self.axes)
        half_rows, half_columns = self.size[0] / 2, self.size[1] / 2
        columns = half_columns + self.zoom * x / ahead
        return np.stack([columns, half_rows - self.zoom * y / ahead, ahead], axis=1)

    def distance(self, x: float, y: float, z: float) -> float:
        """How far ahead of the eye a point is."""
        return float(self.project(np.array([(x, y, z)]))[0, 2])

    def ground(self, column: float, row: float, height: float) -> tuple[float, float] | None:
        """The x and z at which a level plane is seen at a pixel; None above its horizon."""
        right, up, ahead = self.axes
        ray = (
            ahead * self.zoom + right * (column - self.size[1] / 2) + up * (self.size[0] / 2 - row)
        )
        eye = self.camera.eye
        if (height - eye[1]) * ray[1] <= 0:
            return None
        far = (height - eye[1]) / float(ray[1])
        return eye[0] + far * float(ray[0]), eye[2] + far * float(ray[2])

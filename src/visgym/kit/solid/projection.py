"""From the world to the screen and to the shadow map."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from visgym.kit.solid.layout import LINES, Bytes, Floats, Viewport
from visgym.kit.solid.meshes import frozen
from visgym.kit.solid.values import Background, Camera, Instance, Light, Vector


@dataclass(frozen=True, eq=False)
class World:
    """What stays the same while a scene is drawn."""

    view: Viewport
    sunview: Viewport
    sun: Floats
    rays: Floats
    pull: tuple[float, float]
    background: Bytes
    shadow_side: int


def _axes(forward: Vector | Floats, up: Vector) -> Floats:
    """Return the unit vectors to the right, up and forward."""
    ahead = np.array(forward, dtype=np.float64)
    right = np.cross(ahead, np.array(up, dtype=np.float64))
    if not right.any():
        right = np.cross(ahead, np.array([0.0, 0.0, -1.0]))
    axes = np.stack([right, np.cross(right, ahead), ahead])
    lengths: Floats = np.sqrt((axes * axes).sum(axis=1, keepdims=True))
    return axes / lengths


def _orthographic(axes: Floats, centre: Floats, zoom: float, size: tuple[int, int]) -> Floats:
    """Return world to (x, y, 1, depth): pixels, and the same unit in depth."""
    matrix = np.zeros((4, 4))
    matrix[[0, 1, 3], :3] = axes * np.array([[zoom], [-zoom], [zoom]])
    matrix[:, 3] = -(matrix[:, :3] * centre).sum(axis=1) + (size[1] / 2, size[0] / 2, 1.0, 0.0)
    return matrix


def project(
    camera: Camera,
    light: Light,
    size: tuple[int, int],
    picture: Bytes,
    bounds: tuple[Floats, float],
) -> World:
    """Return how the camera and the sun see; the shadow map spans the bounds."""
    eye, target = np.array(camera.eye, dtype=np.float64), np.array(camera.target, dtype=np.float64)
    axes = _axes(target - eye, camera.up)
    side = max(*size, 512) if light.shadows else 1
    sun_axes = _axes(light.direction, (0.0, 1.0, 0.0))
    shadow = _orthographic(sun_axes, bounds[0], (side / 2 - 4) / bounds[1], (side, side))
    toward_eye = np.zeros((3, 3))
    toward_eye[2] = -axes[2]
    if camera.ortho_height is not None:
        zoom = size[0] / camera.ortho_height
        screen = _orthographic(axes, eye, zoom, size)
        near, pull = 0.0, (0.0, 1.5)
    else:
        zoom = size[0] / 2 / round(math.tan(math.radians(camera.fov_degrees / 2)), 12)
        screen = _orthographic(axes, eye, zoom, (0, 0))
        ahead = screen[3] / zoom
        screen[2], screen[3] = ahead, (0.0, 0.0, 0.0, -1.0)
        screen[0] += ahead * (size[1] / 2)
        screen[1] += ahead * (size[0] / 2)
        toward_eye = np.stack(
            [-axes[0], axes[1], axes[0] * (size[1] / 2) - axes[1] * (size[0] / 2) - axes[2] * zoom]
        )
        near, pull = camera.near, (1.5 / zoom, 0.0)
    sun = np.array([*-sun_axes[2], light.ambient, light.diffuse, light.specular])
    toward_sun = shadow[[0, 1, 3]]
    view = Viewport(screen, toward_sun, near, *size, LINES)
    sunview = Viewport(shadow, toward_sun, 0.0, side, side, 1)
    return World(view, sunview, sun, toward_eye, pull, picture, side)


def bounds(instances: Sequence[Instance]) -> tuple[Floats, float]:
    """Return the centre and the radius of a sphere around instances."""
    points = [np.zeros((1, 3))]
    for instance in instances:
        points.append(sum(
            (instance.mesh.corners[:, i, None] * instance.transform[:3, i] for i in range(3)),
            instance.transform[:3, 3],
        ))  # fmt: skip
    corners = np.concatenate(points[1:] or points)
    low, high = corners.min(axis=0), corners.max(axis=0)
    return (low + high) / 2, max(math.sqrt(float(((high - low) ** 2).sum())) / 2, 1e-6)


def paint(background: Background, size: tuple[int, int]) -> Bytes:
    """Return the picture behind a scene."""
    colors = np.array(background)
    if colors.ndim == 3:
        return frozen(colors.astype(np.uint8))
    if colors.ndim == 2:
        part = (np.arange(size[0]) + 0.5)[:, None] / size[0]
        colors = colors[0] + (colors[1] - colors[0]) * part + 0.5
    rows = np.tile(colors.astype(np.uint8), (1, size[1]))
    return frozen(np.broadcast_to(rows, (size[0], 3 * size[1])).reshape(*size, 3))

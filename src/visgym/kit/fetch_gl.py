"""The Fetch robot drawn by MuJoCo's own renderer, for machines with GL."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from visgym.core.errors import Mistake
from visgym.core.task import Frame
from visgym.kit import fetch
from visgym.kit.physics import Point, engine


@dataclass(frozen=True)
class View:
    """Where a camera is, where it looks, which way is up in its picture, and its angle."""

    eye: Point
    look: Point
    up: Point
    fov: float


def draw(
    kind: fetch.Kind, state: bytes, target: Point, views: tuple[View, ...], side: int
) -> tuple[Frame, ...]:
    """A square picture of each view, or a `Mistake` where GL does not work."""
    mujoco = engine()
    model, data = fetch.model(kind), fetch.posed(kind, state)
    mujoco.mj_forward(model, data)
    with _renderer(model, side) as renderer:
        return tuple(_picture(renderer, data, target, view) for view in views)


def _renderer(model: Any, side: int) -> Any:
    mujoco = engine()
    try:
        return mujoco.Renderer(model, side, side)
    except (ImportError, AttributeError, RuntimeError, OSError, mujoco.FatalError) as error:
        raise Mistake(
            f"MuJoCo cannot draw here, for GL does not work ({error}); try MUJOCO_GL=egl or osmesa, "
            "or keep renderer='software'."
        ) from None


def _picture(renderer: Any, data: Any, target: Point, view: View) -> Frame:
    mujoco = engine()
    renderer.update_scene(data)
    scene = renderer.scene
    _aim(scene, view)
    ball = scene.geoms[scene.ngeom]
    size, red = np.full(3, fetch.BALL), np.array([0.87, 0.24, 0.21, 1.0], np.float32)
    turn = np.eye(3).reshape(-1)
    mujoco.mjv_initGeom(ball, mujoco.mjtGeom.mjGEOM_SPHERE, size, np.array(target), turn, red)
    scene.ngeom += 1
    picture: Frame = renderer.render()
    return picture


def _aim(scene: Any, view: View) -> None:
    """Point the cameras of a scene, one for each eye, along a view."""
    ahead = np.subtract(view.look, view.eye)
    right = np.cross(ahead, view.up)
    above = np.cross(right, ahead)
    for camera in scene.camera:
        camera.pos[:] = view.eye
        camera.forward[:] = ahead / np.linalg.norm(ahead)
        camera.up[:] = above / np.linalg.norm(above)
        half = camera.frustum_near * math.tan(math.radians(view.fov / 2))
        camera.frustum_top, camera.frustum_bottom = half, -half
        camera.frustum_center, camera.frustum_width = 0.0, half

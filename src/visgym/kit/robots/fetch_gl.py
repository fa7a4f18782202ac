"""The Fetch robot drawn by MuJoCo's own renderer, for machines with GL."""

from __future__ import annotations

import math
import threading
import warnings
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from visgym.core.errors import Mistake
from visgym.core.task import Frame
from visgym.kit.canvas import RED
from visgym.kit.robots import fetch
from visgym.kit.robots.physics import Data, Model, Point, engine


@dataclass(frozen=True)
class FetchView:
    """Where a camera is, where it looks, which way is up in its picture, and its angle."""

    eye: Point
    look: Point
    up: Point
    fov: float


_scratch = threading.local()


def draw(
    kind: fetch.FetchKind, state: bytes, target: Point, views: tuple[FetchView, ...], side: int
) -> tuple[Frame, ...]:
    """A square picture of each view, or a `Mistake` where GL does not work."""
    renderer = _renderer(kind, side)
    data = fetch.posed(kind, state)
    engine().mj_forward(fetch.model(kind), data)
    return tuple(_picture(renderer, data, target, view) for view in views)


def _renderer(kind: fetch.FetchKind, side: int) -> Any:
    """The renderer of this thread, for a GL context belongs to one thread."""
    known: dict[tuple[str, int], Any] = _scratch.__dict__.setdefault("known", {})
    if (kind, side) not in known:
        known[kind, side] = _started(fetch.model(kind), side)
    return known[kind, side]


@cache
def _failures() -> list[Mistake]:
    """Why GL did not work before: MuJoCo aborts the process when it is asked a second time."""
    return []


def _started(model: Model, side: int) -> Any:
    mujoco = engine()
    if _failures():
        raise _failures()[0]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # GLFW warns before MuJoCo raises
            return mujoco.Renderer(model, side, side)
    except (ImportError, AttributeError, RuntimeError, OSError, mujoco.FatalError):
        _failures().append(
            Mistake(
                "MuJoCo cannot draw here, for there is no working GL; set MUJOCO_GL to egl or "
                "osmesa where one is installed, or keep renderer='software'."
            )
        )
        raise _failures()[0] from None


def _picture(renderer: Any, data: Data, target: Point, view: FetchView) -> Frame:
    """One view, with the ball at the target and without MuJoCo's own markers."""
    mujoco = engine()
    options = mujoco.MjvOption()
    mujoco.mjv_defaultOption(options)
    options.sitegroup[:] = 0
    renderer.update_scene(data, scene_option=options)
    scene = renderer.scene
    for geom in scene.geoms[: scene.ngeom]:
        if 0 < geom.rgba[3] < 1:  # the bars at the commanded place
            geom.rgba[3] = 0
    x, y, z = target
    half = max(z - fetch.TABLE, 0.001) / 2
    _add(scene, mujoco.mjtGeom.mjGEOM_SPHERE, (fetch.BALL,) * 3, target)
    _add(scene, mujoco.mjtGeom.mjGEOM_CYLINDER, (0.0025, half, 0.0), (x, y, z - half))
    _aim(scene, view)
    picture: Frame = renderer.render()
    return picture


def _add(scene: Any, shape: Any, size: Point, place: Point) -> None:
    """Put a red shape into a scene."""
    red = np.array([*(part / 255 for part in RED), 1.0], np.float32)
    geom, turn = scene.geoms[scene.ngeom], np.eye(3).reshape(-1)
    engine().mjv_initGeom(geom, shape, np.array(size), np.array(place), turn, red)
    scene.ngeom += 1


def _aim(scene: Any, view: FetchView) -> None:
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

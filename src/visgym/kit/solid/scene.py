"""3D scenes drawn in software: instances of meshes, a camera and a sun give a frame.

The world is right-handed with y up; colours are 0..255.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from visgym.kit.solid.layout import Bytes, Floats, Ids
from visgym.kit.solid.meshes import Mesh, frozen
from visgym.kit.solid.projection import bounds, paint, project

if TYPE_CHECKING:
    from visgym.kit.solid.drawing import Trace

Frame = Bytes
Vector = tuple[float, float, float]
Color = tuple[int, int, int]
Background = Color | tuple[Color, Color] | Frame
"""One colour, the colours at the top and the bottom, or a picture of the frame's size."""

PAPER: Background = (240, 242, 245)


@dataclass(frozen=True, eq=False)
class Instance:
    """A mesh somewhere in the world."""

    mesh: Mesh
    transform: Floats = field(default_factory=lambda: np.eye(4))
    tint: Color | None = None
    """Multiplies the colours of the mesh."""
    edges: float = 0.0
    """Width in pixels of dark lines along sharp edges."""
    casts: bool = True
    """Whether it throws a shadow; a ground on which all stands needs none."""


@dataclass(frozen=True)
class Camera:
    """An eye that looks at a target, in perspective unless it has an orthographic height."""

    eye: Vector
    target: Vector
    up: Vector = (0.0, 1.0, 0.0)
    fov_degrees: float = 45.0
    """The angle from the bottom to the top of the frame."""
    ortho_height: float | None = None
    near: float = 0.05


@dataclass(frozen=True)
class Light:
    """A sun and the sky around it."""

    direction: Vector = (0.45, -1.0, -0.6)
    """Where the sunlight travels."""
    ambient: float = 0.38
    diffuse: float = 0.58
    specular: float = 0.0
    shadows: bool = False


DAY = Light()


@dataclass(frozen=True, eq=False)
class Layer:
    """A drawn scene, on which `draw` draws more; keep one for the part that stays."""

    frame: Frame
    ids: Ids
    """Which instance covers most of each pixel, in the order of drawing; -1 for none."""
    _trace: Trace
    _still: Layer | None = None
    _added: tuple[Instance, ...] = ()

    def draw(self, instances: Sequence[Instance]) -> Layer:
        """Return the scene with more instances in it."""
        from visgym.kit.solid import drawing

        still, added = self._still or self, (*self._added, *instances)
        frame, ids = still.frame.copy(), still.ids.copy()
        drawing.draw(still._trace, added, frame, ids, keep=False)
        return Layer(frozen(frame), frozen(ids), still._trace, still, added)


def layer(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light = DAY,
    size: tuple[int, int] = (512, 512),
    background: Background = PAPER,
) -> Layer:
    """Return a scene of (height, width) pixels; its shadow map spans these instances."""
    return _draw(instances, camera, light, size, background, keep=True)


def render(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light = DAY,
    size: tuple[int, int] = (512, 512),
    background: Background = PAPER,
) -> Frame:
    """Return the frame of a scene, (height, width, 3)."""
    return _draw(instances, camera, light, size, background, keep=False).frame


def render_with_ids(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light = DAY,
    size: tuple[int, int] = (512, 512),
    background: Background = PAPER,
) -> tuple[Frame, Ids]:
    """Return the frame of a scene and the index of the instance at each pixel, -1 for none."""
    drawn = _draw(instances, camera, light, size, background, keep=False)
    return drawn.frame, drawn.ids


def _draw(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light,
    size: tuple[int, int],
    background: Background,
    keep: bool,
) -> Layer:
    from visgym.kit.solid import drawing

    picture = paint(background, size)
    world = project(camera, light, size, picture, bounds(instances if light.shadows else ()))
    frame, ids = picture.copy(), np.full(size, -1, np.int32)
    blank = drawing.blank(world, size[0] if keep else drawing.BAND, size[1])
    trace = drawing.draw(blank, instances, frame, ids, keep)
    return Layer(frozen(frame), frozen(ids), trace)

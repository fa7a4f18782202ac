"""3D scenes drawn in software: instances of meshes, a camera and a sun give a frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from visgym.kit.solid.layout import Ids
from visgym.kit.solid.meshes import frozen
from visgym.kit.solid.projection import bounds, paint, project
from visgym.kit.solid.values import DAY, PAPER, Background, Camera, Frame, Instance, Light

if TYPE_CHECKING:
    from visgym.kit.solid.drawing import DrawnScene


@dataclass(frozen=True, eq=False)
class Layer:
    """A drawn scene, on which `draw` draws more; keep one for the part that stays."""

    frame: Frame
    ids: Ids
    """Which instance covers most of each pixel, in the order of drawing; -1 for none."""
    _trace: DrawnScene
    _still: Layer | None = None
    _added: tuple[Instance, ...] = ()

    @property
    def nbytes(self) -> int:
        return self.frame.nbytes + self.ids.nbytes + self._trace.nbytes

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

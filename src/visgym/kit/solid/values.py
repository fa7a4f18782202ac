"""What a scene is made of: meshes somewhere in the world, an eye, a sun and what lies behind.

The world is right-handed with y up; colours are 0..255.
"""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from visgym.kit.solid.layout import Bytes, Floats
from visgym.kit.solid.meshes import Mesh

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

"""Things that stand about: their kinds, sizes and colours, and how they are built."""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache

import numpy as np

from visgym.kit.caches import cached_layer
from visgym.kit.canvas import RED, SHEET, Canvas
from visgym.kit.hues import NAMED
from visgym.kit.solid import objects, shapes
from visgym.kit.solid.layout import Floats
from visgym.kit.solid.meshes import Mesh, Texture, merge
from visgym.kit.solid.textures.grounds import surface
from visgym.kit.solid.transforms import compose, rotate_x, rotate_y, scale, translate
from visgym.kit.solid.values import Color, Instance

BOX, BALL, KEY, MEDKIT, PILLAR = "box", "ball", "key", "medkit", "pillar"
PAINTS: dict[str, Color] = NAMED | {"red": (222, 44, 40), "purple": (150, 62, 176)}
WIDTHS = {BOX: 600, BALL: 500, KEY: 500, MEDKIT: 450, PILLAR: 425}
"""Thousandths of its size from the middle of a thing to its rim."""


@dataclass(frozen=True, slots=True)
class RoamThing:
    """Something on the floor, its place and its size in millimetres, turned by some degrees."""

    kind: str
    color: str
    x: int
    y: int
    size: int
    """The side of a box, else the height."""
    turn: int = 0

    @property
    def radius(self) -> int:
        """How far it reaches from its middle, in millimetres."""
        return self.size * _width(self.kind) // 1000

    @property
    def name(self) -> str:
        """What people call it, with its colour."""
        return " ".join(filter(None, (self.color, self.kind.replace("_", " "))))

    def is_within(self, reach: int, x: int, y: int) -> bool:
        """Whether its middle is nearer than `reach`."""
        return (self.x - x) ** 2 + (self.y - y) ** 2 < reach * reach


@lru_cache(maxsize=256)
def _width(kind: str) -> int:
    if kind in WIDTHS:
        return WIDTHS[kind]
    points = objects.mesh(kind).vertices
    reach = float(np.abs(points[:, [0, 2]] - _middle(points)[[0, 2]]).max())
    return round(1000 * reach / float(points[:, 1].max() - points[:, 1].min()))


def _middle(points: Floats) -> Floats:
    middle: Floats = (points.min(axis=0) + points.max(axis=0)) / 2
    return middle


@lru_cache(maxsize=512)
def instance(thing: RoamThing, lifted: float = 0.0) -> Instance:
    """A thing as it is drawn, so many metres above the floor; north is -z."""
    mesh, tint = body(thing.kind), PAINTS.get(thing.color)
    tilt = rotate_x(-14.0) if thing.kind == KEY else np.eye(4)
    put = compose(
        translate(thing.x / 1000, lifted, -thing.y / 1000),
        rotate_y(float(thing.turn)), tilt, scale(thing.size / 1000),
    )  # fmt: skip
    return Instance(mesh, put, tint, edges=1.0 if thing.kind in (BOX, MEDKIT) else 0.0)


@cached_layer
def body(kind: str) -> Mesh:
    """A thing of size 1 on the floor."""
    if kind == BOX:
        return _raised(replace(shapes.box(), textures=(_crate(),)), 0.5)
    if kind == BALL:
        return _raised(shapes.sphere(0.5, 24), 0.5)
    if kind == MEDKIT:
        return _medkit()
    if kind == PILLAR:
        stone = surface("marble", (214, 208, 198), (156, 150, 146))
        return _raised(replace(shapes.box(0.3, 1.0, 0.3), textures=(stone,)), 0.5)
    if kind == KEY:
        return _key()
    mesh = objects.coarse(kind)
    points = mesh.vertices - _middle(mesh.vertices)
    points[:, 1] -= points[:, 1].min()
    return replace(mesh, vertices=points / points[:, 1].max())


def _raised(mesh: Mesh, by: float) -> Mesh:
    return replace(mesh, vertices=mesh.vertices + np.array([0.0, by, 0.0]))


def _crate() -> Texture:
    """Light boards in a frame, to be tinted."""
    canvas = Canvas(128, 128, (236, 236, 236))
    for row in range(16, 128, 24):
        canvas.rect(0, row, 128, 2, (186, 186, 186))
    canvas.outline(0, 0, 128, 128, 14, (255, 255, 255))
    canvas.outline(13, 13, 102, 102, 2, (176, 176, 176))
    return Texture(canvas.frame)


def _medkit() -> Mesh:
    """A white case with a red cross and a handle."""
    canvas = Canvas(128, 128, SHEET)
    canvas.rect(52, 24, 24, 80, RED)
    canvas.rect(24, 52, 80, 24, RED)
    case = _raised(replace(shapes.box(1.0, 0.8, 0.5), textures=(Texture(canvas.frame),)), 0.4)
    grip = [
        shapes.box(0.06, 0.16, 0.06),
        shapes.box(0.06, 0.16, 0.06),
        shapes.box(0.42, 0.06, 0.06),
    ]
    spots = ((-0.18, 0.88), (0.18, 0.88), (0.0, 0.96))
    parts = [
        _painted(_moved(part, x, y), (70, 72, 78)) for part, (x, y) in zip(grip, spots, strict=True)
    ]
    return merge([case, *parts])


def _key() -> Mesh:
    """A key that stands on its tip: a ring, a shaft and two teeth."""
    parts = []
    for k in range(16):
        angle = math.tau * k / 16
        x, y = (round(0.2 * f(angle), 9) for f in (math.cos, math.sin))
        parts.append(_moved(shapes.box(0.11, 0.11, 0.1), x, 0.78 + y))
    parts.append(_moved(shapes.box(0.1, 0.6, 0.1), 0.0, 0.3))
    parts += [_moved(shapes.box(0.2, 0.08, 0.1), 0.12, y) for y in (0.06, 0.22)]
    return merge(parts)


def _moved(mesh: Mesh, x: float, y: float) -> Mesh:
    return replace(mesh, vertices=mesh.vertices + np.array([x, y, 0.0]))


def _painted(mesh: Mesh, color: Color) -> Mesh:
    return replace(mesh, face_colors=np.full((len(mesh.faces), 3), color, np.uint8))

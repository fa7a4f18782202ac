"""Small things to draw in 3D."""

from __future__ import annotations

from visgym.kit.solid import shapes
from visgym.kit.solid.meshes import Mesh, Texture
from visgym.kit.solid.transforms import translate
from visgym.kit.solid.values import Camera, Instance, Light

PLAIN = Light(ambient=1.0, diffuse=0.0)
FRONT = Camera((0, 0, 10), (0, 0, 0), ortho_height=10.0)
SIZE = (100, 100)
SHAPES = {
    "box": shapes.box(),
    "rounded box": shapes.rounded_box(),
    "sphere": shapes.sphere(),
    "cylinder": shapes.cylinder(),
    "cone": shapes.cone(),
    "pyramid": shapes.pyramid(),
    "prism": shapes.prism(),
}


def square(side: float = 2.0, texture: Texture | None = None) -> Mesh:
    h = side / 2
    return shapes.quad((-h, -h, 0), (h, -h, 0), (h, h, 0), (-h, h, 0), texture=texture)


def board() -> tuple[list[Instance], list[Instance]]:
    floor = Instance(shapes.plane(6, 6), tint=(200, 190, 170))
    post = Instance(shapes.cylinder(0.1, 2.5), translate(-2.8, 1.25, -2.8))
    names = sorted(SHAPES)
    moving = [
        Instance(SHAPES[name], translate(i % 3 * 1.5 - 1.5, 0.5, i // 3 * 1.5 - 1.5), (200, 60, 60))
        for i, name in enumerate(names)
    ]
    return [floor, post], moving

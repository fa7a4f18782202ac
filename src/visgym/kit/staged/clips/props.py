"""Things that clips are made of: acts, props, bars, blocks and trays.

The ground is y = 0, x runs to the right and z to the camera; about 3 units are in view.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from visgym.kit.canvas import Color
from visgym.kit.solid import objects, shapes
from visgym.kit.solid.layout import Floats
from visgym.kit.solid.transforms import compose, rotate_y, scale, translate
from visgym.kit.solid.values import Instance
from visgym.kit.staged.compose import colourless
from visgym.kit.staged.things import kind_of

ROPE: Color = (92, 70, 48)
STICK: Color = (196, 60, 48)
BOARD: Color = (202, 158, 104)
DARK: Color = (166, 122, 74)
PAINTS: tuple[Color, ...] = (
    (206, 60, 54),
    (60, 108, 206),
    (66, 158, 84),
    (236, 190, 60),
    (140, 84, 180),
)
COMMON = (
    "coffee_mug",
    "vase",
    "toaster",
    "milk",
    "basketball",
    "cardboard_box",
    "kitchen_scale",
    "shopping_basket",
)
BIG = ("child_chair", "osaka_chair", "stool", "crate", "barrel", "bedside_table", "cone")
TALL = ("milk", "vase", "candle", "stool", "baby_bottle", "cone", "paper_towel_holder", "barrel")
SMALL = ("basketball", "coffee_mug", "toaster", "milk", "hat", "helmet", "vase")


@dataclass(frozen=True, eq=False)
class Act:
    """What happens: its name, what stays, and what moves at a time from 0 to 1."""

    label: str
    still: tuple[Instance, ...]
    moving: Callable[[float], list[Instance]]


@dataclass(frozen=True)
class Prop:
    """An object of some size, turned about the vertical."""

    mesh: str
    size: float
    degrees: float
    paint: Color | None = None

    @property
    def name(self) -> str:
        name = kind_of(self.mesh).name
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"

    @property
    def height(self) -> float:
        return float(objects.coarse(self.mesh).corners[:, 1].max()) * self.size

    @property
    def reach(self) -> float:
        """How far it extends to either side of its middle."""
        corners, turn = objects.coarse(self.mesh).corners, rotate_y(self.degrees)
        across = corners[:, 0] * turn[0, 0] + corners[:, 2] * turn[0, 2]
        return float(abs(across).max()) * self.size

    def at(self, x: float, y: float, z: float, turn: Floats | None = None) -> Instance:
        steps = [translate(x, y, z), *([] if turn is None else [turn])]
        mesh = colourless(self.mesh) if self.paint else objects.coarse(self.mesh)
        return Instance(mesh, compose(*steps, rotate_y(self.degrees), scale(self.size)), self.paint)


def pick(rng: Random, keys: Sequence[str], size: float) -> Prop:
    """A random object of about a size."""
    mesh = rng.choice(keys)
    square = mesh in ("toaster", "crate", "cardboard_box")
    degrees = rng.choice((0, 90, 180, 270)) if square else rng.randrange(0, 360, 15)
    paint = rng.choice(PAINTS) if kind_of(mesh).paint else None
    return Prop(mesh, round(size * rng.uniform(0.92, 1.08), 3), float(degrees), paint)


def bar(
    start: tuple[float, float], end: tuple[float, float], z: float, width: float, color: Color
) -> Instance:
    """An upright or level bar between two points (x, y)."""
    across, up = abs(end[0] - start[0]), abs(end[1] - start[1])
    mesh = shapes.box(max(across, width), max(up, width), width)
    return Instance(mesh, translate((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, z), color)


def block(
    width: float, height: float, depth: float, x: float, y: float, z: float, color: Color
) -> Instance:
    """A box that stands on the height y."""
    return Instance(shapes.box(width, height, depth), translate(x, y + height / 2, z), color)


def part(time: float, start: float, end: float) -> float:
    """How much of the stretch from start to end has passed."""
    return min(max((time - start) / (end - start), 0.0), 1.0)


def either_side(rng: Random) -> float:
    """-1 for left or 1 for right."""
    return rng.choice((-1.0, 1.0))


def hung(prop: Prop, x: float, y: float, z: float) -> list[Instance]:
    """A thing on a rope from above."""
    return [prop.at(x, y, z), bar((x, y + prop.height - 0.02), (x, 4.5), z, 0.03, ROPE)]


def tray(x: float, width: float, height: float, depth: float) -> tuple[Instance, ...]:
    """An open box of boards."""
    thin, half = 0.05, width / 2
    return (
        block(width, thin, depth, x, 0, 0, DARK),
        block(thin, height, depth, x - half, 0, 0, DARK),
        block(thin, height, depth, x + half, 0, 0, DARK),
        block(width, height, thin, x, 0, -depth / 2, BOARD),
        block(width, height, thin, x, 0, depth / 2, BOARD),
    )

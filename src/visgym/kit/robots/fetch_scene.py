"""Pictures of the Fetch robot: a fixed front view, and a view from the hand, side by side."""

from __future__ import annotations

import math
from functools import cache
from pathlib import Path
from typing import Literal

import numpy as np

from visgym.core.task import Frame
from visgym.kit.canvas import BLUE, GREEN, INK, RED, SHEET, Canvas, Color
from visgym.kit.robots import fetch, fetch_gl
from visgym.kit.robots.physics import Data, Point, robotics_assets
from visgym.kit.solid.layout import Floats
from visgym.kit.solid.meshes import Mesh, merge, smooth
from visgym.kit.solid.scene import Layer, layer, render
from visgym.kit.solid.shapes import box, cylinder, plane, sphere
from visgym.kit.solid.transforms import translate
from visgym.kit.solid.values import Camera, Instance, Light, Vector

Renderer = Literal["software", "mujoco"]

LEGEND = (
    "The left picture is a fixed view of the robot and its table; the right one comes from a "
    "camera that moves with the hand and looks down past the fingers. The arrows in their corners "
    "show where the axes lead: x to the right, y forward (into the left picture, up in the right "
    "one), z up. The target is the red ball, and a thin rod leads from it straight down to the "
    "table. A ring of red dots shows where the ball is even when something hides it."
)
HINTS = (
    " The light comes from above, so every shadow lies right below what casts it. The squares on "
    "the table have sides of 5 cm."
)
SIDE, GAP = 400, 8  # pixels: each view, and between them

_FRONT = fetch_gl.FetchView((1.72, -0.62, 1.12), (1.235, 0.75, 0.565), (0, 0, 1), 29)
_FROM_HAND, _PAST_HAND = (0.23, 0.0, 0.32), (0.03, 0.0, -0.03)  # from the fingertips
_SUN = Light(direction=(0, -1, 0), ambient=0.5, diffuse=0.55, shadows=True)
_SKY: tuple[Color, Color] = ((238, 241, 246), (204, 211, 220))
_FLOOR, _TABLE = (168, 176, 184), (222, 205, 178)
_BLOCK, _FINGER = (134, 139, 149), (52, 56, 66)
_GREY, _WHITE, _NAVY = (112, 118, 128), (236, 238, 242), (38, 128, 196)
_STANDING = {
    "base_link": _GREY,
    "torso_lift_link": _WHITE,
    "torso_fixed_link": _NAVY,
    "head_pan_link": _GREY,
    "head_tilt_link": _NAVY,
}
_UPPER_ARM = {
    "shoulder_pan_link": _WHITE,
    "shoulder_lift_link": _NAVY,
    "upperarm_roll_link": _WHITE,
}
_LOWER_ARM = {
    "elbow_flex_link": _NAVY,
    "forearm_roll_link": _WHITE,
    "wrist_flex_link": _NAVY,
    "wrist_roll_link": _WHITE,
    "gripper_link": _WHITE,
}
_FINGERS = {"r_gripper_finger_link": -0.008, "l_gripper_finger_link": 0.008}  # y of the middle
_LINE = 0.0018  # metres
_ANGLES = [math.tau * i / 12 for i in range(12)]
_CIRCLE = [(round(math.cos(angle), 9), round(math.sin(angle), 9)) for angle in _ANGLES]
_FINGER_SIZE = (0.077, 0.014, 0.027)


def legend(renderer: Renderer) -> str:
    """How to read the pictures of a renderer."""
    return LEGEND + HINTS if renderer == "software" else LEGEND


def draw(kind: fetch.FetchKind, state: bytes, target: Point, renderer: Renderer) -> Frame:
    """Both views of a state."""
    hand = _hand_view(fetch.fingertips(kind, state))
    if renderer == "mujoco":
        pictures = fetch_gl.draw(kind, state, target, (_FRONT, hand), SIDE)
    else:
        pictures = _rasterised(kind, state, target, hand)
    canvas = Canvas(2 * SIDE + GAP, SIDE, SHEET)
    for number, (picture, view) in enumerate(zip(pictures, (_FRONT, hand), strict=True)):
        panel = Canvas.on(picture)
        _draw_ring(panel, view, target)
        _draw_arrows(panel, view)
        canvas.paste(panel.frame, number * (SIDE + GAP), 0)
    return canvas.frame


def _hand_view(tips: Point) -> fetch_gl.FetchView:
    """The camera at the hand, turned so that x leads right and y up in its picture."""
    eye, look = (fetch.plus(tips, offset) for offset in (_FROM_HAND, _PAST_HAND))
    return fetch_gl.FetchView(eye, look, (0, 1, 0), 54)


# The software renderer


def _rasterised(
    kind: fetch.FetchKind, state: bytes, target: Point, hand: fetch_gl.FetchView
) -> tuple[Frame, Frame]:
    data = fetch.posed(kind, state)
    near = [*_parts(data, _LOWER_ARM), *_fingers(data), *_marker(target)]
    if kind == "pick_and_place":
        near.append(Instance(_cuboid((fetch.BLOCK,) * 3), _place(data, "object0"), _BLOCK, 1.2))
    front = _stage().draw([*_parts(data, _UPPER_ARM), *near])
    beside = render([_table(), *near], _camera(hand), _SUN, (SIDE, SIDE), _FLOOR)
    return front.frame, beside


@cache
def _stage() -> Layer:
    """What never moves, in the front view."""
    floor = Instance(plane(2.4, 2.0), translate(0.9, 0, -0.75), _FLOOR)
    body = _parts(fetch.posed("reach", fetch.rest("reach")), _STANDING)
    return layer([floor, _table(), *body], _camera(_FRONT), _SUN, (SIDE, SIDE), _SKY)


@cache
def _table() -> Instance:
    """The table with squares of 5 cm drawn on its top."""
    bars = [_bar(-0.25 + 0.05 * i, 0.0, _LINE, 0.7) for i in range(11)]
    bars += [_bar(0.0, -0.35 + 0.05 * i, 0.5, _LINE) for i in range(15)]
    return Instance(merge([box(0.5, 0.4, 0.7), *bars]), translate(1.3, 0.2, -0.75), _TABLE)


def _bar(x: float, z: float, width: float, depth: float) -> Mesh:
    """A line on the table, a little above it so that it shows."""
    flat = plane(width, depth)
    shades = np.full((2, 3), 226, np.uint8)
    return Mesh(flat.vertices + np.array((x, 0.2005, z)), flat.faces, face_colors=shades)


def _parts(data: Data, colors: dict[str, Color]) -> list[Instance]:
    return [
        Instance(_link(name), _place(data, f"robot0:{name}"), color)
        for name, color in colors.items()
    ]


def _fingers(data: Data) -> list[Instance]:
    return [
        Instance(_cuboid(_FINGER_SIZE, y), _place(data, f"robot0:{name}"), _FINGER)
        for name, y in _FINGERS.items()
    ]


def _marker(target: Point) -> list[Instance]:
    """The ball at the target and the rod below it."""
    x, y, z = target
    rod = translate(x, (fetch.TABLE + z) / 2, -y)
    rod[1, 1] = max(z - fetch.TABLE, 0.001)
    return [Instance(_ball(), translate(x, z, -y), RED), Instance(_rod(), rod, RED)]


@cache
def _ball() -> Mesh:
    return sphere(fetch.BALL, 24)


@cache
def _rod() -> Mesh:
    return cylinder(0.0025, 1.0, 8)


@cache
def _cuboid(size: Point, y: float = 0.0) -> Mesh:
    mesh = box(*size)
    return Mesh(mesh.vertices + np.array((0, y, 0)), mesh.faces)


@cache
def _link(name: str) -> Mesh:
    """A link of the robot, as its file has it."""
    folder = robotics_assets() / "stls" / "fetch"
    full, plain = folder / f"{name}.stl", folder / f"{name}_collision.stl"
    return smooth(_read_stl(full if full.exists() else plain))


def _read_stl(path: Path) -> Mesh:
    """The triangles of a binary STL file."""
    row = np.dtype([("normal", "<f4", 3), ("corners", "<f4", (3, 3)), ("extra", "<u2")])
    triangles = np.frombuffer(path.read_bytes(), row, offset=84)
    corners = triangles["corners"].astype(np.float64).reshape(-1, 3)
    return Mesh(corners, np.arange(len(corners)).reshape(-1, 3))


def _place(data: Data, body: str) -> Floats:
    """From a body's own axes to those of the scene, rounded so that pixels do not flicker."""
    found = data.body(body)
    matrix = np.eye(4)
    matrix[:3, :3] = np.round(found.xmat.reshape(3, 3), 6)
    matrix[:3, 3] = np.round(found.xpos, 6)
    matrix = matrix[[0, 2, 1, 3]]
    matrix[2] *= -1
    return matrix


def _camera(view: fetch_gl.FetchView) -> Camera:
    return Camera(_turned(view.eye), _turned(view.look), _turned(view.up), view.fov)


def _turned(point: Point) -> Vector:
    """A point or direction in the axes of the scene, where y is up."""
    return point[0], point[2], -point[1]


# What is drawn over each view


def _axes(view: fetch_gl.FetchView) -> Floats:
    """The unit vectors to the right, up and forward in a view, rounded."""
    ahead = np.subtract(view.look, view.eye)
    right = np.cross(ahead, view.up)
    rows = np.stack([right, np.cross(right, ahead), ahead])
    axes: Floats = np.round(rows / np.sqrt((rows * rows).sum(axis=1, keepdims=True)), 9)
    return axes


def _draw_ring(canvas: Canvas, view: fetch_gl.FetchView, target: Point) -> None:
    """A ring of dots around the ball, which shows where it is when something hides it."""
    across, up, ahead = (_axes(view) * np.subtract(target, view.eye)).sum(axis=1).tolist()
    zoom = SIDE / 2 / round(math.tan(math.radians(view.fov / 2)), 9) / ahead
    x, y, reach = SIDE / 2 + across * zoom, SIDE / 2 - up * zoom, 1.3 * fetch.BALL * zoom + 2
    for cosine, sine in _CIRCLE:  # at quarters of a pixel, so that masks are used again
        column, row = round(4 * (x + reach * cosine)), round(4 * (y + reach * sine))
        canvas.disc(column / 4, row / 4, 1.5, RED)


def _draw_arrows(canvas: Canvas, view: fetch_gl.FetchView) -> None:
    """Arrows from one point along the positive axes, as this camera sees them."""
    middle = (46.0, SIDE - 46.0)
    canvas.disc(*middle, 40, SHEET)
    for name, color, across, down in _arrows(view):
        tip = (middle[0] + 23 * across, middle[1] + 23 * down)
        canvas.line(middle, tip, 4, color)
        canvas.disc(*tip, 4, color)
        reach = 23 + 10 / max(math.hypot(across, down), 0.3)
        canvas.text(middle[0] + reach * across, middle[1] + reach * down, name, 13, INK, bold=True)


def _arrows(view: fetch_gl.FetchView) -> list[tuple[str, Color, float, float]]:
    """The picture's right and down parts of each axis, the furthest axis first."""
    rows = np.round(_axes(view), 3)
    order = sorted(range(3), key=lambda axis: -rows[2, axis])
    colors = (RED, GREEN, BLUE)
    return [("xyz"[i], colors[i], float(rows[0, i]), float(-rows[1, i])) for i in order]

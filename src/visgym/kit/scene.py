"""3D scenes drawn in software: instances of meshes, a camera and a sun give a frame.

The world is right-handed with y up; colours are 0..255.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from visgym.kit.meshes import Mesh, Texture, frozen

if TYPE_CHECKING:
    from visgym.kit import raster

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Frame = NDArray[np.uint8]
Ids = NDArray[np.int32]
Vector = tuple[float, float, float]
Color = tuple[int, int, int]
Background = Color | tuple[Color, Color] | Frame
"""One colour, the colours at the top and the bottom, or a picture of the frame's size."""

PAPER: Background = (240, 242, 245)
INK = 0.12  # brightness of edge lines, 0..1


# Transforms


def translate(x: float, y: float, z: float) -> Floats:
    """Return the 4x4 matrix of a move."""
    matrix = np.eye(4)
    matrix[:3, 3] = x, y, z
    return matrix


def scale(x: float, y: float | None = None, z: float | None = None) -> Floats:
    """Return the 4x4 matrix of a scaling, by one factor or by three."""
    return np.diag([x, x if y is None else y, x if z is None else z, 1.0])


def rotate_x(degrees: float) -> Floats:
    """Return the turn about x that takes y to z."""
    return _rotate(1, 2, degrees)


def rotate_y(degrees: float) -> Floats:
    """Return the turn about y that takes z to x."""
    return _rotate(2, 0, degrees)


def rotate_z(degrees: float) -> Floats:
    """Return the turn about z that takes x to y."""
    return _rotate(0, 1, degrees)


def euler(x: float, y: float, z: float) -> Floats:
    """Return the turn about x, then y, then z, in degrees."""
    return compose(rotate_z(z), rotate_y(y), rotate_x(x))


def compose(*steps: Floats) -> Floats:
    """Return the product of transforms; the last is applied first."""
    product = np.eye(4)
    for step in steps:
        # term by term, for matrix products differ between machines in the last bit
        product = sum((product[:, i, None] * step[i] for i in range(4)), np.zeros((4, 4)))
    return product


def _rotate(start: int, end: int, degrees: float) -> Floats:
    cosine, sine = (round(f(math.radians(degrees)), 12) for f in (math.cos, math.sin))
    matrix = np.eye(4)
    matrix[start, start] = matrix[end, end] = cosine
    matrix[end, start], matrix[start, end] = sine, -sine
    return matrix


# Values


@dataclass(frozen=True, eq=False)
class Instance:
    """A mesh somewhere in the world."""

    mesh: Mesh
    transform: Floats = field(default_factory=lambda: np.eye(4))
    tint: Color | None = None
    """Multiplies the colours of the mesh."""
    edges: float = 0.0
    """Width in pixels of dark lines along sharp edges."""


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
    _world: _World
    _faces: raster.Faces
    _depth: NDArray[np.float32]
    _owner: Ids
    _shadow: NDArray[np.float32]
    _textures: tuple[Texture, ...] = ()
    _instances: int = 0

    def draw(self, instances: Sequence[Instance]) -> Layer:
        """Return the scene with more instances in it."""
        names = ("frame", "ids", "_depth", "_owner", "_shadow")
        return _add(
            replace(self, **{name: getattr(self, name).copy() for name in names}), instances
        )


def _add(base: Layer, instances: Sequence[Instance]) -> Layer:
    """Draw instances into the arrays of a layer and return it complete."""
    from visgym.kit import raster

    world, old, end = base._world, len(base._faces.counts), base._instances + len(instances)
    textures = tuple(dict.fromkeys((*base._textures, *_textures(instances))))
    new = _place(instances, world, textures, base._instances)
    xs = np.arange(float(base.frame.shape[1]))
    raster.cover(new, old, raster.SAMPLES, xs, base._depth, base._owner)
    changed = _cast(instances, world, base._shadow)
    faces = raster.Faces(*(np.concatenate(both) for both in zip(base._faces, new, strict=True)))
    around = raster.Surroundings(*_texels(textures), base._shadow, world.sun, world.rays)
    raster.resolve(base._owner, faces, old, changed, around, world.background, base.frame, base.ids)
    base.frame.flags.writeable = base.ids.flags.writeable = False
    return replace(base, _faces=faces, _textures=textures, _instances=end)


def layer(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light = DAY,
    size: tuple[int, int] = (512, 512),
    background: Background = PAPER,
) -> Layer:
    """Return a scene of (height, width) pixels; its shadow map spans these instances."""
    picture = _paint(background, size)
    world = _world(camera, light, size, picture, _bounds(instances if light.shadows else ()))
    side = world.shadow_side
    blank = Layer(
        picture.copy(), np.full(size, -1, np.int32), world, _room(0),
        np.full((4, *size), np.inf, np.float32), np.full((4, *size), -1, np.int32),
        np.full((side, side), np.inf, np.float32),
    )  # fmt: skip
    return _add(blank, instances)


def render(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light = DAY,
    size: tuple[int, int] = (512, 512),
    background: Background = PAPER,
) -> Frame:
    """Return the frame of a scene, (height, width, 3)."""
    return layer(instances, camera, light, size, background).frame


def render_with_ids(
    instances: Sequence[Instance],
    camera: Camera,
    light: Light = DAY,
    size: tuple[int, int] = (512, 512),
    background: Background = PAPER,
) -> tuple[Frame, Ids]:
    """Return the frame of a scene and the index of the instance at each pixel, -1 for none."""
    drawn = layer(instances, camera, light, size, background)
    return drawn.frame, drawn.ids


# From the world to the screen


@dataclass(frozen=True, eq=False)
class _World:
    """What stays the same while a scene is drawn."""

    view: raster.View
    sunview: raster.View
    sun: Floats
    rays: Floats
    pull: tuple[float, float]
    background: Frame
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


def _world(
    camera: Camera,
    light: Light,
    size: tuple[int, int],
    picture: Frame,
    bounds: tuple[Floats, float],
) -> _World:
    from visgym.kit import raster

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
    view = raster.View(screen, shadow[[0, 1, 3]], near)
    return _World(
        view, raster.View(shadow, shadow[[0, 1, 3]], 0.0), sun, toward_eye, pull, picture, side
    )


def _bounds(instances: Sequence[Instance]) -> tuple[Floats, float]:
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


def _paint(background: Background, size: tuple[int, int]) -> Frame:
    """Return the picture behind a scene."""
    colors = np.array(background)
    if colors.ndim == 3:
        return frozen(colors.astype(np.uint8))
    if colors.ndim == 2:
        part = (np.arange(size[0]) + 0.5)[:, None] / size[0]
        colors = colors[0] + (colors[1] - colors[0]) * part + 0.5
    rows = np.tile(colors.astype(np.uint8), (1, size[1]))
    return frozen(np.broadcast_to(rows, (size[0], 3 * size[1])).reshape(*size, 3))


def _textures(instances: Sequence[Instance]) -> list[Texture]:
    return [texture for instance in instances for texture in instance.mesh.textures]


@lru_cache(maxsize=8)
def _texels(textures: tuple[Texture, ...]) -> tuple[Ints, Ints]:
    """Return the levels of all textures in one row, and where each begins."""
    rows, start = [(0, 1, 1, 1)], 0
    for texture in textures:
        height, width = texture.pixels.shape[:2]
        rows.append((start, width, height, len(texture.levels)))
        start += sum(level.size for level in texture.levels)
    texels = [level.reshape(-1) for texture in textures for level in texture.levels]
    return np.concatenate([*texels, np.zeros(1, np.int64)]), np.array(rows[1:] or rows)


def _room(count: int) -> raster.Faces:
    from visgym.kit import raster

    planes, polygons = np.empty((count, 10, 3)), np.empty((count, 4, 2))
    return raster.Faces(planes, polygons, np.empty(count, np.int64), np.empty((count, 8)))


def _cut(faces: raster.Faces, used: int) -> raster.Faces:
    from visgym.kit import raster

    planes, polygons, counts, looks = faces
    return raster.Faces(planes[:used], polygons[:used], counts[:used], looks[:used])


def _looks(instance: Instance, number: int, textures: Sequence[Texture]) -> Floats:
    """Return the looks of an instance's faces."""
    looks = instance.mesh.looks.copy()
    looks[:, 6] = number
    if instance.mesh.textures:
        spots = np.array([*map(textures.index, instance.mesh.textures), -1])
        looks[:, 5] = spots[looks[:, 5].astype(np.int64)]
    if instance.tint:
        looks[:, :3] *= np.array(instance.tint) / 255.0
    return looks


def _place(
    instances: Sequence[Instance], world: _World, textures: Sequence[Texture], first: int
) -> raster.Faces:
    """Return the faces and edge lines of instances on the screen."""
    from visgym.kit import raster

    lines = [i.mesh.creases if i.edges else np.empty((0, 3)) for i in instances]
    faces = _room(sum(len(i.mesh.faces) for i in instances) + sum(map(len, lines)) // 2)
    used = 0
    for number, instance in enumerate(instances, first):
        looks, model = _looks(instance, number, textures), np.array(instance.transform, np.float64)
        used = raster.place(instance.mesh.shape, looks, model, world.view, faces, used)
        if len(lines[number - first]):
            half = instance.edges / 2
            look = np.array([INK, INK, INK, 0.0, 0.0, -1.0, number, 0.0])
            pen = raster.Pen(half, half * world.pull[0], half * world.pull[1], look)
            used = raster.outline(lines[number - first], model, world.view, pen, faces, used)
    return _cut(faces, used)


def _cast(instances: Sequence[Instance], world: _World, shadow: NDArray[np.float32]) -> Frame:
    """Draw instances into the shadow map; return which blocks of it they may have changed."""
    from visgym.kit import raster

    if world.shadow_side == 1:
        return np.zeros((1, 1), np.uint8)
    changed = np.zeros((len(shadow) // raster.BLOCK + 1,) * 2, np.uint8)
    faces, used = _room(sum(len(i.mesh.faces) for i in instances)), 0
    for instance in instances:
        mesh, model, start = instance.mesh, np.array(instance.transform, np.float64), used
        used = raster.place(mesh.shape, mesh.looks, model, world.sunview, faces, used)
        corners = faces.polygons[start:used, :3].reshape(-1, 2) // raster.BLOCK
        if len(corners):
            # one block more on each side for soft borders and for slanted pixels
            left, top = np.maximum(corners.min(axis=0) - 1, 0).astype(int)
            right, bottom = np.maximum(corners.max(axis=0) + 2, 0).astype(int)
            changed[top:bottom, left:right] = 1
    xs, owner = np.arange(float(len(shadow))), np.empty((1, *shadow.shape), np.int32)
    raster.cover(_cut(faces, used), 0, np.array([0.5]), xs, shadow[None], owner)
    return changed

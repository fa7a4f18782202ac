"""Short simulated clips of an action with a clear arrow of time, drawn frame by frame."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from visgym.core.task import Frame
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Color
from visgym.kit.solid import scene, shapes, transforms, values
from visgym.kit.solid.textures.grounds import surface
from visgym.kit.staged.clips import carried, changing
from visgym.kit.staged.clips.props import Act, Prop

SIDE = 224  # pixels of a frame
BYSTANDERS = ("little_plant", "stone_lantern", "cat", "small_step_ladder", "rattan_armchair")


@dataclass(frozen=True, slots=True)
class Clip:
    """An action and the seed of its objects, camera and place."""

    act: str
    seed: int


@cached_layer
def frames(clip: Clip, count: int) -> tuple[Frame, ...]:
    """So many frames of a clip, from its beginning to its end."""
    act = _played(clip)
    camera, props, wall = _set(Random(f"set {clip.act} {clip.seed}"))
    light = values.Light((0.5, -1.2, -0.5), ambient=0.48, diffuse=0.56, shadows=True)
    still = scene.layer([*props, *act.still], camera, light, (SIDE, SIDE), wall)
    return tuple(still.draw(act.moving(i / (count - 1))).frame for i in range(count))


@lru_cache(maxsize=4096)
def label(clip: Clip) -> str:
    """What happens in a clip."""
    return _played(clip).label


@lru_cache(maxsize=16)
def _played(clip: Clip) -> Act:
    return ACTS[clip.act](Random(f"act {clip.act} {clip.seed}"))


def random_clip(rng: Random) -> Clip:
    """A clip of any action."""
    return Clip(rng.choice(sorted(ACTS)), rng.randrange(100_000))


ACTS: dict[str, Callable[[Random], Act]] = {**carried.ACTS, **changing.ACTS}


# Where it happens

_GROUNDS: tuple[tuple[str, Color, Color], ...] = (
    ("wood", (206, 164, 112), (150, 104, 62)),
    ("wood", (150, 120, 96), (98, 74, 56)),
    ("tiles", (214, 206, 194), (158, 150, 140)),
    ("checks", (222, 220, 214), (150, 158, 166)),
    ("weave", (104, 120, 146), (150, 164, 184)),
    ("weave", (120, 140, 116), (158, 176, 150)),
)
_BACKS: tuple[Color, ...] = (
    (216, 208, 194),
    (186, 202, 208),
    (204, 214, 196),
    (222, 204, 190),
    (200, 196, 210),
)


def _set(rng: Random) -> tuple[values.Camera, list[values.Instance], Color]:
    """A camera, a floor with a wall behind it, and the colour beyond."""
    name, first, second = rng.choice(_GROUNDS)
    back = rng.choice(_BACKS)
    floor = shapes.plane(7, 6, (4, 3.4), surface(name, first, second))
    wall = shapes.quad((-3.5, 0, -2), (3.5, 0, -2), (3.5, 3.4, -2), (-3.5, 3.4, -2))
    props = [
        values.Instance(floor, transforms.translate(0, 0, 1.0)),
        values.Instance(wall, tint=back),
        values.Instance(
            shapes.box(7, 0.14, 0.05), transforms.translate(0, 0.07, -1.98), (238, 236, 230)
        ),
    ]
    for x in rng.sample((-1.3, 1.3), rng.randint(0, 2)):
        thing = Prop(rng.choice(BYSTANDERS), round(rng.uniform(0.5, 0.8), 2), 15.0)
        props.append(thing.at(x, 0, -1.5))
    swing, rise = round(rng.uniform(-1.1, 1.1), 2), round(rng.uniform(1.9, 2.7), 2)
    camera = values.Camera((swing, rise, 5.4), (0, 0.7, 0), fov_degrees=30)
    return camera, props, back

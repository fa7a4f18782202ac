"""Mental Rotation 3D (Cube): turn a Shepard-Metzler figure of cubes into its target orientation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import permutations, product
from random import Random
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from visgym.core.budgets import SCENE
from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import framing
from visgym.kit.caches import cached_frame, cached_layer
from visgym.kit.canvas import PIECES
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.solid import rotations, studio
from visgym.kit.solid.meshes import Mesh, merge
from visgym.kit.solid.rotations import Quaternion
from visgym.kit.solid.scene import render
from visgym.kit.solid.shapes import box
from visgym.kit.solid.values import Instance

Cube = tuple[int, int, int]
Figure = tuple[Cube, ...]
Ints = NDArray[np.int64]
Degrees = Annotated[float, Span(-180, 180)]

AXES: tuple[Cube, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
LEAST = 30.0  # degrees between the start and the target
CLEAR = 0.5  # sides of a cube between the middles of two cubes as the target shows them


@dataclass(frozen=True, slots=True)
class FigureState:
    figure: Figure
    color: int
    target: Quaternion
    current: Quaternion


@dataclass(frozen=True, kw_only=True)
class MentalRotation3DCube(Task[FigureState]):
    segments: int = 4
    """Straight arms of the figure, each at a right angle to the one before."""
    shortest: int = 2
    """Cubes of an arm, at least, counting those at its corners."""
    longest: int = 5
    """Cubes of an arm, at most."""
    tolerance: float = 10.0
    """Degrees by which the orientation may miss."""

    distance_unit: ClassVar[str] = "degrees"
    tags = frozenset({"synthetic", "partial", "known", "rotation"})
    budget = SCENE

    # Generation

    def validate(self) -> None:
        if not 3 <= self.segments <= 12:
            raise ValueError("segments must be from 3 to 12.")
        if not 2 <= self.shortest <= self.longest <= 8 or self.longest < 3:
            raise ValueError("2 <= shortest <= longest <= 8 must hold, and longest be at least 3.")
        if not 0 < self.tolerance < LEAST:
            raise ValueError(f"tolerance must be between 0 and {LEAST:g} degrees.")

    def generate(self, rng: Random) -> FigureState:
        def draw() -> tuple[Figure, Quaternion] | None:
            figure = _arms(self.segments, self.shortest, self.longest, rng)
            view = (rng.uniform(25, 65), rng.uniform(20, 40), 0.0)  # three sides of each cube show
            target = rotations.turned(rotations.UPRIGHT, view)
            is_good = figure and _is_clear(figure, target) and not _is_symmetric(figure)
            return (figure, target) if figure and is_good else None

        wanted = f"figures of {self.segments} arms shows all its cubes"
        wanted += "; ask for fewer or shorter arms"
        figure, target = first_accepted(draw, wanted)
        current = rotations.far_orientation(target, LEAST, rng)
        return FigureState(figure, rng.randrange(len(PIECES)), target, current)

    # Rules

    def rules(self) -> str:
        return (
            "You solve a 3D mental rotation task. You see two pictures of one object made of "
            "cubes: in its target orientation, and under an unknown rotation. Rotate the current "
            f"object until it is oriented as the target. {rotations.TOLD} You succeed if the "
            f"object is within {self.tolerance:g} degrees of the target orientation when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return "The target is on the left, the current object on the right."

    @action(listed=True)
    def rotate(
        self, state: FigureState, dyaw: Degrees, dpitch: Degrees, droll: Degrees
    ) -> FigureState:
        """Rotate the current object by yaw, pitch and roll about the fixed world axes."""
        return replace(state, current=rotations.turned(state.current, (dyaw, dpitch, droll)))

    def score(self, state: FigureState) -> float:
        return float(rotations.angle_between(state.current, state.target) <= self.tolerance)

    def goal(self, state: FigureState) -> FigureState:
        return replace(state, current=state.target)

    def distance(self, state: FigureState) -> float:
        """The angle of the one rotation that leads to the target."""
        return rotations.angle_between(state.current, state.target)

    # Observation

    def draw(self, state: FigureState) -> Frame:
        target = _target(state.figure, state.color, state.target)
        return framing.side_by_side(target, _current(state.figure, state.color, state.current))

    # Solvers

    def effort(self, state: FigureState) -> float:
        """Cubes of the figure, and how fine it must be turned."""
        return len(state.figure) + LEAST - self.tolerance

    @solver
    def look_around(
        self, state: FigureState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """A full turn about each axis, which shows the whole object, before correcting it."""
        for turn in rotations.look_then_correct(state.current, state.target, steps):
            yield Call("rotate", turn)

    @solver
    def solve_only(
        self, state: FigureState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """One corrective rotation about each axis."""
        for turn in rotations.correct(state.current, state.target, steps, rng):
            yield Call("rotate", turn)


# Figures


def _arms(segments: int, shortest: int, longest: int, rng: Random) -> Figure | None:
    """The cubes of a random chain of arms in all three axes, None if it meets itself."""
    cubes: list[Cube] = [(0, 0, 0)]
    axes: list[int] = []
    for _ in range(segments):
        axes.append(rng.choice([axis for axis in range(3) if axis != (axes or [3])[-1]]))
        sign = rng.choice((-1, 1))
        for _ in range(rng.randint(shortest, longest) - 1):
            x, y, z = (at + sign * step for at, step in zip(cubes[-1], AXES[axes[-1]], strict=True))
            ahead = (x, y, z)
            if any(_distance(ahead, other) <= 1 for other in cubes[:-1]):
                return None  # arms neither cross nor touch
            cubes.append(ahead)
    return tuple(cubes) if len(set(axes)) == 3 else None


def _distance(one: Cube, other: Cube) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _is_clear(figure: Figure, view: Quaternion) -> bool:
    """Whether no cube hides another from the front."""
    across = rotations.matrix(view)[:2, :3]
    seen = (np.array(figure)[:, None, :] * across).sum(axis=2)
    apart = ((seen[:, None] - seen) ** 2).sum(axis=2) + np.eye(len(figure))
    return bool(apart.min() >= CLEAR * CLEAR)


def _is_symmetric(figure: Figure) -> bool:
    """Whether a rotation other than none maps the figure to itself."""
    cubes = np.array(figure)
    home = _normal(cubes)
    same = sum(_normal(cubes @ rotation) == home for rotation in _cube_rotations())
    return same > 1


def _normal(cubes: Ints) -> frozenset[Cube]:
    """The figure with its lowest corner at the origin."""
    return frozenset(map(tuple, (cubes - cubes.min(axis=0)).tolist()))


@lru_cache(maxsize=1)
def _cube_rotations() -> tuple[Ints, ...]:
    """The 24 rotations that map a cube to itself."""
    signed = (
        np.array(axes) * np.array(signs)[:, None]
        for axes in permutations(AXES)
        for signs in product((-1, 1), repeat=3)
    )
    return tuple(each for each in signed if np.linalg.det(each) > 0)


# Drawing


@cached_layer
def _mesh(figure: Figure) -> Mesh:
    """The figure in a ball of radius 1 around the origin."""
    cubes = np.array(figure, dtype=np.float64)
    cubes -= (cubes.min(axis=0) + cubes.max(axis=0)) / 2
    radius = np.sqrt(((abs(cubes) + 0.5) ** 2).sum(axis=1)).max()
    block = box(1 / radius, 1 / radius, 1 / radius)
    return merge([replace(block, vertices=block.vertices + at / radius) for at in cubes])


def _panel(figure: Figure, color: int, orientation: Quaternion) -> Frame:
    turned = Instance(_mesh(figure), rotations.matrix(orientation), PIECES[color], edges=2.0)
    return render([turned], studio.CAMERA, studio.LIGHT, studio.SIZE, studio.BACKDROP)


_target, _current = cached_layer(_panel), cached_frame(_panel)  # the target stays


PRESETS = {
    "easy": MentalRotation3DCube(segments=4, tolerance=10, step_limit=20),
    "hard": MentalRotation3DCube(segments=6, tolerance=10, step_limit=30),
}

"""Mental Rotation 3D (Objaverse): turn an everyday object into its target orientation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import SCENE
from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import framing
from visgym.kit.caches import cached_frame, cached_layer
from visgym.kit.photo_sources import Use
from visgym.kit.solid import objects, rotations, studio
from visgym.kit.solid.rotations import Quaternion
from visgym.kit.solid.scene import render
from visgym.kit.solid.transforms import compose
from visgym.kit.solid.values import Instance

Degrees = Annotated[float, Span(-180, 180)]

LEAST = 30.0  # degrees between the start and the target


@dataclass(frozen=True, slots=True)
class ObjectState:
    model: str
    """The key of the object."""
    target: Quaternion
    current: Quaternion


@dataclass(frozen=True, kw_only=True)
class MentalRotation3DObjaverse(Task[ObjectState]):
    tolerance: float = 15.0
    """Degrees by which the orientation may miss."""
    data: str = ""
    """A folder of GLB files such as Objaverse's; empty for the embedded objects."""
    meshes: Use = "evaluation"
    """Which of the embedded objects: those of the suites, those for training, or all."""

    dataset: ClassVar[str] = "objaverse"
    distance_unit: ClassVar[str] = "degrees"
    tags = frozenset({"synthetic", "partial", "known", "rotation"})
    budget = replace(SCENE, first=30.0)

    # Generation

    def validate(self) -> None:
        if not 0 < self.tolerance < LEAST:
            raise ValueError(f"tolerance must be between 0 and {LEAST:g} degrees.")

    def generate(self, rng: Random) -> ObjectState:
        model = rng.choice(objects.turnable(self.data, self.meshes))
        view = (rng.choice((-1, 1)) * rng.uniform(20, 60), rng.uniform(12, 30), 0.0)
        target = rotations.turned(rotations.UPRIGHT, view)
        return ObjectState(model, target, rotations.far_orientation(target, LEAST, rng))

    # Rules

    def rules(self) -> str:
        return (
            "You solve a 3D mental rotation task. You see two pictures of one object: in its "
            "target orientation, and as it is turned now. Rotate the current object until it is "
            f"oriented as the target. {rotations.TOLD} You succeed if the object is within "
            f"{self.tolerance:g} degrees of the target orientation when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return "The target is on the left, the current object on the right."

    @action(listed=True)
    def rotate(
        self, state: ObjectState, d_roll: Degrees, d_yaw: Degrees, d_pitch: Degrees
    ) -> ObjectState:
        """Rotate the current object by roll, yaw and pitch about the fixed world axes."""
        return replace(state, current=rotations.turned(state.current, (d_yaw, d_pitch, d_roll)))

    def score(self, state: ObjectState) -> float:
        return float(rotations.angle_between(state.current, state.target) <= self.tolerance)

    def goal(self, state: ObjectState) -> ObjectState:
        return replace(state, current=state.target)

    def distance(self, state: ObjectState) -> float:
        """The angle of the one rotation that leads to the target."""
        return rotations.angle_between(state.current, state.target)

    # Observation

    def draw(self, state: ObjectState) -> Frame:
        target = _target(self.data, state.model, state.target)
        return framing.side_by_side(target, _current(self.data, state.model, state.current))

    # Solvers

    def effort(self, state: ObjectState) -> float:
        """How fine the object must be turned."""
        return LEAST - self.tolerance

    @solver
    def look_around(
        self, state: ObjectState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """A full turn about each axis, which shows the whole object, before correcting it."""
        for turn in rotations.look_then_correct(state.current, state.target, steps):
            yield _rotation(*turn)

    @solver
    def solve_only(
        self, state: ObjectState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """One corrective rotation about each axis."""
        for turn in rotations.correct(state.current, state.target, steps, rng):
            yield _rotation(*turn)


def _rotation(yaw: float, pitch: float, roll: float) -> Call:
    return Call("rotate", (roll, yaw, pitch))


def _panel(folder: str, model: str, orientation: Quaternion) -> Frame:
    place = compose(rotations.matrix(orientation), objects.into_ball(model, folder))
    instance = Instance(objects.mesh(model, folder), place)
    return render([instance], studio.CAMERA, studio.LIGHT, studio.SIZE, studio.BACKDROP)


_target, _current = cached_layer(_panel), cached_frame(_panel)  # the target stays


PRESETS = {
    "easy": MentalRotation3DObjaverse(tolerance=15, step_limit=20),
    "hard": MentalRotation3DObjaverse(tolerance=5, step_limit=30),
}

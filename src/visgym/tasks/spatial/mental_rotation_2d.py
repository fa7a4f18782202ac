"""Mental Rotation 2D: turn a round photo until it stands like its reference."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from visgym.core.budgets import PHOTO
from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import PAPER, Canvas
from visgym.kit.discs import turned_disc
from visgym.kit.permutations import in_parts
from visgym.kit.photo_sources import PhotoSource, Use
from visgym.kit.search import with_round_trips

SIDE, MARGIN, GAP, TITLE = 300, 24, 40, 34  # pixels
MARGIN_OF_START = 20  # degrees by which a start is further off than the tolerance
COARSE = 41  # pixels across the photo in which turned photos are compared
RINGS = (5, 8, 11, 14, 17)  # radii in those pixels
TURNS = 72  # turns of 5 degrees that are compared
NEAR = 6  # of these turns at which a photo may still look much like itself
DIFFERENCE = 24.0  # of a photo from itself at every further turn, at least


@dataclass(frozen=True, slots=True)
class RotationState:
    """The photo and how far it is turned clockwise, in degrees from 0 to 359."""

    photo: str
    angle: int


@dataclass(frozen=True, kw_only=True)
class MentalRotation2D(Task[RotationState]):
    tolerance: float = 10.0
    """Degrees by which the final angle may be off."""
    data: str = ""
    """Folder of the photos; empty for the embedded ones."""
    photos: Use = "evaluation"
    """Which photos: those for evaluation, those for training, or all."""
    crops: bool = False
    """Whether photos are cut at random and mirrored, which gives starts without number."""

    distance_unit: ClassVar[str] = "degrees"
    tags = frozenset({"real", "full", "known", "rotation"})
    budget = PHOTO
    dataset: ClassVar[str] = "llava"

    # Generation

    def validate(self) -> None:
        if not 0 <= self.tolerance <= 90:
            raise ValueError("tolerance must be from 0 to 90 degrees.")

    def generate(self, rng: Random) -> RotationState:
        nearest = math.ceil(self.tolerance) + MARGIN_OF_START
        angle = rng.randint(nearest, 360 - nearest)

        def suits(key: str) -> RotationState | None:
            return RotationState(key, angle) if _shows_turns(self.data, key) else None

        return PhotoSource(self.data, self.photos, self.crops).choose(rng, suits)

    # Rules

    def rules(self) -> str:
        return (
            "You see two round photos side by side. They are the same photo, but the right one has "
            "been turned by a secret angle. Turn it back. You succeed if the right photo stands "
            f"like the left one, within {self.tolerance:g} degrees, when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return "The reference is on the left and does not move; the photo you turn is on the right."

    @action
    def rotate(self, state: RotationState, angle: Annotated[int, Span(-180, 180)]) -> RotationState:
        """Turn the right photo by an angle in degrees, clockwise if positive and counterclockwise
        if negative."""
        return replace(state, angle=(state.angle + angle) % 360)

    def score(self, state: RotationState) -> float:
        return float(min(state.angle, 360 - state.angle) <= self.tolerance)

    def distance(self, state: RotationState) -> float:
        return float(min(state.angle, 360 - state.angle))

    # Observation

    def draw(self, state: RotationState) -> Frame:
        canvas = Canvas.on(_sheet())
        canvas.paste(_reference(self.data, state.photo), MARGIN, MARGIN + TITLE)
        disc = turned_disc(self.data, state.photo, SIDE, state.angle, PAPER)
        canvas.paste(disc, MARGIN + SIDE + GAP, MARGIN + TITLE)
        return canvas.frame

    # Solvers

    def effort(self, state: RotationState) -> float:
        """How fine the angle must be met."""
        return 90.0 - self.tolerance

    @solver
    def shortest(
        self, state: RotationState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """The shorter way round in two to four random parts, or in as many as are wanted."""
        total = 180 - (state.angle + 180) % 360
        parts = in_parts(total, steps or rng.randint(2, 4), rng)
        plan = [Call("rotate", (part,)) for part in parts]

        def there_and_back(_: RotationState) -> list[Call]:
            part = rng.randint(1, 20) * rng.choice((-1, 1))
            return [Call("rotate", (part,)), Call("rotate", (-part,))]

        yield from with_round_trips(self, state, plan, steps, rng, there_and_back)


@lru_cache(maxsize=4096)
def _shows_turns(data: str, key: str) -> bool:
    """Whether a photo looks clearly different from itself after every turn but a small one."""
    down, across = _rings()
    rings = pictures.fitted(data, key, COARSE, COARSE)[down, across].astype(np.int32)
    turns = np.arange(NEAR, TURNS // 2 + 1)
    turned = rings[:, (np.arange(TURNS) - turns[:, None]) % TURNS]  # ring, turn, place, channel
    off = np.abs(turned - rings[:, None]).sum(axis=(0, 2, 3))
    return bool(off.min() >= DIFFERENCE * rings.size)


@cache
def _rings() -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Rows and columns of points on rings around the centre of the coarse photo."""
    angles = [math.tau * turn / TURNS for turn in range(TURNS)]
    down = [[COARSE // 2 + round(r * math.sin(a)) for a in angles] for r in RINGS]
    across = [[COARSE // 2 + round(r * math.cos(a)) for a in angles] for r in RINGS]
    return np.array(down), np.array(across)


@cached_layer
def _reference(data: str, photo: str) -> Frame:
    return turned_disc(data, photo, SIDE, 0, PAPER)


@cached_layer
def _sheet() -> Frame:
    """The picture without the photos."""
    canvas = Canvas(2 * (MARGIN + SIDE) + GAP, MARGIN + TITLE + SIDE + MARGIN, PAPER)
    for left, title in ((MARGIN, "Reference"), (MARGIN + SIDE + GAP, "Current")):
        canvas.text(left + SIDE / 2, MARGIN + 6, title, 18)
    return canvas.frame


PRESETS = {
    "easy": MentalRotation2D(tolerance=10.0, step_limit=20),
    "hard": MentalRotation2D(tolerance=5.0, step_limit=30),
}

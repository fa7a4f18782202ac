"""Colorization: give a recoloured spot of a photo its own hue and saturation back.

What lies around the spot is grey, as it was published: a ring half as wide as the spot, beyond
which the photo goes on. With `grey` it is the whole photo, as the paper's prompt has it, so that
many colours are anybody's guess. With `photo` nothing is grey, and spots are chosen that have the
colour of their surroundings, which can be copied.

`accuracy_radius` is the published number, 11 for easy and 16 for hard, and stands for the precision
that is required: the more, the stricter. The published program divides by it the other way round,
so that its hard is more lenient than its easy (hue within 61 and 42 degrees). Here hue must be
within 330 / radius degrees and saturation within 660 / radius of 255 levels, each by itself: 30 and
60 for easy, 20 and 41 for hard. A target of little saturation has no hue to speak of and is not
chosen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated, ClassVar

import numpy as np
from numpy.typing import NDArray

from visgym.core.budgets import PHOTO
from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import pictures
from visgym.kit.grid import Cell
from visgym.kit.permutations import in_parts
from visgym.kit.photo_sources import PhotoSource, Use
from visgym.kit.search import with_round_trips
from visgym.tasks.perception.colorization import drawing
from visgym.tasks.perception.colorization.drawing import Surroundings

PATCH = 3  # half the side in pixels of a patch whose mean is its colour
EDGE = 48  # pixels from the centre of the spot to the edges of the photo, at least
INSIDE = ((-14, 0), (14, 0), (0, -14), (0, 14))
AROUND = ((-44, 0), (44, 0), (0, -44), (0, 44), (-31, -31), (31, 31), (-31, 31), (31, -31))
"""Rows and columns from the centre of the spot to patches in it and beyond its ring."""
AROUND_IT: dict[Surroundings, str] = {
    "ring": "The ring around it is grey, so that no neighbouring colour can be copied.",
    "grey": "The photo around it is shown in shades of grey.",
    "photo": "It belongs to the colours around it.",
}
LIKE_HUE, LIKE_SATURATION = 10, 25  # by which a patch of the same colour may be off
UNLIKE = 3  # hues and saturations of these patches that may be off by more
STEP = 8  # pixels between spots that are considered
VIVID, DARKEST, BRIGHTEST = 75, 100, 240  # saturation and values that the spot may have


@dataclass(frozen=True, slots=True)
class ColorState:
    """A spot of a photo, its own hue and saturation, and those that are chosen now."""

    photo: str
    spot: Cell
    target: tuple[int, int]
    hue: int
    saturation: int


@dataclass(frozen=True, kw_only=True)
class Colorization(Task[ColorState]):
    accuracy_radius: int = 11
    """Precision required: hue within 330 / radius degrees, saturation within 660 / radius."""
    surroundings: Surroundings = "ring"
    """What is grey around the spot: a ring, the whole photo, or nothing with photo."""
    data: str = ""
    """Folder of the photos; empty for the embedded ones."""
    photos: Use = "evaluation"
    """Which photos: those for evaluation, those for training, or all."""
    crops: bool = False
    """Whether photos are cut at random and mirrored, which gives starts without number."""

    version: ClassVar[int] = 2
    distance_unit: ClassVar[str] = "tolerances"
    tags = frozenset({"real", "full", "known", "color"})
    budget = PHOTO
    dataset: ClassVar[str] = "llava"

    @property
    def hue_tolerance(self) -> int:
        """Degrees by which the final hue may be off."""
        return 330 // self.accuracy_radius

    @property
    def saturation_tolerance(self) -> int:
        """Levels of 255 by which the final saturation may be off."""
        return 660 // self.accuracy_radius

    # Generation

    def validate(self) -> None:
        if not 6 <= self.accuracy_radius <= 110:
            raise ValueError("accuracy_radius must be from 6 to 110.")

    def generate(self, rng: Random) -> ColorState:
        nearest = self.hue_tolerance + 20
        off, saturation = rng.randint(nearest, 360 - nearest), rng.randint(40, 255)

        def suits(key: str) -> ColorState | None:
            spots = _spots(self.data, key, self.surroundings == "photo")
            if not len(spots):
                return None
            row, column = spots[rng.randrange(len(spots))].tolist()
            hue, vividness, _ = _color_at(self.data, key, (row, column))
            return ColorState(key, (row, column), (hue, vividness), (hue + off) % 360, saturation)

        return PhotoSource(self.data, self.photos, self.crops).choose(rng, suits)

    # Rules

    def rules(self) -> str:
        return (
            "In a photo, the spot inside the dark ring has been given a wrong hue and saturation; "
            f"only its brightness is left. {AROUND_IT[self.surroundings]} Find the colour that "
            "belongs there, judging by what the photo shows. You succeed if, when you stop, your "
            f"hue is within {self.hue_tolerance} degrees and your saturation within "
            f"{self.saturation_tolerance} of the original colour at the centre of the spot."
        )

    def legend(self, medium: Medium) -> str:
        return (
            "On the left, a colour wheel shows your choice as a small circle on a spoke: the angle "
            "is the hue, from 0 degrees at the right through 90 at the bottom, clockwise, and the "
            "distance from the centre is the saturation, from 0 in the centre to 255 at the rim. "
            "Both are written under the wheel. On the right is the photo, its spot in your colour."
        )

    @action
    def rotate(self, state: ColorState, angle: Annotated[int, Span(-360, 360)]) -> ColorState:
        """Change the hue by an angle in degrees around the wheel, clockwise if positive and
        counterclockwise if negative."""
        return replace(state, hue=(state.hue + angle) % 360)

    @action
    def saturate(self, state: ColorState, delta: Annotated[int, Span(-255, 255)]) -> ColorState:
        """Change the saturation, outwards to more vivid if positive and towards the centre to more
        muted if negative; it ends at 0 and at 255."""
        return replace(state, saturation=min(255, max(0, state.saturation + delta)))

    def score(self, state: ColorState) -> float:
        hue, saturation = self.metrics(state).values()
        return float(hue <= self.hue_tolerance and saturation <= self.saturation_tolerance)

    def metrics(self, state: ColorState) -> dict[str, float]:
        hue, saturation = state.target
        apart = abs(state.hue - hue)
        off = abs(state.saturation - saturation)
        return {"hue_error": min(apart, 360 - apart), "saturation_error": off}

    def distance(self, state: ColorState) -> float:
        """The errors of hue and saturation, each in its tolerances, taken together."""
        hue, saturation = self.metrics(state).values()
        return math.hypot(hue / self.hue_tolerance, saturation / self.saturation_tolerance)

    # Observation

    def draw(self, state: ColorState) -> Frame:
        value = _color_at(self.data, state.photo, state.spot)[2]
        spot = (self.data, state.photo, state.spot)
        return drawing.draw(spot, value, state.hue, state.saturation, self.surroundings)

    # Solvers

    def effort(self, state: ColorState) -> float:
        """How many hues apart can be told from one another."""
        return 180 / self.hue_tolerance

    @solver
    def stepwise(self, state: ColorState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Hue in two to four parts and saturation in one to three, mixed, with parts there and
        back where more steps are wanted."""
        hue, saturation = state.target
        turn = 180 - (state.hue - hue + 180) % 360
        turns = in_parts(turn, rng.randint(2, 4), rng)
        plan = [Call("rotate", (part,)) for part in turns]
        for part in in_parts(saturation - state.saturation, rng.randint(1, 3), rng):
            plan.insert(rng.randint(0, len(plan)), Call("saturate", (part,)))

        def there_and_back(at: ColorState) -> list[Call]:
            if rng.random() < 0.5:
                name, part = "rotate", rng.randint(1, 5) * rng.choice((-1, 1))
            else:
                name, part = "saturate", rng.randint(1, 10) * (1 if at.saturation < 128 else -1)
            return [Call(name, (part,)), Call(name, (-part,))]

        yield from with_round_trips(self, state, plan, steps, rng, there_and_back)


# Where a spot may be


@lru_cache(maxsize=1024)
def _color_at(data: str, key: str, spot: Cell) -> tuple[int, int, int]:
    """Hue, saturation and value of the mean colour around a point."""
    row, column = spot
    photo = drawing.fitted_photo(data, key)
    patch = photo[row - PATCH : row + PATCH + 1, column - PATCH : column + PATCH + 1]
    red, green, blue = (int(level) for level in patch.sum(axis=(0, 1), dtype=np.int64))
    count = (2 * PATCH + 1) ** 2
    return pictures.hsv((red // count, green // count, blue // count))


@lru_cache(maxsize=1024)
def _spots(data: str, key: str, surrounded: bool) -> NDArray[np.int64]:
    """Rows and columns of spots that are vivid, of one colour, and surrounded by it if so asked."""
    colors = pictures.smooth(drawing.fitted_photo(data, key), PATCH)
    rows = np.arange(EDGE, drawing.HEIGHT - EDGE, STEP)[:, None]
    columns = np.arange(EDGE, drawing.WIDTH - EDGE, STEP)
    offsets = ((0, 0), *INSIDE, *(AROUND if surrounded else ()))
    near = np.stack([colors[rows + down, columns + across] for down, across in offsets])
    levels = pictures.hsv_levels(near.reshape(-1, columns.size, 3)).reshape(near.shape)
    hues, saturations = levels[..., 0], levels[..., 1]
    apart = np.abs(hues - hues[0])
    unlike = np.sum(np.minimum(apart, 360 - apart) > LIKE_HUE, axis=0)
    unlike += np.sum(np.abs(saturations - saturations[0]) > LIKE_SATURATION, axis=0)
    saturation, value = levels[0, ..., 1], levels[0, ..., 2]
    vivid = (saturation >= VIVID) & (value >= DARKEST) & (value <= BRIGHTEST)
    return np.argwhere(vivid & (unlike <= (UNLIKE if surrounded else 0))) * STEP + EDGE


PRESETS = {
    "easy": Colorization(accuracy_radius=11, step_limit=20),
    "hard": Colorization(accuracy_radius=16, step_limit=30),
}

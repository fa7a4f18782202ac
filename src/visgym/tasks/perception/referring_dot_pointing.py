"""Referring Dot-Pointing: point at the one thing that a phrase names.

The published task is one task for easy and hard, which differ in their steps. Its photos are those
of RefCOCO, which `data` names; without it scenes are composed, and so the tag is synthetic.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

import numpy as np

from visgym.core.budgets import STAGED
from visgym.core.calls import Call
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import RED
from visgym.kit.datasets import refcoco
from visgym.kit.pointing import (
    Mark,
    Mask,
    any_pixel,
    is_in,
    mark_at,
    middle,
    pixel_at,
    with_dots,
)
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.staged.compose import Scene, picture, view
from visgym.kit.staged.placement import cast, furnish
from visgym.kit.staged.referring import RELATIONS, sights, unique_phrases
from visgym.kit.staged.settings import STYLES
from visgym.kit.staged.surroundings import SIZE

MOST_SCENES = 60  # composed before a seed is given up
MARKS = 3  # that the solver makes unless asked for another number


@dataclass(frozen=True, slots=True)
class ReferringState:
    """A scene or a photo, a phrase, the thing it names in a scene, and the mark."""

    place: Scene | refcoco.RefcocoSample
    phrase: str
    target: int = -1
    dot: Mark | None = None


@dataclass(frozen=True, kw_only=True)
class ReferringDotPointing(Task[ReferringState]):
    data: str = ""
    """A folder with RefCOCO and its photos; empty for composed scenes."""

    version: ClassVar[int] = 3
    dataset: ClassVar[str] = "refcoco"
    one_level: ClassVar[bool] = True
    distance_unit: ClassVar[str] = "pixels"
    tags = frozenset({"synthetic", "full", "known", "perception"})
    budget = STAGED

    # Generation

    def generate(self, rng: Random) -> ReferringState:
        if self.data:
            sample = refcoco.choose(self.data, rng)
            return ReferringState(sample, refcoco.text(self.data, sample))
        wanted = "scenes has a thing that a phrase tells from all others; take another seed"
        return first_accepted(lambda: _referred(_compose(rng), rng), wanted, MOST_SCENES)

    # Rules

    def rules(self) -> str:
        return (
            "Your goal is to point at the one thing in the picture that a phrase names. You "
            "succeed if your last mark lies on that thing when you stop. Left, right, top and "
            "bottom are those of the picture."
        )

    def legend(self, medium: Medium) -> str:
        height, width = refcoco.SIZE if self.data else SIZE
        return (
            "The red dot is your mark, if you have made one. The coordinates x and y run from 0.0 "
            "at the left and the top to 1.0 at the right and the bottom of the picture, which has "
            f"{width} x {height} pixels."
        )

    def question(self, state: ReferringState) -> str:
        return f"Point at '{state.phrase}'."

    @action
    def mark(
        self,
        state: ReferringState,
        x: Annotated[float, Span(0.0, 1.0)],
        y: Annotated[float, Span(0.0, 1.0)],
    ) -> ReferringState:
        """Mark a point at normalized coordinates; it replaces the mark before."""
        return replace(state, dot=(x, y))

    def score(self, state: ReferringState) -> float:
        if state.dot is None:
            return 0.0
        if isinstance(state.place, refcoco.RefcocoSample):
            return float(is_in(state.dot, refcoco.mask(self.data, state.place)))
        column, row = pixel_at(state.dot, SIZE[1], SIZE[0])
        return float(view(state.place).ids[row, column] == state.target)

    def distance(self, state: ReferringState) -> float:
        """From the mark to the nearest pixel of the thing; without one, across the picture."""
        mask = self._mask(state)
        height, width = mask.shape
        if state.dot is None:
            return math.hypot(width, height)
        column, row = pixel_at(state.dot, width, height)
        rows, columns = np.nonzero(mask)
        return float(np.hypot(rows - row, columns - column).min())

    # Observation

    def draw(self, state: ReferringState) -> Frame:
        photo, dots = _photo(self.data, state.place), (state.dot,) if state.dot else ()
        return with_dots(photo, dots, RED).frame

    # Solvers

    @solver
    def closing_in(
        self, state: ReferringState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """Marks on a line from a random pixel of the thing to the middle of it."""
        mask = self._mask(state)
        height, width = mask.shape
        (x, y), (end_x, end_y) = any_pixel(mask, rng), middle(mask)
        marks = max(steps or MARKS, 1)
        for left in range(marks - 1, -1, -1):
            part = left / max(marks - 1, 1)
            pixel = round(end_x + (x - end_x) * part), round(end_y + (y - end_y) * part)
            yield Call("mark", mark_at(pixel, width, height))

    def _mask(self, state: ReferringState) -> Mask:
        """The pixels of the thing that is named."""
        if isinstance(state.place, refcoco.RefcocoSample):
            return refcoco.mask(self.data, state.place)
        return view(state.place).mask(state.target)


def _compose(rng: Random) -> Scene:
    """A scene with several things of two kinds and single things of others."""
    style = rng.choice(STYLES)
    kinds = sorted(cast(style, rng, 9)[:7], key=lambda kind: not kind.paint)
    main, second, *rest = kinds
    wanted = [main] * rng.randint(3, 5) + [second] * rng.randint(2, 3) + rest[: rng.randint(2, 4)]
    return furnish(style, rng.randrange(10_000), wanted, rng)


def _referred(scene: Scene, rng: Random) -> ReferringState | None:
    """A thing that has its like in the scene, with a phrase that fits nothing else."""
    things = sights(scene)
    names = [thing.name for thing in things]
    repeated = [i for i, name in enumerate(names) if names.count(name) > 1]
    for target in rng.sample(repeated, len(repeated)):
        forms = unique_phrases(target, things, scene.style)
        if forms:
            names = sorted(forms)
            (form,) = rng.choices(names, [3 if name in RELATIONS else 1 for name in names])
            return ReferringState(scene, rng.choice(forms[form]), target)
    return None


def _photo(data: str, place: Scene | refcoco.RefcocoSample) -> Frame:
    """The picture without the mark."""
    if isinstance(place, refcoco.RefcocoSample):
        return refcoco.picture(data, place)
    return picture(place)


PRESETS = {
    "easy": ReferringDotPointing(step_limit=20),
    "hard": ReferringDotPointing(step_limit=30),
}

"""Counting: say how many things of a kind a picture shows.

The published photos are those of LVIS, which `data` names; without it scenes are composed, in which
each thing is clearly visible and its number beyond doubt, and so the tag is synthetic.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import STAGED
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import INK, RED, SHEET
from visgym.kit.datasets import lvis
from visgym.kit.pointing import Mark, Region, with_dots
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.staged.compose import Scene, picture, view
from visgym.kit.staged.placement import cast, furnish
from visgym.kit.staged.settings import STYLES

MOST_SCENES = 60  # composed before a range of numbers counts as impossible
LABEL = 84  # pixels across the label that shows the guess
OTHER_KINDS = 4  # that may stand among the counted one


@dataclass(frozen=True, slots=True)
class CountingState:
    """A scene or a photo, what to count in it, the dots so far and the guess."""

    place: Scene | lvis.LvisSample
    noun: str
    dots: tuple[Mark, ...] = ()
    guess: int | None = None


@dataclass(frozen=True, kw_only=True)
class Counting(Task[CountingState]):
    fewest: int = 2
    """Things of the kind that there are at least."""
    most: int = 20
    """Things of the kind that there are at most."""
    data: str = ""
    """A folder with LVIS annotations and COCO photos; empty for composed scenes."""

    version: ClassVar[int] = 3
    dataset: ClassVar[str] = "lvis"
    distance_unit: ClassVar[str] = "things"
    tags = frozenset({"synthetic", "full", "known", "perception"})
    budget = replace(STAGED, demonstrations=2.0)

    # Generation

    def validate(self) -> None:
        if not 1 <= self.fewest < self.most <= 40:
            raise ValueError("fewest must be at least 1 and below most, and most at most 40.")

    def generate(self, rng: Random) -> CountingState:
        if self.data:
            sample = lvis.choose(self.data, self.fewest, self.most, rng)
            return CountingState(sample, lvis.name(self.data, sample))

        def draw() -> CountingState | None:
            state = self._compose(rng)
            return state if self.fewest <= self._count(state) <= self.most else None

        wanted = f"scenes shows {self.fewest} to {self.most} things of a kind"
        return first_accepted(draw, f"{wanted}; lower fewest or widen the range", MOST_SCENES)

    def _compose(self, rng: Random) -> CountingState:
        """A scene with some number of things of one kind among others."""
        style, count = rng.choice(STYLES), rng.randint(self.fewest, self.most)
        counted, *others = cast(style, rng, 1 + OTHER_KINDS)
        strangers = rng.choices(others, k=rng.randint(2, 4 + count // 5))
        wanted = [counted] * count + strangers
        rng.shuffle(wanted)
        scene = furnish(style, rng.randrange(10_000), wanted, rng)
        return CountingState(scene, counted.plural)

    # Rules

    def rules(self) -> str:
        return (
            "You count things of one kind in a picture; other things do not matter. You can place "
            "dots to keep track of what you have counted, and then record your final count. You "
            "succeed if your last guess is the true number of these things when you stop; the "
            "dots do not matter."
        )

    def legend(self, medium: Medium) -> str:
        return (
            "Red dots are those you have placed. The coordinates x and y run from 0.0 at the left "
            "and the top to 1.0 at the right and the bottom of the picture. Once you have made a "
            "guess, the label in the top left corner shows it."
        )

    def question(self, state: CountingState) -> str:
        return f"Count the {state.noun} in the picture."

    @action
    def mark(
        self,
        state: CountingState,
        x: Annotated[float, Span(0.0, 1.0)],
        y: Annotated[float, Span(0.0, 1.0)],
    ) -> CountingState:
        """Place a dot at normalized coordinates."""
        return replace(state, dots=(*state.dots, (x, y)))

    @action
    def undo(self, state: CountingState) -> CountingState:
        """Remove the dot placed last."""
        if not state.dots:
            raise Illegal("There is no dot to remove.")
        return replace(state, dots=state.dots[:-1])

    @action
    def guess(
        self, state: CountingState, count: Annotated[int, Span("fewest", "most")]
    ) -> CountingState:
        """Record how many there are; a later guess replaces it."""
        return replace(state, guess=count)

    def score(self, state: CountingState) -> float:
        return float(state.guess == self._count(state))

    def goal(self, state: CountingState) -> CountingState:
        return replace(state, guess=self._count(state))

    def _count(self, state: CountingState) -> int:
        """How many things of the noun there are; all those of a scene are clearly visible."""
        if isinstance(state.place, lvis.LvisSample):
            return lvis.count(self.data, state.place)
        return sum(state.noun == thing.kind.plural for thing in state.place.things)

    def distance(self, state: CountingState) -> float:
        """By how much the guess is off; without one, the things that have no dot, and one."""
        if state.guess is not None:
            return float(abs(state.guess - self._count(state)))
        things = self._things(state)
        return 1.0 + sum(not any(map(thing.holds, state.dots)) for thing in things)

    # Observation

    def draw(self, state: CountingState) -> Frame:
        canvas = with_dots(_photo(self.data, state.place), state.dots, RED)
        if state.guess is not None:
            canvas.rect(0, 0, LABEL, 24, SHEET)
            canvas.text(LABEL / 2, 12, f"Guess: {state.guess}", 14, INK, bold=True)
        return canvas.frame

    # Solvers

    @solver
    def mark_all(
        self, state: CountingState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """Dot every instance that has none, as far as the steps reach, then guess."""
        things = self._things(state)
        bare = [thing for thing in things if not any(map(thing.holds, state.dots))]
        marked = bare[: self.step_limit - 2]
        yield from self._idle(state, (steps or 0) - len(marked) - 1, rng)
        for thing in marked:
            yield Call("mark", thing.mark())
        yield Call("guess", (len(things),))

    @solver
    def guess_only(
        self, state: CountingState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """Guess at once."""
        yield from self._idle(state, (steps or 0) - 1, rng)
        yield Call("guess", (self._count(state),))

    def _idle(self, state: CountingState, steps: int, rng: Random) -> Iterator[Call]:
        """Dots that are taken back, in at least so many steps."""
        for _ in range(-(-steps // 2)):
            yield Call("mark", (round(rng.random(), 4), round(rng.random(), 4)))
            yield Call("undo")

    def _things(self, state: CountingState) -> list[Region]:
        """Where each thing to be counted is."""
        if isinstance(state.place, lvis.LvisSample):
            return [Region(mask, 0, 0, mask.shape) for mask in lvis.masks(self.data, state.place)]
        seen, things = view(state.place), enumerate(state.place.things)
        return [seen.region(i) for i, thing in things if thing.kind.plural == state.noun]


def _photo(data: str, place: Scene | lvis.LvisSample) -> Frame:
    """The picture without dots."""
    return lvis.picture(data, place) if isinstance(place, lvis.LvisSample) else picture(place)


PRESETS = {
    "easy": Counting(fewest=2, most=20, step_limit=20),
    "hard": Counting(fewest=5, most=30, step_limit=30),
}

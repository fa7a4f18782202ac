"""Zoom-In Puzzle: put views of a photo in order from least to most zoomed in."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, ClassVar, TypeAlias

from visgym.core.budgets import PHOTO
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Permutation, Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import pictures
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, PAPER, Canvas
from visgym.kit.permutations import fewest_swaps, gathered, shuffled, sorting_swaps, swapped
from visgym.kit.photo_sources import PhotoSource, Use
from visgym.kit.search import with_round_trips

TILE, GAP, LABEL = 172, 10, 32  # pixels
LEAST_ZOOM = 1.25  # of the view that is zoomed in least
LEAST_RATIO = 1.25  # of the zooms of neighbouring views
SMALLEST = 72  # pixels of a photo that a view is enlarged from at least
MOST_ZOOM = pictures.LONGEST // SMALLEST  # of the view that is zoomed in most
CONTRAST = 16.0  # of every view, at least
DIFFERENCE = 20.0  # of any two views, at least
PLACES = 6  # places that are tried in a photo

Box: TypeAlias = tuple[int, int, int]
"""Left, top and side of a square in the photo, in its own pixels."""


@dataclass(frozen=True, slots=True)
class ZoomState:
    """The photo, and the part of it that each view shows, from left to right."""

    photo: str
    boxes: tuple[Box, ...]


@dataclass(frozen=True, kw_only=True)
class ZoomInPuzzle(Task[ZoomState]):
    views: int = 4
    """Views to be put in order."""
    minimum_zoom: float = 0.75
    """Zoom to which the gaps are added."""
    zoom_gap: float = 0.75
    """Mean difference of zoom between neighbouring views."""
    zoom_variability: float = 0.2
    """Standard deviation of each zoom."""
    nested: bool = True
    """Whether each view lies within the view that is zoomed in next less."""
    data: str = ""
    """Folder of the photos; empty for the embedded ones."""
    photos: Use = "evaluation"
    """Which photos: those for evaluation, those for training, or all."""
    crops: bool = False
    """Whether photos are cut at random and mirrored, which gives starts without number."""

    distance_unit: ClassVar[str] = "swaps"
    tags = frozenset({"real", "full", "known", "ordering"})
    budget = replace(PHOTO, advance=0.2)
    dataset: ClassVar[str] = "llava"

    # Generation

    def validate(self) -> None:
        if not 2 <= self.views <= 8:
            raise ValueError("views must be from 2 to 8.")
        if min(self.minimum_zoom, self.zoom_gap, self.zoom_variability) < 0:
            raise ValueError("minimum_zoom, zoom_gap and zoom_variability must not be negative.")
        if self.minimum_zoom + self.views * self.zoom_gap + self.zoom_variability > MOST_ZOOM:
            raise ValueError(
                f"Views are zoomed in more than {MOST_ZOOM:g} times, and no photo is that large; "
                "lower minimum_zoom, zoom_gap or zoom_variability."
            )

    def generate(self, rng: Random) -> ZoomState:
        zooms = self._zooms(rng)

        def suits(key: str) -> ZoomState | None:
            for _ in range(PLACES):
                boxes = self._boxes(key, zooms, rng)
                if _are_clear(self.data, key, boxes):
                    return ZoomState(key, shuffled(boxes, rng))
            return None

        return PhotoSource(self.data, self.photos, self.crops).choose(rng, suits)

    def _zooms(self, rng: Random) -> list[float]:
        """The zoom of each view, least first, far enough apart to be told."""
        means = [self.minimum_zoom + (view + 1) * self.zoom_gap for view in range(self.views)]
        drawn = sorted(round(rng.gauss(mean, self.zoom_variability), 3) for mean in means)
        zooms = [max(LEAST_ZOOM, drawn[0])]
        for zoom in drawn[1:]:
            zooms.append(max(zoom, zooms[-1] * LEAST_RATIO))
        return zooms

    def _boxes(self, key: str, zooms: list[float], rng: Random) -> tuple[Box, ...]:
        """A place for each view."""
        whole = around = _whole(self.data, key)
        boxes = []
        for zoom in zooms:
            left, top, room = around
            side = int(whole[2] / zoom)
            at = (left + rng.randint(0, room - side), top + rng.randint(0, room - side), side)
            boxes.append(at)
            around = at if self.nested else whole
        return tuple(boxes)

    # Rules

    def rules(self) -> str:
        nested = " Each shows a part of what the next less zoomed view shows." * self.nested
        return (
            f"You see an original photo and {self.views} views of it from left to right. Each view "
            "shows a square part of the photo, enlarged to one size: the smaller the part, the "
            f"more it is zoomed in.{nested} Positions of views are numbered from 1 at the left. "
            "You succeed if the views are in order from least to most zoomed in, from left to "
            "right, when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return (
            "The original is at the far left. The views follow, with the number of its position "
            "under each; the numbers belong to positions and do not move with the views."
        )

    @action
    def swap(
        self,
        state: ZoomState,
        i: Annotated[int, Span(1, "views")],
        j: Annotated[int, Span(1, "views")],
    ) -> ZoomState:
        """Exchange the views at two positions."""
        if i == j:
            raise Illegal(f"Both positions are {i}; a swap needs two different ones.")
        return replace(state, boxes=swapped(state.boxes, i - 1, j - 1))

    @action
    def reorder(
        self, state: ZoomState, order: Annotated[tuple[int, ...], Permutation("views", first=1)]
    ) -> ZoomState:
        """Move all views at once: the view that is now at the position listed first goes to
        position 1, the view at the position listed second goes to position 2, and so on."""
        return replace(state, boxes=gathered(state.boxes, [place - 1 for place in order]))

    def score(self, state: ZoomState) -> float:
        return float(all(a[2] > b[2] for a, b in itertools.pairwise(state.boxes)))

    def distance(self, state: ZoomState) -> float:
        return float(fewest_swaps(_ranks(state)))

    # Observation

    def draw(self, state: ZoomState) -> Frame:
        canvas = Canvas((self.views + 1) * (TILE + GAP) + GAP, TILE + GAP + LABEL, PAPER)
        whole = _whole(self.data, state.photo)
        for column, box in enumerate((whole, *state.boxes)):
            left = GAP + column * (TILE + GAP)
            canvas.paste(_view(self.data, state.photo, box), left, GAP)
            label = str(column) if column else "Original"
            canvas.text(left + TILE / 2, GAP + TILE + LABEL / 2, label, 17, INK, bold=column > 0)
        return canvas.frame

    # Solvers

    @solver
    def swapping(self, state: ZoomState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Fewest swaps, each bringing a view to its position, and swaps there and back."""
        swaps = sorting_swaps(_ranks(state), rng)
        plan = [Call("swap", (one + 1, other + 1)) for one, other in swaps]
        yield from self._padded(state, plan, steps, rng)

    @solver
    def reordering(self, state: ZoomState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """All views at once, with swaps there and back where more steps are wanted."""
        ranks = _ranks(state)
        order = tuple(ranks.index(rank) + 1 for rank in range(self.views))
        plan = [Call("reorder", (order,))] if ranks != sorted(ranks) else []
        yield from self._padded(state, plan, steps, rng)

    def _padded(
        self, state: ZoomState, plan: list[Call], steps: int | None, rng: Random
    ) -> list[Call]:
        def there_and_back(_: ZoomState) -> list[Call]:
            return [Call("swap", tuple(rng.sample(range(1, self.views + 1), 2)))] * 2

        return with_round_trips(self, state, plan, steps, rng, there_and_back)


def _ranks(state: ZoomState) -> list[int]:
    """The position that each view should have, from 0."""
    widest_first = sorted((-side for _, _, side in state.boxes))
    return [widest_first.index(-side) for _, _, side in state.boxes]


def _whole(data: str, key: str) -> Box:
    """The largest centred square of a photo."""
    wide, tall = pictures.size_of(data, key)
    side = min(tall, wide)
    return (wide - side) // 2, (tall - side) // 2, side


@cached_layer
def _view(data: str, key: str, box: Box) -> Frame:
    return _cut(data, key, box, TILE)


def _cut(data: str, key: str, box: Box, size: int) -> Frame:
    """A part of a photo in a square of some size."""
    left, top, side = box
    return pictures.cut(data, key, (left, top, side, side), size, size)


def _are_clear(data: str, key: str, boxes: tuple[Box, ...]) -> bool:
    """Whether views are sharp, rich, and unlike one another."""
    if boxes[-1][2] < SMALLEST:
        return False
    views: list[Frame] = []
    for box in reversed(boxes):  # the plainest are the most zoomed in
        view = _cut(data, key, box, TILE // 4)
        if pictures.contrast(view) < CONTRAST:
            return False
        if any(pictures.difference(view, other) < DIFFERENCE for other in views):
            return False
        views.append(view)
    return True


PRESETS = {
    "easy": ZoomInPuzzle(views=4, step_limit=20),
    "hard": ZoomInPuzzle(views=5, step_limit=30),
}

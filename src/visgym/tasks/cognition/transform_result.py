"""Transform Result: choose what a shape looks like after it was turned or mirrored.

What is done to the shape stands in the question; the published task never says it. To leave the
shape as it is would be no question, so it is never asked.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.shapes2d.choosing import BELOW, GAP, WIDTH, PictureChoice, put, sheet, spelled
from visgym.kit.shapes2d.lattice import (
    INSTRUCTIONS,
    MOTIONS,
    WRITTEN,
    Motion,
    Shape,
    combined,
    images,
    in_words,
    moved,
)
from visgym.kit.shapes2d.random_shapes import FEWEST, MOST, asymmetric, near_misses
from visgym.kit.shapes2d.rasters import raster, raster_moved, same
from visgym.kit.shapes2d.tiles import STYLES, TILE, Style, tiles

VARIANTS = (1, 2, 4)  # which divide the options evenly


@dataclass(frozen=True, slots=True)
class Transformed:
    shape: Shape
    motions: tuple[Motion, ...]
    style: Style
    options: tuple[Shape, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TransformResult(PictureChoice[Transformed]):
    corners: int = 5
    """Corners of the shape."""
    fewest: int = 1
    """Motions one after the other, at least."""
    most: int = 1
    """Motions one after the other, at most."""
    variants: int = 1
    """Different shapes among the options: the one that is shown, and near misses of it."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "rotation"})
    pictured = f"The shape is at the top. {BELOW}"
    written = WRITTEN

    def validate(self) -> None:
        if not FEWEST <= self.corners <= MOST or self.variants not in VARIANTS:
            raise ValueError(f"corners must be {FEWEST} to {MOST}, and variants 1, 2 or 4.")
        if not 1 <= self.fewest <= self.most <= 4:
            raise ValueError("fewest must be at least 1, most no less and at most 4.")

    def generate(self, rng: Random) -> Transformed:
        shape = asymmetric(self.corners, rng)
        problem = Transformed(shape, redrawn(self._motions, rng), rng.choice(STYLES))
        right = combined(problem.motions)
        others = rng.sample([each for each in MOTIONS if each != right], 8 // self.variants - 1)
        shapes = [images(each) for each in (shape, *near_misses(shape, self.variants - 1, rng))]
        tiles = [each[motion] for each in shapes for motion in (right, *others)]
        return self.posed(problem, tiles[0], tiles[1:], rng)

    def _motions(self, rng: Random) -> tuple[Motion, ...] | None:
        """Different motions that do not come to nothing."""
        drawn = tuple(rng.sample(MOTIONS[1:], rng.randint(self.fewest, self.most)))
        return None if combined(drawn) == "stay" else drawn

    def rules(self) -> str:
        return (
            "Take the shape and turn or mirror it as the question says. Which of the eight tiles "
            "shows the result? Tiles may show slightly different shapes as well."
        )

    def question(self, problem: Transformed) -> str:
        steps = "; then ".join(INSTRUCTIONS[motion] for motion in problem.motions)
        return f"What to do with the shape: {steps}."

    def fits(self, problem: Transformed, option: Shape) -> bool:
        return same(raster_moved(raster(problem.shape), *problem.motions), raster(option))

    def found(self, problem: Transformed) -> Shape:
        return moved(problem.shape, *problem.motions)

    def effort(self, state: Asked[Transformed]) -> float:
        return float(len(state.problem.motions) * self.corners * self.variants)

    def draw(self, problem: Transformed) -> Frame:
        source, *options = tiles((problem.shape, *problem.options), problem.style)
        canvas = sheet(options, above=TILE + 2 * GAP)
        put(canvas, source, (WIDTH - TILE) // 2, GAP)
        return canvas.frame

    def describe(self, problem: Transformed) -> str:
        return f"Shape: {in_words(problem.shape)}\n{spelled([*map(in_words, problem.options)])}"


PRESETS = levels(
    TransformResult, corners=(5, 8, 9), most=(1, 1, 3), fewest=(1, 1, 2), variants=(1, 2, 2)
)

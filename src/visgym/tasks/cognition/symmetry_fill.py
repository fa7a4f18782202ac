"""Symmetry Fill: choose the quarter that completes a picture with two mirror axes.

No quarter has a symmetry of its own, so that no two tiles are alike; in the published task, another
tile is often identical with the right one.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.authoring import Asked, Frame, levels
from visgym.kit.canvas import MUTED
from visgym.kit.shapes2d.choosing import BELOW, GAP, WIDTH, PictureChoice, put, sheet, spelled
from visgym.kit.shapes2d.icons import (
    Icon,
    icon,
    icon_in_words,
    icon_misses,
    icon_moved,
    icon_raster,
    icon_tiles,
)
from visgym.kit.shapes2d.lattice import MOTIONS, WRITTEN, Motion
from visgym.kit.shapes2d.random_shapes import FEWEST, MOST
from visgym.kit.shapes2d.rasters import raster_moved, same
from visgym.kit.shapes2d.tiles import TILE, empty_tile

QUARTERS = ("top left", "top right", "bottom left", "bottom right")
FROM_FIRST: tuple[Motion, ...] = ("stay", "left_right", "top_bottom", "half")
VARIANTS = (1, 2, 4)  # which divide the options evenly


@dataclass(frozen=True, slots=True)
class Quarters:
    shown: tuple[Icon, ...]
    """The three quarters that are there, row by row."""
    missing: int
    options: tuple[Icon, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SymmetryFill(PictureChoice[Quarters]):
    corners: int = 5
    """Corners of the large shape in a quarter."""
    style: Literal["outline", "filled", "nested"] = "outline"
    """How the large shape is drawn."""
    variants: int = 1
    """Different icons among the options: the one that is shown, and near misses of it."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "attention"})
    pictured = f"The picture is at the top, with a question mark on its missing quarter. {BELOW}"
    written = f"{WRITTEN} Each quarter and each tile has a large shape and a triangle on top of it."

    def validate(self) -> None:
        if not FEWEST <= self.corners <= MOST or self.variants not in VARIANTS:
            raise ValueError(f"corners must be {FEWEST} to {MOST}, and variants 1, 2 or 4.")

    def generate(self, rng: Random) -> Quarters:
        first, missing = icon(self.corners, rng), rng.randrange(len(QUARTERS))
        every = [icon_moved(first, motion) for motion in FROM_FIRST]
        problem = Quarters((*every[:missing], *every[missing + 1 :]), missing)
        right = every[missing]
        motions = ("stay", *rng.sample(MOTIONS[1:], 8 // self.variants - 1))
        icons = (right, *icon_misses(right, self.variants - 1, rng))
        tiles = [icon_moved(each, motion) for each in icons for motion in motions]
        return self.posed(problem, tiles[0], tiles[1:], rng)

    def rules(self) -> str:
        return (
            "A picture of two by two quarters is its own mirror image, left to right as well as "
            "top to bottom. One quarter is missing. Which tile is it? Tiles are put in as they "
            "are and not turned."
        )

    def fits(self, problem: Quarters, option: Icon) -> bool:
        """Whether both neighbours mirror the option."""
        whole = [*problem.shown[: problem.missing], option, *problem.shown[problem.missing :]]
        beside, above = (icon_raster(whole[problem.missing ^ bit]) for bit in (1, 2))
        mirrored = raster_moved(beside, "left_right"), raster_moved(above, "top_bottom")
        return all(same(each, icon_raster(option)) for each in mirrored)

    def found(self, problem: Quarters) -> Icon:
        """The opposite quarter, turned upside down."""
        opposite = 3 - problem.missing
        return icon_moved(problem.shown[opposite - (opposite > problem.missing)], "half")

    def effort(self, state: Asked[Quarters]) -> float:
        return float(self.corners * self.variants)

    def draw(self, problem: Quarters) -> Frame:
        frames = list(icon_tiles((*problem.shown, *problem.options), self.style))
        canvas = sheet(frames[3:], above=2 * TILE + 2 * GAP)
        left, quarters = WIDTH // 2 - TILE, [*frames[:3]]
        quarters.insert(problem.missing, empty_tile())
        for place, frame in enumerate(quarters):
            put(canvas, frame, left + place % 2 * TILE, GAP + place // 2 * TILE)
        x, y = left + problem.missing % 2 * TILE, GAP + problem.missing // 2 * TILE
        canvas.text(x + TILE / 2, y + TILE / 2, "?", 48, MUTED, bold=True)
        return canvas.frame

    def describe(self, problem: Quarters) -> str:
        names = [name for place, name in enumerate(QUARTERS) if place != problem.missing]
        shown = zip(names, map(icon_in_words, problem.shown), strict=True)
        quarters = "\n".join(f"{name}: {told}" for name, told in shown)
        return f"{quarters}\nTiles:\n{spelled([*map(icon_in_words, problem.options)])}"


PRESETS = levels(
    SymmetryFill,
    corners=(5, 6, 7),
    style=("outline", "filled", "nested"),
    variants=(1, 2, 4),
)

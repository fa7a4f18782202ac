"""Odd One Out: find the tile whose shape is no image of the others.

The odd shape is a near miss of the others and no unrelated one, and no two tiles are turned alike.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.shapes2d.choosing import LETTERS, PictureChoice, sheet, spelled
from visgym.kit.shapes2d.lattice import (
    MOTIONS,
    SIDE,
    WRITTEN,
    Shape,
    canonical,
    in_words,
    moved,
)
from visgym.kit.shapes2d.random_shapes import FEWEST, MOST, asymmetric, near_miss
from visgym.kit.shapes2d.rasters import orbit, raster
from visgym.kit.shapes2d.tiles import STYLES, Style, tiles


@dataclass(frozen=True, slots=True)
class Tiles:
    style: Style
    options: tuple[Shape, ...] = ()


@dataclass(frozen=True, kw_only=True)
class OddOneOut(PictureChoice[Tiles]):
    corners: int = 5
    """Corners of the shapes."""
    shifted: int = 2
    """Corners of the odd shape that lie elsewhere."""
    reach: int = 3
    """Steps of the lattice by which they were shifted each way, at most."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "rotation", "attention"})
    pictured = "There are eight tiles under the letters a to h."
    written = WRITTEN

    def validate(self) -> None:
        if not FEWEST <= self.corners <= MOST:
            raise ValueError(f"corners must be {FEWEST} to {MOST}.")
        if not 1 <= self.shifted <= 2 or not 1 <= self.reach <= SIDE:
            raise ValueError(f"shifted must be 1 or 2, and reach from 1 to {SIDE}.")

    def generate(self, rng: Random) -> Tiles:
        def drawn(rng: Random) -> tuple[Shape, Shape] | None:
            shape = asymmetric(self.corners, rng)
            for _ in range(60):  # of few shapes can no corner be shifted
                odd = near_miss(shape, rng, self.shifted, self.reach)
                if odd is not None:
                    return shape, odd
            return None

        shape, odd = redrawn(drawn, rng)
        first, *others = rng.sample(MOTIONS, len(LETTERS))
        right, wrong = moved(odd, first), [moved(shape, motion) for motion in others]
        problem = Tiles(rng.choice(STYLES), (right, *wrong))
        return self.posed(problem, right, wrong, rng)

    def rules(self) -> str:
        return (
            "Seven of the eight tiles show one and the same shape, turned by multiples of 90 "
            "degrees, mirrored, or both. One tile shows a slightly different shape. Which one?"
        )

    def fits(self, problem: Tiles, option: Shape) -> bool:
        """Whether nothing makes another tile of this one."""
        own = orbit(raster(option))
        others = (each for each in problem.options if each != option)
        return not any(raster(each).tobytes() in own for each in others)

    def found(self, problem: Tiles) -> Shape:
        forms = [canonical(option) for option in problem.options]
        rarest = min(Counter(forms).items(), key=lambda each: each[1])[0]
        return problem.options[forms.index(rarest)]

    def effort(self, state: Asked[Tiles]) -> float:
        return self.corners / self.shifted / self.reach

    def draw(self, problem: Tiles) -> Frame:
        return sheet(tiles(problem.options, problem.style)).frame

    def describe(self, problem: Tiles) -> str:
        return spelled([*map(in_words, problem.options)])


PRESETS = levels(OddOneOut, corners=(5, 7, 9), shifted=(2, 1, 1), reach=(3, 3, 1))

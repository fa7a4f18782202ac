"""Sequence Completion: choose the tile that goes on with a row of shapes.

Where the look changes as well, it has a cycle of its own, so that what comes next may not have been
shown before.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product
from random import Random
from typing import TypeAlias, TypeVar

from visgym.authoring import Asked, Frame, levels
from visgym.kit.canvas import MUTED
from visgym.kit.shapes2d.choosing import BELOW, GAP, WIDTH, PictureChoice, put, sheet, spelled
from visgym.kit.shapes2d.lattice import MOTIONS, WRITTEN, Motion, Shape, in_words, moved
from visgym.kit.shapes2d.random_shapes import FEWEST, MOST, asymmetric
from visgym.kit.shapes2d.rasters import Raster, raster, raster_moved, same
from visgym.kit.shapes2d.tiles import STEP, TILE, Style, empty_tile, tiles

Look: TypeAlias = tuple[Style, int]
"""The style of a shape, and the pixels of a step of its lattice."""
Item: TypeAlias = tuple[Shape, Look]
Member = TypeVar("Member", Shape, Look)

TURNS: dict[int, list[tuple[Motion, ...]]] = {
    2: [("half",), ("left_right",), ("top_bottom",), ("diagonal",), ("antidiagonal",)],
    4: [("clockwise",), ("counter",), ("diagonal", "antidiagonal"), ("antidiagonal", "diagonal")],
}
"""By the length of the cycle: what is done from one shape to the next, over and over."""
FULL: Look = ("filled", STEP)
PLAIN: list[tuple[Look, ...]] = [(FULL,)]
CHANGING: list[tuple[Look, ...]] = [
    (FULL, ("outline", STEP)),
    (FULL, ("outline", STEP), ("checked", STEP)),
    (FULL, ("filled", 9)),
    (FULL, ("filled", 13), ("filled", 8)),
]


@dataclass(frozen=True, slots=True)
class ShapeRow:
    items: tuple[Item, ...]
    options: tuple[Item, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SequenceCompletion(PictureChoice[ShapeRow]):
    corners: int = 5
    """Corners of the shape."""
    period: int = 2
    """Shapes until the first one comes again: 2 or 4."""
    shown: int = 4
    """Shapes in the row."""
    changing: bool = False
    """Whether filling or size change too."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "rotation", "sequences"})
    pictured = f"The row is at the top, with a question mark where it goes on. {BELOW}"
    written = f"{WRITTEN} After the corners stand the filling and the size."

    def validate(self) -> None:
        if not FEWEST <= self.corners <= MOST or self.period not in TURNS:
            raise ValueError(f"corners must be {FEWEST} to {MOST}, and period 2 or 4.")
        if not self.period < self.shown <= 6:
            raise ValueError("shown must be more than the period, and at most 6.")
        if self.changing and self.shown < 4:
            raise ValueError("shown must be at least 4 where filling or size change.")

    def generate(self, rng: Random) -> ShapeRow:
        turns, cycle = rng.choice(TURNS[self.period]), rng.choice(self._cycles)
        shapes, first = [asymmetric(self.corners, rng)], rng.randrange(len(cycle))
        for place in range(self.shown):
            shapes.append(moved(shapes[-1], turns[place % len(turns)]))
        looks = [cycle[(first + place) % len(cycle)] for place in range(self.shown + 1)]
        *items, right = zip(shapes, looks, strict=True)
        seen = [look for look in cycle if look != looks[-1]][:1]
        others = rng.sample(MOTIONS[1:], 3 if self.changing else 7)
        turned = [moved(shapes[-1], motion) for motion in ("stay", *others)]
        every = list(product(turned, (looks[-1], *seen)))
        return self.posed(ShapeRow(tuple(items)), right, every[1:], rng)

    @property
    def _cycles(self) -> list[tuple[Look, ...]]:
        return CHANGING if self.changing else PLAIN

    def rules(self) -> str:
        return (
            "From each shape of the row to the next, the same turn or the same mirroring is done, "
            "or two mirrorings by turns. Filling or size may change too, in a cycle of their own. "
            "Which tile comes in place of the question mark?"
        )

    def fits(self, problem: ShapeRow, option: Item) -> bool:
        """Whether all that explains the row goes on with the option."""
        shapes, looks = zip(*problem.items, strict=True)
        ahead, count = _continued(shapes), len(looks)
        after = {
            cycle[(first + count) % len(cycle)]
            for cycle in self._cycles
            for first in range(len(cycle))
            if all(cycle[(first + n) % len(cycle)] == look for n, look in enumerate(looks))
        }
        is_next = [same(each, raster(option[0])) for each in ahead]
        return bool(is_next) and all(is_next) and after == {option[1]}

    def found(self, problem: ShapeRow) -> Item:
        shapes, looks = zip(*problem.items, strict=True)
        return _repeated(shapes), _repeated(looks)

    def effort(self, state: Asked[ShapeRow]) -> float:
        return float(self.period * self.corners * (1 + self.changing))

    def draw(self, problem: ShapeRow) -> Frame:
        wide = (self.shown + 1) * (TILE + GAP) + GAP
        row, last = max(wide - WIDTH, 0), self.shown
        shown = _frames((*problem.items, *problem.options))
        canvas = sheet(shown[last:], TILE + 2 * GAP, WIDTH + row)
        left = GAP + max(WIDTH - wide, 0) // 2
        for place, frame in enumerate((*shown[:last], empty_tile())):
            put(canvas, frame, left + place * (TILE + GAP), GAP)
        middle = left + last * (TILE + GAP) + TILE / 2
        canvas.text(middle, GAP + TILE / 2, "?", 48, MUTED, bold=True)
        return canvas.frame

    def describe(self, problem: ShapeRow) -> str:
        row = "\n".join(map(_told, problem.items))
        return f"Row:\n{row}\nOptions:\n{spelled([*map(_told, problem.options)])}"


@lru_cache(maxsize=16)
def _continued(shapes: tuple[Shape, ...]) -> list[Raster]:
    """What may come next, by all turns and mirrorings that lead from raster to raster."""
    row, found = [raster(shape) for shape in shapes], []
    for turns in (each for group in TURNS.values() for each in group):
        ahead = [raster_moved(each, turns[n % len(turns)]) for n, each in enumerate(row)]
        if all(map(same, ahead, row[1:])):
            found.append(ahead[-1])
    return found


def _repeated(row: Sequence[Member]) -> Member:
    """What comes next in a row that repeats itself, after as few as can be."""
    count = len(row)
    fits = (n for n in range(1, count) if all(row[k] == row[k - n] for k in range(n, count)))
    return row[count - next(fits)]


def _frames(items: Sequence[Item]) -> list[Frame]:
    """The tiles of items; those of one look are drawn together."""
    looks = {look for _, look in items}
    drawn = {look: tiles([each for each, own in items if own == look], *look) for look in looks}
    return [next(drawn[look]) for _, look in items]


def _told(item: Item) -> str:
    shape, (style, step) = item
    return f"{in_words(shape)}, {style}, {100 * step // STEP} % of the full size"


PRESETS = levels(
    SequenceCompletion,
    corners=(5, 7, 9),
    period=(2, 4, 4),
    shown=(4, 5, 5),
    changing=(False, False, True),
)

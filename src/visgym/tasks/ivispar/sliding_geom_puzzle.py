"""Sliding Geom Puzzle: slide coloured solids over a board until it looks like the goal board."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated, ClassVar, Literal

from visgym.core.calls import Call, Illegal
from visgym.core.domains import OneOf
from visgym.core.errors import Mistake
from visgym.core.reading import Spoken
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.geom_boards import Part, View, beside, panel
from visgym.kit.geoms import COLORS, SHAPES, Geom, listed, tile_names
from visgym.kit.search import with_round_trips
from visgym.kit.slides import Direction, Layout, ahead, apart, heading, put, scattered, shortest

MOST_TRIES = 20_000  # boards drawn before knobs count as impossible
SAID = re.compile(
    r"(?:^|action)[^\w\n]{0,9}move\s{1,3}(?:the\s{1,3})?(\w{1,20})\s{1,3}(\w{1,20})\s{1,3}(\w{1,20})",
    re.IGNORECASE | re.MULTILINE,
)
ENTRY = re.compile(r"(\w+) (\w+) ([a-z]\d+) ([a-z]\d+)")

Hindrance = Literal["absent", "out_of_bounds", "occupied"]


@dataclass(frozen=True, slots=True)
class GeomState:
    """The cell of each geom on the goal board and now."""

    geoms: tuple[Geom, ...]
    goal: Layout
    cells: Layout
    is_past: bool = False
    """Whether the state is shown as one that lies behind."""


@dataclass(frozen=True, kw_only=True)
class SlidingGeomPuzzle(Task[GeomState]):
    board: int = 4
    """Tiles along a side of the board."""
    geoms: int = 3
    """Solids on the board, each with its own pair of colour and shape."""
    length: int = 3
    """Moves that the shortest solution takes, exactly."""
    interference: int = 0
    """Moves of it beyond the sum of Manhattan distances, because geoms obstruct each other."""
    colors: tuple[str, ...] = ("red", "green", "blue", "yellow")
    shapes: tuple[str, ...] = ("cube", "sphere", "pyramid", "cylinder")
    view: View = "3d"
    """A scene in perspective, a board from above, or a list of coordinates."""
    labels: bool = True
    """Whether pictures show coordinates."""
    problem: str = ""
    """A board of your own instead of a random one: `red cube a1 b1, blue cone c3 c2` names each
    geom with the tile where it starts and the one where it belongs."""

    tags: ClassVar[frozenset[str]] = frozenset(
        {"synthetic", "full", "known", "planning", "ends_itself"}
    )

    # Generation

    def validate(self) -> None:
        if not 2 <= self.board <= 8:
            raise ValueError("board must be from 2 to 8.")
        if unknown := [*({*self.colors} - {*COLORS}), *({*self.shapes} - {*SHAPES})]:
            raise ValueError(f"colors and shapes do not include {', '.join(sorted(unknown))}.")
        pairs = len(set(self.colors)) * len(set(self.shapes))
        if not 1 <= self.geoms <= min(pairs, self.board**2 - 2):
            raise ValueError("geoms must differ in colour or shape and leave two tiles free.")
        if self.interference % 2 or not 0 <= self.interference < self.length:
            raise ValueError("interference must be even, and less than length.")
        if self.problem:
            self._given()

    def generate(self, rng: Random) -> GeomState:
        if self.problem:
            return self._given()
        pairs = [Geom(c, s) for c in dict.fromkeys(self.colors) for s in dict.fromkeys(self.shapes)]
        geoms = tuple(rng.sample(pairs, self.geoms))
        apart = self.length - self.interference
        for _ in range(MOST_TRIES):
            goal = tuple(rng.sample(range(self.board**2), self.geoms))
            cells = scattered(goal, apart, self.interference // 2, self.board, rng)
            if cells is not None and self._takes(cells, goal, self.length):
                return GeomState(geoms, goal, cells)
        raise Mistake(
            f"No {self.board}x{self.board} board with {self.geoms} geoms was found that takes "
            f"{self.length} moves with interference {self.interference}; change one of them."
        )

    def _takes(self, cells: Layout, goal: Layout, length: int) -> bool:
        """Whether the shortest way takes exactly so many moves."""
        if not self.interference:
            return True  # every move led away from home, so none can be saved
        way = shortest(cells, goal, self.board, length)
        return way is not None and len(way) == length + 1

    def _given(self) -> GeomState:
        """The board that `problem` spells out."""
        tiles, entries = tile_names(self.board), self.problem.split(", ")
        found = [match for entry in entries if (match := ENTRY.fullmatch(entry))]
        geoms = tuple(Geom(match[1], match[2]) for match in found)
        if len(found) < len(entries) or any(
            g.color not in COLORS or g.shape not in SHAPES for g in geoms
        ):
            raise ValueError("problem lists geoms as in `red cube a1 b1, blue cone c3 c2`.")
        if any(tile not in tiles for match in found for tile in match.group(3, 4)):
            raise ValueError(f"problem names a tile that a board of {self.board} does not have.")
        cells, goal = (tuple(tiles.index(match[n]) for match in found) for n in (3, 4))
        if any(len(set(each)) < len(found) for each in (geoms, cells, goal)) or cells == goal:
            raise ValueError("problem needs geoms and tiles that differ, and a start off the goal.")
        return GeomState(geoms, goal, cells)

    @property
    def color_names(self) -> tuple[str, ...]:
        """The colours that may be said."""
        if not self.problem:
            return self.colors
        return tuple(dict.fromkeys(geom.color for geom in self._given().geoms))

    @property
    def shape_names(self) -> tuple[str, ...]:
        """The shapes that may be said."""
        if not self.problem:
            return self.shapes
        return tuple(dict.fromkeys(geom.shape for geom in self._given().geoms))

"""Sliding Tile Puzzle: slide numbered tiles into order over the one free cell.

Solutions take at most 40 moves, so that A* stays exact; boards that it solves late are drawn again.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal, cast

from visgym.core.actions import Action
from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal, Value
from visgym.core.reading import RawCall
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.boards import walking_distances
from visgym.kit.boards.geom_boards import Part
from visgym.kit.boards.slides import (
    Direction,
    Layout,
    Unsettled,
    ahead,
    heading,
    put,
    shortest,
    wandered,
)
from visgym.kit.boards.tiles import with_order
from visgym.kit.regret import strayed
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.scoring import share
from visgym.kit.search import with_round_trips
from visgym.kit.spoken_moves import last_direction, last_move

MOST_TRIES, FEWER_TRIES = 2_000, 300  # boards drawn before a length counts as impossible
NEAR = 20  # moves up to which the sum of Manhattan distances leads quickly enough
MOST_LAYOUTS = 30_000  # looked at to tell how far a board is
PIECE = r"(?:tile[ ]{1,3})?(\d{1,3})"  # as it is said
BY_DIRECTION = (
    " A reply may end with a direction in brackets instead, such as `[down]`, which slides the "
    "tile that can go that way."
)

Hindrance = Literal["out_of_bounds", "occupied"]


@dataclass(frozen=True, slots=True)
class TilesState:
    """The cell of each tile, tile 1 first."""

    cells: Layout
    is_past: bool = False
    """Whether the state is shown as one that lies behind."""


@dataclass(frozen=True, kw_only=True)
class SlidingTilePuzzle(Task[TilesState]):
    size: int = 4
    """Cells along a side of the board."""
    length: int | None = 8
    """Moves that the shortest solution takes, exactly; None for any board after `shuffle`."""
    shuffle: int = 20
    """Random moves from the ordered board where `length` is None."""
    by_direction: bool = False
    """Whether a move may be said without its tile too, by the direction alone."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    distinct_starts = 0.8  # few boards are so near to the goal as the easy ones
    budget = Budget(draw=1.0)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 2 <= self.size <= 6:
            raise ValueError("size must be from 2 to 6.")
        if not 1 <= (self.shuffle if self.length is None else self.length) <= 40:
            raise ValueError("length, or shuffle where it is None, must be from 1 to 40.")

    def generate(self, rng: Random) -> TilesState:
        ordered = tuple(range(self.last))

        def draw() -> TilesState | None:
            moves = self.shuffle if self.length is None else self.length + 2 * rng.randrange(4)
            cells = wandered(ordered, moves, self.size, rng)
            is_right = cells != ordered and (self.length is None or self._takes(cells, self.length))
            return TilesState(cells) if is_right else None

        tries = MOST_TRIES if (self.length or 0) <= NEAR else FEWER_TRIES
        wanted = f"boards of size {self.size} takes {self.length} moves; change one of them"
        return first_accepted(draw, wanted, tries)

    def _takes(self, cells: Layout, length: int) -> bool:
        """Whether the shortest way takes exactly so many moves, and that can be told soon."""
        try:
            way = self._way(cells, length, MOST_LAYOUTS)
        except Unsettled:
            return False
        return way is not None and len(way) == length + 1

    def _way(
        self, cells: Layout, longest: int | None = None, most_layouts: float = math.inf
    ) -> list[Layout] | None:
        """A shortest way to order, if it takes at most `longest` moves."""
        ordered = tuple(range(self.last))
        if self.size > walking_distances.LARGEST or (longest is not None and longest <= NEAR):
            return shortest(cells, ordered, self.size, longest, most_layouts)
        near = shortest(cells, ordered, self.size, NEAR)
        return near or walking_distances.shortest_order(cells, self.size, longest, most_layouts)

    @property
    def last(self) -> int:
        """The highest number on a tile."""
        return self.size**2 - 1

    # Rules

    def rules(self) -> str:
        return (
            f"You solve a sliding puzzle of {self.last} numbered tiles on a board of {self.size}x"
            f"{self.size} cells. Slide tiles into the one free cell, one at a time, until they are "
            "in the order of the goal board, row by row from the top left with the free cell last, "
            "with as few moves as you can. A move that is blocked changes nothing. Explain your "
            "reasoning, then end your reply with `action: move tile <tile> <direction>`, such as "
            "`action: move tile 1 down`. The puzzle ends by itself once the goal is reached."
        ) + BY_DIRECTION * self.by_direction

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return "Each number is a tile in its row and column, and a dot is the free cell."
        return (
            "The active board is on the left on blue, the goal board on the right on green; a "
            "board on grey that is called past shows an earlier state."
        )

    @action
    def move(
        self, state: TilesState, tile: Annotated[int, Span(1, "last")], direction: Direction
    ) -> TilesState:
        """Slide a tile into the free cell beside it."""
        why = self.hindrance(state, tile, direction)
        if why == "out_of_bounds":
            raise Illegal(f"Tile {tile} cannot move {direction}: it would leave the board.")
        if why == "occupied":
            raise Illegal(f"Tile {tile} cannot move {direction}: another tile is there.")
        cell = ahead(state.cells[tile - 1], direction, self.size)
        assert cell is not None
        return replace(state, cells=put(state.cells, tile - 1, cell))

    @action
    def slide(self, state: TilesState, direction: Direction) -> TilesState:
        """Slide the tile that can go in a direction into the free cell."""
        tile = self._movable(state, direction)
        if tile is None:
            raise Illegal(f"No tile can move {direction}: the free cell is at the edge.")
        return self.move(state, tile, direction)

    @property
    def actions(self) -> dict[str, Action]:
        known = super().actions
        return known if self.by_direction else {"move": known["move"]}

    def _movable(self, state: TilesState, direction: Direction) -> int | None:
        """The tile that would move into the free cell."""
        (free,) = set(range(self.size**2)).difference(state.cells)
        beside = (cell for cell in state.cells if ahead(cell, direction, self.size) == free)
        return next((state.cells.index(cell) + 1 for cell in beside), None)

    def hindrance(self, state: TilesState, *move: Value) -> Hindrance | None:
        """What stands in the way of a tile, or of all tiles in a direction, if anything does."""
        *named, towards = move
        direction = cast(Direction, towards)
        if not named:
            return "out_of_bounds" if self._movable(state, direction) is None else None
        cell = ahead(state.cells[cast(int, named[0]) - 1], direction, self.size)
        if cell is None:
            return "out_of_bounds"
        return "occupied" if cell in state.cells else None

    def hear(self, reply: str) -> RawCall | None:
        """`action: move tile 7 left`, the last one that is complete, or `[left]` where it may."""
        said = last_move(PIECE, reply)
        if said:
            return RawCall("move", (int(said[0]), said[1]))
        direction = last_direction(reply) if self.by_direction else None
        return RawCall("slide", (direction,)) if direction else None

    def phrase(self, call: Call) -> str:
        form = "[{}]" if call.name == "slide" else "action: move tile {} {}"
        return form.format(*call.args)

    def is_over(self, state: TilesState) -> bool:
        return self.score(state) == 1

    def score(self, state: TilesState) -> float:
        return float(all(cell == number for number, cell in enumerate(state.cells)))

    def goal(self, state: TilesState) -> TilesState:
        return replace(state, cells=tuple(range(self.last)))

    def metrics(self, state: TilesState) -> dict[str, float]:
        return {"in_place": share(state.cells, range(self.last))}

    def recalled(self, state: TilesState) -> TilesState:
        return replace(state, is_past=True)

    def measure(
        self, states: Sequence[TilesState], calls: Sequence[Call | None]
    ) -> dict[str, float]:
        return {**strayed(self, states, calls), **self.metrics(states[-1])}

    # Observation

    def draw(self, state: TilesState) -> Frame:
        part: Part = "past" if state.is_past else "active"
        return with_order(state.cells, self.size, part)

    def describe(self, state: TilesState) -> str:
        numbers = {cell: str(number) for number, cell in enumerate(state.cells, start=1)}
        shown = [numbers.get(cell, ".").rjust(2) for cell in range(self.size**2)]
        rows = [" ".join(shown[i : i + self.size]) for i in range(0, len(shown), self.size)]
        return "\n".join(["past:" if state.is_past else "active:", *rows])

    # Solvers

    @solver
    def optimal(self, state: TilesState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The moves of a shortest way, with moves there and back up to `steps`."""
        way = self._way(state.cells) or []
        plan = [_move(a, b) for a, b in itertools.pairwise(way)]
        yield from with_round_trips(self, state, plan, steps, rng, ends_itself=True)


def _move(before: Layout, after: Layout) -> Call:
    tile = next(t for t in range(len(before)) if before[t] != after[t])
    return Call("move", (tile + 1, heading(before[tile], after[tile])))


PRESETS = {
    "easy": SlidingTilePuzzle(length=8, step_limit=20),
    "hard": SlidingTilePuzzle(length=16, step_limit=30),
    "level_0": SlidingTilePuzzle(length=8, by_direction=True, step_limit=12),
    "level_1": SlidingTilePuzzle(length=16, by_direction=True, step_limit=24),
    "level_2": SlidingTilePuzzle(length=28, by_direction=True, step_limit=42),
}

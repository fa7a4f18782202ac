"""Sliding Tile Puzzle: slide numbered tiles into order over the one free cell.

Solutions take at most 40 moves, so that A* stays exact; boards that it solves late are drawn again.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.reading import RawCall
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.answers import last_move
from visgym.kit.boards import walking_distances
from visgym.kit.boards.geom_boards import BOARD, SIZE, TOP, Part, beside, titled
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
from visgym.kit.caches import cached_frame, cached_layer
from visgym.kit.canvas import INK, MUTED, SHEET, WOOD, Canvas
from visgym.kit.regret import strayed
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.search import with_round_trips

MOST_TRIES, FEWER_TRIES = 2_000, 300  # boards drawn before a length counts as impossible
NEAR = 20  # moves up to which the sum of Manhattan distances leads quickly enough
MOST_LAYOUTS = 30_000  # looked at to tell how far a board is
PIECE = r"(?:tile[ ]{1,3})?(\d{1,3})"  # as it is said

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
        )

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

    def hindrance(self, state: TilesState, tile: int, direction: Direction) -> Hindrance | None:
        """What stands in the way of a move, if anything does."""
        cell = ahead(state.cells[tile - 1], direction, self.size)
        if cell is None:
            return "out_of_bounds"
        return "occupied" if cell in state.cells else None

    def hear(self, reply: str) -> RawCall | None:
        """`action: move tile 7 left`, the last one that is complete."""
        said = last_move(PIECE, reply)
        return RawCall("move", (int(said[0]), said[1])) if said else None

    def phrase(self, call: Call) -> str:
        return "action: move tile {} {}".format(*call.args)

    def is_over(self, state: TilesState) -> bool:
        return self.score(state) == 1

    def score(self, state: TilesState) -> float:
        return float(all(cell == number for number, cell in enumerate(state.cells)))

    def goal(self, state: TilesState) -> TilesState:
        return replace(state, cells=tuple(range(self.last)))

    def recalled(self, state: TilesState) -> TilesState:
        return replace(state, is_past=True)

    def measure(
        self, states: Sequence[TilesState], calls: Sequence[Call | None]
    ) -> dict[str, float]:
        return strayed(self, states, calls)

    # Observation

    def draw(self, state: TilesState) -> Frame:
        part: Part = "past" if state.is_past else "active"
        goal = _panel(tuple(range(self.last)), self.size, "goal")
        return beside(_panel(state.cells, self.size, part), goal)

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


@cached_frame
def _panel(cells: Layout, size: int, part: Part) -> Frame:
    canvas = Canvas.on(_frame(size, part))
    step = BOARD // size
    left = (SIZE - step * size) // 2
    for number, cell in enumerate(cells, start=1):
        x, y = left + cell % size * step, TOP + cell // size * step
        canvas.paste(_tile(number, step), x, y)
    return canvas.frame


@cached_layer
def _frame(size: int, part: Part) -> Frame:
    canvas = titled(part)
    side = BOARD // size * size
    left = (SIZE - side) // 2
    canvas.rect(left - 6, TOP - 6, side + 12, side + 12, MUTED, radius=8)
    canvas.rect(left, TOP, side, side, SHEET)
    return canvas.frame


@cached_layer
def _tile(number: int, step: int) -> Frame:
    canvas = Canvas(step, step, SHEET)
    canvas.rect(2, 2, step - 4, step - 4, WOOD, radius=8)
    canvas.text(step / 2, step / 2, str(number), step * 2 // 5, INK, bold=True)
    return canvas.frame


PRESETS = {
    "easy": SlidingTilePuzzle(length=8, step_limit=20),
    "hard": SlidingTilePuzzle(length=16, step_limit=30),
}

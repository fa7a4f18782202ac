"""Sliding Block: slide the ten blocks of a Klotski board into a target arrangement.

The start is a random walk away from the classic board, the target a walk away from the start that
crosses itself nowhere: with the classic board as the only start, episodes would soon repeat.
`fewest` and `most` bound the shortest solution, because walks of 30 and of 90 moves alone give
puzzles of nearly the same depth. Where walks do not lead to such a depth soon, the target is any
board of exactly `fewest` moves. Blocks match by number.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Span
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import BLUE, GREEN, LINE, PAPER, RED, SHEET, YELLOW, Canvas, ink_on
from visgym.kit.grid import Cell, Heading, cells, shift
from visgym.kit.search import meet_in_the_middle, places_away, with_round_trips

ROWS, COLUMNS = 5, 4
SIZES = ((2, 2), (1, 2), (2, 1), (2, 1), (2, 1), (2, 1), (1, 1), (1, 1), (1, 1), (1, 1))
COLORS = {(2, 2): RED, (1, 2): GREEN, (2, 1): BLUE, (1, 1): YELLOW}
CLASSIC = ((0, 1), (2, 1), (0, 0), (0, 3), (2, 0), (2, 3), (4, 0), (4, 3), (3, 1), (3, 2))
MOST_MOVES = 10_000  # of walks, in all, before the target is looked for otherwise
DEEPEST = 40  # moves from a board within which all boards are soon listed
LONGEST_WALK = 1_000
CELL, MARGIN, TITLE, GAP = 56, 24, 34, 40  # pixels

Layout = tuple[Cell, ...]


class Direction(Heading):
    UP = 0
    RIGHT = 1
    DOWN = 2
    LEFT = 3


@dataclass(frozen=True, slots=True)
class BoardState:
    """The top left cell of each block, block 1 first, on the target board and now."""

    target: Layout
    blocks: Layout


@dataclass(frozen=True, kw_only=True)
class SlidingBlock(Task[BoardState]):
    start_moves: int = 100
    """Random moves from the classic board to the start, so that starts are not all alike."""
    shuffle_moves: int = 30
    """Random moves, none back to an earlier board, from the start to the target."""
    fewest: int = 4
    """Moves that the shortest solution takes at least."""
    most: int = 18
    """Moves that the shortest solution takes at most."""

    distance_unit: ClassVar[str] = "moves"
    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = Budget(solve=50.0)

    # Generation

    def validate(self) -> None:
        if not 1 <= self.fewest <= min(self.most, self.shuffle_moves, DEEPEST):
            raise ValueError(f"fewest must be from 1 to {DEEPEST}, most and shuffle_moves.")
        if self.most > 2 * DEEPEST or not 0 <= self.start_moves <= LONGEST_WALK:
            raise ValueError(f"most is up to {2 * DEEPEST}, start_moves from 0 to {LONGEST_WALK}.")
        if self.shuffle_moves > LONGEST_WALK:
            raise ValueError(f"shuffle_moves must be at most {LONGEST_WALK}.")

    def generate(self, rng: Random) -> BoardState:
        start = _shuffled(CLASSIC, self.start_moves, rng)
        for _ in range(-(-MOST_MOVES // self.shuffle_moves)):
            target = _shuffled(start, self.shuffle_moves, rng)
            way = meet_in_the_middle(start, target, _slides, self.most)
            if way is not None and len(way) > self.fewest:
                return BoardState(target, start)
        return BoardState(rng.choice(places_away(start, _slides, self.fewest)), start)

    # Rules

    def rules(self) -> str:
        return (
            "You solve a sliding block puzzle (Klotski) on a board of 5 rows and 4 columns. Ten "
            "numbered rectangular blocks slide over free cells, one cell at a time. You succeed if "
            "every block lies where the target board has the block of its number when you stop."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "The target board is on the left, the current board on the right of the bar. Each "
                "digit is a cell of that block, 0 stands for block 10, and a dot is a free cell."
            )
        return "The target board is on the left, the current board on the right."

    @action
    def move(
        self, state: BoardState, block: Annotated[int, Span(1, 10)], direction: Direction
    ) -> BoardState:
        """Slide a block by one cell."""
        ahead = shift(state.blocks[block - 1], direction.step)
        covered = _covered(block - 1, ahead)
        if not covered <= _BOARD:
            raise Illegal(f"Block {block} cannot move {direction.word}: the edge is in the way.")
        for other, place in enumerate(state.blocks):
            if other != block - 1 and covered & _covered(other, place):
                raise Illegal(
                    f"Block {block} cannot move {direction.word}: block {other + 1} is in the way."
                )
        return replace(state, blocks=_put(state.blocks, block - 1, ahead))

    def score(self, state: BoardState) -> float:
        return float(state.blocks == state.target)

    def goal(self, state: BoardState) -> BoardState:
        return replace(state, blocks=state.target)

    def distance(self, state: BoardState) -> float:
        """The moves of the shortest solution."""
        return float(_moves_between(state.blocks, state.target))

    # Observation

    def draw(self, state: BoardState) -> Frame:
        canvas = Canvas.on(_left_half(state.target))
        _draw_blocks(canvas, state.blocks, MARGIN + COLUMNS * CELL + GAP)
        return canvas.frame

    def describe(self, state: BoardState) -> str:
        boards = zip(_text_rows(state.target), _text_rows(state.blocks), strict=True)
        return "\n".join(["Target | Current", *(f"{left:>6} | {right}" for left, right in boards)])

    # Solvers

    @solver
    def shortest(self, state: BoardState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Breadth-first search from both ends, with moves there and back up to `steps`."""
        way = meet_in_the_middle(state.blocks, state.target, _slides) or []
        plan = [_step_between(a, b) for a, b in itertools.pairwise(way)]
        yield from with_round_trips(self, state, plan, steps, rng)


@lru_cache(maxsize=4096)
def _moves_between(one: Layout, other: Layout) -> int:
    return len(meet_in_the_middle(one, other, _slides) or ()) - 1


_BOARD = frozenset(cells(ROWS, COLUMNS))


@cache
def _covered(block: int, place: Cell) -> frozenset[Cell]:
    """The cells under a block whose top left cell is `place`, on the board or not."""
    return frozenset(shift(place, offset) for offset in cells(*SIZES[block]))


def _put(layout: Layout, block: int, place: Cell) -> Layout:
    return (*layout[:block], place, *layout[block + 1 :])


@cache
def _bits(block: int, place: Cell) -> int:
    """The covered cells as a set of bits."""
    return sum(1 << (row * COLUMNS + column) for row, column in _covered(block, place))


@cache
def _ways(block: int, place: Cell) -> tuple[tuple[Cell, int], ...]:
    """Where a block can slide if the bits beside it are free."""
    ahead = [shift(place, direction.step) for direction in Direction]
    here = _bits(block, place)
    return tuple((c, _bits(block, c) & ~here) for c in ahead if _covered(block, c) <= _BOARD)


def _slides(layout: Layout) -> Iterator[tuple[int, Layout]]:
    """Every board one move away, with the block that moves."""
    taken = 0
    for block, place in enumerate(layout):
        taken |= _bits(block, place)
    for block, place in enumerate(layout):
        for ahead, entered in _ways(block, place):
            if not taken & entered:
                yield block, _put(layout, block, ahead)


def _step_between(before: Layout, after: Layout) -> Call:
    block = next(b for b in range(len(SIZES)) if before[b] != after[b])
    direction = next(d for d in Direction if shift(before[block], d.step) == after[block])
    return Call("move", (block + 1, direction))


def _shuffled(layout: Layout, moves: int, rng: Random) -> Layout:
    """The board after random moves, none of them back to an earlier board if it can be helped."""
    seen = {layout}
    for _ in range(moves):
        boards = [board for _, board in _slides(layout)]
        layout = rng.choice([board for board in boards if board not in seen] or boards)
        seen.add(layout)
    return layout


def _text_rows(layout: Layout) -> list[str]:
    digits = {c: str((b + 1) % 10) for b, at in enumerate(layout) for c in _covered(b, at)}
    return ["".join(digits.get((r, c), ".") for c in range(COLUMNS)) for r in range(ROWS)]


@cached_layer
def _block(number: int) -> Frame:
    rows, columns = SIZES[number - 1]
    width, height = columns * CELL, rows * CELL
    canvas = Canvas(width, height, SHEET)
    canvas.rect(2, 2, width - 4, height - 4, COLORS[rows, columns], radius=8)
    ink = ink_on(COLORS[rows, columns])
    canvas.text(width / 2, height / 2, str(number), 24, ink, bold=True)
    return canvas.frame


def _draw_blocks(canvas: Canvas, layout: Layout, left: int) -> None:
    for number, (row, column) in enumerate(layout, start=1):
        canvas.paste(_block(number), left + column * CELL, MARGIN + TITLE + row * CELL)


@cached_layer
def _left_half(target: Layout) -> Frame:
    """The frames of both boards and all of the target board."""
    width, height = COLUMNS * CELL, ROWS * CELL
    canvas = Canvas(2 * (MARGIN + width) + GAP, 2 * MARGIN + TITLE + height, PAPER)
    for left, title in ((MARGIN, "Target"), (MARGIN + width + GAP, "Current")):
        canvas.text(left + width / 2, MARGIN + 10, title, 18)
        canvas.rect(left - 4, MARGIN + TITLE - 4, width + 8, height + 8, LINE, radius=8)
        canvas.rect(left, MARGIN + TITLE, width, height, SHEET)
    _draw_blocks(canvas, target, MARGIN)
    return canvas.frame


PRESETS = {
    "easy": SlidingBlock(shuffle_moves=30, fewest=4, most=18, step_limit=20),
    "hard": SlidingBlock(shuffle_moves=90, fewest=12, most=28, step_limit=30),
}

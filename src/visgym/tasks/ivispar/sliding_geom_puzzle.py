"""Sliding Geom Puzzle: slide coloured solids over a board until it looks like the goal board.

One picture shows the active board on the left and the goal on the right, so that it is enough by
itself; the wrapper `mark_past` turns earlier ones grey. Starts are reached from the goal by moves
that each lead away from home, which fixes the optimal length without search. Interference is
planted by swaps of neighbours and confirmed by A*; it is always even, because every move changes
the sum of distances by one. `view="text"` draws the list of tiles; with the wrapper `text` there is
no picture.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated, Literal

from visgym.core.budgets import SCENE
from visgym.core.calls import Call, Illegal
from visgym.core.reading import RawCall
from visgym.core.signatures import OneOf
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.boards.geom_boards import BoardView, Part, with_goal
from visgym.kit.boards.geom_puzzles import GeomPuzzles, solution
from visgym.kit.boards.geoms import FLAT_NAMES, Geom, assortment, color_name, listed, symbols
from visgym.kit.boards.sightings import Vocabulary, compared, on_board
from visgym.kit.boards.slides import (
    Direction,
    Layout,
    ahead,
    heading,
    put,
)
from visgym.kit.regret import strayed
from visgym.kit.search import with_round_trips
from visgym.kit.spoken_moves import WORD, last_description, last_move

PIECE = rf"{WORD}[ ]{{1,3}}{WORD}"  # a colour and a shape, as they are said
DESCRIBE = (
    " In the line before the action, list the objects of the active board as `description: "
    "<coordinate> <color> <shape>`, with a comma and a space between objects."
)

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
    view: BoardView = "3d"
    """A scene in perspective, a board from above, or a list of coordinates."""
    labels: bool = True
    """Whether pictures show coordinates."""
    description: bool = False
    """Whether each reply must list the objects of the active board, too."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = replace(SCENE, solve=50.0)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 2 <= self.board <= 8:
            raise ValueError("board must be from 2 to 8.")
        self._puzzles.check(assortment(self.colors, self.shapes))

    def generate(self, rng: Random) -> GeomState:
        return GeomState(*self._puzzles.draw(assortment(self.colors, self.shapes), rng))

    @property
    def _puzzles(self) -> GeomPuzzles:
        return GeomPuzzles(self.board, self.geoms, self.length, self.interference)

    @property
    def color_names(self) -> tuple[str, ...]:
        """What the colours are called."""
        return tuple(map(color_name, self.colors))

    # Rules

    def rules(self) -> str:
        return (
            f"You solve a puzzle of shapes on a board of {self.board}x{self.board} tiles. Slide "
            "the objects, one tile at a time, until the active board is the same as the goal "
            "board, with as few moves as you can. The objects are known by colour and shape. Each "
            "fills one tile; none can leave the board or enter a tile that another one holds, and "
            "a move that is blocked changes nothing. Compare the active board with the goal, "
            "consider what your earlier moves did, and explain your reasoning. Then end your "
            "reply with `action: move <color> <shape> <direction>`, such as `action: move "
            f"{self.color_names[0]} {self.shapes[0]} down`, without coordinates. The puzzle "
            "ends by itself once the goal is reached."
        ) + DESCRIBE * self.description

    def legend(self, medium: Medium) -> str:
        last = "abcdefgh"[self.board - 1]
        places = (
            f"Columns a to {last} run from left to right, rows 1 to {self.board} from bottom to "
            "top."
        )
        if medium == "text" or self.view == "text":
            return (
                "The active board and the goal board are lists of the tiles that hold an object. "
                f"A board that is called past shows an earlier state. {places}"
            )
        solids = "" if self.view == "3d" else f" {symbols(self.shapes)}"
        return (
            "The active board is on the left on blue, the goal board on the right on green; a "
            "board on grey that is called past shows an earlier state."
            + (f" {places}" if self.labels else "")
            + solids
        )

    @action
    def move(
        self,
        state: GeomState,
        color: Annotated[str, OneOf("color_names")],
        shape: Annotated[str, OneOf("shapes")],
        direction: Direction,
    ) -> GeomState:
        """Slide an object to the next tile; up leads to higher rows and right to later columns."""
        geom, why = f"The {color} {shape}", self.hindrance(state, color, shape, direction)
        if why == "absent":
            raise Illegal(f"There is no {color} {shape} on the board.")
        if why == "out_of_bounds":
            raise Illegal(f"{geom} cannot move {direction}: it would leave the board.")
        if why == "occupied":
            raise Illegal(f"{geom} cannot move {direction}: another object is on that tile.")
        piece = _piece(state, color, shape)
        assert piece is not None
        tile = ahead(state.cells[piece], direction, self.board)
        assert tile is not None
        return replace(state, cells=put(state.cells, piece, tile))

    def hindrance(
        self, state: GeomState, color: str, shape: str, direction: Direction
    ) -> Hindrance | None:
        """What stands in the way of a move, if anything does."""
        piece = _piece(state, color, shape)
        if piece is None:
            return "absent"
        tile = ahead(state.cells[piece], direction, self.board)
        if tile is None:
            return "out_of_bounds"
        return "occupied" if tile in state.cells else None

    def hear(self, reply: str) -> RawCall | None:
        """`action: move green cube down`, the last one that is complete."""
        said = last_move(PIECE, reply)
        if not said:
            return None
        color, shape, direction = (each.lower() for each in said)
        known = shape if shape in self.shapes else FLAT_NAMES.get(shape, shape)
        return RawCall("move", (color, known, direction))

    def phrase(self, call: Call) -> str:
        return "action: move {} {} {}".format(*call.args)

    def is_over(self, state: GeomState) -> bool:
        return state.cells == state.goal

    def score(self, state: GeomState) -> float:
        return float(state.cells == state.goal)

    def goal(self, state: GeomState) -> GeomState:
        return replace(state, cells=state.goal)

    def recalled(self, state: GeomState) -> GeomState:
        return replace(state, is_past=True)

    def measure(
        self, states: Sequence[GeomState], calls: Sequence[Call | None]
    ) -> dict[str, float]:
        return strayed(self, states, calls)

    def described(self, state: GeomState, reply: str) -> float | None:
        """The share of objects that a reply describes right; None if it describes none."""
        said = last_description(reply)
        if said is None:
            return None
        words = Vocabulary(self.board, self.color_names, self.shapes)
        found = compared(on_board(state.geoms, state.cells, self.board), said, words)
        return found.correct / len(state.geoms)

    # Observation

    def draw(self, state: GeomState) -> Frame:
        part: Part = "past" if state.is_past else "active"
        boards = state.geoms, state.cells, state.goal
        return with_goal(*boards, self.board, part, self.view, self.labels)

    def describe(self, state: GeomState) -> str:
        now = listed(state.geoms, state.cells, self.board)
        goal = listed(state.geoms, state.goal, self.board)
        return f"{'past' if state.is_past else 'active'}:\n{now}\n\ngoal:\n{goal}"

    # Solvers

    @solver
    def optimal(self, state: GeomState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """The moves of a shortest way, with moves there and back up to `steps`."""
        way = solution(state.cells, state.goal, self.board)
        plan = [_move(state.geoms, a, b) for a, b in itertools.pairwise(way)]
        yield from with_round_trips(self, state, plan, steps, rng, ends_itself=True)


def _piece(state: GeomState, color: str, shape: str) -> int | None:
    """The number of the geom that a name and a shape say."""
    named = ((color_name(geom.color), geom.shape) for geom in state.geoms)
    return next((number for number, name in enumerate(named) if name == (color, shape)), None)


def _move(geoms: tuple[Geom, ...], before: Layout, after: Layout) -> Call:
    piece = next(p for p in range(len(geoms)) if before[p] != after[p])
    geom = geoms[piece]
    return Call("move", (color_name(geom.color), geom.shape, heading(before[piece], after[piece])))


PRESETS = {
    "easy": SlidingGeomPuzzle(geoms=3, length=3),
    "hard": SlidingGeomPuzzle(geoms=8, length=10, interference=2),
    "easy_2d": SlidingGeomPuzzle(geoms=3, length=3, view="2d"),
    "hard_2d": SlidingGeomPuzzle(geoms=8, length=10, interference=2, view="2d"),
    "easy_text": SlidingGeomPuzzle(geoms=3, length=3, view="text"),
    "hard_text": SlidingGeomPuzzle(geoms=8, length=10, interference=2, view="text"),
}

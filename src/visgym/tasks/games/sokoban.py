"""Sokoban: push all boxes onto the targets of a room.

A level is a band of shortest solutions, counted in moves, walks included. A push cannot be taken
back by another one, but `undo` can take back any move, so that nothing is ever lost for good.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.boards import boxes as rooms
from visgym.kit.boards.box_pictures import drawn
from visgym.kit.boards.boxes import LARGEST, LONGEST, MOST_BOXES, BoxHeading, Warehouse
from visgym.kit.grid import Cell, shift
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.search import with_round_trips

MEMORY = 1_000  # moves that undo reaches back
NEARER, LOST = 0.1, 20  # reward for a push that helps; pushes that a box in a dead corner counts

_GLYPHS = {(False, False): " ", (False, True): ".", (True, False): "$", (True, True): "*"}
_UNDO = Call("undo", ())


@dataclass(frozen=True, kw_only=True)
class Sokoban(Task[Warehouse]):
    size: int = 8
    """Cells along a side of the room, with its outer walls."""
    walls: int = 8
    """Cells within the room that are wall."""
    boxes: int = 3
    """Boxes, and as many targets."""
    fewest: int = 30
    """Moves that the shortest solution takes at least."""
    most: int = 60
    """Moves that the shortest solution takes at most."""

    distance_unit = "pushes"
    tags = frozenset({"synthetic", "full", "known", "planning", "navigation"})
    budget = Budget(solve=20.0)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 5 <= self.size <= LARGEST or not 1 <= self.boxes <= MOST_BOXES:
            raise ValueError(f"size is from 5 to {LARGEST}, boxes from 1 to {MOST_BOXES}.")
        if not 0 <= self.walls <= (self.size - 2) ** 2 // 2:
            raise ValueError("walls must leave half of the room free.")
        if not self.boxes <= self.fewest <= self.most <= LONGEST:
            raise ValueError(f"fewest and most are in order, from the boxes to {LONGEST}.")

    def generate(self, rng: Random) -> Warehouse:
        knobs = self.size, self.walls, self.boxes, self.fewest, self.most
        return redrawn(lambda rng: rooms.stocked(*knobs, rng), rng, tries=500)

    # Rules

    def rules(self) -> str:
        things = "the box onto the target" if self.boxes == 1 else "every box onto a target"
        any_box = "" if self.boxes == 1 else " Any box may go to any target."
        return (
            f"You play Sokoban in a room of {self.size}x{self.size} cells, seen from above. Bring "
            f"{things}. You walk one cell at a time, and push a box by walking against it, if the "
            "cell behind it is free. You can push one box at a time, and you cannot pull."
            f"{any_box} A box in a corner is stuck, but you can take back moves. The game "
            "ends when it is solved."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "# is wall, a space is floor, . is a target, $ is a box, * is a box on a target, "
                "@ is you, and + is you on a target."
            )
        return (
            "Bricks are walls. Targets are red rings, boxes are wooden and turn green on a target, "
            "and you are the figure in blue."
        )

    @action
    def move(self, state: Warehouse, direction: BoxHeading) -> Warehouse:
        """Walk one cell, and push the box that stands there."""
        ahead = shift(state.player, direction.step)
        if ahead not in state.floor:
            raise Illegal(f"A wall blocks the way {direction.word}.")
        letter, boxes = direction.word[0], state.boxes
        if ahead in boxes:
            behind = shift(ahead, direction.step)
            if behind not in state.floor or behind in boxes:
                what = "another box" if behind in boxes else "a wall"
                raise Illegal(f"The box cannot be pushed {direction.word}: {what} is behind it.")
            letter, boxes = letter.upper(), boxes - {ahead} | {behind}
        past = (state.past + letter)[-MEMORY:]
        return replace(state, player=ahead, boxes=boxes, past=past)

    @action
    def undo(self, state: Warehouse) -> Warehouse:
        """Take back the last move."""
        if not state.past:
            raise Illegal("There is no move to take back.")
        return _earlier(state, 1)

    def is_over(self, state: Warehouse) -> bool:
        return state.boxes == state.targets

    def score(self, state: Warehouse) -> float:
        return float(state.boxes == state.targets)

    def distance(self, state: Warehouse) -> float:
        return float(_pushes_left(state))

    def metrics(self, state: Warehouse) -> dict[str, float]:
        return {"share": len(state.boxes & state.targets) / len(state.boxes)}

    def reward(self, before: Warehouse, call: Call, after: Warehouse) -> float:
        """For each push that is needed less than before, as far as one sees at once."""
        if before.boxes == after.boxes:
            return 0.0
        return NEARER * (_pushes_left(before) - _pushes_left(after))

    def hopeless(self, state: Warehouse) -> bool:
        """Only where the move that spoilt it is forgotten."""
        if len(state.past) < MEMORY:
            return False
        return rooms.shortest(_earlier(state, MEMORY)) is None

    # Observation

    def draw(self, state: Warehouse) -> Frame:
        return drawn(state, self.size)

    def describe(self, state: Warehouse) -> str:
        rows = range(self.size)
        return "\n".join("".join(_glyph(state, (r, c)) for c in rows) for r in rows)

    # Solvers

    @solver
    def shortest(self, state: Warehouse, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """A* over pushes, after as many moves were taken back as spoilt it."""
        past = range(len(state.past) + 1)
        # what can be solved after a move could be solved before it
        back = bisect_left(past, True, key=lambda n: rooms.shortest(_earlier(state, n)) is not None)
        way = rooms.shortest(_earlier(state, min(back, len(state.past)))) or []
        plan = [_UNDO] * back + [Call("move", (direction,)) for direction in way]

        def there_and_back(at: Warehouse) -> list[Call]:
            away = [call for call, after in self.moves(at) if call != _UNDO]
            away = [call for call in away if not self.is_over(self.apply(at, call))]
            return [rng.choice(away), _UNDO]

        yield from with_round_trips(self, state, plan, steps, rng, there_and_back, ends_itself=True)


def _earlier(state: Warehouse, moves: int) -> Warehouse:
    """The state so many moves before."""
    player, boxes = state.player, state.boxes
    kept = len(state.past) - moves
    for letter in reversed(state.past[kept:]):
        down, across = next(d.step for d in BoxHeading if d.word[0] == letter.lower())
        if letter.isupper():
            boxes = boxes - {shift(player, (down, across))} | {player}
        player = shift(player, (-down, -across))
    return replace(state, player=player, boxes=boxes, past=state.past[:kept])


def _pushes_left(state: Warehouse) -> int:
    left = rooms.pushes_left(state)
    return LOST if left is None else left


def _glyph(state: Warehouse, cell: Cell) -> str:
    if cell not in state.floor:
        return "#"
    if cell == state.player:
        return "+" if cell in state.targets else "@"
    return _GLYPHS[cell in state.boxes, cell in state.targets]


PRESETS = {
    "level_0": Sokoban(size=6, walls=3, boxes=1, fewest=6, most=12, step_limit=20),
    "level_1": Sokoban(size=7, walls=5, boxes=2, fewest=15, most=30, step_limit=50),
    "level_2": Sokoban(size=8, walls=8, boxes=3, fewest=30, most=60, step_limit=100),
}

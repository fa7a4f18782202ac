"""Arcade Columns: let triples of jewels fall so that equal ones stand in lines and vanish.

The reference player knows which pieces come. Over 200 seeds he takes at most 8, 12 and 40
placements on the levels, or 19, 31 and 98 presses where the game is `live`, which means that pieces
fall by themselves and buttons are held as in the other arcades; limits are two and a half to four
times that.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from visgym.authoring import Below, Call, Canvas, Dice, Illegal, Medium, action, redrawn, solver
from visgym.core.task import Action
from visgym.kit.arcade.playing import ArcadeTask, Reel
from visgym.kit.arcade.screen import Screen
from visgym.tasks.arcade.arcade_columns import drawing, solvers
from visgym.tasks.arcade.arcade_columns.world import (
    COLUMNS,
    FALL,
    KINDS,
    ROWS,
    Jewels,
    Stacks,
    drawn,
    grown,
    landed,
    lines,
    ticked,
    turned,
)

TALLEST = 8  # rows of jewels that may lie in the well at first


@dataclass(frozen=True, kw_only=True)
class ArcadeColumns(ArcadeTask[Jewels]):
    colors: int = 4
    """Kinds of jewels, from 3 to 6."""
    aim: int = 12
    """Jewels to remove, where none are marked."""
    marked: int = 0
    """Marked jewels at the bottom of the well, which are to be removed; 0 for any jewels."""
    garbage: int = 0
    """Rows of other jewels that lie in the well at first."""
    live: bool = False
    """Whether pieces fall by themselves, and buttons are held in place of placing pieces."""
    frames: int = 0

    tags = frozenset({"synthetic", "partial", "known", "chance", "color", "planning"})
    buttons = ("left", "right", "turn", "drop")

    # Generation

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.colors <= len(KINDS):
            raise ValueError(f"colors must be from 3 to {len(KINDS)}.")
        if not 3 <= self.aim <= 200 or not 0 <= self.marked <= COLUMNS:
            raise ValueError(f"aim must be from 3 to 200, and marked from 0 to {COLUMNS}.")
        if not bool(self.marked) <= self.garbage <= TALLEST:
            raise ValueError(f"garbage must be from 0 to {TALLEST}, and marked jewels need a row.")
        if self.frames and not self.live:
            raise ValueError("frames show what moves, so they need live=true.")

    def opening(self, rng: Random) -> Jewels:
        stacks = redrawn(self._heap, rng)
        pieces = drawn(rng, self.colors), drawn(rng, self.colors)
        return Jewels(stacks, *pieces, Dice.new(rng))

    def _heap(self, rng: Random) -> Stacks | None:
        """Jewels on the floor without a line, with marked ones in the lowest row."""
        stacks: Stacks = ("",) * COLUMNS
        for column in [*range(COLUMNS)] * self.garbage:
            kinds = rng.sample(KINDS[: self.colors], self.colors)
            options = (grown(stacks, column, kind) for kind in kinds)
            found = next((each for each in options if not lines(each)), None)
            if found is None:
                return None
            stacks = found
        marked = rng.sample(range(COLUMNS), self.marked)
        return tuple(
            stack[:1].upper() + stack[1:] if column in marked else stack
            for column, stack in enumerate(stacks)
        )

    # Rules

    def rules(self) -> str:
        aim = (
            "You succeed when all marked jewels have vanished."
            if self.marked
            else f"You succeed when {self.aim} jewels have vanished."
        )
        moves = (
            f"The piece falls by a row every {FALL} ticks. Left and right shift it, turn moves its "
            "lowest jewel to its top, and drop lets it fall fast."
            if self.live
            else "You place one piece after the other; a turn moves its lowest jewel to its top."
        )
        return (
            f"Pieces of three jewels, one above the other, come down into a well of {COLUMNS} "
            f"columns and {ROWS} rows. Three or more jewels of one kind in a line, across, down or "
            "diagonal, vanish together, and the jewels above them fall, which may make new lines. "
            f"{moves} {aim} You lose when a column is higher than the well."
        )

    def legend(self, medium: Medium) -> str:
        count = "under the word Left is how many are still to vanish"
        where = "" if self.live else " The piece to place is at the left, under the word Now."
        if medium == "text":
            return (
                "Each line is a row of the well from the top; letters are kinds of jewels, dots "
                "are free cells, capitals are marked."
            )
        marks = " Marked jewels have white corners around them." if self.marked else ""
        strip = f" {super().legend(medium)}" if self.frames else ""
        return (
            f"The well is in the middle.{where} The next piece is at the right, and {count}.{marks}"
            f" A cross shows where jewels vanished last.{strip}"
        )

    @property
    def actions(self) -> dict[str, Action]:
        chosen = "press" if self.live else "place"
        return {name: each for name, each in super().actions.items() if name == chosen}

    @action
    def place(
        self,
        state: Reel[Jewels],
        column: Annotated[int, Below(COLUMNS)],
        turns: Annotated[int, Below(3)],
    ) -> Reel[Jewels]:
        """Turn the piece so many times and let it fall; columns count from 0 at the left."""
        well = state.world
        if self.is_over(state):
            raise Illegal("The game is over.")
        after = landed(well, column, turned(well.piece, turns), self.colors)
        return Reel(replace(after, clock=well.clock + 1))

    def tick(self, world: Jewels, buttons: frozenset[str]) -> Jewels:
        return ticked(world, buttons, self.colors)

    def is_won(self, world: Jewels) -> bool:
        return self.left(world) == 0

    def is_lost(self, world: Jewels) -> bool:
        return max(map(len, world.stacks)) > ROWS and not self.is_won(world)

    def left(self, world: Jewels) -> int:
        """Jewels that are still to vanish."""
        if self.marked:
            return sum(map(str.isupper, "".join(world.stacks)))
        return max(self.aim - world.removed, 0)

    def progress(self, world: Jewels) -> float:
        return 1 - self.left(world) / (self.marked or self.aim)

    def visible(self, state: Reel[Jewels], player: int) -> Reel[Jewels]:
        hidden = [replace(each, dice=Dice(0)) for each in (*state.earlier, state.world)]
        return Reel(hidden[-1], tuple(hidden[:-1]))

    # Observation

    def scene(self, world: Jewels) -> Screen:
        return drawing.scene(world, self.live)

    def dials(self, canvas: Canvas, world: Jewels) -> None:
        drawing.dials(canvas, world, self.left(world), self.live)

    def describe(self, state: Reel[Jewels]) -> str:
        well = state.world
        shown = [
            f"{well.clock - each.clock} ticks ago:\n{drawing.told(each, self.live)}\n"
            for each in state.earlier
        ]
        now = f"{drawing.told(well, self.live)}\nLeft: {self.left(well)}.\nChain: {well.chain}."
        return "\n".join((*shown, now))

    # Solvers

    @solver
    def search(self, state: Reel[Jewels], rng: Random) -> Iterator[Call]:
        """Placements found by a beam search that knows what comes, or presses that make them."""
        task = replace(self, step_limit=1, starts="", frames=0)
        yield from (
            solvers.pressed(task, state.world) if self.live else solvers.placed(task, state.world)
        )


PRESETS = {
    "level_0": ArcadeColumns(step_limit=30),
    "level_1": ArcadeColumns(colors=5, aim=24, step_limit=40),
    "level_2": ArcadeColumns(colors=6, marked=3, garbage=2, step_limit=100),
    "level_0_live": ArcadeColumns(live=True, frames=3, step_limit=80),
    "level_1_live": ArcadeColumns(colors=5, aim=24, live=True, frames=3, step_limit=120),
    "level_2_live": ArcadeColumns(
        colors=6, marked=3, garbage=2, live=True, frames=3, step_limit=250
    ),
}

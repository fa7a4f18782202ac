"""Rotten Oranges: after how many minutes rot has spread to every orange."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Question, Span, action, levels, redrawn
from visgym.kit.canvas import PIECES
from visgym.kit.grid import Cell, cells, neighbours
from visgym.kit.grid_search import steps_from
from visgym.kit.tables import signs
from visgym.kit.tables.boards import ROWS, Table, signs_as_text

NEVER = -1
STUCK = 1 / 6  # the share of starts where some orange stays fresh
ORANGES = 0.8  # the share of cells with an orange
FRESH, ROTTEN = PIECES[1], PIECES[8]


@dataclass(frozen=True, slots=True)
class Crate:
    fresh: frozenset[Cell]
    rotten: frozenset[Cell]


@dataclass(frozen=True, kw_only=True)
class RottenOranges(Question[Crate]):
    size: int = 4
    """Rows of the crate, and columns."""
    shortest: int = 2
    """Minutes that it takes at least."""
    longest: int = 4
    """Minutes that it takes at most."""

    tags = frozenset({"synthetic", "full", "known", "counting", "reasoning"})
    pictured = "Fresh oranges are orange, rotten ones brown; empty cells are blank."
    written = f"{ROWS} o is a fresh orange, x a rotten one, . an empty cell."

    def validate(self) -> None:
        if not 3 <= self.size <= 14:
            raise ValueError("size must be from 3 to 14.")
        if not 1 <= self.shortest <= self.longest <= 2 * self.size:
            raise ValueError("shortest must be 1 or more, longest no less, and at most twice size.")

    def generate(self, rng: Random) -> Crate:
        """Minutes are wished for first, more or less, so that none of them is common."""
        minutes = range(self.shortest, self.longest + 1)
        wished, room = rng.choice(minutes), (self.longest - self.shortest) // 4
        allowed = [each for each in minutes if abs(each - wished) <= room]
        allowed = [NEVER] if rng.random() < STUCK else allowed

        def drawn(rng: Random) -> Crate | None:
            count, rotten = round(ORANGES * self.size**2), rng.randint(1, 3)
            oranges = rng.sample(list(cells(self.size, self.size)), count)
            crate = Crate(frozenset(oranges[rotten:]), frozenset(oranges[:rotten]))
            return crate if self.solution(crate) in allowed else None

        return redrawn(drawn, rng)

    def rules(self) -> str:
        return (
            "The cells of a crate hold a fresh orange, a rotten one, or nothing. In every minute, "
            "all fresh oranges rot that have a rotten one in the next cell above, below, on the "
            "left or on the right. After how many minutes is no orange fresh any more? Answer 0 if "
            f"none is fresh now, and {NEVER} if some stay fresh for ever."
        )

    @action
    def answer(self, crate: Crate, minutes: Annotated[int, Span(NEVER, 200)]) -> None:
        """Give the number of minutes."""

    def grade(self, crate: Crate, minutes: int) -> float:
        """Minute by minute, until nothing rots."""
        fresh, rotten, passed = set(crate.fresh), set(crate.rotten), 0
        while rotting := {cell for cell in fresh if rotten.intersection(neighbours(cell))}:
            fresh, rotten, passed = fresh - rotting, rotten | rotting, passed + 1
        return float(minutes == (NEVER if fresh else passed))

    def solution(self, crate: Crate) -> int:
        """The way to the farthest orange, over oranges alone."""
        empty = set(cells(self.size, self.size)) - crate.fresh - crate.rotten
        steps = steps_from(sorted(crate.rotten), self.size, self.size, empty)
        return max(steps.values()) if crate.fresh <= steps.keys() else NEVER

    def effort(self, state: Asked[Crate]) -> float:
        return float(len(state.problem.fresh))

    def draw(self, crate: Crate) -> Frame:
        table = Table(self.size, self.size, cell=44)
        canvas = table.canvas()
        for color, oranges in ((FRESH, crate.fresh), (ROTTEN, crate.rotten)):
            for cell in oranges:
                signs.disc(table, canvas, cell, color)
        return canvas.frame

    def describe(self, crate: Crate) -> str:
        letters = dict.fromkeys(crate.fresh, "o") | dict.fromkeys(crate.rotten, "x")
        return signs_as_text(self.size, self.size, letters)


PRESETS = levels(RottenOranges, size=(4, 6, 10), shortest=(2, 4, 8), longest=(4, 8, 20))

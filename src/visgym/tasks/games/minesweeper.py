"""Minesweeper: open every cell without a mine, led by the numbers of mines around.

A start shows one opened region, and from there nobody ever has to guess: the solver that sees only
what the player sees proves that for every board. Rewards on the way are the share of the safe cells
that a call opens.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from visgym.authoring import (
    Budget,
    Call,
    Cell,
    Frame,
    Illegal,
    Medium,
    Span,
    Task,
    action,
    redrawn,
    solver,
)
from visgym.kit.boards import mine_pictures
from visgym.kit.boards.mines import MineField, deduced, ones, worked_out
from visgym.kit.grid import cells
from visgym.kit.search import with_round_trips

CLOSED, BLOWN = -1, 9  # beside the counts of mines from 0 to 8
SIGNS = ".12345678X#"  # of the counts, then of a blown mine; the last one, of -1, is closed

Place = Annotated[int, Span(1, "size")]


@dataclass(frozen=True, slots=True)
class Sweep:
    mines: frozenset[Cell]
    """Hidden until the end."""
    shown: tuple[tuple[int, ...], ...]
    flags: frozenset[Cell] = frozenset()


@dataclass(frozen=True, kw_only=True)
class Minesweeper(Task[Sweep]):
    size: int = 8
    """Rows of the board, and columns."""
    mines: int = 10
    """Mines on the board."""
    compared: int = 0
    """How often two numbers must be compared to go on, at least."""

    tags = frozenset({"synthetic", "partial", "hidden", "known", "logic", "counting"})
    budget = Budget(solve=20.0, advance=0.15, draw=0.8)
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 4 <= self.size <= 16 or not 1 <= self.mines <= self.size**2 // 5:
            raise ValueError("size must be from 4 to 16, and mines from 1 to a fifth of the cells.")
        if not 0 <= self.compared <= 3:
            raise ValueError("compared must be from 0 to 3.")

    def generate(self, rng: Random) -> Sweep:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Sweep | None:
        """A board of which less than half is open and the rest can be worked out."""
        field = self._field
        mines = frozenset(rng.sample(list(cells(self.size, self.size)), self.mines))
        hidden = field.bits(mines)
        blank = [at for at in ones(field.every & ~hidden) if not field.count(hidden, at)]
        opened = field.spread(hidden, rng.choice(blank)) if blank else 0
        if not 0 < 2 * opened.bit_count() < self.size**2 - self.mines:
            return None
        strengths = worked_out(field, hidden, opened)
        if strengths is None or strengths.count(2) < self.compared:
            return None
        closed = ((CLOSED,) * self.size,) * self.size
        return self._opened(Sweep(mines, closed), opened)

    # Rules

    def rules(self) -> str:
        return (
            f"{self.mines} mines lie hidden under the closed cells of a board of {self.size}x"
            f"{self.size} cells. The number in an open cell says how many of the up to eight cells "
            "around it have a mine; around a cell without a number there is none, and such cells "
            "open all that is around them. You succeed when every cell without a mine is open, and "
            "lose when you open a mine. A flag marks a cell, which cannot be opened "
            "meanwhile. Nothing ever has to be guessed."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            how = "# is closed, F a flag, . open without a number, * a mine, X the mine you opened"
            return f"{how}, W a wrong flag. Rows and columns count from 1."
        return (
            "Raised cells are closed. The counts above the board are all mines, and the flags that "
            "you set. Rows and columns count from 1, as the small numbers at the rim."
        )

    @action
    def reveal(self, state: Sweep, row: Place, column: Place) -> Sweep:
        """Open a cell."""
        cell = (row - 1, column - 1)
        self._refuse_open(state, cell)
        if cell in state.flags:
            raise Illegal(f"A flag is in row {row}, column {column}; take it away first.")
        if cell in state.mines:
            return _put(state, {cell: BLOWN})
        field = self._field
        return self._opened(state, field.spread(field.bits(state.mines), field.number(cell)))

    @action
    def flag(self, state: Sweep, row: Place, column: Place) -> Sweep:
        """Set a flag on a closed cell, or take it away again."""
        self._refuse_open(state, (row - 1, column - 1))
        return replace(state, flags=state.flags ^ {(row - 1, column - 1)})

    def is_over(self, state: Sweep) -> bool:
        return self.hopeless(state) or self.score(state) == 1

    def hopeless(self, state: Sweep) -> bool:
        return any(BLOWN in row for row in state.shown)

    def score(self, state: Sweep) -> float:
        return float(self._share(state) == 1 and not self.hopeless(state))

    def reward(self, before: Sweep, call: Call, after: Sweep) -> float:
        return self._share(after) - self._share(before)

    def metrics(self, state: Sweep) -> dict[str, float]:
        return {"progress": self._share(state), "flags": float(len(state.flags))}

    def visible(self, state: Sweep, player: int) -> Sweep:
        return state if self.is_over(state) else replace(state, mines=frozenset())

    def effort(self, state: Sweep) -> float:
        """The steps in which the board is worked out; to compare two numbers counts twice."""
        opened, hidden = sum(1 << at for at in self._numbers(state)), self._field.bits(state.mines)
        return float(sum(worked_out(self._field, hidden, opened) or ()))

    # Observation

    def draw(self, state: Sweep) -> Frame:
        return mine_pictures.picture(_signs(state), self.mines, len(state.flags))

    def picture_board(self) -> tuple[float, float, float, float]:
        """Where a browser finds the cells."""
        return mine_pictures.board(self.size)

    def describe(self, state: Sweep) -> str:
        counts = f"Mines: {self.mines}, flags: {len(state.flags)}"
        return "\n".join([counts, *_signs(state)])

    # Solvers

    @solver
    def deduction(self, state: Sweep, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Open what must be safe by the numbers that are open, as the player could."""
        plan = list(self._deduced(state))

        def doubt(at: Sweep) -> list[Call]:
            closed = [(r, c) for r, c in cells(self.size, self.size) if at.shown[r][c] == CLOSED]
            row, column = rng.choice(closed)
            return [Call("flag", (row + 1, column + 1))] * 2

        yield from with_round_trips(self, state, plan, steps, rng, doubt, ends_itself=True)

    @solver
    def omniscient(self, state: Sweep, rng: Random) -> Iterator[Call]:
        """Open every cell without a mine, in any order."""
        order = [c for c in cells(self.size, self.size) if c not in state.mines]
        rng.shuffle(order)
        yield from self._opening(state, order)[0]

    def _deduced(self, state: Sweep) -> Iterator[Call]:
        while not self.is_over(state):
            found = deduced(self._field, self._numbers(state), self.mines)
            if not found.safe:
                return
            calls, state = self._opening(state, map(self._field.cell, ones(found.safe)))
            yield from calls

    def _opening(self, state: Sweep, those: Iterable[Cell]) -> tuple[list[Call], Sweep]:
        """The calls that open some cells, and the board after them."""
        calls = list[Call]()
        for row, column in those:
            names = ("flag", "reveal")[(row, column) not in state.flags :]
            for name in names if state.shown[row][column] == CLOSED else ():
                calls.append(Call(name, (row + 1, column + 1)))
                state = self.apply(state, calls[-1])
        return calls, state

    # What follows from a state

    @property
    def _field(self) -> MineField:
        return MineField(self.size, self.size)

    def _share(self, state: Sweep) -> float:
        """The part of the cells without a mine that is open."""
        closed = sum(row.count(CLOSED) + row.count(BLOWN) for row in state.shown)
        return (self.size**2 - closed) / (self.size**2 - self.mines)

    def _numbers(self, state: Sweep) -> dict[int, int]:
        flat = (value for row in state.shown for value in row)
        return {at: value for at, value in enumerate(flat) if CLOSED < value < BLOWN}

    def _opened(self, state: Sweep, opened: int) -> Sweep:
        field = self._field
        mines = field.bits(state.mines)
        return _put(state, {field.cell(at): field.count(mines, at) for at in ones(opened)})

    def _refuse_open(self, state: Sweep, cell: Cell) -> None:
        if state.shown[cell[0]][cell[1]] != CLOSED:
            raise Illegal(f"Row {cell[0] + 1}, column {cell[1] + 1} is open already.")


def _put(state: Sweep, values: dict[Cell, int]) -> Sweep:
    """The board with some cells open; flags on them are gone."""
    rows = [list(row) for row in state.shown]
    for (row, column), value in values.items():
        rows[row][column] = value
    return replace(state, shown=tuple(map(tuple, rows)), flags=state.flags.difference(values))


def _signs(state: Sweep) -> list[str]:
    """One sign for each cell, in rows; mines are known once all is over."""
    rows = [[SIGNS[value] for value in row] for row in state.shown]
    for row, column in state.mines:
        rows[row][column] = "*" if rows[row][column] == "#" else "X"
    for row, column in state.flags:
        rows[row][column] = "W" if state.mines and (row, column) not in state.mines else "F"
    return ["".join(row) for row in rows]


PRESETS = {
    "level_0": Minesweeper(size=5, mines=4, step_limit=40),
    "level_1": Minesweeper(size=8, mines=10, compared=1, step_limit=100),
    "level_2": Minesweeper(size=12, mines=24, compared=2, step_limit=200),
}

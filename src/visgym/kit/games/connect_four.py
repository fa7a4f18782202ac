"""Four in a line with falling discs, on boards of bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from visgym.kit.games.rules import DRAW, WINS, GameRules, Result


@dataclass(frozen=True, slots=True)
class DroppedDiscs:
    """The discs of both sides as bits, column by column from the bottom; a row above stays free."""

    first: int = 0
    second: int = 0


@dataclass(frozen=True)
class ConnectFourRules(GameRules[DroppedDiscs, int]):
    """Moves are columns from the left, from 0.

    >>> rules = ConnectFourRules()
    >>> position = DroppedDiscs()
    >>> for column in (3, 0, 3, 0, 3, 0, 3):
    ...     position = rules.play(position, column)
    >>> rules.result(position)
    (1.0, 0.0)
    """

    rows: int = 6
    columns: int = 7
    connect: int = 4

    def start(self, rng: Random) -> DroppedDiscs:
        return DroppedDiscs()

    def mover(self, position: DroppedDiscs) -> int:
        return (position.first | position.second).bit_count() & 1

    def legal(self, position: DroppedDiscs) -> list[int]:
        taken = position.first | position.second
        return [column for column, top in self._tops if not taken & top]

    def play(self, position: DroppedDiscs, move: int) -> DroppedDiscs:
        taken = position.first | position.second
        disc = (taken + self._bottoms[move]) & self._masks[move]
        if taken.bit_count() & 1:
            return DroppedDiscs(position.first, position.second | disc)
        return DroppedDiscs(position.first | disc, position.second)

    def result(self, position: DroppedDiscs) -> Result | None:
        second_moved = not self.mover(position)
        if self._has_line(position.second if second_moved else position.first):
            return WINS[second_moved]
        return DRAW if position.first | position.second == self._full else None

    def worth(self, position: DroppedDiscs, side: int) -> float:
        """Lines that only one side can still complete, more for fuller ones."""
        own, other = position.first, position.second
        if side:
            own, other = other, own
        total = 0
        for line in self._lines:
            mine, theirs = (own & line).bit_count(), (other & line).bit_count()
            if not theirs:
                total += mine * mine
            elif not mine:
                total -= theirs * theirs
        return total / (1 + len(self._lines) * self.connect**2)

    def ordered(self, position: DroppedDiscs, moves: Sequence[int]) -> Sequence[int]:
        return sorted(moves, key=self._from_the_middle.__getitem__)

    def rollout(self, position: DroppedDiscs, rng: Random) -> Result:
        mover = self.mover(position)
        own, other = position.first, position.second
        if mover:
            own, other = other, own
        taken, full, random = own | other, self._full, rng.random
        tops, bottoms, masks, count = self._tops, self._bottoms, self._masks, self.columns
        while taken != full:
            column = int(random() * count)
            if taken & tops[column][1]:
                continue
            disc = (taken + bottoms[column]) & masks[column]
            own |= disc
            taken |= disc
            if self._has_line(own):
                return WINS[mover]
            own, other, mover = other, own, 1 - mover
        return DRAW

    def cells(self, discs: int) -> list[tuple[int, int]]:
        """Row from the top and column of each disc."""
        tall = self.rows + 1
        return [
            (self.rows - 1 - row, column)
            for column in range(self.columns)
            for row in range(self.rows)
            if discs >> (column * tall + row) & 1
        ]

    def _has_line(self, discs: int) -> bool:
        further = range(self.connect - 1)
        for step in self._steps:
            run = discs
            for _ in further:  # what is left has so many more discs beyond it
                run &= run >> step
            if run:
                return True
        return False

    @cached_property
    def _steps(self) -> tuple[int, ...]:
        tall = self.rows + 1
        return 1, tall, tall + 1, tall - 1

    @cached_property
    def _tops(self) -> tuple[tuple[int, int], ...]:
        tall = self.rows + 1
        return tuple((c, 1 << (c * tall + self.rows - 1)) for c in range(self.columns))

    @cached_property
    def _bottoms(self) -> tuple[int, ...]:
        return tuple(1 << (c * (self.rows + 1)) for c in range(self.columns))

    @cached_property
    def _masks(self) -> tuple[int, ...]:
        return tuple(((1 << self.rows) - 1) * bottom for bottom in self._bottoms)

    @cached_property
    def _full(self) -> int:
        return sum(self._masks)

    @cached_property
    def _from_the_middle(self) -> tuple[float, ...]:
        return tuple(abs(c - (self.columns - 1) / 2) for c in range(self.columns))

    @cached_property
    def _lines(self) -> tuple[int, ...]:
        """The cells of every line that wins."""
        tall, found = self.rows + 1, []
        for column in range(self.columns):
            for row in range(self.rows):
                for across, up in ((0, 1), (1, 0), (1, 1), (1, -1)):
                    reach = self.connect - 1
                    ends = column + reach * across, row + reach * up
                    if ends[0] < self.columns and 0 <= ends[1] < self.rows:
                        steps = range(self.connect)
                        places = ((column + n * across) * tall + row + n * up for n in steps)
                        found.append(sum(1 << place for place in places))
        return tuple(found)

"""Breakthrough on boards of bits: pawns that run for the far row."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from visgym.kit.games.boards import squares_in
from visgym.kit.games.rules import WINS, GameRules, Result
from visgym.kit.games.stepping import Step

PAWN, AHEAD, GUARD = 10.0, 0.6, 3.0
"""What a pawn is worth, how much more each row ahead makes it, squared, and one on the home row."""


@dataclass(frozen=True, slots=True)
class PawnRows:
    """The pawns of both sides as bits, a1 the lowest, row by row; and whose turn it is."""

    white: int
    black: int
    turn: int = 0


@dataclass(frozen=True)
class BreakthroughRules(GameRules[PawnRows, Step]):
    """White moves to higher rows; captures are aslant, other steps straight, or aslant too.

    >>> rules = BreakthroughRules(8)
    >>> len(rules.legal(rules.start(Random(0))))
    8
    """

    size: int = 8
    diagonal_steps: bool = False

    def start(self, rng: Random) -> PawnRows:
        home = (1 << 2 * self.size) - 1
        return PawnRows(home, home << self.size * (self.size - 2))

    def mover(self, position: PawnRows) -> int:
        return position.turn

    def legal(self, position: PawnRows) -> list[Step]:
        found = []
        step = -self.size if position.turn else self.size
        for shift, targets in zip((step, step - 1, step + 1), self._targets(position), strict=True):
            found += [(target - shift, target) for target in squares_in(targets)]
        return found

    def play(self, position: PawnRows, move: Step) -> PawnRows:
        step, target = 1 << move[0] | 1 << move[1], 1 << move[1]
        if position.turn:
            return PawnRows(position.white & ~target, position.black ^ step, 0)
        return PawnRows(position.white ^ step, position.black & ~target, 1)

    def result(self, position: PawnRows) -> Result | None:
        if position.white & self._far[0] or not position.black:
            return WINS[0]
        if position.black & self._far[1] or not position.white:
            return WINS[1]
        ahead = position.black >> self.size if position.turn else position.white << self.size
        if ahead & ~(position.white | position.black):  # as nearly always
            return None
        return None if any(self._targets(position)) else WINS[1 - position.turn]

    def worth(self, position: PawnRows, side: int) -> float:
        """Pawns, how far they are ahead, and guards that stayed at home."""
        total = 0.0
        for points in _points_by_row(self.size, position.white, False):
            total += points
        for points in _points_by_row(self.size, position.black, True):
            total -= points
        total += PAWN / 4 * (1 - 2 * position.turn)
        return (1 - 2 * side) * total / (200 + abs(total))

    def ordered(self, position: PawnRows, moves: Sequence[Step]) -> Sequence[Step]:
        other = position.white if position.turn else position.black
        toward = -1 if position.turn else 1
        size = self.size
        return sorted(moves, key=lambda m: (not other >> m[1] & 1, -toward * (m[1] // size)))

    def rollout(self, position: PawnRows, rng: Random) -> Result:
        result = self.result(position)
        cells, random = self.size**2, rng.random
        while result is None:
            kinds = self._targets(position)
            kind = int(random() * 3)
            targets = kinds[kind]
            while not targets:
                kind = (kind + 1) % 3
                targets = kinds[kind]
            cut = int(random() * cells)
            low = targets >> cut << cut or targets  # the next target from a square by chance
            target = (low & -low).bit_length() - 1
            aside = (0, -1, 1)[kind]
            source = target + self.size - aside if position.turn else target - self.size - aside
            position = self.play(position, (source, target))
            result = self.result(position)
        return result

    def _targets(self, position: PawnRows) -> tuple[int, int, int]:
        """The squares that pawns may enter straight ahead, to lower and to higher columns."""
        white, black, size = position.white, position.black, self.size
        free = self._all & ~(white | black)
        own, other = (black, white) if position.turn else (white, black)
        lower, higher = own & self._not_first, own & self._not_last
        aslant = other | free if self.diagonal_steps else other
        if position.turn:
            return own >> size & free, lower >> size + 1 & aslant, higher >> size - 1 & aslant
        return own << size & free, lower << size - 1 & aslant, higher << size + 1 & aslant

    @cached_property
    def _all(self) -> int:
        return (1 << self.size**2) - 1

    @cached_property
    def _not_first(self) -> int:
        """All columns but the first."""
        return self._all ^ sum(1 << row * self.size for row in range(self.size))

    @cached_property
    def _not_last(self) -> int:
        last = self.size - 1
        return self._all ^ sum(1 << row * self.size + last for row in range(self.size))

    @cached_property
    def _rows(self) -> tuple[int, ...]:
        row = (1 << self.size) - 1
        return tuple(row << n * self.size for n in range(self.size))

    @cached_property
    def _far(self) -> tuple[int, int]:
        return self._rows[-1], self._rows[0]


@lru_cache(maxsize=1 << 15)
def _points_by_row(size: int, pawns: int, down: bool) -> tuple[float, ...]:
    """What pawns are worth, row by row from their home; rows without any are left out."""
    found = []
    for ahead in range(size):
        row = size - 1 - ahead if down else ahead
        count = (pawns >> row * size & (1 << size) - 1).bit_count()
        if count:
            found.append((PAWN + AHEAD * ahead * ahead if ahead else PAWN + GUARD) * count)
    return tuple(found)

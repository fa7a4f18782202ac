"""Crusade on boards of bits: armies of knights, and more captures win."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random

from visgym.kit.games.boards import squares_in
from visgym.kit.games.rules import DRAW, WINS, GameRules, Result
from visgym.kit.games.stepping import Step

JUMPS = tuple((r, c) for r in (-2, -1, 1, 2) for c in (-2, -1, 1, 2) if abs(r) != abs(c))
HANGING = 0.6
"""The part of a knight that is lost where it can be taken for nothing and is not to move."""


@dataclass(frozen=True, slots=True)
class KnightArmies:
    """The knights of both sides as bits, a1 the lowest, row by row; and the plies so far."""

    white: int
    black: int
    plies: int = 0


@dataclass(frozen=True)
class CrusadeRules(GameRules[KnightArmies, Step]):
    """White moves at even plies; captures are counted by what is missing.

    >>> rules = CrusadeRules(8, 40)
    >>> len(rules.legal(rules.start(Random(0))))
    26
    """

    size: int = 8
    plies: int = 40

    def start(self, rng: Random) -> KnightArmies:
        home = (1 << 2 * self.size) - 1
        return KnightArmies(home, home << self.size * (self.size - 2))

    def mover(self, position: KnightArmies) -> int:
        return position.plies & 1

    def legal(self, position: KnightArmies) -> list[Step]:
        own = self._sides(position)[0]
        jumps = self._jumps
        return [
            (source, target)
            for source in squares_in(own)
            for target in squares_in(jumps[source] & ~own)
        ]

    def play(self, position: KnightArmies, move: Step) -> KnightArmies:
        step, target, plies = 1 << move[0] | 1 << move[1], 1 << move[1], position.plies + 1
        if position.plies & 1:
            return KnightArmies(position.white & ~target, position.black ^ step, plies)
        return KnightArmies(position.white ^ step, position.black & ~target, plies)

    def result(self, position: KnightArmies) -> Result | None:
        """Nobody left or nothing to move loses; after all plies, more knights win."""
        own, other = self._sides(position)
        if not other:
            return WINS[position.plies & 1]
        if not own or not self._can_move(own):
            return WINS[1 - (position.plies & 1)]
        if position.plies < self.plies:
            return None
        lead = position.white.bit_count() - position.black.bit_count()
        return WINS[lead < 0] if lead else DRAW

    def worth(self, position: KnightArmies, side: int) -> float:
        """Knights, less those of the side that moved last which can be taken for nothing."""
        own, other = self._sides(position)
        lead = float(own.bit_count() - other.bit_count())
        if other & self._reach(own) & ~self._reach(other):
            lead += HANGING
        sign = 1 if side == position.plies & 1 else -1
        return sign * lead / (2 * self.size + 1)

    def ordered(self, position: KnightArmies, moves: Sequence[Step]) -> Sequence[Step]:
        other = self._sides(position)[1]
        return sorted(moves, key=lambda move: not other >> move[1] & 1)

    def _sides(self, position: KnightArmies) -> tuple[int, int]:
        """The knights of the side to move, and those of the other."""
        if position.plies & 1:
            return position.black, position.white
        return position.white, position.black

    def _can_move(self, own: int) -> bool:
        return any(self._jumps[square] & ~own for square in squares_in(own))

    def _reach(self, knights: int) -> int:
        """The squares that knights can jump to, own ones among them."""
        size, (no_first, no_second, no_last, no_before) = self.size, self._columns
        one = (knights & no_last) << 1 | (knights & no_first) >> 1
        two = (knights & no_before) << 2 | (knights & no_second) >> 2
        near, far = two << size | two >> size, one << 2 * size | one >> 2 * size
        return (near | far) & self._all

    @cached_property
    def _all(self) -> int:
        return (1 << self.size**2) - 1

    @cached_property
    def _columns(self) -> tuple[int, int, int, int]:
        """All columns but the first, the first two, the last, the last two."""
        size = self.size
        first = sum(1 << row * size for row in range(size))
        edges = first, first | first << 1, first << size - 1, first << size - 1 | first << size - 2
        one, two, three, four = (self._all ^ edge for edge in edges)
        return one, two, three, four

    @cached_property
    def _jumps(self) -> tuple[int, ...]:
        """Where a knight on each square may jump to."""
        size, found = self.size, []
        for square in range(size**2):
            row, column = divmod(square, size)
            ends = [(row + r, column + c) for r, c in JUMPS]
            inside = [(r, c) for r, c in ends if 0 <= r < size and 0 <= c < size]
            found.append(sum(1 << r * size + c for r, c in inside))
        return tuple(found)

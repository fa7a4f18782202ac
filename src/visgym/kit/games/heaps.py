"""Nim: take any number from one heap; who takes the last object wins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial, reduce
from operator import xor
from random import Random

from visgym.kit.games.opponents import percent
from visgym.kit.games.rules import WINS, Choose, GameRules, Result

Take = tuple[int, int]
"""A heap from 0 and how many are taken from it."""


@dataclass(frozen=True, slots=True)
class Heaps:
    left: tuple[int, ...]
    side: int = 0


@dataclass(frozen=True)
class NimRules(GameRules[Heaps, Take]):
    """Heaps of 1 to `most` objects.

    >>> NimRules(3, 5).experts()["perfect"]("")(Heaps((3, 4, 5)), Random(0))
    (0, 2)
    """

    heaps: int = 3
    most: int = 5

    def start(self, rng: Random) -> Heaps:
        return Heaps(tuple(rng.randint(1, self.most) for _ in range(self.heaps)))

    def mover(self, position: Heaps) -> int:
        return position.side

    def legal(self, position: Heaps) -> list[Take]:
        return [(heap, n) for heap, left in enumerate(position.left) for n in range(1, left + 1)]

    def play(self, position: Heaps, move: Take) -> Heaps:
        left = list(position.left)
        left[move[0]] -= move[1]
        return Heaps(tuple(left), 1 - position.side)

    def result(self, position: Heaps) -> Result | None:
        return None if any(position.left) else WINS[1 - position.side]

    def worth(self, position: Heaps, side: int) -> float:
        """Fewer heaps are easier to see through, for whoever is to move."""
        few = 1 / (1 + sum(map(bool, position.left)))
        return few if position.side == side else -few

    def experts(self) -> Mapping[str, Callable[[str], Choose[Heaps, Take]]]:
        return {"perfect": lambda argument: partial(_perfect, self, percent(argument))}


def nim_sum(position: Heaps) -> int:
    """0 where whoever is to move loses against perfect play."""
    return reduce(xor, position.left)


def _perfect(rules: NimRules, often: int, position: Heaps, rng: Random) -> Take:
    """Leave a sum of 0 on so many of a hundred moves; where that cannot be, anything will do."""
    moves = rules.legal(position)
    winning = [move for move in moves if not nim_sum(rules.play(position, move))]
    well = rng.randrange(100) < often
    return rng.choice(winning if winning and well else moves)

"""Chance during play that stays pure, the dice being part of the state, and chance in a hurry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random


@dataclass(frozen=True, slots=True)
class Dice:
    """All that will ever be rolled in an episode, told by one number that nobody may see.

    Who looks at a state must not see its dice, so neither pictures nor texts depend on them.

    >>> rng, dice = Dice(7).roll()
    >>> rng.randint(1, 6), dice == Dice(7), Dice(7).roll()[1] == dice
    (2, False, True)
    """

    seed: int

    @classmethod
    def new(cls, rng: Random) -> Dice:
        """Dice for a new episode."""
        return cls(rng.getrandbits(62))

    def roll(self) -> tuple[Random, Dice]:
        """Chance for one move, and the dice for the moves after it."""
        rng = Random(self.seed)
        return rng, Dice(rng.getrandbits(62))


def below(count: int, bits: Callable[[int], int]) -> int:
    """A number below `count`: the one that `rng.choice` would take, from `rng.getrandbits`."""
    size = count.bit_length()
    drawn = bits(size)
    while drawn >= count:
        drawn = bits(size)
    return drawn

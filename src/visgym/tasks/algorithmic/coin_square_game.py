"""Coin Square Game: what the first of two players gets who take coins from the end of a row."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.tables.rows import LISTED, NUMBERED, Row, as_list


@dataclass(frozen=True, slots=True)
class Coins:
    values: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class CoinSquareGame(NumberQuestion[Coins]):
    coins: int = 5
    """Coins in the row; their values go up to twice as many."""

    tags = frozenset({"synthetic", "full", "known", "arithmetic", "strategy"})
    pictured = f"Every coin shows its value. {NUMBERED}"
    written = LISTED

    def validate(self) -> None:
        if not 3 <= self.coins <= 24:
            raise ValueError("coins must be from 3 to 24.")

    def generate(self, rng: Random) -> Coins:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Coins | None:
        """Coins of which a player who always takes as many as may be gets another sum."""
        coins = Coins(tuple(rng.randint(1, 2 * self.coins) for _ in range(self.coins)))
        return coins if _greedy(coins.values) != self.solution(coins) else None

    def rules(self) -> str:
        return (
            "Coins lie in a row. Alice and Bob take turns, Alice begins, and each takes coins from "
            "the left end of the row. Alice first takes 1 or 2 coins. When a player has just taken "
            "k coins, the other takes at least 1 and at most 2k of those that are left, until none "
            "is left. Both play so that the values of their own coins add up to "
            "as much as can be. How much does Alice get?"
        )

    @action
    def answer(self, coins: Coins, total: Annotated[int, Span(0, 2000)]) -> None:
        """Give the sum that Alice gets."""

    def right(self, coins: Coins) -> int:
        return _fair_share(coins.values)

    def solution(self, coins: Coins) -> int:
        """From the end of the row: the best share of the rest, after any number just taken."""
        count, rest = len(coins.values), [0]
        for value in reversed(coins.values):
            rest.append(rest[-1] + value)
        best = [[0] * (count + 1) for _ in range(count + 1)]
        for left in range(1, count + 1):
            share = 0
            for most in range(1, count + 1):
                if most <= left:
                    share = max(share, rest[left] - best[left - most][min(2 * most, count)])
                best[left][most] = share
        return best[count][2]

    def effort(self, state: Asked[Coins]) -> float:
        return float(len(state.problem.values))

    def draw(self, coins: Coins) -> Frame:
        return Row(self.coins).discs(coins.values)

    def describe(self, coins: Coins) -> str:
        return as_list(coins.values)


def _fair_share(values: tuple[int, ...]) -> int:
    """What the first player gets, by trying every way to play."""

    @cache
    def lead(start: int, most: int) -> int:
        """How much more the player to move gets than the other."""
        takes = range(1, min(most, len(values) - start) + 1)
        return max(
            (sum(values[start : start + k]) - lead(start + k, 2 * k) for k in takes), default=0
        )

    return (sum(values) + lead(0, 2)) // 2


def _greedy(values: tuple[int, ...]) -> int:
    at, most, sums = 0, 2, [0, 0]
    for turn in range(len(values)):
        sums[turn % 2] += sum(values[at : at + most])
        at, most = at + most, 2 * most
    return sums[0]


PRESETS = levels(CoinSquareGame, coins=(5, 8, 12))

"""Stone Intervals Game: what the first of two players gets who take piles beside empty places."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.tables.rows import LISTED, NUMBERED, Row, as_list

HIGHEST = 160  # pixels of the highest bar with what is written above it


@dataclass(frozen=True, slots=True)
class Piles:
    stones: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class StoneIntervalsGame(NumberQuestion[Piles]):
    piles: int = 5
    """Places in the row; piles have up to twice as many stones."""
    empty: int = 1
    """Places without stones."""

    tags = frozenset({"synthetic", "full", "known", "arithmetic", "strategy"})
    pictured = f"The number above a bar says how many stones a pile has. {NUMBERED}"
    written = f"Stones of every pile. {LISTED}"

    def validate(self) -> None:
        if not 3 <= self.piles <= 14 or not 1 <= self.empty <= self.piles - 2:
            raise ValueError("piles must be from 3 to 14 and empty from 1 to piles - 2.")

    def generate(self, rng: Random) -> Piles:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Piles | None:
        """Piles where to take the largest at hand is not the best."""
        stones = [rng.randint(1, 2 * self.piles) for _ in range(self.piles)]
        for place in rng.sample(range(self.piles), self.empty):
            stones[place] = 0
        piles = Piles(tuple(stones))
        return piles if _greedy(stones) != self.solution(piles) else None

    def rules(self) -> str:
        return (
            "Piles of stones stand in a row, and some places of the row are empty. Alice and Bob "
            "take turns, and Alice begins. In a turn a player takes one whole pile that has an "
            "empty place right beside it, on its left or on its right; that place is empty from "
            "then on. The ends of the row are no empty places. The game ends when no pile is left. "
            "Both play for as many stones of their own as possible. How many does Alice get?"
        )

    @action
    def answer(self, piles: Piles, total: Annotated[int, Span(0, 1000)]) -> None:
        """Give the number of stones that Alice gets."""

    def right(self, piles: Piles) -> int:
        return _fair_share(piles.stones)

    def solution(self, piles: Piles) -> int:
        """Piles that nobody wants to open are merged; what is left falls in order of size."""
        runs = _runs(piles.stones)
        merged = [_merged(run) for run in runs]
        last = sum(_stripped(run, at == 0, at == len(merged) - 1) for at, run in enumerate(merged))
        rest = sorted((value for run in merged for value in run), reverse=True)
        lead = sum(rest[::2]) - sum(rest[1::2]) + (-last if len(rest) % 2 else last)
        return (sum(piles.stones) + lead) // 2

    def effort(self, state: Asked[Piles]) -> float:
        return float(self.piles - self.empty)

    def draw(self, piles: Piles) -> Frame:
        row = Row(self.piles, across=14, place=48, tall=HIGHEST)
        return row.bars(piles.stones, 2 * self.piles).frame

    def describe(self, piles: Piles) -> str:
        return as_list(piles.stones)


def _runs(stones: tuple[int, ...]) -> list[list[int]]:
    """The piles between empty places; the first and the last run end at the rim of the row."""
    runs: list[list[int]] = [[]]
    for count in stones:
        if count:
            runs[-1].append(count)
        else:
            runs.append([])
    return runs


def _merged(run: list[int]) -> list[int]:
    """A pile that is no smaller than both beside it falls at once with them: left + right - it."""
    merged: list[int] = []
    for count in run:
        merged.append(count)
        while len(merged) > 2 and merged[-3] <= merged[-2] >= merged[-1]:
            left, middle, right = merged[-3:]
            merged[-3:] = [left + right - middle]
    return merged


def _stripped(run: list[int], at_left: bool, at_right: bool) -> int:
    """Take pairs from the rim that nobody wants to open; what the one who must do so gains."""
    gain = 0
    while at_left and len(run) > 1 and run[0] >= run[1]:
        gain += run[1] - run[0]
        del run[:2]
    while at_right and len(run) > 1 and run[-1] >= run[-2]:
        gain += run[-2] - run[-1]
        del run[-2:]
    return gain


def _fair_share(stones: tuple[int, ...]) -> int:
    """What the first player gets, by trying every way to play."""

    @cache
    def lead(left: tuple[int, ...]) -> int:
        """How much more the player to move gets than the other."""
        moves = (
            count - lead((*left[:at], 0, *left[at + 1 :]))
            for at, count in enumerate(left)
            if count and _is_open(left, at)
        )
        return max(moves, default=0)

    return (sum(stones) + lead(stones)) // 2


def _greedy(stones: list[int]) -> int:
    left, sums = list(stones), [0, 0]
    for turn in range(sum(map(bool, stones))):
        at = max((p for p in range(len(left)) if _is_open(left, p)), key=lambda place: left[place])
        sums[turn % 2] += left[at]
        left[at] = 0
    return sums[0]


def _is_open(stones: Sequence[int], at: int) -> bool:
    """Whether there is an empty place beside a pile."""
    return (at > 0 and not stones[at - 1]) or (at + 1 < len(stones) and not stones[at + 1])


PRESETS = levels(StoneIntervalsGame, piles=(5, 8, 12), empty=(1, 2, 3))

"""Face Right Way: turn a row of arrows to the right by flipping stretches of one length.

The first level has 9 arrows: of 6, there are but 10 rows where more than one flip is needed and
flips of single arrows are not the best.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, Pairs, Question, Span, action, levels, redrawn
from visgym.kit.canvas import BLUE, RED
from visgym.kit.tables.rows import Row

Stretches = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class Arrows:
    facing: str
    """L or R for every arrow."""


@dataclass(frozen=True, kw_only=True)
class FaceRightWay(Question[Arrows]):
    arrows: int = 9
    """Arrows in the row."""

    tags = frozenset({"synthetic", "full", "known", "planning", "logic"})
    pictured = "An arrow that faces left is red, one that faces right is blue."
    written = "L is an arrow that faces left, R one that faces right."

    def validate(self) -> None:
        if not 4 <= self.arrows <= 30:
            raise ValueError("arrows must be from 4 to 30.")

    def generate(self, rng: Random) -> Arrows:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Arrows | None:
        """Flips of one length of at least 2 have made the row, and the best length is one too."""
        length = rng.randint(2, max(2, self.arrows // 2))
        begins = [first for first in range(self.arrows - length + 1) if rng.random() < 0.5]
        row = [True] * self.arrows
        for first in begins:
            _flip(row, first, length)
        flips, best = _fewest(tuple(row))
        return Arrows("".join("LR"[right] for right in row)) if flips > 1 and best > 1 else None

    def rules(self) -> str:
        return (
            "A row of arrows is numbered from 1 at the left. A flip turns every arrow of a stretch "
            "of neighbouring arrows around. Choose one length and use it for all flips, so that "
            "all arrows face right in the end. Use as few flips as possible and, among the lengths "
            "with which so few flips are enough, the smallest. Give each flip as the number of its "
            "first and of its last arrow."
        )

    @action
    def answer(self, row: Arrows, flips: Annotated[Stretches, Pairs(Span(1, "arrows"))]) -> None:
        """Give the first and the last arrow of every flip."""

    def grade(self, row: Arrows, flips: Stretches) -> float:
        """Half for few flips, and half for a short length where they are as few as can be."""
        if not _is_right(row, flips):
            return 0.0
        (fewest, shortest), length = _fewest(_turned(row)), flips[0][1] - flips[0][0] + 1
        few = 0.5 * (fewest / len(flips)) ** 5
        return few + (0.5 * (shortest / length) ** 5 if len(flips) == fewest else 0.0)

    def metrics(self, row: Arrows, flips: Stretches = ()) -> dict[str, float]:
        valid = _is_right(row, flips)
        fewest = _fewest(_turned(row))[0]
        return {"valid": float(valid), "ratio": fewest / len(flips) if valid else 0.0}

    def solution(self, row: Arrows) -> Stretches:
        """For each length the flips are forced, from the left; on bits of one number."""
        wrong = int(row.facing[::-1].replace("L", "1").replace("R", "0"), 2)
        found = list[list[tuple[int, int]]]()
        for length in range(1, self.arrows + 1):
            left, flips = wrong, list[tuple[int, int]]()
            while left and (first := (left & -left).bit_length() - 1) + length <= self.arrows:
                left ^= ((1 << length) - 1) << first
                flips.append((first + 1, first + length))
            found += [flips] if not left else []
        fewest = min(map(len, found))
        return tuple(next(flips for flips in found if len(flips) == fewest))

    def effort(self, state: Asked[Arrows]) -> float:
        return float(self.arrows * len(self.solution(state.problem)))

    def draw(self, row: Arrows) -> Frame:
        places = Row(self.arrows, across=16, place=52)
        canvas = places.canvas()
        for number, facing in enumerate(row.facing):
            (x, y), reach = places.middle(number), 22 if facing == "R" else -22
            canvas.arrow((x - reach, y), (x + reach, y), 7, BLUE if facing == "R" else RED)
        return canvas.frame

    def describe(self, row: Arrows) -> str:
        return " ".join(row.facing)


def _turned(row: Arrows) -> tuple[bool, ...]:
    return tuple(facing == "R" for facing in row.facing)


def _flip(row: list[bool], first: int, length: int) -> None:
    row[first : first + length] = [not right for right in row[first : first + length]]


def _is_right(row: Arrows, flips: Stretches) -> bool:
    """Whether flips of one length leave every arrow facing right."""
    turned = list(_turned(row))
    if len({last - first for first, last in flips}) != 1 or flips[0][0] > flips[0][1]:
        return False
    for first, last in flips:
        _flip(turned, first - 1, last - first + 1)
    return all(turned)


def _fewest(row: tuple[bool, ...]) -> tuple[int, int]:
    """The fewest flips that are enough, and the smallest length for which they are."""
    found = list[tuple[int, int]]()
    for length in range(1, len(row) + 1):
        turned, flips = list(row), 0
        for first in range(len(row) - length + 1):
            if not turned[first]:
                _flip(turned, first, length)
                flips += 1
        found += [(flips, length)] if all(turned) else []
    return min(found)


PRESETS = levels(FaceRightWay, arrows=(9, 12, 16))

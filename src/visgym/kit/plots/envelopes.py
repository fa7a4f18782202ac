"""Which lines are seen from above, found in two ways."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import TypeAlias

Line: TypeAlias = tuple[int, int]
"""The slope, and y where x is 0."""


def from_above(lines: Sequence[Line]) -> list[Line]:
    """The visible lines from left to right, by slope; a line is dropped once others hide it."""
    seen: list[Line] = []
    for line in sorted(lines):
        if seen and seen[-1][0] == line[0]:
            seen.pop()  # lower and as steep
        while len(seen) > 1 and meeting(seen[-2], line) <= meeting(seen[-2], seen[-1]):
            seen.pop()
        seen.append(line)
    return seen


def meeting(one: Line, other: Line) -> Fraction:
    """The x where two lines meet."""
    return Fraction(one[1] - other[1], other[0] - one[0])


def highest_somewhere(lines: Sequence[Line]) -> set[int]:
    """The lines that are alone the highest between two neighbours of all meetings, or beyond."""
    pairs = combinations(lines, 2)
    meetings = sorted({meeting(*pair) for pair in pairs if pair[0][0] != pair[1][0]})
    between = [(left + right) / 2 for left, right in pairwise(meetings)]
    found = set()
    for x in (meetings[0] - 1, *between, meetings[-1] + 1):
        heights = [slope * x.numerator + rise * x.denominator for slope, rise in lines]
        found.add(heights.index(max(heights)))
    return found

"""Ways to mend an equation, on equations as plain strings.

Sides are compared as integers over a common denominator, apart from the arithmetic that scores.
"""

from __future__ import annotations

import math
from functools import lru_cache
from random import Random

from visgym.core.calls import Call
from visgym.tasks.puzzles.matchstick_equation.glyphs import moves

UNDO = Call("undo")
BREADTH = 3  # moves at random that a search tries in one place


def mend(equation: str, most: int) -> list[Call]:
    """The fewest moves, at most `most`, that make an equation true; empty if there are none."""
    fringe: dict[str, list[Call]] = {equation: []}
    seen = {equation}
    for _ in range(most):
        ahead: dict[str, list[Call]] = {}
        for before, plan in fringe.items():
            for move, after in moves(before):
                if after in seen:
                    continue
                if gap(after) == 0:
                    return [*plan, move]
                seen.add(after)
                ahead[after] = [*plan, move]
        fringe = ahead
    return []


def explore(equation: str, most: int, rng: Random) -> list[Call]:
    """Every move and undo of a depth-first search that tries a few moves at random everywhere.

    Where a solution is ahead, its first move is the last one that is tried.
    """
    trail: list[Call] = []

    def visit(here: str, left: int) -> bool:
        if left == 0 or gap(here) == 0:
            return gap(here) == 0
        options = moves(here)
        tried = rng.sample(options, min(len(options), rng.randint(1, BREADTH)))
        right = mend(here, left)[:1]
        tried += [option for option in options if [option[0]] == right and option not in tried]
        for move, after in tried:
            trail.append(move)
            if visit(after, left - 1):
                return True
            trail.append(UNDO)
        return False

    visit(equation, most)
    return trail


def gap(equation: str) -> float:
    """How far apart the sides are; infinite where one has no value."""
    left, right = (_ratio(side) for side in equation.split("="))
    if left is None or right is None:
        return math.inf
    return abs(left[0] * right[1] - right[0] * left[1]) / (left[1] * right[1])


@lru_cache(maxsize=100_000)
def _ratio(side: str) -> tuple[int, int] | None:
    """A side as numerator and denominator, read from left to right in one pass."""
    total, over = 0, 1  # the terms before this one
    top, bottom = 1, 1  # this term
    sign, operator, number = 1, "*", ""
    for char in side + "+":
        if char.isdigit():
            number += char
            continue
        if not number or (len(number) > 1 and number[0] == "0"):
            return None
        if operator == "*":
            top *= int(number)
        else:
            bottom *= int(number)
        if bottom == 0:
            return None
        if char in "+-":
            total, over = total * bottom + sign * top * over, over * bottom
            top, bottom, sign, operator = 1, 1, 1 if char == "+" else -1, "*"
        else:
            operator = char
        number = ""
    return total, over

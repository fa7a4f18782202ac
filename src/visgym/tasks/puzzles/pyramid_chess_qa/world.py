"""Balls in a square pyramid: what rests on what, and squares of one colour."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import TypeAlias

EMPTY, BLUE_BALL, RED_BALL = range(3)
PLAYERS = {BLUE_BALL: "blue", RED_BALL: "red"}

Stack: TypeAlias = tuple[tuple[tuple[int, ...], ...], ...]
"""What every slot holds: levels from below, each with rows and columns."""
Slot: TypeAlias = tuple[int, int, int]
"""A level, a row and a column."""


def piled(base: int, filled: float, rng: Random) -> Stack:
    """A pyramid in which about so much of what can be filled is filled."""
    levels: list[tuple[tuple[int, ...], ...]] = []
    for level in range(base):
        side, below = range(base - level), levels[-1] if levels else ()
        levels.append(
            tuple(
                tuple(
                    rng.choice((BLUE_BALL, RED_BALL))
                    if rng.random() < filled
                    and (not below or all(below[row + r][column + c] for r, c in _FOUR))
                    else EMPTY
                    for column in side
                )
                for row in side
            )
        )
    return tuple(levels)


_FOUR = ((0, 0), (0, 1), (1, 0), (1, 1))


def slots(base: int) -> Iterator[Slot]:
    """All slots, from below."""
    for level in range(base):
        for row in range(base - level):
            for column in range(base - level):
                yield level, row, column


def ball(stack: Stack, slot: Slot) -> int:
    level, row, column = slot
    return stack[level][row][column]


# From the definition


def supports(slot: Slot) -> tuple[Slot, ...]:
    """The four slots that a ball rests on, none on the lowest level."""
    level, row, column = slot
    return tuple((level - 1, row + r, column + c) for r, c in _FOUR) if level else ()


def is_free(stack: Stack, slot: Slot) -> bool:
    """Whether a ball can be placed."""
    rests = all(ball(stack, below) for below in supports(slot))
    return rests and ball(stack, slot) == EMPTY


def missing(stack: Stack, slot: Slot) -> set[Slot]:
    """The empty slots that must be filled before a slot can be."""
    found = set[Slot]()
    for below in supports(slot):
        found |= missing(stack, below) | ({below} if ball(stack, below) == EMPTY else set())
    return found


def squares(stack: Stack, color: int) -> int:
    """How many squares of four balls have a colour."""
    return sum(
        all(ball(stack, (level, row + r, column + c)) == color for r, c in _FOUR)
        for level, rows in enumerate(stack)
        for row in range(len(rows) - 1)
        for column in range(len(rows) - 1)
    )


def completes(stack: Stack, slot: Slot, color: int) -> bool:
    """Whether a ball in a slot makes a square that was not there before."""
    level, row, column = slot
    rows = [list(each) for each in stack[level]]
    rows[row][column] = color
    after = (*stack[:level], tuple(map(tuple, rows)), *stack[level + 1 :])
    return squares(after, color) > squares(stack, color)


# By other ways


def missing_in_cone(stack: Stack, slot: Slot) -> int:
    """How many slots are empty below a slot, in squares that widen by one from level to level."""
    level, row, column = slot
    return sum(
        part.count(EMPTY)
        for depth in range(1, level + 1)
        for each in stack[level - depth][row : row + depth + 1]
        for part in (each[column : column + depth + 1],)
    )


def would_complete(stack: Stack, slot: Slot, color: int) -> bool:
    """Whether the other three balls of a square around a slot have a colour."""
    level, row, column = slot
    rows = stack[level]
    return any(
        all(
            0 <= r < len(rows) and 0 <= c < len(rows) and rows[r][c] == color
            for r, c in (
                (row + down, column),
                (row, column + across),
                (row + down, column + across),
            )
        )
        for down in (-1, 1)
        for across in (-1, 1)
    )


def squares_around(base: int, slot: Slot) -> int:
    """Of how many squares a slot is part."""
    level, row, column = slot
    last = base - level - 1
    return ((row > 0) + (row < last)) * ((column > 0) + (column < last))

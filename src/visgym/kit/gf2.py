"""Sums over the field of two elements: which presses of a grid of lights give a pattern."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import product

from visgym.kit.grid import Cell, cells, neighbours

Row = tuple[int, int]
"""A pattern of lights, and the presses that give it, both as bits."""


def presses(size: int, pattern: Iterable[Cell]) -> frozenset[Cell] | None:
    """The fewest cells whose crosses add up to a pattern on a square; None if none do.

    A cross is a cell with the up to four cells beside it. What appears twice vanishes.

    >>> sorted(presses(3, {(0, 0), (0, 1), (1, 0)}))
    [(0, 0)]
    """
    basis, nothing = _eliminated(size)
    rest, found = sum(1 << row * size + column for row, column in pattern), 0
    for lights, pressed in basis:
        if rest & lights & -lights:
            rest, found = rest ^ lights, found ^ pressed
    if rest:
        return None
    best = min((found ^ idle for idle in _sums(nothing)), key=lambda bits: (bits.bit_count(), bits))
    return frozenset(cell for at, cell in enumerate(cells(size, size)) if best >> at & 1)


def toggled(lit: Iterable[Cell], pressed: Iterable[Cell], size: int) -> frozenset[Cell]:
    """What is lit after some presses, one cross after the other.

    >>> sorted(toggled((), [(0, 0), (0, 1)], 2))
    [(1, 0), (1, 1)]
    """
    found = set(lit)
    for cell in pressed:
        found ^= {each for each in (cell, *neighbours(cell)) if 0 <= min(each) <= max(each) < size}
    return frozenset(found)


@lru_cache(maxsize=16)
def _eliminated(size: int) -> tuple[tuple[Row, ...], tuple[int, ...]]:
    """Rows that each have a lowest light of their own, and presses that change nothing."""
    basis, nothing = list[Row](), list[int]()
    for at, cell in enumerate(cells(size, size)):
        cross = toggled((), [cell], size)
        lights, pressed = sum(1 << row * size + column for row, column in cross), 1 << at
        for other, its in basis:
            if lights & other & -other:
                lights, pressed = lights ^ other, pressed ^ its
        if lights:
            basis.append((lights, pressed))
        else:
            nothing.append(pressed)
    return tuple(basis), tuple(nothing)


def _sums(nothing: tuple[int, ...]) -> Iterator[int]:
    """All sums of some presses."""
    for chosen in product((0, 1), repeat=len(nothing)):
        total = 0
        for bits, is_in in zip(nothing, chosen, strict=True):
            total ^= bits * is_in
        yield total

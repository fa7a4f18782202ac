"""Grids that are divided into regions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from random import Random

from visgym.kit.canvas import Canvas
from visgym.kit.grid import Cell, cells, neighbours
from visgym.kit.grids.pages import Page
from visgym.kit.tables.boards import Whole


def grown(size: int, seeds: Sequence[Cell], rng: Random) -> dict[Cell, int]:
    """Regions around the seeds that fill a square, cell by cell in random order.

    >>> sorted(set(grown(3, [(0, 0), (2, 2)], Random(1)).values()))
    [0, 1]
    """
    owner = {seed: number for number, seed in enumerate(seeds)}
    edge = list(seeds)
    every = set(cells(size, size))
    while edge:
        at = rng.randrange(len(edge))
        free = [each for each in neighbours(edge[at]) if each in every and each not in owner]
        if free:
            chosen = rng.choice(free)
            owner[chosen] = owner[edge[at]]
            edge.append(chosen)
        else:
            edge[at] = edge[-1]
            edge.pop()
    return owner


def in_pairs(owner: dict[Cell, int], rng: Random) -> dict[Cell, int] | None:
    """Two regions that touch become one, for all of them; None where some are left over."""
    beside: dict[int, set[int]] = {number: set() for number in owner.values()}
    for cell, number in owner.items():
        beside[number] |= {owner[each] for each in neighbours(cell) if each in owner} - {number}
    partner: dict[int, int] = {}
    left = set(beside)
    while left:
        one = min(left, key=lambda number: (len(beside[number] & left), rng.random()))
        near = sorted(beside[one] & left)
        if not near:
            return None
        other = rng.choice(near)
        partner[one] = partner[other] = len(partner) // 2
        left -= {one, other}
    return {cell: partner[number] for cell, number in owner.items()}


def draw_borders(canvas: Canvas, page: Page, regions: Whole) -> None:
    """Bold lines between cells of different regions, each in one piece."""
    for number, (above, below) in enumerate(pairwise(regions), start=1):
        for first, length in _runs(above, below):
            page.bar(canvas, (number, first), length, is_level=True)
    for number, (left, right) in enumerate(pairwise(zip(*regions, strict=True)), start=1):
        for first, length in _runs(left, right):
            page.bar(canvas, (first, number), length, is_level=False)


def _runs(one: Sequence[int], other: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Where two lines differ: the first place and how many follow.

    >>> list(_runs((1, 1, 2, 3), (0, 0, 2, 0)))
    [(0, 2), (3, 1)]
    """
    length = 0
    for place, (a, b) in enumerate(zip((*one, 0), (*other, 0), strict=True)):
        if a != b:
            length += 1
        elif length:
            yield place - length, length
            length = 0

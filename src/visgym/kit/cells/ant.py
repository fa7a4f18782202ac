"""Langton's ant on a square board whose edges wrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from visgym.kit.cells.wrapping import ahead
from visgym.kit.grid import Cell, cells


@dataclass(frozen=True, slots=True)
class Ant:
    """Where the ant is, where it faces, and which cells are black."""

    cell: Cell
    way: int
    black: frozenset[Cell]


def wandering(ant: Ant, size: int) -> Iterator[Ant]:
    """The ant now, and after every step."""
    while True:
        yield ant
        way = (ant.way + (-1 if ant.cell in ant.black else 1)) % 4
        ant = Ant(ahead(ant.cell, way, size, size), way, ant.black ^ {ant.cell})


def wandered(ant: Ant, size: int, steps: int) -> list[Ant]:
    """The ant from now on, up to so many steps later."""
    return list(islice(wandering(ant, size), steps + 1))


def scattered(size: int, black: float, warm_up: int, rng: Random) -> Ant:
    """An ant that has walked for a while on a board with some black cells."""
    dark = rng.sample(list(cells(size, size)), round(black * size**2))
    start = Ant((rng.randrange(size), rng.randrange(size)), rng.randrange(4), frozenset(dark))
    return wandered(start, size, warm_up)[-1]

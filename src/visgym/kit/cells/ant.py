"""Langton's ant on a square board whose edges wrap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import INK, RED
from visgym.kit.cells.wrapping import WRAPS, ahead
from visgym.kit.grid import Cell, cells
from visgym.kit.tables import signs
from visgym.kit.tables.boards import ROWS, Table, signs_as_text

LAWS = (
    "An ant stands on a board of white and black cells. A step goes like this: on a white cell the "
    "ant turns right by 90 degrees, on a black one it turns left by 90 degrees; then its cell "
    "changes from white to black or back; then the ant moves to the next cell in the direction "
    f"that it faces now. {WRAPS} Rows and columns are counted from 1, from the top left."
)
PICTURED = "The red triangle is the ant; its sharp tip shows where it faces."
WRITTEN = (
    f"{ROWS} . is a white cell and # a black one. U, R, D or L is the ant on a white cell, facing "
    "up, right, down or left; on a black cell, the letter is small."
)


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


def picture(ant: Ant, size: int) -> Frame:
    table = Table(size, size, cell=36, first=1)
    canvas = table.canvas()
    table.fill_all(canvas, ant.black, INK)
    signs.triangle(table, canvas, ant.cell, ant.way, RED)
    return canvas.frame


def as_rows(ant: Ant, size: int) -> str:
    letter = "urdl"[ant.way] if ant.cell in ant.black else "URDL"[ant.way]
    return signs_as_text(size, size, dict.fromkeys(ant.black, "#") | {ant.cell: letter})

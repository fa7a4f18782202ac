"""Grids to show rules on: shapes that do not touch, dots, and mosaics."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from random import Random
from typing import TypeAlias

from visgym.kit.arc.grids import COLOURS, ColourGrid, empty, frozen
from visgym.kit.grid import Cell

Shape: TypeAlias = tuple[Cell, ...]
SMALLEST = 4  # rows and columns
PLACES = 24  # tries to find room for a shape

_BESIDE = ((0, 1), (1, 0), (0, -1), (-1, 0))


class GridDraft:
    """A grid in the making, in which no thing touches another, not even at a corner."""

    def __init__(self, rng: Random, size: int, smallest: int = SMALLEST) -> None:
        least = max(min(smallest, size), round(size * 0.65))
        self.rng = rng
        self.height, self.width = rng.randint(least, size), rng.randint(least, size)
        self.rows = empty(self.height, self.width)
        self.taken: set[Cell] = set()

    @classmethod
    def on(cls, rng: Random, grid: ColourGrid, taken: Iterable[Cell]) -> GridDraft:
        """A scene that goes on from a grid; what is taken stays free, and a cell around it."""
        scene = cls(rng, 1)
        scene.rows = [list(row) for row in grid]
        scene.height, scene.width = len(grid), len(grid[0])
        for cell in taken:
            scene._take(cell)
        return scene

    def put(self, cells: Shape, colour: int, margin: int = 0) -> bool:
        """Place a shape where there is room, `margin` cells from the rim; whether there was any."""
        tall, wide = (max(each) for each in zip(*cells, strict=True))
        down, across = self.height - tall - 1 - margin, self.width - wide - 1 - margin
        if down < margin or across < margin:
            return False
        for _ in range(PLACES):
            row, column = self.rng.randint(margin, down), self.rng.randint(margin, across)
            moved = [(row + r, column + c) for r, c in cells]
            if self.taken.isdisjoint(moved):
                for cell in moved:
                    self.rows[cell[0]][cell[1]] = colour
                    self._take(cell)
                return True
        return False

    def _take(self, cell: Cell) -> None:
        row, column = cell
        self.taken.update((row + r, column + c) for r in (-1, 0, 1) for c in (-1, 0, 1))

    @property
    def grid(self) -> ColourGrid:
        return frozen(self.rows)


def polyomino(rng: Random, count: int) -> Shape:
    """So many cells that hang together, from row 0 and column 0 on."""
    cells = [(0, 0)]
    while len(cells) < count:
        row, column = rng.choice(cells)
        down, across = rng.choice(_BESIDE)
        if (row + down, column + across) not in cells:
            cells.append((row + down, column + across))
    return from_origin(cells)


def from_origin(cells: Collection[Cell]) -> Shape:
    """The same shape in the top left corner."""
    top, left = min(row for row, _ in cells), min(column for _, column in cells)
    return tuple(sorted((row - top, column - left) for row, column in cells))


def block(height: int, width: int) -> Shape:
    """A filled rectangle."""
    return tuple((row, column) for row in range(height) for column in range(width))


def ring(height: int, width: int) -> Shape:
    """The rim of a rectangle."""
    rim = (
        (row in (0, height - 1)) or column in (0, width - 1) for row, column in block(height, width)
    )
    return tuple(cell for cell, kept in zip(block(height, width), rim, strict=True) if kept)


def drawn_block(rng: Random, least: int, most: int) -> Shape:
    """A rectangle with sides in a range."""
    return block(rng.randint(least, most), rng.randint(least, most))


def drawn_ring(rng: Random, least: int, most: int) -> Shape:
    """The rim of a rectangle with sides in a range."""
    return ring(rng.randint(least, most), rng.randint(least, most))


def palette(rng: Random, count: int, avoid: Sequence[int] = ()) -> list[int]:
    """Different colours."""
    return rng.sample([colour for colour in COLOURS if colour not in avoid], count)


def several(rng: Random, size: int, least: int, most: int) -> int:
    """How many things to show; a few more on large grids."""
    return rng.randint(least, most) + max(0, size - 8) // 6


def scene(
    rng: Random,
    size: int,
    shapes: Iterable[Shape],
    colours: Sequence[int],
    margin: int = 0,
) -> ColourGrid:
    """Shapes in a row of colours, which begins again at its end; those without room left out."""
    found = GridDraft(rng, size)
    for number, cells in enumerate(shapes):
        found.put(cells, colours[number % len(colours)], margin)
    return found.grid


def blobs(
    rng: Random,
    size: int,
    least: int = 2,
    most: int = 4,
    cells: tuple[int, int] = (2, 6),
    colours: Sequence[int] = (),
    avoid: Sequence[int] = (),
    margin: int = 0,
) -> ColourGrid:
    """Things of any shape, in the colours given or in a few of their own."""
    count = several(rng, size, least, most)
    chosen = colours or palette(rng, rng.randint(2, 4), avoid)
    shapes = [polyomino(rng, rng.randint(*cells)) for _ in range(count)]
    return scene(rng, size, shapes, chosen, margin)


def dots(
    rng: Random, size: int, least: int, most: int, colours: Sequence[int], margin: int = 0
) -> ColourGrid:
    """Single cells that do not touch."""
    return scene(rng, size, [((0, 0),)] * several(rng, size, least, most), colours, margin)


def mosaic(rng: Random, rows: int, columns: int, colours: Sequence[int]) -> ColourGrid:
    """A small grid full of colours, more than one."""
    cells = [rng.choice(colours) for _ in range(rows * columns)]
    cells[0], cells[-1] = colours[0], colours[-1]
    return tuple(tuple(cells[row * columns : (row + 1) * columns]) for row in range(rows))


def sprinkled(rng: Random, size: int, grid: ColourGrid, colours: Sequence[int]) -> ColourGrid:
    """A grid with single cells of noise that touch nothing."""
    taken = [
        (row, column)
        for row, values in enumerate(grid)
        for column, colour in enumerate(values)
        if colour
    ]
    found = GridDraft.on(rng, grid, taken)
    for _ in range(several(rng, size, 2, 4)):
        found.put(((0, 0),), rng.choice(colours))
    return found.grid

"""Largest Island: how many cells the largest island of a map of land and water has."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.authoring import Cell, Frame, levels, redrawn
from visgym.kit.canvas import GREEN, Color
from visgym.kit.grid import cells, neighbours
from visgym.kit.grid_search import where
from visgym.kit.tables.boards import Table, as_text, filled
from visgym.kit.tables.largest_piece import LargestPiece, Map

WATER: Color = (188, 216, 240)
SHORE: Color = (160, 196, 226)


@dataclass(frozen=True, kw_only=True)
class LargestIsland(LargestPiece):
    size: int = 5
    """Rows of the map, and columns."""
    fewest: int = 2
    """Islands, at least."""
    most: int = 3
    """Islands, at most."""
    close: bool = False
    """Whether the two largest differ by 1 to 3 cells and some islands touch at corners."""

    pictured = "Land is green, water blue."
    written = "Each line is a row of the map, from the top; # is land, . is water."

    def validate(self) -> None:
        if not 4 <= self.size <= 20 or not 2 <= self.fewest <= self.most <= self.size**2 // 8:
            raise ValueError("size must be from 4 to 20, and islands at most size * size / 8.")

    def generate(self, rng: Random) -> Map:
        top = rng.randint(4, max(6, self.size**2 // self.most))
        return redrawn(lambda rng: self._of_size(top, rng), rng)

    def _of_size(self, top: int, rng: Random) -> Map | None:
        """Islands that grow at random, the largest first, where they touch no other by a side."""
        count = rng.randint(self.fewest, self.most)
        sizes = [top, top - rng.randint(1, 3), *(rng.randint(1, top - 1) for _ in range(count - 2))]
        free, islands = set(cells(self.size, self.size)), list[set[Cell]]()
        for size in sorted(sizes, reverse=True):
            island = _grown(free, size, rng)
            if island is None:
                return None
            islands.append(island)
            free -= island.union(*map(neighbours, island))
        land = set[Cell]().union(*islands)
        found = Map(filled(self.size, self.size, lambda cell: int(cell in land)))
        return found if not self.close or _touch(islands) else None

    def rules(self) -> str:
        return (
            "A map has cells of land and of water. An island is a piece of land whose cells hang "
            "together by their sides; cells that only touch at a corner do not hang together. How "
            "many cells does the largest island have?"
        )

    def draw(self, grid: Map) -> Frame:
        table = Table(self.size, self.size, cell=36)
        canvas = table.canvas(SHORE, WATER)
        table.fill_all(canvas, where(grid.rows, 1), GREEN)
        return canvas.frame

    def describe(self, grid: Map) -> str:
        return as_text([[".#"[land] for land in row] for row in grid.rows], "")


def _grown(free: set[Cell], size: int, rng: Random) -> set[Cell] | None:
    """A piece of so many free cells that hang together, or None where it got stuck."""
    island, shore = set[Cell](), sorted(free)
    while shore and len(island) < size:
        island.add(added := rng.choice(shore))
        shore = [] if len(island) == 1 else [cell for cell in shore if cell != added]
        shore += [cell for cell in neighbours(added) if cell in free and cell not in island]
    return island if len(island) == size else None


def _touch(islands: list[set[Cell]]) -> bool:
    """Whether two islands meet at a corner."""
    number = {cell: at for at, island in enumerate(islands) for cell in island}
    corners = ((row, column, row + 1, column + side) for row, column in number for side in (-1, 1))
    return any(number.get((r, c), number[a, b]) != number[a, b] for a, b, r, c in corners)


PRESETS = levels(
    LargestIsland, size=(5, 8, 12), fewest=(2, 4, 7), most=(3, 6, 10), close=(False, True, True)
)

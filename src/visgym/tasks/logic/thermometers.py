"""Thermometers: fill thermometers from their bulbs so that every line has as many cells as it says.

Cells without a thermometer are given as empty.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from operator import ge
from random import Random

from visgym.authoring import Cell, Frame, redrawn
from visgym.kit.canvas import BLUE, INK, LINE, RED, SHEET, WALL, Canvas
from visgym.kit.grids.checks import BLANK, Check, count, lines, together
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.pages import STROKE, Page
from visgym.kit.grids.paths import path_through_all
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole, filled

CELL, GLASS, TUBE, BULB = 44, 18, 12, 15  # pixels: widths of glass and inside, radius of a bulb
BARE = 0.15  # of all cells may be without a thermometer
LONGEST = 8  # cells

Tube = tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Rack:
    givens: Whole
    tubes: tuple[Tube, ...]
    """The cells of each thermometer, the bulb first."""
    across: tuple[int, ...]
    """Filled cells of each row."""
    down: tuple[int, ...]
    """Filled cells of each column."""


@dataclass(frozen=True, kw_only=True)
class Thermometers(ClueGrid[Rack]):
    tubes: int = 4
    """Thermometers on the grid."""

    tags = frozenset({"synthetic", "full", "known", "logic", "counting"})
    pictured = (
        "A thermometer begins with its round bulb. Filled cells are red, cells that you wrote as "
        "empty have a blue dot, grey cells have no thermometer. The numbers in boxes count the "
        "filled cells of rows and columns; the plain grey numbers count rows and columns."
    )
    written = (
        "Each thermometer is listed by its cells as row, column, the bulb first; then come the "
        "filled cells of rows and columns. Then each line is a row of the grid, from the top: 1 is "
        "filled, 0 is empty, a dot is a blank cell."
    )

    def validate(self) -> None:
        least, most = -(-(self.size**2) // 6), self.size**2 // 3
        if not 4 <= self.size <= 10 or not least <= self.tubes <= most:
            raise ValueError("size must be from 4 to 10 and tubes one for 3 to 6 cells.")

    @property
    def values(self) -> Sequence[int]:
        return (0, 1)

    def made(self, rng: Random) -> Rack:
        path = path_through_all(self.size, rng)
        return redrawn(lambda rng: self._drawn(path, rng), rng)

    def _drawn(self, path: list[Cell], rng: Random) -> Rack | None:
        tubes = self._cut(path, rng)
        if tubes is None:
            return None
        warm = {cell for tube in tubes for cell in tube[: rng.randint(0, len(tube))]}
        taken = {cell for tube in tubes for cell in tube}
        givens = filled(self.size, self.size, lambda cell: BLANK if cell in taken else 0)
        grid = filled(self.size, self.size, lambda cell: int(cell in warm))
        across, down = tuple(map(sum, grid)), tuple(map(sum, zip(*grid, strict=True)))
        rack = Rack(givens, tubes, across, down)
        return rack if warm and self.rules_of(rack).is_unique(self.fixed(rack)) else None

    def _cut(self, path: list[Cell], rng: Random) -> tuple[Tube, ...] | None:
        """The path in pieces of at least two cells, with some cells left out in between."""
        bare = rng.randint(0, int(BARE * len(path)))
        spare = len(path) - bare - 2 * self.tubes
        bars = sorted(rng.sample(range(spare + self.tubes - 1), self.tubes - 1))
        ends = pairwise([-1, *bars, spare + self.tubes - 1])
        lengths = [after - before + 1 for before, after in ends]
        if max(lengths) > LONGEST:
            return None
        gaps = [rng.randrange(self.tubes) for _ in range(bare)]
        tubes, at = list[Tube](), 0
        for number, length in enumerate(lengths):
            at += gaps.count(number)
            tubes.append(tuple(path[at : at + length][:: rng.choice((1, -1))]))
            at += length
        return tuple(sorted(tubes))

    def rules(self) -> str:
        return (
            "Thermometers lie on the grid. Each is filled from its bulb without gaps: not at all, "
            "in part or wholly. Write 1 into filled and 0 into empty cells, so that every row and "
            "every column has as many filled cells as its number says. Cells without a thermometer "
            "are 0."
        )

    def rules_of(self, puzzle: Rack) -> Rules:
        rules = Rules(self.size**2, (0, 1))
        for tube in puzzle.tubes:
            for one, other in pairwise(row * self.size + column for row, column in tube):
                rules.pair(one, other, ge)
        named = zip(lines(self.size, self.size), puzzle.across + puzzle.down, strict=True)
        for (_, line), right in named:
            rules.total([row * self.size + column for row, column in line], right)
        return rules

    def checks_of(self, puzzle: Rack) -> Sequence[Check]:
        named = zip(lines(self.size, self.size), puzzle.across + puzzle.down, strict=True)
        counts = [count(name, line, 1, right) for (name, line), right in named]
        steps = [step for tube in puzzle.tubes for step in pairwise(tube)]
        return [*counts, *(together(f"{a} before {b}", a, b, ge) for a, b in steps)]

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, cell=CELL, clues=("top", "left"))

    def page_of(self, puzzle: Rack, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.all_clues(canvas, {"left": puzzle.across, "top": puzzle.down})
        page.put_all(canvas, puzzle.givens, puzzle.givens, _bare)
        for tube in puzzle.tubes:
            steps = [(c - a, d - b) for (a, b), (c, d) in pairwise(tube)]
            joints = zip(tube, [None, *steps], [*steps, None], strict=True)
            for cell, before, after in joints:
                page.put(canvas, cell, _tile(before, after, grid[cell[0]][cell[1]]))
        return canvas.frame

    def clues_of(self, puzzle: Rack) -> str:
        tubes = [" ".join(f"({r + 1}, {c + 1})" for r, c in tube) for tube in puzzle.tubes]
        rows, columns = (", ".join(map(str, each)) for each in (puzzle.across, puzzle.down))
        return "\n".join([*tubes, f"Filled in rows: {rows}", f"Filled in columns: {columns}"])


@cache
def _bare(value: int, is_given: bool) -> Frame:
    return Canvas(CELL, CELL, LINE).frame


@cache
def _tile(before: Cell | None, after: Cell | None, value: int) -> Frame:
    """A cell between two steps of a tube, and the lines on its right and below."""
    canvas, x = Canvas(CELL + STROKE, CELL + STROKE, WALL), CELL / 2
    canvas.rect(0, 0, CELL, CELL, SHEET)
    ends = [(x - CELL * before[1], x - CELL * before[0])] if before else []
    ends += [(x + CELL * after[1], x + CELL * after[0])] if after else []
    glass, inside = (GLASS, BULB + 2, INK), (TUBE, BULB - 1, RED if value == 1 else SHEET)
    for width, radius, color in (glass, inside):
        for end in ends:
            canvas.line((x, x), end, width, color)
        if before is None:
            canvas.disc(x, x, radius, color)
    if value == 0:
        canvas.disc(x, x, 3, BLUE)
    return canvas.frame


PRESETS = grid_levels(Thermometers, size=(4, 6, 8), tubes=(4, 8, 13))

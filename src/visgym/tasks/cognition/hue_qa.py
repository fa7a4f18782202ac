"""Hue QA: name colours, say between which two a line runs, and find the colour that is missing.

Where lines cross, the cell stays empty, so that no line overwrites another; names are asked only
for cells that have exactly the colour of that name.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Canvas
from visgym.kit.hues import NAMED, color_distance, look_alikes, series
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import LETTERS, listed
from visgym.kit.painting import Color
from visgym.kit.tables.boards import MARGIN, Table

CELL, PALETTE, SWATCH = 56, 92, 44  # pixels of a cell, of the room for swatches, and of one
UNLIKE = 50  # distance of the colours at both ends of a line


@dataclass(frozen=True, slots=True)
class Gradient:
    is_row: bool
    index: int
    first: Color
    """At the left or at the top."""
    last: Color


@dataclass(frozen=True, slots=True)
class Hues:
    lines: tuple[Gradient, ...]
    kind: str
    line: int
    """Which line is asked about."""
    place: int
    """Which of its cells, counted from 0 at the first."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class HueQa(MultipleChoice[Hues]):
    board: int = 5
    """Rows of the board, and columns."""
    pairs: int = 1
    """Rows that are coloured, and as many columns."""
    apart: int = 40
    """How different two swatches look at least, as a distance in the CIE 1976 colour space."""

    kinds = ("name", "ends", "swatch")
    letters = "ABCDEF"
    tags = frozenset({"synthetic", "full", "known", "perception", "color"})
    pictured = "Rows are numbered at the left and columns at the top, both from 0."
    written = (
        "Each line is a row of the board, from the top, with colours as #rrggbb and dots for an "
        "empty cell; the one with the question mark has several. Rows and columns count from 0."
    )

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.board <= 12 or not 1 <= self.pairs <= self.board // 2 - 1:
            raise ValueError("board must be 5 to 12, and pairs at least 1 and below half of it.")
        if not 10 <= self.apart <= 45:
            raise ValueError("apart must be from 10 to 45.")

    def generate(self, rng: Random) -> Hues:
        kind = self.draw_kind(rng)

        def drawn(rng: Random) -> Hues | None:
            lines = [
                Gradient(is_row, index, *rng.choice(_far_pairs()))
                for is_row in (True, False)
                for index in rng.sample(range(1, self.board - 1), self.pairs)
            ]
            line = rng.randrange(len(lines))
            crossed = {each.index for each in lines if each.is_row != lines[line].is_row}
            inner = sorted(set(range(1, self.board - 1)) - crossed)
            places = inner if kind == "swatch" else [0, self.board - 1]
            problem = Hues(tuple(lines), kind, line, rng.choice(places))
            texts = self._candidates(problem, rng)
            return self.posed(problem, texts, rng) if texts else None

        return redrawn(drawn, rng)

    def _candidates(self, problem: Hues, rng: Random) -> list[str]:
        right = self.right(problem)
        if problem.kind == "swatch":
            others = look_alikes(_color(right), len(self.letters) - 1, self.apart, rng)
            return [right, *map(_written, others)] if others else []
        if problem.kind == "name":
            return [right, *rng.sample(sorted(NAMED.keys() - {right}), len(self.letters) - 1)]
        first, last = right.split(" to ")
        third = rng.choice(sorted(NAMED.keys() - {first, last}))
        return [f"{one} to {other}" for one, other in permutations((first, last, third), 2)]

    def rules(self) -> str:
        return (
            "Some rows and columns of a board are coloured. In each of them the colour changes in "
            "even steps from the first cell to the last, in red, green and blue alike. Cells where "
            "a row and a column cross are left empty."
        )

    def question(self, problem: Hues) -> str:
        line, (row, column) = problem.lines[problem.line], _cell(problem)
        if problem.kind == "swatch":
            return (
                f"The colour was taken from the cell with the question mark, in row {row}, column "
                f"{column}. Which of the swatches A to F belongs there?"
            )
        where = f"row {line.index}" if line.is_row else f"column {line.index}"
        ways = "left to right" if line.is_row else "top to bottom"
        asked = {
            "name": f"What is the colour of the cell in row {row}, column {column}?",
            "ends": f"From which colour to which colour does {where} run, from {ways}?",
        }
        return f"{asked[problem.kind]}\n{listed(problem.options)}"

    def right(self, problem: Hues) -> str:
        line, names = problem.lines[problem.line], {color: name for name, color in NAMED.items()}
        if problem.kind == "swatch":
            return _written(series(line.first, line.last, self.board)[problem.place])
        if problem.kind == "name":
            return names[line.last if problem.place else line.first]
        return f"{names[line.first]} to {names[line.last]}"

    def found(self, problem: Hues) -> str:
        """By what is most similar to the colours on the board."""
        shown, line = self._shown(problem), problem.lines[problem.line]
        cells = [cell for cell in shown if cell[not line.is_row] == line.index]
        first, last = shown[min(cells)], shown[max(cells)]
        if problem.kind == "name":
            return _nearest_name(shown[_cell(problem)])
        if problem.kind == "ends":
            return f"{_nearest_name(first)} to {_nearest_name(last)}"
        part = problem.place / (self.board - 1)
        red, green, blue = (
            int(a * (1 - part) + b * part) for a, b in zip(first, last, strict=True)
        )
        return min(
            problem.options, key=lambda each: color_distance(_color(each), (red, green, blue))
        )

    def effort(self, state: Asked[Hues]) -> float:
        return self.board * self.pairs / self.apart

    def draw(self, problem: Hues) -> Frame:
        table = Table(self.board, self.board, cell=CELL, first=0)
        canvas = Canvas.below(table.canvas().frame, _room(table.width))
        for cell, color in self._shown(problem).items():
            table.fill(canvas, cell, color)
        if problem.kind == "swatch":
            canvas.text(*table.middle(_cell(problem)), "?", 28, bold=True)
            for place, option in enumerate(problem.options):
                x = table.left + place * (table.width - table.left - MARGIN) // len(self.letters)
                canvas.text(x + SWATCH / 2, table.height + 12, LETTERS[place], 18, bold=True)
                canvas.rect(x, table.height + 28, SWATCH, SWATCH, _color(option))
        return canvas.frame

    def describe(self, problem: Hues) -> str:
        signs = {cell: _written(color) for cell, color in self._shown(problem).items()}
        if problem.kind == "swatch":
            signs[_cell(problem)] = "???????"
        size = range(self.board)
        rows = [" ".join(signs.get((r, c), ".......") for c in size) for r in size]
        told = f"\nSwatches:\n{listed(problem.options)}" if problem.kind == "swatch" else ""
        return "\n".join(rows) + told

    def _shown(self, problem: Hues) -> dict[Cell, Color]:
        """The colours of the board; without where lines cross, and what is asked for."""
        rows = {line.index for line in problem.lines if line.is_row}
        columns = {line.index for line in problem.lines if not line.is_row}
        shown = {}
        for line in problem.lines:
            for place, color in enumerate(series(line.first, line.last, self.board)):
                row, column = (line.index, place) if line.is_row else (place, line.index)
                if row not in rows or column not in columns:
                    shown[row, column] = color
        if problem.kind == "swatch":
            del shown[_cell(problem)]
        return shown


def _cell(problem: Hues) -> Cell:
    """The cell that is asked about."""
    line, place = problem.lines[problem.line], problem.place
    return (line.index, place) if line.is_row else (place, line.index)


@lru_cache(maxsize=1)
def _far_pairs() -> list[tuple[Color, Color]]:
    """Named colours that a line may run between."""
    return [pair for pair in permutations(NAMED.values(), 2) if color_distance(*pair) >= UNLIKE]


def _nearest_name(color: Color) -> str:
    return min(NAMED, key=lambda name: color_distance(NAMED[name], color))


def _written(color: Color) -> str:
    return f"#{bytes(color).hex()}"


def _color(written: str) -> Color:
    red, green, blue = bytes.fromhex(written[1:])
    return red, green, blue


@cached_layer
def _room(width: int) -> Frame:
    """Where the swatches come."""
    return Canvas(width, PALETTE).frame


PRESETS = levels(HueQa, board=(5, 6, 8), pairs=(1, 2, 3), apart=(40, 25, 15))

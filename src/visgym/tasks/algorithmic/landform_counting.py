"""Landform Counting: the skylines of columns that let only so many taller ones stand before."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.canvas import INK, MUTED, YELLOW
from visgym.kit.tables.rows import LISTED, Row

TALL, BADGE = 150, 14  # pixels of a bar with its number, and of the radius of a badge


@dataclass(frozen=True, slots=True)
class Landform:
    heights: tuple[int, ...]
    bears: tuple[int, ...]
    """For each column, more than the number of taller ones that may stand before it."""


@dataclass(frozen=True, kw_only=True)
class LandformCounting(NumberQuestion[Landform]):
    columns: int = 5
    """Columns to put in order."""
    most: int = 100
    """Skylines that there are at most; at least 4."""

    tags = frozenset({"synthetic", "full", "known", "counting", "ordering"})
    pictured = "The number above a bar is the height of a column, the one in the circle its limit."
    written = f"Height and limit of every column. {LISTED}"

    def validate(self) -> None:
        if not 3 <= self.columns <= 10 or not 4 <= self.most <= 10000:
            raise ValueError("columns must be from 3 to 10 and most from 4 to 10000.")

    def generate(self, rng: Random) -> Landform:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Landform | None:
        kinds = max(2, self.columns - 2)
        heights = tuple(rng.randint(1, kinds) for _ in range(self.columns))
        bears = tuple(rng.randint(1, self.columns) for _ in heights)
        columns = Landform(heights, bears)
        has_repeats = len(set(heights)) < self.columns
        return columns if has_repeats and 4 <= self.solution(columns) <= self.most else None

    def rules(self) -> str:
        return (
            "Columns have a height and a limit. They are to be put in a row. A row is valid if for "
            "every column the number of taller columns that stand somewhere to its left is less "
            "than its limit. The skyline of a row is the series of heights from left to right; two "
            "rows with the same heights at every place have the same skyline. How many different "
            "skylines do the valid rows have?"
        )

    @action
    def answer(self, columns: Landform, count: Annotated[int, Span(0, 10000000)]) -> None:
        """Give the number of different skylines."""

    def right(self, columns: Landform) -> int:
        return _counted(columns)

    def solution(self, columns: Landform) -> int:
        """From the tallest down: the ways to put columns of one height between taller ones."""
        ordered = sorted(zip(columns.heights, columns.bears, strict=True), reverse=True)
        total, taller = 1, 0
        for _, group in groupby(ordered, key=lambda column: column[0]):
            limits = sorted(min(bears - 1, taller) for _, bears in group)
            ways = [1] * (taller + 1)  # by the number of taller ones to the left of the last one
            for last, limit in enumerate(limits):
                ways = [1 if not last else sum(ways[: at + 1]) for at in range(taller + 1)]
                ways = [each if at <= limit else 0 for at, each in enumerate(ways)]
            total *= sum(ways)
            taller += len(limits)
        return total

    def effort(self, state: Asked[Landform]) -> float:
        return float(self.solution(state.problem))

    def draw(self, columns: Landform) -> Frame:
        row = Row(self.columns, tall=TALL, first=None, foot=2 * BADGE + 10)
        canvas = row.bars(columns.heights, max(2, self.columns - 2), MUTED)
        for number, bears in enumerate(columns.bears):
            x, y = row.middle(number)[0], row.top(number) + TALL + BADGE + 8
            canvas.disc(x, y, BADGE, YELLOW)
            canvas.text(x, y, str(bears), 16, INK)
        return canvas.frame

    def describe(self, columns: Landform) -> str:
        pairs = zip(columns.heights, columns.bears, strict=True)
        return "; ".join(f"height {height}, limit {bears}" for height, bears in pairs)


def _counted(columns: Landform) -> int:
    """Skylines from the left; of equal columns, those with smaller limits stand first."""
    kinds = sorted(set(columns.heights))
    pairs = sorted(zip(columns.heights, columns.bears, strict=True))
    limits = [[bears for height, bears in pairs if height == kind] for kind in kinds]
    reached = {(0,) * len(kinds): 1}  # how many of each height stand, and in how many skylines
    for _ in columns.heights:
        grown: dict[tuple[int, ...], int] = {}
        for stand, ways in reached.items():
            for kind, count in enumerate(stand):
                if count < len(limits[kind]) and sum(stand[kind + 1 :]) < limits[kind][count]:
                    after = (*stand[:kind], count + 1, *stand[kind + 1 :])
                    grown[after] = grown.get(after, 0) + ways
        reached = grown
    return sum(reached.values())


PRESETS = levels(LandformCounting, columns=(5, 7, 9), most=(100, 600, 5000))

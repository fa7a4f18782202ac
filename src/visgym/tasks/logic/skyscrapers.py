"""Skyscrapers: heights that are different in every line, by how many are seen from the rim.

One height is given on the smallest grid: its clues alone make too few different starts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random

from visgym.authoring import Frame, redrawn
from visgym.kit.grid import cells
from visgym.kit.grids.checks import Check, lines, only
from visgym.kit.grids.faces import ClueGrid, grid_levels
from visgym.kit.grids.latin import latin_checks, latin_rules, latin_square
from visgym.kit.grids.pages import SIDES, Page
from visgym.kit.grids.rules import Rules
from visgym.kit.tables.boards import Whole


@dataclass(frozen=True, slots=True)
class Skyline:
    givens: Whole
    views: Whole
    """Buildings seen from the top, right, bottom and left of every line; 0 for no clue."""


@dataclass(frozen=True, kw_only=True)
class Skyscrapers(ClueGrid[Skyline]):
    clues: float = 1.0
    """The share of the places at the rim that have a clue."""
    given: int = 0
    """Heights that are given."""

    tags = frozenset({"synthetic", "full", "known", "logic", "geometry"})
    pictured = (
        "Numbers in grey boxes at the rim are clues; the plain grey numbers count rows and "
        "columns. Given heights are black."
    )
    written = (
        "Clues of each side come first, a dot for none. Then each line is a row of the grid, from "
        "the top; a dot is a blank cell."
    )

    def validate(self) -> None:
        if not 3 <= self.size <= 7 or not 0.2 <= self.clues <= 1:
            raise ValueError("size must be from 3 to 7 and clues from 0.2 to 1.")
        if not 0 <= self.given <= self.size**2 // 2:
            raise ValueError("given must be at most half of the cells.")

    @property
    def values(self) -> Sequence[int]:
        return range(1, self.size + 1)

    def made(self, rng: Random) -> Skyline:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Skyline | None:
        """Some views of a square, and heights that leave no other."""
        square = latin_square(self.size, rng)
        columns = tuple(zip(*square, strict=True))
        every = [
            *map(_seen, columns),
            *(_seen(row[::-1]) for row in square),
            *(_seen(column[::-1]) for column in columns),
            *map(_seen, square),
        ]
        shown = set(rng.sample(range(len(every)), round(self.clues * len(every))))
        flat = [seen if place in shown else 0 for place, seen in enumerate(every)]
        starts = range(0, len(flat), self.size)
        views = tuple(tuple(flat[start : start + self.size]) for start in starts)
        solution = tuple(height for row in square for height in row)
        telling = self.rules_of(Skyline((), views)).telling(solution, rng, self.given)
        if telling is None:
            return None
        places = list(cells(self.size, self.size))
        others = [place for place in range(len(places)) if place not in telling]
        given = [*telling, *rng.sample(others, self.given - len(telling))]
        return Skyline(only(square, {places[place] for place in given}), views)

    def rules(self) -> str:
        return (
            f"Every cell is a building of 1 to {self.size} floors. Fill in the floors, so that "
            "every row and every column has each height once. A clue at the rim says how many "
            "buildings of its row or column are seen from there: a building hides all lower ones "
            "behind it. Given heights stay."
        )

    def rules_of(self, puzzle: Skyline) -> Rules:
        rules = latin_rules(self.size)
        top, right, bottom, left = puzzle.views
        ends = zip(left + top, right + bottom, strict=True)
        for (_, line), (front, back) in zip(lines(self.size, self.size), ends, strict=True):
            if front or back:
                rules.views([row * self.size + column for row, column in line], front, back)
        return rules

    def checks_of(self, puzzle: Skyline) -> Sequence[Check]:
        found = latin_checks(self.size)
        for side, views in zip(SIDES, puzzle.views, strict=True):
            for number, seen in enumerate(views):
                if seen:
                    across = side in ("left", "right")
                    line = [(number, n) if across else (n, number) for n in range(self.size)]
                    line = line[::-1] if side in ("right", "bottom") else line
                    found.append(Check(f"{side} {number + 1}", tuple(line), _shows(seen)))
        return found

    @property
    def page(self) -> Page:
        return Page(self.size, self.size, clues=SIDES)

    def page_of(self, puzzle: Skyline, grid: Whole) -> Frame:
        page = self.page
        canvas = page.canvas()
        page.all_clues(canvas, dict(zip(SIDES, _said(puzzle, ""), strict=True)))
        page.write(canvas, puzzle.givens, grid)
        return canvas.frame

    def clues_of(self, puzzle: Skyline) -> str:
        told = zip(SIDES, _said(puzzle, "."), strict=True)
        return "\n".join(f"{side}: {' '.join(texts)}" for side, texts in told)


def _seen(line: Sequence[int]) -> int:
    """How many are higher than all before them."""
    return sum(height > max(line[:at], default=0) for at, height in enumerate(line))


def _shows(seen: int) -> Callable[[Sequence[int]], bool]:
    return lambda line: _seen(line) == seen


def _said(puzzle: Skyline, none: str) -> list[list[str]]:
    return [[str(seen) if seen else none for seen in views] for views in puzzle.views]


PRESETS = grid_levels(Skyscrapers, size=(4, 5, 6), clues=(1.0, 0.6, 0.45), given=(1, 0, 4))

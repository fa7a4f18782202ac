"""Tents QA: tents beside trees that never touch: how many there are, where one more may stand."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import product
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.canvas import Canvas
from visgym.kit.grid import neighbours
from visgym.kit.grids.camps import (
    are_apart,
    counted,
    have_own_trees,
    random_camp,
    settle,
    tent_rules,
)
from visgym.kit.grids.faces import GUESS
from visgym.kit.grids.meadows import CELL, meadow, standing
from visgym.kit.grids.pages import Page
from visgym.kit.grids.pieces import pitch, plant
from visgym.kit.grids.placing import SOLVE, PlacingQuestion, named, placed, touching
from visgym.kit.multiple_choice import evenly
from visgym.kit.options import listed
from visgym.kit.tables.boards import signs_as_text

MORE = (
    "one more tent be pitched without breaking a rule at once? No other tent is moved, and each of "
    "the tents needs a tree of its own."
)


@dataclass(frozen=True, slots=True)
class Camp:
    trees: tuple[Cell, ...]
    tents: tuple[Cell, ...]
    """Those that are pitched already."""
    across: tuple[int, ...]
    """Tents that each row is to have."""
    down: tuple[int, ...]
    """Tents that each column is to have."""
    kind: str
    line: int = 0
    """The row or column that is asked about."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class TentsQa(PlacingQuestion[Camp]):
    trees: int = 5
    """Trees on the grid, and tents in the end."""

    kinds = ("row", "beside", "tree", "column", "missing", "free", "may")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "logic", "counting"})
    pictured = (
        "Trees are round and green, tents red. The numbers in boxes say how many tents a row or "
        "column has in the end; the plain grey numbers count rows and columns."
    )
    written = (
        "First how many tents rows and columns have in the end. Then each line is a row, from the "
        "top: T is a tree, A a tent, a dot a free cell."
    )

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.size <= 12 or not 3 <= self.trees <= 0.15 * self.size**2:
            raise ValueError("size must be from 5 to 12 and trees from 3 to 15 % of its cells.")

    def generate(self, rng: Random) -> Camp:
        kind = self.draw_kind(rng)
        if kind in ("beside", "free"):
            camp, texts = evenly(
                lambda rng: self._camp(kind, rng), lambda each: int(self.found(each)), rng
            )
            return redrawn(lambda rng: self.offered(camp, self.found(camp), texts, rng), rng)
        return redrawn(lambda rng: self._drawn(kind, rng), rng)

    def _camp(self, kind: str, rng: Random, missing: int | None = None) -> Camp | None:
        """A camp of which so many tents are missing, or any number."""
        drawn = random_camp(self.size, self.trees, rng)
        if drawn is None:
            return None
        tents, trees = drawn
        shown = rng.randint(self.trees // 3, self.trees - 2)
        kept = tuple(sorted(tents[: shown if missing is None else self.trees - missing]))
        return Camp(tuple(sorted(trees)), kept, *counted(tents, self.size), kind)

    def _drawn(self, kind: str, rng: Random) -> Camp | None:
        last = self.trees - len(self.letters) + 1
        first = rng.randint(min(1, last), last)
        counts = range(first, first + len(self.letters))
        drawn = {"missing": rng.choice(counts), SOLVE: self.trees}
        camp = self._camp(kind, rng, drawn.get(kind))
        if camp is None or kind == SOLVE:
            return camp
        if kind in ("row", "column"):
            return self._about_line(camp, rng)
        if kind == "missing":
            return self.offered(camp, self._answered(camp), map(str, counts), rng)
        taken = *camp.trees, *camp.tents
        if kind == "tree":
            wrong = [named(cell) for cell in self.every if cell not in camp.trees]
            return self.offered(camp, named(rng.choice(camp.trees)), wrong, rng)
        may = [cell for cell in self.every if cell not in taken and self._may(camp, cell)]
        return self.cornered(camp, rng.choice(may), taken, rng) if may else None

    def _about_line(self, camp: Camp, rng: Random) -> Camp | None:
        """Numbers of a line mixed with those of another, which are as likely without a look."""
        line, other = rng.sample(range(self.size), 2)
        numbers = [self._line(replace(camp, line=each)) for each in (line, other)]
        every = [_told(camp.kind, each) for each in product(*zip(*numbers, strict=True))]
        if len(set(every)) < len(every):
            return None
        return self.offered(replace(camp, line=line), _told(camp.kind, numbers[0]), every, rng)

    def rules(self) -> str:
        return (
            "Tents are pitched on a grid with trees. In the end every tree has a tent of its own "
            "that shares a side with it, and there are no other tents. Tents never touch, not even "
            "at a corner, and every row and column has as many tents as its number says."
        )

    def question(self, camp: Camp) -> str:
        asked = {
            "row": f"How many trees are in row {camp.line + 1}, and how many tents stand there "
            "now?",
            "beside": "How many cells without a tree share a side with a tree? Cells with a tent "
            "count as well.",
            "tree": "In which of these cells is a tree?",
            "column": f"How many tents stand in column {camp.line + 1} now, and how many are "
            "still missing from it?",
            "missing": "How many tents are still missing from the grid?",
            "free": f"In how many cells can {MORE}",
            "may": f"In which of these cells can {MORE}",
            SOLVE: "Where do the tents stand? Name the cells of all of them.",
        }
        return f"{asked[camp.kind]}\n{listed(camp.options)}".strip()

    def fits(self, camp: Camp, text: str) -> bool:
        if camp.kind == "tree":
            return placed(text) in camp.trees
        return self._may(camp, placed(text)) if camp.kind == "may" else text == self._answered(camp)

    def _answered(self, camp: Camp) -> str:
        """Cell by cell."""
        if camp.kind in ("row", "column"):
            return _told(camp.kind, self._line(camp))
        if camp.kind == "missing":
            return str(sum(camp.across) - len(camp.tents))
        if camp.kind == "free":
            return str(sum(self._may(camp, cell) for cell in self.every))
        bare = [cell for cell in self.every if cell not in camp.trees]
        return str(sum(any(each in camp.trees for each in neighbours(cell)) for cell in bare))

    def _line(self, camp: Camp) -> tuple[int, int]:
        """What is asked of a row or a column."""
        line = [cell for cell in self.every if cell[camp.kind == "column"] == camp.line]
        now = sum(cell in camp.tents for cell in line)
        if camp.kind == "row":
            return sum(cell in camp.trees for cell in line), now
        return now, camp.down[camp.line] - now

    def _may(self, camp: Camp, cell: Cell) -> bool:
        """Whether one more tent breaks no rule at once."""
        has_tree = any(each in camp.trees for each in neighbours(cell))
        if not has_tree or cell in camp.trees or cell in camp.tents:
            return False
        tents = (*camp.tents, cell)
        rows, columns = counted(tents, self.size)
        is_full = rows[cell[0]] > camp.across[cell[0]] or columns[cell[1]] > camp.down[cell[1]]
        return not is_full and are_apart(tents) and have_own_trees(tents, camp.trees)

    def is_solved(self, camp: Camp, added: Sequence[Cell]) -> bool:
        tents = (*camp.tents, *added)
        if len({*tents} - {*camp.trees}) < len(tents) or len(tents) != len(camp.trees):
            return False
        is_counted = counted(tents, self.size) == (camp.across, camp.down)
        return is_counted and are_apart(tents) and have_own_trees(tents, camp.trees)

    def found(self, camp: Camp) -> str:
        """From the trees and tents outwards."""
        if camp.kind == "tree":
            return next(named(tree) for tree in camp.trees if named(tree) in camp.options)
        near = {each for tree in camp.trees for each in neighbours(tree)} - {*camp.trees}
        near = {cell for cell in near if 0 <= min(cell) <= max(cell) < self.size}
        if camp.kind == "beside":
            return str(len(near))
        rows, columns = counted(camp.tents, self.size)
        if camp.kind == "missing":
            return str(len(camp.trees) - len(camp.tents))
        if camp.kind in ("row", "column"):
            now = columns[camp.line], camp.down[camp.line] - columns[camp.line]
            trees = counted(camp.trees, self.size)[0]
            in_row = trees[camp.line], rows[camp.line]
            return _told(camp.kind, in_row if camp.kind == "row" else now)
        near -= {*camp.tents, *(each for tent in camp.tents for each in touching(tent))}
        open_ones = [c for c in near if rows[c[0]] < camp.across[c[0]]]
        open_ones = [c for c in open_ones if columns[c[1]] < camp.down[c[1]]]
        may = [c for c in open_ones if settle([*camp.tents, c], camp.trees)]
        return (
            str(len(may))
            if camp.kind == "free"
            else next(filter(camp.options.count, map(named, may)))
        )

    def missing(self, camp: Camp) -> list[Cell]:
        rules = tent_rules(camp.trees, camp.across, camp.down)
        (flat,) = rules.solutions({r * self.size + c: 1 for r, c in camp.tents}, most=1)
        tents = [cell for cell, one in zip(self.every, flat, strict=False) if one]
        return [cell for cell in tents if cell not in camp.tents]

    def effort(self, state: Asked[Camp]) -> float:
        camp = state.problem
        if camp.kind == SOLVE:
            effort = tent_rules(camp.trees, camp.across, camp.down).effort()
            return self.size**2 * effort.strength + GUESS * effort.guesses
        looks = {"row": 1, "beside": 4, "tree": 1, "column": 2, "missing": 6, "free": 8, "may": 6}
        return float(self.size * looks[camp.kind])

    def draw(self, camp: Camp) -> Frame:
        page = Page(self.size, self.size, cell=CELL, clues=("top", "left"))
        canvas = Canvas.on(meadow(page))
        page.all_clues(canvas, {"left": camp.across, "top": camp.down})
        for cells, piece in ((camp.trees, plant), (camp.tents, pitch)):
            for cell in cells:
                page.put(canvas, cell, standing(piece))
        return canvas.frame

    def describe(self, camp: Camp) -> str:
        signs = dict.fromkeys(camp.trees, "T") | dict.fromkeys(camp.tents, "A")
        rows, columns = (", ".join(map(str, each)) for each in (camp.across, camp.down))
        grid = signs_as_text(self.size, self.size, signs)
        return f"Tents of rows: {rows}\nTents of columns: {columns}\n{grid}"


def _told(kind: str, numbers: Sequence[int]) -> str:
    names = ("trees", "tents") if kind == "row" else ("standing", "missing")
    return ", ".join(f"{name} {number}" for name, number in zip(names, numbers, strict=True))


PRESETS = levels(
    TentsQa,
    question_kind=("row+beside+tree", "column+missing+free+may", SOLVE),
    size=(6, 8, 10),
    trees=(5, 8, 14),
)

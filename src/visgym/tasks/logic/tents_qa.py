"""Tents QA: tents beside trees that never touch: how many there are, where one more may stand."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
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
from visgym.kit.grids.pages import Page
from visgym.kit.grids.pieces import GRASS, pitch, plant
from visgym.kit.grids.placing import SOLVE, PlacingQuestion, counts_near, named, placed, touching
from visgym.kit.options import listed
from visgym.kit.tables.boards import signs_as_text

CELL = 44  # pixels
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
        return redrawn(lambda rng: self._drawn(kind, rng), rng)

    def _drawn(self, kind: str, rng: Random) -> Camp | None:
        drawn = random_camp(self.size, self.trees, rng)
        if drawn is None:
            return None
        tents, trees = drawn
        shown = 0 if kind == SOLVE else rng.randint(self.trees // 3, self.trees - 2)
        across, down = counted(tents, self.size)
        line = rng.choice(
            [n for n in range(self.size) if (down if kind == "column" else across)[n]]
        )
        kept = tuple(sorted(tents[:shown]))
        camp = Camp(tuple(sorted(trees)), kept, across, down, kind, line)
        if kind == SOLVE:
            return camp
        if kind not in ("tree", "may"):
            right = str(self._count(camp))
            return self.offered(camp, right, counts_near(int(right), len(self.letters), rng), rng)
        free = [cell for cell in self.every if cell not in (*trees, *kept)]
        wrong = (
            [*free, *kept] if kind == "tree" else [c for c in free if self._is_tempting(camp, c)]
        )
        right = named(rng.choice(trees) if kind == "tree" else tents[-1])
        return self.offered(camp, right, map(named, wrong), rng)

    def _is_tempting(self, camp: Camp, cell: Cell) -> bool:
        """Whether a cell has a tree beside it, or tents are missing from its row and column."""
        has_room = camp.across[cell[0]] and camp.down[cell[1]]
        return bool(has_room) or any(each in camp.trees for each in neighbours(cell))

    def rules(self) -> str:
        return (
            "Tents are pitched on a grid with trees. In the end every tree has a tent of its own "
            "that shares a side with it, and there are no other tents. Tents never touch, not even "
            "at a corner, and every row and column has as many tents as its number says."
        )

    def question(self, camp: Camp) -> str:
        asked = {
            "row": f"How many tents stand in row {camp.line + 1} now?",
            "beside": "How many cells without a tree share a side with a tree? Cells with a tent "
            "count as well.",
            "tree": "In which of these cells is a tree?",
            "column": f"How many tents are still missing from column {camp.line + 1}?",
            "missing": "How many tents are still missing from the grid?",
            "free": f"In how many cells can {MORE}",
            "may": f"In which of these cells can {MORE}",
            SOLVE: "Where do the tents stand? Name the cells of all of them.",
        }
        return f"{asked[camp.kind]}\n{listed(camp.options)}".strip()

    def fits(self, camp: Camp, text: str) -> bool:
        if camp.kind == "tree":
            return placed(text) in camp.trees
        return (
            self._may(camp, placed(text)) if camp.kind == "may" else text == str(self._count(camp))
        )

    def _count(self, camp: Camp) -> int:
        """Cell by cell."""
        if camp.kind in ("row", "column"):
            line = [cell for cell in self.every if cell[camp.kind == "column"] == camp.line]
            now = sum(cell in camp.tents for cell in line)
            return now if camp.kind == "row" else camp.down[camp.line] - now
        if camp.kind == "missing":
            return sum(camp.across) - len(camp.tents)
        if camp.kind == "free":
            return sum(self._may(camp, cell) for cell in self.every)
        bare = [cell for cell in self.every if cell not in camp.trees]
        return sum(any(each in camp.trees for each in neighbours(cell)) for cell in bare)

    def _may(self, camp: Camp, cell: Cell) -> bool:
        """Whether one more tent breaks no rule at once."""
        if cell in camp.trees or cell in camp.tents:
            return False
        tents = (*camp.tents, cell)
        rows, columns = counted(tents, self.size)
        is_full = rows[cell[0]] > camp.across[cell[0]] or columns[cell[1]] > camp.down[cell[1]]
        return not is_full and are_apart(tents) and have_own_trees(tents, camp.trees)

    def is_solved(self, camp: Camp, added: Sequence[Cell]) -> bool:
        tents = (*camp.tents, *added)
        if (
            len(set(tents)) < len(tents)
            or len(tents) != len(camp.trees)
            or {*tents} & {*camp.trees}
        ):
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
        if camp.kind in ("row", "column", "missing"):
            gone = len(camp.trees) - len(camp.tents)
            here = {"row": rows[camp.line], "column": camp.down[camp.line] - columns[camp.line]}
            return str(here.get(camp.kind, gone))
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
        canvas = Canvas.on(_meadow(page))
        page.all_clues(canvas, {"left": camp.across, "top": camp.down})
        for cells, piece in ((camp.trees, plant), (camp.tents, pitch)):
            for cell in cells:
                page.put(canvas, cell, _tile(piece))
        return canvas.frame

    def describe(self, camp: Camp) -> str:
        signs = dict.fromkeys(camp.trees, "T") | dict.fromkeys(camp.tents, "A")
        rows, columns = (", ".join(map(str, each)) for each in (camp.across, camp.down))
        grid = signs_as_text(self.size, self.size, signs)
        return f"Tents of rows: {rows}\nTents of columns: {columns}\n{grid}"


@lru_cache(maxsize=16)
def _meadow(page: Page) -> Frame:
    """The grid without trees and tents."""
    canvas = page.canvas()
    for row in range(page.rows):
        for column in range(page.columns):
            page.fill(canvas, (row, column), GRASS)
    return canvas.frame


@cache
def _tile(piece: Callable[[Canvas, float, float], None]) -> Frame:
    canvas = Canvas(CELL, CELL, GRASS)
    piece(canvas, CELL / 2, CELL / 2)
    return canvas.frame


PRESETS = levels(
    TentsQa,
    question_kind=("row+beside+tree", "column+missing+free+may", SOLVE),
    size=(6, 8, 10),
    trees=(5, 8, 14),
)

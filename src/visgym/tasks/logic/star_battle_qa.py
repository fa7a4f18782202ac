"""Star Battle QA: where stars are and where they may be, in regions, rows and columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.canvas import PIECES, Canvas
from visgym.kit.grids.faces import GUESS
from visgym.kit.grids.pages import Page
from visgym.kit.grids.pieces import star
from visgym.kit.grids.placing import SOLVE, PlacingQuestion, named, placed
from visgym.kit.grids.regions import draw_borders
from visgym.kit.grids.stars import (
    is_near,
    keeps_rules,
    numbered_stars,
    random_sky,
    region_around,
    star_rules,
    starred,
)
from visgym.kit.options import listed
from visgym.kit.tables.boards import Whole, as_text, filled, signs_as_text

CELL = 44  # pixels


@dataclass(frozen=True, slots=True)
class Sky:
    regions: Whole
    """The number of the region of every cell."""
    stars: tuple[Cell, ...]
    """Those that are shown."""
    kind: str
    cell: Cell = (0, 0)
    """A cell of the region that is asked about."""
    options: tuple[str, ...] = ()

    def steps_to(self, cell: Cell) -> int:
        return abs(cell[0] - self.cell[0]) + abs(cell[1] - self.cell[1])


@dataclass(frozen=True, kw_only=True)
class StarBattleQa(PlacingQuestion[Sky]):
    stars: int = 1
    """Of each row, column and region."""
    shown: int = 0
    """Stars that are shown where all that is missing is asked for."""

    kinds = ("region", "star", "open", "last")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "logic", "perception"})
    pictured = (
        "Bold lines divide the grid into regions, each of one colour. The grey numbers count rows "
        "and columns."
    )
    written = (
        "Each line is a row, from the top: first the regions, one letter for each, then the stars "
        "as * and cells without one as a dot."
    )

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.size <= 10 or self.stars not in (1, 2) or self.size < 5 * self.stars:
            raise ValueError("size must be from 5 to 10, and stars 1, or 2 on a board of 10.")
        if not 0 <= self.shown < self.size * self.stars:
            raise ValueError("shown must be less than the number of stars.")

    def generate(self, rng: Random) -> Sky:
        kind = self.draw_kind(rng)
        return redrawn(lambda rng: self._drawn(kind, rng), rng)

    def _drawn(self, kind: str, rng: Random) -> Sky | None:
        drawn = random_sky(self.size, self.stars, rng)
        if drawn is None:
            return None
        regions, stars = drawn
        if kind in ("region", "star"):
            mates = region_around(regions, stars[0]) - {*stars}
            if not mates:
                return None
            sky = Sky(regions, tuple(sorted(stars)), kind, rng.choice(sorted(mates)))
            return self._about_region(sky, rng)
        hidden = {SOLVE: len(stars) - self.shown, "last": 1, "open": rng.randint(2, self.size // 2)}
        sky = Sky(regions, tuple(sorted(stars[hidden[kind] :])), kind)
        if kind == SOLVE:
            return sky
        return self.cornered(sky, stars[0], stars, rng)

    def _about_region(self, sky: Sky, rng: Random) -> Sky | None:
        """Options in a region and elsewhere, none of them nearer or more in line than others."""
        mates = sorted(region_around(sky.regions, sky.cell) - {sky.cell})
        if sky.kind == "region":
            right = rng.choice(mates)
            down, across = right[0] - sky.cell[0], right[1] - sky.cell[1]
            steps = [(a * x, b * y) for a in (-1, 1) for b in (-1, 1)
                     for x, y in ((down, across), (across, down))]  # fmt: skip
            near = {(sky.cell[0] + x, sky.cell[1] + y) for x, y in steps} & {*self.every}
            return self.offered(sky, named(right), map(named, sorted(near)), rng)
        right = next(cell for cell in mates if cell in sky.stars)
        far = [cell for cell in mates if cell[0] != right[0] and cell[1] != right[1]]
        if not far:
            return None
        mate = rng.choice(far)
        stars = [cell for cell in sky.stars if cell[0] != mate[0] and cell[1] != mate[1]]
        wrong = [mate, *sorted((each for each in stars if each != right), key=sky.steps_to)[:2]]
        return self.offered(sky, named(right), map(named, wrong), rng)

    def rules(self) -> str:
        each = "one star" if self.stars == 1 else f"{self.stars} stars"
        return (
            f"A grid is divided into regions. In the end every row, every column and every region "
            f"has exactly {each}, and no two stars touch, not even at a corner."
        )

    def question(self, sky: Sky) -> str:
        region = f"the region of {named(sky.cell)}"
        asked = {
            "region": f"Which of these cells belongs to {region}?",
            "star": f"Which of these cells belongs to {region} and holds a star?",
            "open": "In which of these cells can one more star be put without breaking a rule at "
            "once, whatever becomes of the others?",
            "last": "One star is missing. Where does it go?",
            SOLVE: "Which cells hold the stars that are missing? Name all of them, and none that "
            "is shown.",
        }
        return f"{asked[sky.kind]}\n{listed(sky.options)}".strip()

    def fits(self, sky: Sky, text: str) -> bool:
        cell = placed(text)
        if sky.kind in ("region", "star"):
            is_there = cell != sky.cell and self._region(sky, cell) == self._region(sky, sky.cell)
            return is_there and (sky.kind == "region" or cell in sky.stars)
        if sky.kind == "last":
            return self.is_solved(sky, [cell])
        more = (*sky.stars, cell)
        return cell not in sky.stars and keeps_rules(sky.regions, more, self.stars, whole=False)

    def is_solved(self, sky: Sky, added: Sequence[Cell]) -> bool:
        stars = (*sky.stars, *added)
        is_new = len(set(stars)) == len(stars)
        return is_new and keeps_rules(sky.regions, stars, self.stars, whole=True)

    def found(self, sky: Sky) -> str:
        return next(text for text in sky.options if placed(text) in self._possible(sky))

    def _possible(self, sky: Sky) -> set[Cell]:
        """Cells of which an option is one."""
        if sky.kind in ("region", "star"):
            there = region_around(sky.regions, sky.cell) - {sky.cell}
            return there & set(sky.stars) if sky.kind == "star" else there
        if sky.kind == "last":
            return set(self.missing(sky))
        far = [{c for c in self.every if not is_near(sky.regions, c, each)} for each in sky.stars]
        return set(self.every).intersection(*far)

    def missing(self, sky: Sky) -> list[Cell]:
        rules = star_rules(self.size, self.stars, sky.regions)
        (flat,) = rules.solutions(numbered_stars(sky.stars, self.size), most=1)
        return [cell for cell in starred(flat, self.size) if cell not in sky.stars]

    def effort(self, state: Asked[Sky]) -> float:
        sky = state.problem
        if sky.kind != SOLVE:
            return float(self.size * {"region": 1, "star": 2, "open": 8, "last": 6}[sky.kind])
        rules = star_rules(self.size, self.stars, sky.regions)
        effort = rules.effort(numbered_stars(sky.stars, self.size))
        return self.size**2 * effort.strength + GUESS * effort.guesses

    def _region(self, sky: Sky, cell: Cell) -> int:
        return sky.regions[cell[0]][cell[1]]

    def draw(self, sky: Sky) -> Frame:
        page = Page(self.size, self.size, cell=CELL, box=(self.size, self.size))
        canvas, stars = page.canvas(), set(sky.stars)
        codes = filled(
            self.size, self.size, lambda cell: 2 * self._region(sky, cell) + (cell in stars)
        )
        page.put_all(canvas, codes, codes, _tile)
        draw_borders(canvas, page, sky.regions)
        return canvas.frame

    def describe(self, sky: Sky) -> str:
        regions = [["ABCDEFGHIJ"[number] for number in row] for row in sky.regions]
        stars = signs_as_text(self.size, self.size, dict.fromkeys(sky.stars, "*"))
        return f"{as_text(regions, between='')}\n\n{stars}"


@cache
def _tile(code: int, is_given: bool) -> Frame:
    """A cell in a light shade of its region, by twice its number, and one more with a star."""
    red, green, blue = ((255 + each) // 2 for each in PIECES[code // 2])
    canvas = Canvas(CELL, CELL, (red, green, blue))
    if code % 2:
        star(canvas, CELL / 2, CELL / 2)
    return canvas.frame


PRESETS = levels(
    StarBattleQa,
    question_kind=("region+star", "open+last", SOLVE),
    size=(6, 8, 10),
    stars=(1, 1, 2),
    shown=(0, 0, 6),
)

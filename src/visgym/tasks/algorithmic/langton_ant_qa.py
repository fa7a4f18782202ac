"""Langton Ant QA: where the ant is, where it goes, and which cells it turns over.

The board has a few black cells before the ant sets out; on a white one, all its walks are alike.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.cells import ant as ants
from visgym.kit.cells.ant import Ant, scattered, wandered
from visgym.kit.cells.wrapping import Way
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed

FLIPS = range(1, 5)
LEAST_FOR_FLIPS = 13  # steps in which a cell can change four times


@dataclass(frozen=True, slots=True)
class Walk:
    ant: Ant
    kind: str
    steps: int = 0
    cell: Cell = (0, 0)
    """Whose changes are counted, where they are."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LangtonAntQa(MultipleChoice[Walk]):
    size: int = 13
    """Rows of the board, and columns."""
    warm_up: int = 13
    """Steps that the ant has taken."""
    black: float = 0.1
    """The share of cells that are black before."""
    shortest: int = 13
    """Steps ahead that are asked about, at least."""
    longest: int = 20
    """Steps ahead that are asked about, at most."""

    kinds = ("now", "after", "flips")
    tags = frozenset({"synthetic", "full", "known", "perception", "reasoning"})
    pictured = ants.PICTURED
    written = ants.WRITTEN

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.size <= 20 or not 0 <= self.warm_up <= 200 or not 0 <= self.black <= 0.5:
            raise ValueError("size must be 5 to 20, warm_up at most 200 and black at most 0.5.")
        least = LEAST_FOR_FLIPS if self.asks("flips") else 1
        if not least <= self.shortest <= self.longest <= 50:
            raise ValueError(f"shortest must be at least {least}, longest no less and at most 50.")

    def generate(self, rng: Random) -> Walk:
        kind, flips = self.draw_kind(rng), rng.choice(FLIPS)
        steps = 0 if kind == "now" else rng.randint(self.shortest, self.longest)

        def drawn(rng: Random) -> Walk | None:
            ant = scattered(self.size, self.black, self.warm_up, rng)
            path = wandered(ant, self.size, steps)
            if kind != "flips":
                stays = steps and (ant.cell, ant.way) == (path[-1].cell, path[-1].way)
                return None if stays else Walk(ant, kind, steps)
            counts = Counter(each.cell for each in path[:-1])
            fit = sorted(cell for cell, count in counts.items() if count == flips)
            return Walk(ant, kind, steps, rng.choice(fit)) if fit else None

        walk = redrawn(drawn, rng)
        return self.posed(walk, self._candidates(walk, rng), rng)

    def _candidates(self, walk: Walk, rng: Random) -> list[str]:
        """Two cells with two headings each, so that no option has more in common than others."""
        if walk.kind == "flips":
            return [str(count) for count in FLIPS]
        end, aside = wandered(walk.ant, self.size, walk.steps)[-1], rng.choice((-1, 1))
        if walk.steps:  # what an even number of steps could tell apart is no option
            aside, other = 2 * aside, (end.way + 2) % 4
        else:
            other = (end.way + rng.randint(1, 3)) % 4
        down, across = rng.choice(((aside, 0), (0, aside)))
        near = (end.cell[0] + down) % self.size, (end.cell[1] + across) % self.size
        return [_told(cell, way) for cell in (end.cell, near) for way in (end.way, other)]

    def rules(self) -> str:
        return ants.LAWS

    def question(self, walk: Walk) -> str:
        row, column = walk.cell[0] + 1, walk.cell[1] + 1
        asked = {
            "now": "Where is the ant, and where does it face?",
            "after": f"Where is the ant after {walk.steps} steps, and where does it face then?",
            "flips": f"How often does the cell in row {row}, column {column} change its colour in "
            f"the next {walk.steps} steps?",
        }
        return f"{asked[walk.kind]}\n{listed(walk.options)}"

    def right(self, walk: Walk) -> str:
        """Step by step, on a dictionary of colours and with a heading in rows and columns."""
        (row, column), (down, across) = walk.ant.cell, Way(walk.ant.way).step
        black, flips = dict.fromkeys(walk.ant.black, True), 0
        for _ in range(walk.steps):
            was_black = black.get((row, column), False)
            down, across = (-across, down) if was_black else (across, -down)
            black[row, column], flips = not was_black, flips + ((row, column) == walk.cell)
            row, column = (row + down) % self.size, (column + across) % self.size
        if walk.kind == "flips":
            return str(flips)
        return _told((row, column), next(way for way in Way if way.step == (down, across)))

    def found(self, walk: Walk) -> str:
        path = wandered(walk.ant, self.size, walk.steps)
        if walk.kind == "flips":
            return str(sum(ant.cell == walk.cell for ant in path[:-1]))
        return _told(path[-1].cell, path[-1].way)

    def effort(self, state: Asked[Walk]) -> float:
        return float(state.problem.steps)

    def draw(self, walk: Walk) -> Frame:
        return ants.picture(walk.ant, self.size)

    def describe(self, walk: Walk) -> str:
        return ants.as_rows(walk.ant, self.size)


def _told(cell: Cell, way: int) -> str:
    return f"row {cell[0] + 1}, column {cell[1] + 1}, facing {Way(way).word}"


PRESETS = levels(
    LangtonAntQa,
    question_kind=("now", "after", "after+flips"),
    size=(5, 9, 13),
    warm_up=(4, 8, 13),
    shortest=(1, 3, 13),
    longest=(1, 7, 20),
)

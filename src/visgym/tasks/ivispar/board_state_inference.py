"""Board State Inference: say which geom stands on which tile of a board.

An answer is right if it lists every geom and nothing else; the metrics pair what was said with
what is there at the least cost, where a pair must share colour or shape.
"""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Literal

from visgym.authoring import SCENE, Form, Frame, Medium, Question, action
from visgym.kit.boards.geom_boards import panel
from visgym.kit.boards.geoms import Geom, assortment, listed, symbols, tile_names
from visgym.kit.matching import cheapest_pairs

ITEM = re.compile(r"([a-z]\d+) (\w+) (\w+)")
STRANGERS = 3  # the price of a pair that shares neither colour nor shape

Seen = tuple[str, str, str]
"""The tile, the colour and the shape of a geom."""


@dataclass(frozen=True, slots=True)
class SightProblem:
    geoms: tuple[Geom, ...]
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BoardComparison:
    """How an answer fits the board; geoms that share colour or shape are matched."""

    correct: int = 0
    missed: int = 0
    hallucinated: int = 0
    coordinate_errors: int = 0
    color_errors: int = 0
    shape_errors: int = 0
    format_errors: int = 0


@dataclass(frozen=True, kw_only=True)
class BoardStateInference(Question[SightProblem]):
    board: int = 4
    """Tiles along a side of the board."""
    geoms: int = 4
    """Solids on the board, each with its own pair of colour and shape."""
    colors: tuple[str, ...] = ("red", "green", "blue", "yellow")
    shapes: tuple[str, ...] = ("cube", "sphere", "pyramid", "cylinder")
    view: Literal["3d", "2d"] = "3d"
    """A scene in perspective or a board from above."""
    labels: bool = True
    """Whether the picture shows coordinates."""

    tags = frozenset({"synthetic", "full", "known", "perception"})
    budget = replace(SCENE, advance=0.2)
    form = Form(lead="Solution:")

    # Generation

    def validate(self) -> None:
        if not 2 <= self.board <= 8:
            raise ValueError("board must be from 2 to 8.")
        known = assortment(self.colors, self.shapes)
        if not 1 <= self.geoms <= min(len(known), self.board**2):
            raise ValueError("geoms must differ in colour or shape and fit on the board.")

    def generate(self, rng: Random) -> SightProblem:
        known = assortment(self.colors, self.shapes)
        cells = rng.sample(range(self.board**2), self.geoms)
        return SightProblem(tuple(rng.sample(known, self.geoms)), tuple(cells))

    # Rules

    def rules(self) -> str:
        last = "abcdefgh"[self.board - 1]
        return (
            f"You see objects on a board of {self.board}x{self.board} tiles. Find the tile of "
            "every object. Objects are known by colour and shape, and no two share a tile. The "
            f"colours are {', '.join(self.colors)}; the shapes are {', '.join(self.shapes)}. "
            f"Columns a to {last} run from left to right, rows 1 to {self.board} from bottom to "
            "top. End your reply with `Solution: ` and each object as `<coordinate> <color> "
            "<shape>`, in any order, separated by a comma and a space, and nothing after them, "
            "such as `Solution: a3 green sphere, d1 blue cylinder`. Leave empty tiles out. You "
            "succeed if the list is complete and without a mistake."
        )

    def legend(self, medium: Medium) -> str:
        if self.view == "3d":
            return "You look at the board from the front and above; objects may hide others partly."
        return f"You look at the board from above. {symbols(self.shapes)}"

    @action
    def answer(self, problem: SightProblem, objects: tuple[str, ...]) -> None:
        """Say what is on the board, each object as a text of coordinate, color and shape."""

    def grade(self, problem: SightProblem, objects: tuple[str, ...]) -> float:
        truth = [" ".join(seen) for seen in self._truth(problem)]
        return float(sorted(map(_plain, objects)) == sorted(truth))

    def solution(self, problem: SightProblem) -> tuple[str, ...]:
        """Reads the board off."""
        return tuple(listed(problem.geoms, problem.cells, self.board).split("\n"))

    def metrics(
        self, problem: SightProblem, objects: tuple[str, ...] | None = None
    ) -> dict[str, float]:
        compared = asdict(self.compare(problem, objects))
        return {name: float(count) for name, count in compared.items()}

    def compare(self, problem: SightProblem, objects: tuple[str, ...] | None) -> BoardComparison:
        """How an answer fits the board, geom by geom."""
        truth, said = self._truth(problem), [self._parsed(_plain(each)) for each in objects or ()]
        told = [each for each in said if each is not None]
        pairs = cheapest_pairs([[_price(one, other) for other in told] for one in truth])
        matched = [(truth[a], told[b]) for a, b in pairs if _price(truth[a], told[b]) < STRANGERS]
        tiles, colors, shapes = (sum(a[i] != b[i] for a, b in matched) for i in range(3))
        return BoardComparison(
            sum(one == other for one, other in matched),
            len(truth) - len(matched),
            len(told) - len(matched),
            tiles,
            colors,
            shapes,
            len(said) - len(told) + (objects is None),
        )

    def _truth(self, problem: SightProblem) -> list[Seen]:
        tiles = tile_names(self.board)
        placed = zip(problem.cells, problem.geoms, strict=True)
        return [(tiles[cell], geom.color, geom.shape) for cell, geom in placed]

    def _parsed(self, item: str) -> Seen | None:
        """What an item says, None if it is no tile with a colour and a shape."""
        match = ITEM.fullmatch(item)
        if not match or match[1] not in tile_names(self.board):
            return None
        known = match[2] in self.colors and match[3] in self.shapes
        return (match[1], match[2], match[3]) if known else None

    # Observation

    def draw(self, problem: SightProblem) -> Frame:
        return panel(problem.geoms, problem.cells, self.board, "active", self.view, self.labels)


def _plain(item: str) -> str:
    """An item without capitals, marks around it and needless spaces."""
    return " ".join(item.lower().strip(" .*`_").split())


def _price(one: Seen, other: Seen) -> int:
    """What is wrong about taking one geom for another."""
    wrong = [a != b for a, b in zip(one, other, strict=True)]
    return STRANGERS if wrong[1] and wrong[2] else sum(wrong)


PRESETS = {
    "easy": BoardStateInference(geoms=3),
    "hard": BoardStateInference(geoms=10),
    "easy_2d": BoardStateInference(geoms=3, view="2d"),
    "hard_2d": BoardStateInference(geoms=10, view="2d"),
}

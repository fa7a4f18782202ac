"""Board State Inference: say which geom stands on which tile of a board.

An answer is right if it lists every geom and nothing else; the metrics pair what was said with
what is there at the least cost, where a pair must share colour or shape. With `length`, the boards
are those on which the sliding geom puzzle with the same knobs and seeds begins.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import ClassVar, Literal

from visgym.authoring import SCENE, Asked, Form, Frame, Medium, Question, action
from visgym.kit.boards.geom_boards import panel
from visgym.kit.boards.geom_puzzles import GAME, GeomPuzzles
from visgym.kit.boards.geoms import Geom, assortment, color_name, listed, symbols
from visgym.kit.boards.sightings import (
    BoardComparison,
    Seen,
    Vocabulary,
    compared,
    format_classes,
    on_board,
    plain,
)


@dataclass(frozen=True, slots=True)
class SightProblem:
    geoms: tuple[Geom, ...]
    cells: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class BoardStateInference(Question[SightProblem]):
    board: int = 4
    """Tiles along a side of the board."""
    geoms: int = 4
    """Solids on the board, each with its own pair of colour and shape."""
    colors: tuple[str, ...] = ("red", "green", "blue", "yellow")
    shapes: tuple[str, ...] = ("cube", "sphere", "pyramid", "cylinder")
    length: int | None = None
    """Moves of the puzzle whose start is shown; None for geoms anywhere."""
    view: Literal["3d", "2d"] = "3d"
    """A scene in perspective or a board from above."""
    labels: bool = True
    """Whether the picture shows coordinates."""

    tags = frozenset({"synthetic", "full", "known", "perception"})
    budget = replace(SCENE, advance=0.2)
    form = Form(lead="Solution:")
    ratios: ClassVar[Mapping[str, tuple[str, str]]] = {"accuracy": ("correct", "objects")}
    """The share of all geoms that were found, over all boards together."""

    # Generation

    def validate(self) -> None:
        if not 2 <= self.board <= 8:
            raise ValueError("board must be from 2 to 8.")
        known = assortment(self.colors, self.shapes)
        if not 1 <= self.geoms <= min(len(known), self.board**2):
            raise ValueError("geoms must differ in colour or shape and fit on the board.")
        if self.length is not None:
            GeomPuzzles(self.board, self.geoms, self.length).check(known)

    def start(self, seed: int) -> Asked[SightProblem]:
        if self.length is None or self.starts:
            return super().start(seed)
        puzzles = GeomPuzzles(self.board, self.geoms, self.length)
        known = assortment(self.colors, self.shapes)
        geoms, _, cells = puzzles.draw(known, Random(f"{GAME} {seed}"))
        return Asked(SightProblem(geoms, cells))

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
            f"colours are {', '.join(self._words.colors)}; the shapes are "
            f"{', '.join(self.shapes)}. Columns a to {last} run from left to right, rows 1 to "
            f"{self.board} from bottom to top. End your reply with `Solution: ` and each object "
            "as `<coordinate> <color> <shape>`, in any order, separated by a comma and a space, "
            "and nothing after them, such as `Solution: a3 green sphere, d1 blue cylinder`. Leave "
            "empty tiles out. You succeed if the list is complete and without a mistake."
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
        return float(sorted(map(plain, objects)) == sorted(truth))

    def solution(self, problem: SightProblem) -> tuple[str, ...]:
        """Reads the board off."""
        return tuple(listed(problem.geoms, problem.cells, self.board).split("\n"))

    def metrics(
        self, problem: SightProblem, objects: tuple[str, ...] | None = None
    ) -> dict[str, float]:
        compared = asdict(self.compare(problem, objects))
        return {
            "objects": float(len(problem.geoms)),
            **{name: float(count) for name, count in compared.items()},
            **format_classes(objects, self._words),
        }

    def compare(self, problem: SightProblem, objects: tuple[str, ...] | None) -> BoardComparison:
        """How an answer fits the board, geom by geom; no answer is one format error."""
        found = compared(self._truth(problem), objects or (), self._words)
        return replace(found, format_errors=found.format_errors + (objects is None))

    def _truth(self, problem: SightProblem) -> list[Seen]:
        return on_board(problem.geoms, problem.cells, self.board)

    @property
    def _words(self) -> Vocabulary:
        return Vocabulary(self.board, tuple(map(color_name, self.colors)), self.shapes)

    # Observation

    def draw(self, problem: SightProblem) -> Frame:
        return panel(problem.geoms, problem.cells, self.board, "active", self.view, self.labels)


PRESETS = {
    "easy": BoardStateInference(geoms=3),
    "hard": BoardStateInference(geoms=10),
    "easy_2d": BoardStateInference(geoms=3, view="2d"),
    "hard_2d": BoardStateInference(geoms=10, view="2d"),
}

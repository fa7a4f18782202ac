"""Board State Inference: say which geom stands on which tile of a board."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import asdict, dataclass, replace
from random import Random
from typing import Literal

from visgym.core.budgets import SCENE
from visgym.core.calls import Call
from visgym.core.reading import RawCall
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.answers import LONGEST
from visgym.kit.boards.geom_boards import panel
from visgym.kit.boards.geoms import Geom, assortment, listed, symbols, tile_names
from visgym.kit.matching import cheapest_pairs

MOST_ITEMS, LONGEST_ITEM = 200, 60  # of a spoken list; characters
ITEM = re.compile(r"([a-z]\d+) (\w+) (\w+)")
STRANGERS = 3  # the price of a pair that shares neither colour nor shape

Seen = tuple[str, str, str]
"""The tile, the colour and the shape of a geom."""


@dataclass(frozen=True, slots=True)
class SightState:
    geoms: tuple[Geom, ...]
    cells: tuple[int, ...]
    answer: tuple[str, ...] | None = None


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
class BoardStateInference(Task[SightState]):
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
    step_limit: int = 1

    tags = frozenset({"synthetic", "full", "known", "perception"})
    budget = replace(SCENE, advance=0.2)
    single_turn = True

    # Generation

    def validate(self) -> None:
        if not 2 <= self.board <= 8:
            raise ValueError("board must be from 2 to 8.")
        known = assortment(self.colors, self.shapes)
        if not 1 <= self.geoms <= min(len(known), self.board**2):
            raise ValueError("geoms must differ in colour or shape and fit on the board.")

    def generate(self, rng: Random) -> SightState:
        known = assortment(self.colors, self.shapes)
        cells = rng.sample(range(self.board**2), self.geoms)
        return SightState(tuple(rng.sample(known, self.geoms)), tuple(cells))

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
    def answer(self, state: SightState, objects: tuple[str, ...]) -> SightState:
        """Say what is on the board, each object as a text of coordinate, color and shape."""
        return replace(state, answer=tuple(_plain(each) for each in objects))

    def hear(self, reply: str) -> RawCall | None:
        """What follows the last `Solution:`."""
        found = re.split(r"solution[^\w\n]{0,4}:", reply[-LONGEST:], flags=re.IGNORECASE)
        items = re.split(r", ?|\n", found[-1].removeprefix(" "))
        items = [item[:LONGEST_ITEM] for item in items if item.strip()][:MOST_ITEMS]
        return RawCall("answer", (tuple(items),)) if len(found) > 1 and items else None

    def phrase(self, call: Call) -> str:
        objects = call.args[0]
        assert isinstance(objects, tuple)
        return f"Solution: {', '.join(map(str, objects))}"

    def is_over(self, state: SightState) -> bool:
        return state.answer is not None

    def score(self, state: SightState) -> float:
        return float(sorted(state.answer or ()) == sorted(" ".join(s) for s in self._truth(state)))

    def metrics(self, state: SightState) -> dict[str, float]:
        return {name: float(count) for name, count in asdict(self.compare(state)).items()}

    def compare(self, state: SightState) -> BoardComparison:
        """How the answer fits the board, geom by geom."""
        truth, said = self._truth(state), [self._parsed(each) for each in state.answer or ()]
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
            len(said) - len(told) + (state.answer is None),
        )

    def _truth(self, state: SightState) -> list[Seen]:
        tiles = tile_names(self.board)
        placed = zip(state.cells, state.geoms, strict=True)
        return [(tiles[cell], geom.color, geom.shape) for cell, geom in placed]

    def _parsed(self, item: str) -> Seen | None:
        """What an item says, None if it is no tile with a colour and a shape."""
        match = ITEM.fullmatch(item)
        if not match or match[1] not in tile_names(self.board):
            return None
        known = match[2] in self.colors and match[3] in self.shapes
        return (match[1], match[2], match[3]) if known else None

    # Observation

    def draw(self, state: SightState) -> Frame:
        return panel(state.geoms, state.cells, self.board, "active", self.view, self.labels)

    # Solvers

    @solver
    def look(self, state: SightState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Read the board off."""
        yield Call("answer", (tuple(listed(state.geoms, state.cells, self.board).split("\n")),))


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

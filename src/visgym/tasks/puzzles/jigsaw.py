"""Jigsaw: put the rectangular pieces of a photo back in their places."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated, ClassVar, TypeAlias

import numpy as np

from visgym.core.budgets import PHOTO
from visgym.core.calls import Call, Illegal
from visgym.core.signatures import Below, Permutation
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit import pictures
from visgym.kit.canvas import INK, SHEET, Canvas
from visgym.kit.grid import Cell, cells
from visgym.kit.permutations import fewest_swaps, gathered, shuffled, sorting_swaps, swapped
from visgym.kit.photo_sources import PhotoSource, Use
from visgym.kit.search import with_round_trips

WIDTH, HEIGHT = 528, 396  # pixels of the photo, or a little less to cut it evenly
MARGIN, GAP = 34, 8  # pixels
MOST_PIECES = 36
SHRINK = 8  # pixels that count as one where pieces are compared: texture is no help to the eye
CONTRAST = 6.0  # that every piece has at least
DIFFERENCE = 11.0  # that any two pieces have at least
WORSENING = 7.0  # of the seams around any two pieces if these are swapped, at least

Place: TypeAlias = tuple[Annotated[int, Below("rows")], Annotated[int, Below("columns")]]


@dataclass(frozen=True, slots=True)
class JigsawState:
    """The photo, and at each place, row by row, the place where that piece belongs."""

    photo: str
    pieces: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class Jigsaw(Task[JigsawState]):
    rows: int = 2
    """Rows of pieces."""
    columns: int = 2
    """Columns of pieces."""
    data: str = ""
    """Folder of the photos; empty for the embedded ones."""
    photos: Use = "evaluation"
    """Which photos: those for evaluation, those for training, or all."""
    crops: bool = False
    """Whether photos are cut at random and mirrored, which gives starts without number."""

    distance_unit: ClassVar[str] = "swaps"
    tags = frozenset({"real", "full", "known", "assembly"})
    budget = PHOTO
    dataset: ClassVar[str] = "llava"

    @property
    def count(self) -> int:
        """Pieces of the puzzle."""
        return self.rows * self.columns

    # Generation

    def validate(self) -> None:
        if min(self.rows, self.columns) < 1 or self.count < 2 or max(self.rows, self.columns) > 8:
            raise ValueError("rows and columns must be from 1 to 8, with at least 2 pieces in all.")
        if self.count > MOST_PIECES:
            raise ValueError(
                f"{self.count} pieces are too many: no photo falls into more than {MOST_PIECES} "
                "that can be told apart."
            )

    def generate(self, rng: Random) -> JigsawState:
        def suits(key: str) -> str | None:
            return key if _is_clear(self.data, key, self.rows, self.columns) else None

        photo = PhotoSource(self.data, self.photos, self.crops).choose(rng, suits)
        return JigsawState(photo, shuffled(range(self.count), rng))

    # Rules

    def rules(self) -> str:
        last = self.count - 1
        return (
            f"You solve a jigsaw puzzle: a photo was cut into {self.rows} rows and {self.columns} "
            "columns of equal pieces, and the pieces were mixed. None is turned. Places are "
            "written (row, column), counted from (0, 0) at the top left; their indices are "
            f"row * {self.columns} + column, from 0 at the top left to {last} at the bottom right. "
            "You succeed if the pieces show the whole photo when you stop."
        )

    def legend(self, medium: Medium) -> str:
        return (
            "The pieces are shown as they lie now, with white gaps between them. The numbers at "
            "the left count the rows, the numbers at the top count the columns."
        )

    @action
    def swap(self, state: JigsawState, first: Place, second: Place) -> JigsawState:
        """Exchange the pieces at two places, each given as (row, column)."""
        if first == second:
            raise Illegal(f"Both places are {first}; a swap needs two different ones.")
        one, other = (row * self.columns + column for row, column in (first, second))
        return replace(state, pieces=swapped(state.pieces, one, other))

    @action
    def reorder(
        self, state: JigsawState, order: Annotated[tuple[int, ...], Permutation("count")]
    ) -> JigsawState:
        """Move all pieces at once: the piece that lies now at the index listed first goes to
        index 0, the piece at the index listed second goes to index 1, and so on."""
        return replace(state, pieces=gathered(state.pieces, order))

    def score(self, state: JigsawState) -> float:
        return float(all(home == place for place, home in enumerate(state.pieces)))

    def distance(self, state: JigsawState) -> float:
        return float(fewest_swaps(state.pieces))

    # Observation

    def draw(self, state: JigsawState) -> Frame:
        photo = _cut(self.data, state.photo, self.rows, self.columns)
        height, width = photo.shape[0] // self.rows, photo.shape[1] // self.columns
        tall = self.rows * (height + GAP) - GAP
        wide = self.columns * (width + GAP) - GAP
        canvas = Canvas(wide + MARGIN + GAP, tall + MARGIN + GAP, SHEET)
        for row in range(self.rows):
            canvas.text(MARGIN / 2, MARGIN + row * (height + GAP) + height / 2, str(row), 18, INK)
        for column in range(self.columns):
            across = MARGIN + column * (width + GAP) + width / 2
            canvas.text(across, MARGIN / 2, str(column), 18, INK)
        for (row, column), home in zip(self._places(), state.pieces, strict=True):
            piece = _piece(photo, home, self.rows, self.columns)
            canvas.paste(piece, MARGIN + column * (width + GAP), MARGIN + row * (height + GAP))
        return canvas.frame

    def _places(self) -> list[Cell]:
        return list(cells(self.rows, self.columns))

    # Solvers

    @solver
    def swapping(self, state: JigsawState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Fewest swaps, each bringing a piece home, with swaps there and back up to `steps`."""
        places = self._places()
        swaps = sorting_swaps(state.pieces, rng)
        plan = [Call("swap", (places[one], places[other])) for one, other in swaps]
        yield from self._padded(state, plan, steps, rng)

    @solver
    def reordering(
        self, state: JigsawState, rng: Random, steps: int | None = None
    ) -> Iterator[Call]:
        """All pieces at once, with swaps there and back where more steps are wanted."""
        order = tuple(state.pieces.index(home) for home in range(self.count))
        plan = [Call("reorder", (order,))] if self.score(state) < 1 else []
        yield from self._padded(state, plan, steps, rng)

    def _padded(
        self, state: JigsawState, plan: list[Call], steps: int | None, rng: Random
    ) -> list[Call]:
        def there_and_back(_: JigsawState) -> list[Call]:
            return [Call("swap", tuple(rng.sample(self._places(), 2)))] * 2

        return with_round_trips(self, state, plan, steps, rng, there_and_back)


def _cut(data: str, key: str, rows: int, columns: int) -> Frame:
    """The photo in a size that can be cut evenly."""
    return pictures.fitted(data, key, WIDTH - WIDTH % columns, HEIGHT - HEIGHT % rows)


def _piece(photo: Frame, home: int, rows: int, columns: int) -> Frame:
    height, width = photo.shape[0] // rows, photo.shape[1] // columns
    top, left = home // columns * height, home % columns * width
    return photo[top : top + height, left : left + width]


@lru_cache(maxsize=4096)
def _is_clear(data: str, key: str, rows: int, columns: int) -> bool:
    """Whether pieces are rich, unlike one another, and fit nowhere as well as where they belong."""
    photo = _cut(data, key, rows, columns)
    height, width = photo.shape[0] // rows // SHRINK, photo.shape[1] // columns // SHRINK
    whole = (0, 0, photo.shape[1], photo.shape[0])
    small = pictures.part(photo, whole, width * columns, height * rows)
    pieces = [_piece(small, home, rows, columns) for home in range(rows * columns)]
    pairs = list(itertools.combinations(range(len(pieces)), 2))
    if any(pictures.contrast(piece) < CONTRAST for piece in pieces):
        return False
    if any(pictures.difference(pieces[a], pieces[b]) < DIFFERENCE for a, b in pairs):
        return False
    seams = _seams(pieces, rows, columns)
    return all(_worsening(seams, len(pieces), a, b) >= WORSENING for a, b in pairs)


@dataclass(frozen=True)
class _Seams:
    """The places that touch, and how badly each piece fits to the left of or above each other."""

    beside: list[tuple[int, int]]
    below: list[tuple[int, int]]
    across: list[list[float]]
    down: list[list[float]]


def _seams(pieces: list[Frame], rows: int, columns: int) -> _Seams:
    stack = np.stack(pieces).astype(np.int64)
    places = range(len(pieces))
    return _Seams(
        [(place, place + 1) for place in places if (place + 1) % columns],
        [(place, place + columns) for place in places if place + columns < len(pieces)],
        np.abs(stack[:, None, :, -1] - stack[None, :, :, 0]).mean(axis=(2, 3)).tolist(),
        np.abs(stack[:, None, -1] - stack[None, :, 0]).mean(axis=(2, 3)).tolist(),
    )


def _worsening(seams: _Seams, count: int, first: int, second: int) -> float:
    """How much worse, in the mean, the seams around two pieces get if these are swapped."""
    wrong = swapped(range(count), first, second)
    changes = []
    for touching, misfit in ((seams.beside, seams.across), (seams.below, seams.down)):
        for a, b in touching:
            if {a, b} & {first, second}:
                changes.append(misfit[wrong[a]][wrong[b]] - misfit[a][b])
    return sum(changes) / len(changes)


PRESETS = {
    "easy": Jigsaw(rows=2, columns=2, step_limit=20),
    "hard": Jigsaw(rows=3, columns=3, step_limit=30),
}

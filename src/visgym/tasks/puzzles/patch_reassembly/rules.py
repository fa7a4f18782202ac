"""Patch Reassembly: place irregular patches so that they tile the board.

Parked patches have fixed slots, so that every picture has one size. Any tiling counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random
from typing import Annotated, ClassVar

from visgym.core.budgets import Budget
from visgym.core.calls import Call, Illegal
from visgym.core.errors import Mistake
from visgym.core.frame_size import check_frame_size
from visgym.core.signatures import Below
from visgym.core.task import Frame, Medium, Task, action, solver
from visgym.kit.canvas import PIECES
from visgym.kit.grid import Cell, cells, shift
from visgym.kit.rejection_sampling import first_accepted
from visgym.kit.search import exact_cover
from visgym.tasks.puzzles.patch_reassembly import drawing, splitting
from visgym.tasks.puzzles.patch_reassembly.drawing import Shape

MOST_CELLS = 400_000  # given to patches, in all, before knobs count as impossible

Placement = tuple[int, int, int]  # patch, row and column of its anchor


@dataclass(frozen=True, slots=True)
class PatchState:
    """The cells of each patch relative to its anchor, and where its anchor lies if it is placed."""

    shapes: tuple[Shape, ...]
    anchors: tuple[Cell | None, ...]

    def covered(self, patch: int) -> frozenset[Cell]:
        return _covered(self.shapes[patch], self.anchors[patch])

    def put(self, patch: int, anchor: Cell | None) -> PatchState:
        return replace(self, anchors=(*self.anchors[:patch], anchor, *self.anchors[patch + 1 :]))


@dataclass(frozen=True, kw_only=True)
class PatchReassembly(Task[PatchState]):
    rows: int = 6
    """Rows of the board."""
    columns: int = 6
    """Columns of the board."""
    patches: int = 5
    """Pieces that tile the board."""

    distance_unit: ClassVar[str] = "cells"
    tags = frozenset({"synthetic", "full", "known", "planning"})
    budget = Budget(solve=50.0)

    # Generation

    def validate(self) -> None:
        if min(self.rows, self.columns) < 4 or not 3 <= self.patches <= len(PIECES):
            raise ValueError(f"Patches need a board of 4x4 or more and number 3 to {len(PIECES)}.")
        if self.rows * self.columns < 3 * self.patches:
            raise ValueError(f"{self.patches} patches are too many for so small a board.")
        check_frame_size(*drawing.size(self.rows, self.columns, self.patches, self.slot))

    @property
    def slot(self) -> int:
        """The side of a parking slot in cells; no patch is longer."""
        return max(self.rows, self.columns) * 2 // 3

    def generate(self, rng: Random) -> PatchState:
        if self.patches < 4 and min(self.rows, self.columns) > self.slot:
            raise Mistake(
                f"A board of {self.rows}x{self.columns} falls into 4 patches or more, because none "
                f"spans more than {self.slot} cells and reaches two corners; change patches."
            )

        def draw() -> PatchState | None:
            patches = splitting.split(self.rows, self.columns, self.patches, rng)
            if not all(splitting.fits(patch, self.slot) for patch in patches):
                return None
            return PatchState(tuple(map(_from_anchor, patches)), (None,) * self.patches)

        tries = -(-MOST_CELLS // (self.rows * self.columns))
        return first_accepted(
            draw, f"boards fell into {self.patches} patches {self._wanted}", tries
        )

    @property
    def _wanted(self) -> str:
        return f"of 2 cells or more that span at most {self.slot}; change their number or the board"

    # Rules

    def rules(self) -> str:
        return (
            f"You reassemble a board of {self.rows} rows and {self.columns} columns from "
            f"{self.patches} irregular patches that are parked beside it. Patches are never "
            "turned. You succeed if the patches cover the whole board, without gap or overlap, "
            "when you stop."
        )

    def legend(self, medium: Medium) -> str:
        if medium == "text":
            return (
                "The board shows the number of the patch on each cell, or a dot if it is free. "
                "Below it are the parked patches; the cell with * for its number is the anchor."
            )
        return (
            "The board is on the left with its row and column numbers, the parked patches are on "
            "the right. The cell that shows a patch's number is its anchor."
        )

    @action
    def place(
        self,
        state: PatchState,
        patch: Annotated[int, Below("patches")],
        row: Annotated[int, Below("rows")],
        column: Annotated[int, Below("columns")],
    ) -> PatchState:
        """Put a patch on the board, or elsewhere on it, with its anchor on the given cell."""
        moved = state.put(patch, (row, column))
        covered = moved.covered(patch)
        if not self._is_inside(covered):
            raise Illegal(f"Patch {patch} would reach over the edge at ({row}, {column}).")
        for other in range(self.patches):
            if other != patch and covered & state.covered(other):
                raise Illegal(f"Patch {patch} would overlap patch {other} at ({row}, {column}).")
        return moved

    @action
    def remove(self, state: PatchState, patch: Annotated[int, Below("patches")]) -> PatchState:
        """Take a patch off the board and park it again."""
        if state.anchors[patch] is None:
            raise Illegal(f"Patch {patch} is not on the board.")
        return state.put(patch, None)

    def score(self, state: PatchState) -> float:
        covered = sorted(cell for patch in range(self.patches) for cell in state.covered(patch))
        return float(covered == list(cells(self.rows, self.columns)))

    def _is_inside(self, covered: frozenset[Cell]) -> bool:
        return all(0 <= row < self.rows and 0 <= column < self.columns for row, column in covered)

    def distance(self, state: PatchState) -> float:
        """The cells of the grid that no patch covers."""
        covered = sum(len(state.covered(patch)) for patch in range(self.patches))
        return float(self.rows * self.columns - covered)

    # Observation

    def draw(self, state: PatchState) -> Frame:
        return drawing.draw(self.rows, self.columns, self.slot, state.shapes, state.anchors)

    def describe(self, state: PatchState) -> str:
        owner = {cell: patch for patch in range(self.patches) for cell in state.covered(patch)}
        parked = {p: state.shapes[p] for p, anchor in enumerate(state.anchors) if anchor is None}
        return drawing.describe(self.rows, self.columns, owner, parked)

    # Solvers

    @solver
    def cover(self, state: PatchState, rng: Random, steps: int | None = None) -> Iterator[Call]:
        """Exact cover; up to `steps`, patches are put on wrong cells first and then corrected."""
        tiling = next(exact_cover(*self._placements(state)))
        wrong = [place for place in tiling if state.anchors[place[0]] != place[1:]]
        rng.shuffle(wrong)
        plan = [Call("remove", place[:1]) for place in wrong if state.anchors[place[0]]]
        plan += [Call("place", place) for place in wrong]
        while steps is not None and wrong and len(plan) < steps:
            plan = self._with_mistake(state, plan, rng)
        yield from plan

    def _placements(
        self, state: PatchState
    ) -> tuple[dict[Placement, list[Cell | int]], list[Cell | int]]:
        """What each placement on the empty board covers, and all that must be covered."""
        board = list(cells(self.rows, self.columns))
        options: dict[Placement, list[Cell | int]] = {}
        for patch in range(self.patches):
            for row, column in board:
                covered = state.put(patch, (row, column)).covered(patch)
                if self._is_inside(covered):
                    options[patch, row, column] = [patch, *sorted(covered)]
        return options, [*range(self.patches), *board]

    def _with_mistake(self, state: PatchState, plan: list[Call], rng: Random) -> list[Call]:
        """`plan` with a wrong placement before a right one, or a removal after it."""
        index = rng.choice([i for i, call in enumerate(plan) if call.name == "place"])
        before, right = plan[:index], plan[index]
        for call in before:
            state = self.apply(state, call)
        options = [call for call, _ in self.moves(state) if call.name == "place"]
        wrong = [call for call in options if call.args[0] == right.args[0] and call != right]
        if wrong:
            return [*before, rng.choice(wrong), *plan[index:]]
        return [*before, right, Call("remove", right.args[:1]), *plan[index:]]


@lru_cache(maxsize=4096)
def _covered(shape: Shape, anchor: Cell | None) -> frozenset[Cell]:
    return frozenset(shift(anchor, cell) for cell in shape if anchor is not None)


def _from_anchor(patch: list[Cell]) -> Shape:
    """The cells of a patch, in reading order, relative to the first."""
    row, column = patch[0]
    return tuple((r - row, c - column) for r, c in patch)


PRESETS = {
    "easy": PatchReassembly(rows=6, columns=6, patches=5, step_limit=20),
    "hard": PatchReassembly(rows=8, columns=8, patches=6, step_limit=30),
}

"""Reference play in the well: a beam over placements, and the presses that bring them about."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import lru_cache
from typing import Protocol

from visgym.authoring import Call
from visgym.kit.arcade.players import Press, beam, calls_of
from visgym.tasks.arcade.arcade_columns.world import (
    COLUMNS,
    ROWS,
    Jewels,
    Stacks,
    landed,
    ticked,
    turned,
)

WIDTHS, DEPTH = (8, 40, 150), 60  # of the beam
MARKED = 4  # times as much as others counts a marked jewel beside one of its kind
SAFE = ROWS - 4  # rows that a column may have without danger
PATIENCE = 200  # pieces that live play takes at most


class Placing(Protocol):
    """What the search must know of the task."""

    @property
    def colors(self) -> int: ...
    @property
    def buttons(self) -> tuple[str, ...]: ...
    def is_won(self, world: Jewels) -> bool: ...
    def is_lost(self, world: Jewels) -> bool: ...
    def progress(self, world: Jewels) -> float: ...
    def __hash__(self) -> int: ...


Placement = tuple[int, int]


@lru_cache(maxsize=512)
def plan(task: Placing, well: Jewels) -> tuple[Placement, ...]:
    """Placements that win."""
    if task.is_won(well):
        return ()

    def options(well: Jewels) -> Iterator[tuple[Placement, Jewels]]:
        for column in range(COLUMNS):
            for turns in range(3):
                after = landed(well, column, turned(well.piece, turns), task.colors)
                if not task.is_lost(after):
                    yield (column, turns), after

    def rank(well: Jewels) -> float:
        return 60 * task.progress(well) + 1.5 * well.removed + _promise(well.stacks)

    for width in WIDTHS:
        found = beam(well, options, task.is_won, rank, _spot, width, DEPTH)
        if found is not None:
            return tuple(found)
    return ()


def _spot(well: Jewels) -> Hashable:
    return well.stacks


def _promise(stacks: Stacks) -> float:
    """Pairs of equal jewels side by side, less what lies on marked ones and what stands high."""
    worth = 0.0
    small = [stack.lower() for stack in stacks]
    for column, stack in enumerate(stacks):
        beside = [small[each] for each in (column - 1, column + 1) if 0 <= each < COLUMNS]
        for row, kind in enumerate(small[column]):
            near = int(small[column][row + 1 : row + 2] == kind)
            near += sum(kind in each[max(row - 1, 0) : row + 2] for each in beside)
            worth += near * (MARKED if stack[row].isupper() else 1)
        buried = len(stack) - next(
            (r for r, each in enumerate(stack) if each.isupper()), len(stack)
        )
        worth -= 2 * buried + 3 * max(len(stack) - SAFE, 0) ** 2
    return worth


def placed(task: Placing, well: Jewels) -> Iterator[Call]:
    """The plan, one call for each piece."""
    yield from (Call("place", each) for each in plan(task, well))


def pressed(task: Placing, well: Jewels) -> Iterator[Call]:
    """The plan in presses; where a piece cannot go as planned, a new plan is made."""
    presses = list[Press]()
    coming: tuple[Placement, ...] = ()
    for _ in range(PATIENCE):
        if task.is_won(well) or task.is_lost(well):
            break
        coming = coming or plan(task, well)
        if not coming:
            break
        (column, turns), coming = coming[0], coming[1:]
        wanted = landed(well, column, turned(well.piece, turns), task.colors).stacks
        well = _brought(task, well, column, turned(well.piece, turns), presses)
        coming = coming if well.stacks == wanted else ()
    yield from calls_of(presses, task.buttons)


def _brought(task: Placing, well: Jewels, column: int, piece: str, presses: list[Press]) -> Jewels:
    """The well after a piece was shifted, turned and dropped, adding the presses to a list."""
    dice = well.dice
    while well.dice == dice:
        if column != well.column and not _is_blocked(well, column):
            button = "right" if column > well.column else "left"
        else:
            button = "turn" if piece != well.piece else "drop"
        # a drop must wait until a turn was seen to be enough
        presses.append(Press(frozenset({button}), 1))
        well = ticked(well, presses[-1].buttons, task.colors)
    return well


def _is_blocked(well: Jewels, column: int) -> bool:
    aside = well.column + (1 if column > well.column else -1)
    return len(well.stacks[aside]) > well.row

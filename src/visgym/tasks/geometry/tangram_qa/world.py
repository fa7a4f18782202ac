"""A board of pieces, some of which are taken out and turned, and what is true of it."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.grid import Cell
from visgym.kit.polyominoes import (
    Owners,
    cornered,
    cut,
    extent,
    regions,
    touching,
    turned,
)

Kind = Literal["pieces", "area", "neighbours", "turn", "place"]

GAP = 0  # the owner of empty cells
LEAST, LEAST_OUT = 3, 4  # cells of a piece, and of one that is taken out
LONGEST_OUT = 5  # rows and columns of a piece that is taken out


@dataclass(frozen=True, slots=True)
class Removed:
    """A piece that was taken out, as it is shown."""

    number: int
    cells: tuple[Cell, ...]
    dot: Cell | None = None
    """The cell of the piece that has a dot."""


@dataclass(frozen=True, slots=True)
class Tangram:
    board: Owners
    """The number of the piece on each cell, 0 where there is none."""
    removed: tuple[Removed, ...]
    kind: Kind
    piece: int
    """The piece that is asked about, 0 if it is none of them."""
    options: tuple[str, ...] = ()

    @property
    def shown(self) -> Removed:
        """The piece that is asked about, among those taken out."""
        return next(each for each in self.removed if each.number == self.piece)

    @property
    def gaps(self) -> list[list[Cell]]:
        return [region for owner, region in regions(self.board) if owner == GAP]


def truths(tangram: Tangram) -> set[str]:
    """Everything that answers the question, from its definition."""
    match tangram.kind:
        case "pieces":
            return {str(len({owner for row in tangram.board for owner in row} - {GAP}))}
        case "area":
            shown = [each.cells for each in tangram.removed if each.number == tangram.piece]
            here = [owner for row in tangram.board for owner in row if owner == tangram.piece]
            return {str(len(shown[0]) if shown else len(here))}
        case "neighbours":
            pairs = touching(tangram.board)
            return {str(sum(one == tangram.piece and other != GAP for one, other in pairs))}
        case "turn":
            return {degrees(quarters) for quarters, _ in _fits(tangram)}
        case "place":
            return {str(cell) for _, cell in _fits(tangram)}


def degrees(quarters: int) -> str:
    """A turn in words."""
    return f"{90 * quarters} degrees"


def _fits(tangram: Tangram) -> list[tuple[int, Cell | None]]:
    """The turns by which the shown piece fills a gap exactly, and where its dot lies then."""
    shape, gaps, found = tangram.shown, tangram.gaps, list[tuple[int, Cell | None]]()
    for quarters in range(4):
        placed = cornered(turned(shape.cells, quarters))
        for gap in gaps:
            if set(placed) == set(cornered(gap)):
                top, left = min(row for row, _ in gap), min(column for _, column in gap)
                dots = [c for c, own in zip(placed, shape.cells, strict=True) if own == shape.dot]
                found.append((quarters, (dots[0][0] + top, dots[0][1] + left) if dots else None))
    return found


def taken_apart(
    size: int, count: int, out: int, rng: Random
) -> tuple[Owners, tuple[Removed, ...]] | None:
    """A board with gaps that do not touch, and the pieces that fill them; None for a bad draw."""
    owners = cut(size, count, LEAST, rng)
    if owners is None:
        return None
    numbers = rng.sample(range(1, 2 * count + 1), count)
    pairs, chosen = touching(owners), list[int]()
    shapes = dict(regions(owners))
    for piece in rng.sample(range(count), count):
        free = not any((piece, other) in pairs for other in chosen)
        if free and len(shapes[piece]) >= LEAST_OUT and extent(shapes[piece]) <= LONGEST_OUT:
            chosen.append(piece)
        if len(chosen) == out:
            break
    else:
        return None
    removed = tuple(
        Removed(numbers[piece], tuple(sorted(cornered(turned(shapes[piece], rng.randrange(4))))))
        for piece in chosen
    )
    board = tuple(
        tuple(GAP if owner in chosen else numbers[owner] for owner in row) for row in owners
    )
    return board, removed

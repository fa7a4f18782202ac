"""The answers by other ways than the definition: by flood filling, and by turning gaps."""

from __future__ import annotations

from collections.abc import Sequence

from visgym.kit.grid import Cell, neighbours
from visgym.kit.polyominoes import regions
from visgym.tasks.geometry.tangram_qa.world import GAP, Tangram, degrees

Drawn = list[tuple[Cell | None, ...]]
"""Rows of a rectangle around a shape; cells that are not part of it are None."""


def looked_up(tangram: Tangram) -> str:
    """The right option."""
    found = [(owner, region) for owner, region in regions(tangram.board) if owner != GAP]
    match tangram.kind:
        case "pieces":
            return str(len(found))
        case "area":
            shapes = dict(found) | {piece.number: [*piece.cells] for piece in tangram.removed}
            return str(len(shapes[tangram.piece]))
        case "neighbours":
            whose = {cell: owner for owner, region in found for cell in region}
            own = [cell for cell, owner in whose.items() if owner == tangram.piece]
            beside = {whose.get(cell) for each in own for cell in neighbours(each)}
            return str(len(beside - {None, tangram.piece}))
        case "turn" | "place":
            return _put_back(tangram)


def _put_back(tangram: Tangram) -> str:
    """Turns each gap counter-clockwise until it looks like the piece."""
    shown = _drawn(tangram.shown.cells)
    for gap in tangram.gaps:
        turning = _drawn(gap)
        for quarters in range(4):
            if _outline(turning) == _outline(shown):
                if tangram.kind == "turn" or tangram.shown.dot is None:
                    return degrees(quarters)
                row, column = tangram.shown.dot
                return str(turning[row][column])
            turning = list(zip(*turning, strict=True))[::-1]
    raise AssertionError("a piece that fits no gap was asked for")


def _drawn(shape: Sequence[Cell]) -> Drawn:
    rows, columns = ([cell[axis] for cell in shape] for axis in (0, 1))
    return [
        tuple((r, c) if (r, c) in shape else None for c in range(min(columns), max(columns) + 1))
        for r in range(min(rows), max(rows) + 1)
    ]


def _outline(drawn: Drawn) -> list[list[bool]]:
    return [[cell is not None for cell in row] for row in drawn]

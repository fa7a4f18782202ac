"""Bodies among tiles, in fixed point: 16 units are a point, and 256 units are a tile.

A body stands with its feet on y, which grows downward, and reaches half its width to both sides
of x. Tiles are characters in rows; beside the rows is wall, above and below them is air.
"""

from __future__ import annotations

from dataclasses import dataclass

POINT, TILE = 16, 256  # units
SHIFT = 8  # from units to tiles

Rows = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Pickup:
    """What is taken by touching it, and where it lies."""

    kind: str
    x: int
    y: int


def tile_at(rows: Rows, column: int, row: int) -> str:
    """The tile in a column and row."""
    if not 0 <= column < len(rows[0]):
        return "#"
    return rows[row][column] if 0 <= row < len(rows) else "."


def meets(rows: Rows, solid: frozenset[str], x: int, y: int, half: int, height: int) -> bool:
    """Whether a body overlaps solid tiles."""
    columns = range((x - half) >> SHIFT, (x + half - 1 >> SHIFT) + 1)
    for row in range(max(y - height >> SHIFT, 0), min(y - 1 >> SHIFT, len(rows) - 1) + 1):
        line = rows[row]
        for column in columns:
            if not 0 <= column < len(line) or line[column] in solid:
                return True
    return False


def pushed(
    rows: Rows, solid: frozenset[str], x: int, y: int, half: int, height: int, dx: int
) -> tuple[int, int]:
    """Where a body comes that moves across by less than a tile, and -1 or 1 at a wall."""
    if not meets(rows, solid, x + dx, y, half, height):
        return x + dx, 0
    if dx > 0:
        return ((x + dx + half - 1 >> SHIFT) << SHIFT) - half, 1
    return ((x + dx - half >> SHIFT) + 1 << SHIFT) + half, -1


def fallen(
    rows: Rows, solid: frozenset[str], x: int, y: int, half: int, height: int, dy: int
) -> tuple[int, int]:
    """Where a body comes that moves down by less than a tile, and 1 on a floor, -1 at a roof.

    Tiles "-" hold feet that come from above.
    """
    left, right = (x - half) >> SHIFT, x + half - 1 >> SHIFT
    if dy >= 0:
        row = y + dy - 1 >> SHIFT
        from_above = row << SHIFT >= y
        for column in range(left, right + 1):
            tile = tile_at(rows, column, row)
            if tile in solid or (from_above and tile == "-"):
                return row << SHIFT, 1
        return y + dy, 0
    row = y + dy - height >> SHIFT
    for column in range(left, right + 1):
        if tile_at(rows, column, row) in solid:
            return (row + 1 << SHIFT) + height, -1
    return y + dy, 0


def changed(rows: Rows, column: int, row: int, tile: str) -> Rows:
    """Rows with another tile in one place."""
    line = rows[row]
    return (*rows[:row], line[:column] + tile + line[column + 1 :], *rows[row + 1 :])


def to_and_fro(clock: int, reach: int, period: int) -> int:
    """From 0 to `reach` and back in every period, evenly."""
    half = period // 2
    step = clock % period
    return reach * (step if step <= half else period - step) // half

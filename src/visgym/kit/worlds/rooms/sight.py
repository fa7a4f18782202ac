"""Who sees what: seven by seven cells ahead, behind neither walls nor closed doors.

Light spreads from the agent row by row. Within a row it runs to both sides until something stops
it; what it reached and can be looked through lights three cells of the row beyond.
"""

from __future__ import annotations

from collections.abc import Container, Sequence
from dataclasses import replace

from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms.things import (
    HIDDEN,
    NO_DICE,
    UNKNOWN,
    WALL,
    Compass,
    Placed,
    RoomState,
)

SIDE = 7  # cells that are seen ahead, and across
HALF, ALL = SIDE // 2, (1 << SIDE) - 1
OPAQUE = (WALL, UNKNOWN)


def _offsets(facing: Compass) -> tuple[tuple[Cell, ...], ...]:
    """Rows and columns from the agent to each cell of the view, its own row first."""
    down, across = facing.step
    rows = range(SIDE)
    return tuple(
        tuple((far * down + side * across, far * across - side * down) for side in _SIDES)
        for far in rows
    )


_SIDES = range(-HALF, HALF + 1)
OFFSETS = tuple(_offsets(facing) for facing in Compass)


def lit(
    rows: Sequence[str], shut: Container[Cell], agent: Cell, facing: int
) -> tuple[tuple[int, ...], list[Cell]]:
    """What is seen: bits for each row of the view, the agent's first, and the cells themselves."""
    (top, left), tall, wide = agent, len(rows), len(rows[0])
    light, bits, found = 1 << HALF, list[int](), list[Cell]()
    for line in OFFSETS[facing]:
        clear, places = 0, list[Cell]()
        for place, (down, across) in enumerate(line):
            row, column = cell = top + down, left + across
            places.append(cell)
            inside = 0 <= row < tall and 0 <= column < wide
            if inside and rows[row][column] not in OPAQUE and cell not in shut:
                clear |= 1 << place
        while (wider := light | _beside(light & clear)) != light:
            light = wider
        bits.append(light)
        found += [cell for place, cell in enumerate(places) if light >> place & 1]
        passed = light & clear
        light = passed | _beside(passed)
        if not light:
            break
    there = [each for each in found if 0 <= each[0] < tall and 0 <= each[1] < wide]
    return (*bits, *(0,) * (SIDE - len(bits))), there


def _beside(bits: int) -> int:
    return (bits << 1 | bits >> 1) & ALL


def shut_cells(things: Sequence[Placed]) -> set[Cell]:
    """The cells of closed doors."""
    return {cell for cell, thing in things if thing.is_closed}


def in_sight(state: RoomState) -> tuple[tuple[int, ...], list[Cell]]:
    """What the agent sees now, as `lit` says it."""
    return lit(state.rows, shut_cells(state.things), state.agent, state.facing)


def watched(state: RoomState) -> RoomState:
    """The state when what is in sight was seen."""
    seen = list(state.seen) or [0] * len(state.rows)
    for row, column in in_sight(state)[1]:
        seen[row] |= 1 << column
    return replace(state, seen=tuple(seen))


def surveyed(state: RoomState) -> RoomState:
    """The state when everything was seen."""
    return replace(state, seen=((1 << len(state.rows[0])) - 1,) * len(state.rows))


def known(state: RoomState, sees_all: bool) -> RoomState:
    """What the agent knows: tiles that it saw, things where it saw them, and no secrets."""
    rows = state.rows if sees_all else tuple(map(_veiled, state.rows, state.seen))
    now = () if sees_all else in_sight(state)[1]
    things = tuple(
        (cell, replace(thing, detail=HIDDEN) if thing.kind == "box" else thing)
        for cell, thing in state.things
        # a roller that is out of sight may be anywhere
        if sees_all or (cell in now if thing.kind == "roller" else state.has_seen(cell))
    )
    carried = state.carried
    if carried is not None and carried.kind == "box":
        carried = replace(carried, detail=HIDDEN)
    return replace(state, rows=rows, things=things, carried=carried, dice=NO_DICE)


def _veiled(row: str, seen: int) -> str:
    return "".join(tile if seen >> at & 1 else UNKNOWN for at, tile in enumerate(row))

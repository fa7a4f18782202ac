"""Who sees what: seven by seven cells ahead, behind neither walls nor closed doors.

Light spreads from the agent row by row. Within a row it runs to both sides until something stops
it; what it reached and can be looked through lights three cells of the row beyond.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache

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


STEPS = tuple(facing.step for facing in Compass)


def _offsets(down: int, across: int) -> tuple[tuple[Cell, ...], ...]:
    """Rows and columns from the agent to each cell of the view, its own row first."""
    sides = range(-HALF, HALF + 1)
    return tuple(
        tuple((far * down + side * across, far * across - side * down) for side in sides)
        for far in range(SIDE)
    )


OFFSETS = tuple(_offsets(*step) for step in STEPS)


def lines_ahead(rows: Sequence[str], agent: Cell, facing: int) -> list[str]:
    """The tiles of the view, a text for each of its rows; beyond the plan there is wall."""
    top, left = agent
    if facing in (Compass.UP, Compass.DOWN):
        first, found = max(left - HALF, 0), list[str]()
        before = WALL * max(HALF - left, 0)
        for far in range(SIDE):
            row = top - far if facing == Compass.UP else top + far
            line = rows[row][first : left + HALF + 1] if 0 <= row < len(rows) else ""
            line = (before + line).ljust(SIDE, WALL)
            found.append(line if facing == Compass.UP else line[::-1])
        return found
    blank = WALL * len(rows[0])
    near = [rows[r] if 0 <= r < len(rows) else blank for r in range(top - HALF, top + HALF + 1)]
    if facing == Compass.LEFT:
        ahead = [row[max(left - SIDE + 1, 0) : left + 1][::-1] for row in near[::-1]]
    else:
        ahead = [row[left : left + SIDE] for row in near]
    return list(map("".join, zip(*(row.ljust(SIDE, WALL) for row in ahead), strict=True)))


def lit(
    rows: Sequence[str], shut: Iterable[Cell], agent: Cell, facing: int
) -> tuple[list[int], list[str]]:
    """What is seen: bits and tiles for each row of the view, the agent's first."""
    lines, light, bits = lines_ahead(rows, agent, facing), 1 << HALF, list[int]()
    clear = [_clear(line) for line in lines]
    for cell in shut:
        if place := place_in_view(agent, facing, cell):
            clear[place[0]] &= ~(1 << place[1])
    for each in clear:
        now, light = _spread(light, each)
        bits.append(now)
    return bits, lines


@lru_cache(maxsize=4096)
def _clear(line: str) -> int:
    """The bits of tiles that can be looked through."""
    return sum(1 << place for place, tile in enumerate(line) if tile not in OPAQUE)


@lru_cache(maxsize=4096)
def unknown_bits(line: str) -> int:
    """The bits of tiles that nobody knows."""
    return sum(1 << place for place, tile in enumerate(line) if tile == UNKNOWN)


@lru_cache(maxsize=1 << 2 * SIDE)
def _spread(light: int, clear: int) -> tuple[int, int]:
    """What light reaches in a row, and where it enters the row beyond."""
    while (wider := light | _beside(light & clear)) != light:
        light = wider
    passed = light & clear
    return light, passed | _beside(passed)


def _beside(bits: int) -> int:
    return (bits << 1 | bits >> 1) & ALL


def place_in_view(agent: Cell, facing: int, cell: Cell) -> tuple[int, int] | None:
    """The row of the view in which a cell is, the agent's being 0, and its place from the left."""
    (down, across), south, east = STEPS[facing], cell[0] - agent[0], cell[1] - agent[1]
    far, place = south * down + east * across, south * across - east * down + HALF
    return (far, place) if 0 <= far < SIDE and 0 <= place < SIDE else None


def shut_cells(things: Sequence[Placed]) -> list[Cell]:
    """The cells of closed doors."""
    return [cell for cell, thing in things if thing.is_closed]


def in_sight(state: RoomState) -> tuple[list[int], list[str]]:
    """What the agent sees now, as `lit` says it."""
    return lit(state.rows, shut_cells(state.things), state.agent, state.facing)


def cells_in_sight(state: RoomState) -> list[Cell]:
    """The cells that the agent sees now."""
    (top, left), tall, wide = state.agent, len(state.rows), len(state.rows[0])
    found = list[Cell]()
    for light, line in zip(in_sight(state)[0], OFFSETS[state.facing], strict=True):
        if light:
            for place, (down, across) in enumerate(line):
                row, column = top + down, left + across
                if light >> place & 1 and 0 <= row < tall and 0 <= column < wide:
                    found.append((row, column))
    return found


def watched(state: RoomState) -> RoomState:
    """The state when what is in sight was seen."""
    seen = list(state.seen) or [0] * len(state.rows)
    for row, column in cells_in_sight(state):
        seen[row] |= 1 << column
    return replace(state, seen=tuple(seen))


def surveyed(state: RoomState) -> RoomState:
    """The state when everything was seen."""
    return replace(state, seen=((1 << len(state.rows[0])) - 1,) * len(state.rows))


def known(state: RoomState, sees_all: bool) -> RoomState:
    """What the agent knows: tiles that it saw, things where it saw them, and no secrets."""
    rows = state.rows if sees_all else tuple(map(_veiled, state.rows, state.seen))
    rolls = any(thing.kind == "roller" for _, thing in state.things)
    now = cells_in_sight(state) if rolls and not sees_all else ()
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


@lru_cache(maxsize=4096)
def _veiled(row: str, seen: int) -> str:
    return "".join(tile if seen >> at & 1 else UNKNOWN for at, tile in enumerate(row))

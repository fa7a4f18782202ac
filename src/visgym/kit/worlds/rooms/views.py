"""What is shown of rooms, as tokens: pictures and texts are made from the same ones.

A token is the ground of a cell and a code for what is on it: the letter of a kind and that of a
colour, as in `.Kr`, a red key on light floor.
"""

from __future__ import annotations

from dataclasses import dataclass

from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms.rollers import ARROWS, STEPS
from visgym.kit.worlds.rooms.sight import OFFSETS, SIDE, in_sight
from visgym.kit.worlds.rooms.things import FLOOR, UNKNOWN, WALL, Compass, RoomState, RoomThing

FOG, DARK, CRASH = "?", ",", "*"
KINDS = {"key": "K", "ball": "B", "box": "X", "open": "N", "closed": "D", "locked": "L"}
_COMPASS = "↑↗→↘↓↙←↖"

Tokens = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class RoomView:
    """Tokens row by row from the top, and the code of what is carried."""

    tokens: Tokens
    carried: str = ""


def ego_view(state: RoomState) -> RoomView:
    """The cells ahead of the agent, who stands in the middle of the last row and looks up."""
    bits = in_sight(state)[0]
    things, (top, left), facing = dict(state.things), state.agent, state.facing
    lines = []
    for light, line in zip(bits, OFFSETS[facing], strict=True):
        tokens = [FOG] * SIDE
        for place, (down, across) in enumerate(line):
            if light >> place & 1:
                cell = top + down, left + across
                tokens[place] = _token(state, cell, things.get(cell), facing)
        lines.append(tuple(tokens))
    return RoomView(tuple(lines[::-1]), carried(state))


def full_view(state: RoomState) -> RoomView:
    """All cells with the top up; what is unknown is fog."""
    things = dict(state.things)
    tokens = tuple(
        tuple(
            _token(state, (row, column), things.get((row, column)), Compass.UP)
            for column in range(len(line))
        )
        for row, line in enumerate(state.rows)
    )
    return RoomView(tokens, carried(state))


def ground(tile: str, cell: Cell) -> str:
    """A tile as it looks: floor is checkered."""
    if tile == FLOOR and (cell[0] + cell[1]) % 2:
        return DARK
    return FOG if tile == UNKNOWN else tile


def carried(state: RoomState) -> str:
    """The code of what the agent carries."""
    return code(state.carried, Compass.UP) if state.carried else ""


def code(thing: RoomThing, facing: Compass) -> str:
    """A thing in two letters, as somebody sees it who faces that way."""
    if thing.kind == "roller":
        return f"B{turned_arrow(thing.detail, -int(facing))}"
    return f"{KINDS.get(thing.detail) or KINDS[thing.kind]}{thing.color[0]}"


def turned_arrow(arrow: str, quarters: int) -> str:
    """An arrow turned clockwise; what is no arrow stays."""
    if arrow not in STEPS:
        return arrow
    return _COMPASS[(_COMPASS.index(arrow) + 2 * quarters) % len(_COMPASS)]


def _token(state: RoomState, cell: Cell, thing: RoomThing | None, facing: Compass) -> str:
    if not (0 <= cell[0] < len(state.rows) and 0 <= cell[1] < len(state.rows[0])):
        return WALL  # beyond a door that leads out
    below = ground(state.rows[cell[0]][cell[1]], cell)
    if cell == state.agent:
        crash = CRASH if thing is not None and thing.kind == "roller" else ""
        return f"{below}A{turned_arrow(ARROWS[state.facing.step], -int(facing))}{crash}"
    return below + code(thing, facing) if thing else below


def as_text(view: RoomView, carries: bool) -> str:
    """The view in signs, and what is carried."""
    rows = [[_said(token) for token in line] for line in view.tokens]
    wide = max(len(said) for line in rows for said in line)
    lines = [" ".join(said.ljust(wide) for said in line).rstrip() for line in rows]
    return "\n".join([*lines, f"In hand: {view.carried or 'nothing'}"] if carries else lines)


def _said(token: str) -> str:
    """The code first, and the ground behind it unless it is light floor."""
    return token[1:] + token[0].replace(FLOOR, "") if len(token) > 1 else token

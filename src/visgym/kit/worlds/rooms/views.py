"""What is shown of rooms, as tokens: pictures and texts are made from the same ones.

A token is the ground of a cell and a code for what is on it: the letter of a kind and that of a
colour, as in `.Kr`, a red key on light floor.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from visgym.kit.grid import Cell
from visgym.kit.worlds.rooms.rollers import ARROWS, STEPS
from visgym.kit.worlds.rooms.sight import HALF, in_sight, place_in_view
from visgym.kit.worlds.rooms.things import FLOOR, UNKNOWN, Compass, RoomState, RoomThing

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
    bits, tiles = in_sight(state)
    shade, facing = sum(state.agent), state.facing
    lines = [
        list(_line(line, light, (shade + far) % 2))
        for far, (line, light) in enumerate(zip(tiles, bits, strict=True))
    ]
    for cell, thing in (*state.things, (state.agent, None)):
        place = place_in_view(state.agent, facing, cell)
        if place and bits[place[0]] >> place[1] & 1:
            lines[place[0]][place[1]] = _token(state, cell, thing or state.thing(cell), facing)
    return RoomView(tuple(map(tuple, lines[::-1])), carried(state))


@lru_cache(maxsize=8192)
def _line(tiles: str, light: int, shade: int) -> tuple[str, ...]:
    """A row of the view without things; `shade` is that of its middle."""
    return tuple(
        ground(tile, (shade, place - HALF)) if light >> place & 1 else FOG
        for place, tile in enumerate(tiles)
    )


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

"""Frozen lakes: maps of ice and holes with a player and a goal, as pictures and as texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.core.task import Frame
from visgym.kit import framing, sprites
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import Canvas
from visgym.kit.grid import Cell, cells, neighbours, shift
from visgym.kit.rejection_sampling import first_accepted

Letter = Literal["L", "R", "U", "D"]
STEPS: dict[str, Cell] = {"L": (0, -1), "R": (0, 1), "U": (-1, 0), "D": (1, 0)}
WORDS = {"L": "Left", "R": "Right", "U": "Up", "D": "Down"}
SIZES = range(3, 9)
HOLES = 0.2  # chance of a hole

RULES = (
    "A move takes the player to the next square: L is left, R is right, U is up and D is down. "
    "Moving off the edge of the map has no effect. Moving into a hole is defeat; reaching the "
    "goal is victory."
)


@dataclass(frozen=True, slots=True)
class Lake:
    """A square map; rows and columns count from 0 at the top left."""

    size: int
    holes: frozenset[Cell]
    player: Cell
    goal: Cell


def legend(medium: str) -> str:
    """How to read the picture or the text of a lake."""
    if medium == "text":
        return "Rows count from the top and columns from the left, both from 1."
    return (
        "Light blue squares are safe ice, dark blue holes are not; the player wears a red coat and "
        "a green hat, and the goal is the purple gift. Rows count from the top and columns from "
        "the left, both from 1."
    )


# Generation


def frozen(size: int, rng: Random) -> Lake:
    """A lake with holes anywhere and a safe way from the player to the goal."""

    def draw() -> Lake | None:
        player, goal = rng.sample(list(cells(size, size)), 2)
        holes = frozenset(
            cell
            for cell in cells(size, size)
            if rng.random() < HOLES and cell not in (player, goal)
        )
        lake = Lake(size, holes, player, goal)
        return lake if goal in _reached(lake) else None

    return first_accepted(draw, "lakes has a safe way to the goal; lower size")


def _reached(lake: Lake) -> set[Cell]:
    """The cells to which the player can walk."""
    safe = set(cells(lake.size, lake.size)) - lake.holes
    reached, waiting = {lake.player}, [lake.player]
    while waiting:
        for near in neighbours(waiting.pop()):
            if near in safe and near not in reached:
                reached.add(near)
                waiting.append(near)
    return reached


# Walking


def walk(lake: Lake, moves: Sequence[str]) -> Iterator[Cell]:
    """Where the player is after each move, up to the goal or the first hole."""
    at = lake.player
    for move in moves:
        at = landing(lake, at, move)
        yield at
        if at in lake.holes or at == lake.goal:
            return


def landing(lake: Lake, at: Cell, move: str) -> Cell:
    """Where one move leads; the edge of the map holds the player back."""
    row, column = shift(at, STEPS[move])
    return (row, column) if 0 <= row < lake.size and 0 <= column < lake.size else at


# Texts


def table(lake: Lake) -> str:
    """The map with @ for the player, * for the goal, # for holes and _ for ice."""
    marks = dict.fromkeys(lake.holes, "#") | {lake.player: "@", lake.goal: "*"}
    numbers = range(lake.size)
    lines = ["| | " + " | ".join(f"Col {column + 1}" for column in numbers) + " |"]
    for row in numbers:
        marked = " | ".join(marks.get((row, column), "_") for column in numbers)
        lines.append(f"| Row {row + 1} | {marked} |")
    return "\n".join(lines)


def in_words(lake: Lake) -> str:
    """The map as a list of places."""
    holes = "; ".join(map(place, sorted(lake.holes)))
    return (
        f"The map has {lake.size} rows and {lake.size} columns.\n"
        f"Player: {place(lake.player)}.\n"
        f"Holes: {holes or 'none'}.\n"
        f"Goal: {place(lake.goal)}."
    )


def interpreted(lake: Lake) -> str:
    """Where everything is, as an analysis begins."""
    holes = "; ".join(map(place, sorted(lake.holes)))
    return (
        f"The player is at {place(lake.player)}, and the goal is at {place(lake.goal)}. "
        f"The holes are at: {holes or 'none'}."
    )


def place(cell: Cell) -> str:
    """A cell as people count."""
    return f"row {cell[0] + 1}, column {cell[1] + 1}"


# Pictures


@cached_layer
def picture(lake: Lake) -> Frame:
    """The map on its sheet."""
    side = lake.size * sprites.TILE
    canvas = Canvas.on(framing.blank(side, side))
    for row, column in cells(lake.size, lake.size):
        tile = _tile(_kind(lake, (row, column)), (row + column) % 2)
        x, y = (framing.MARGIN + at * sprites.TILE for at in (column, row))
        canvas.paste(tile, x, y)
    return canvas.frame


def _kind(lake: Lake, cell: Cell) -> str:
    if cell in lake.holes:
        return "hole"
    return {lake.goal: "goal", lake.player: "player"}.get(cell, "ice")


@cached_layer
def _tile(kind: str, shade: int) -> Frame:
    if kind == "hole":
        return sprites.hole()
    ground = sprites.ice(shade)
    if kind == "player":
        return sprites.player(ground)
    return sprites.gift(ground) if kind == "goal" else ground

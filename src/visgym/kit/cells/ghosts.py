"""Pac-Man among walls and beans, and two ghosts that hunt him."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from visgym.core.task import Frame
from visgym.kit.canvas import INK, PIECES, RED, SHEET, WALL, WOOD, YELLOW, Canvas
from visgym.kit.cells.wrapping import STEPS, Way
from visgym.kit.grid import Cell, cells, shift
from visgym.kit.tables.boards import LINE, Table, signs_as_text

AHEAD = 4  # cells, at most, from Pac-Man to what the pink ghost aims at
WALLS, BEANS = 0.1, 0.55  # of the cells within the outer walls
ORDER = (Way.UP, Way.DOWN, Way.LEFT, Way.RIGHT)
LAWS = (
    "Pac-Man eats beans in a board with walls, hunted by a red and a pink ghost. In each turn he "
    "faces in the direction of his move and goes one cell, or stays if a wall is there, and eats "
    "the bean of his cell, if there is one. Then the red ghost goes one cell, and then the pink "
    "one. A ghost takes the first step of a shortest way around walls; if several are shortest, it "
    "prefers up, then down, then left, then right. The red ghost aims at Pac-Man. The pink ghost "
    "aims at the cell that is four cells ahead of him in the direction that he faces, or the last "
    "one before a wall, if that is nearer; if it is there already, it stays. Pac-Man is caught "
    "when he and a ghost are in one cell; then the game ends."
)


@dataclass(frozen=True, slots=True)
class Chase:
    walls: frozenset[Cell]
    beans: frozenset[Cell]
    pacman: Cell
    way: int
    ghosts: tuple[Cell, Cell]
    """The red one and the pink one."""


def walled(size: int, rng: Random) -> list[Cell] | None:
    """Free cells that hang together within outer walls; None for a bad draw."""
    inner = _inner(size)
    walls = set(rng.sample(inner, round(WALLS * len(inner))))
    floor = [cell for cell in inner if cell not in walls]
    seen, waiting = {floor[0]}, [floor[0]]
    for cell in waiting:
        fresh = [each for each in _around(cell) if each not in seen and each not in walls]
        fresh = [each for each in fresh if min(each) > 0 and max(each) < size - 1]
        seen.update(fresh)
        waiting += fresh
    return floor if len(seen) == len(floor) else None


@lru_cache(maxsize=16)
def _inner(size: int) -> list[Cell]:
    return [cell for cell in cells(size, size) if min(cell) > 0 and max(cell) < size - 1]


def peopled(size: int, floor: list[Cell], close: range, rng: Random) -> Chase | None:
    """Pac-Man, beans, and ghosts so many rows and columns away; None if there is no room."""
    row, column = pacman = rng.choice(floor)
    fit = [cell for cell in floor if abs(cell[0] - row) + abs(cell[1] - column) in close]
    if len(fit) < 2:
        return None
    red, pink = rng.sample(fit, 2)
    beans = frozenset(rng.sample(floor, round(BEANS * len(floor)))) - {pacman}
    walls = frozenset(cells(size, size)) - {*floor}
    return Chase(walls, beans, pacman, rng.randrange(4), (red, pink))


def straight(chase: Chase, way: int) -> list[Cell]:
    """The cells ahead of Pac-Man up to a wall."""
    found, cell = list[Cell](), shift(chase.pacman, STEPS[way])
    while cell not in chase.walls:
        found.append(cell)
        cell = shift(cell, STEPS[way])
    return found


def aims(chase: Chase) -> tuple[Cell, Cell]:
    """What the ghosts aim at."""
    return chase.pacman, [chase.pacman, *straight(chase, chase.way)[:AHEAD]][-1]


def beside(chase: Chase, cell: Cell) -> list[Cell]:
    walls = chase.walls
    return [each for each in _around(cell) if each not in walls]


@lru_cache(maxsize=1024)
def _around(cell: Cell) -> tuple[Cell, ...]:
    return tuple(shift(cell, way.step) for way in ORDER)


def _layers(chase: Chase, start: Cell, end: Cell) -> list[set[Cell]]:
    """The cells around an end by how far they are, up to those as far as the start."""
    layers, seen, walls = [{end}], {end}, chase.walls
    while start not in layers[-1]:
        near = {each for cell in layers[-1] for each in _around(cell)}
        layers.append({each for each in near if each not in seen and each not in walls})
        seen |= layers[-1]
    return layers


def steps_between(chase: Chase, start: Cell, end: Cell) -> int:
    return len(_layers(chase, start, end)) - 1


def stepped_by_layers(chase: Chase, ghost: Cell, aim: Cell) -> Cell:
    """Where a ghost goes: the first of the cells beside it that are in the next layer."""
    if ghost == aim:
        return ghost
    nearer = _layers(chase, ghost, aim)[-2]
    return next(cell for cell in _around(ghost) if cell in nearer)


def stepped(chase: Chase, ghost: Cell, aim: Cell) -> Cell:
    """The same by one search from the aim, which ends at the ghost."""
    steps, waiting = {aim: 0}, [aim]
    for cell in waiting:
        if cell == ghost:
            break
        for each in beside(chase, cell):
            if each not in steps:
                steps[each] = steps[cell] + 1
                waiting.append(each)
    near = [each for each in beside(chase, ghost) if steps.get(each) == steps[ghost] - 1]
    return near[0] if near else ghost


def turned(chase: Chase, way: int) -> Chase:
    """What a move of Pac-Man leads to, before the ghosts move."""
    ahead = shift(chase.pacman, STEPS[way])
    at = chase.pacman if ahead in chase.walls else ahead
    return replace(chase, pacman=at, way=way, beans=chase.beans - {at})


# Pictures


def picture(chase: Chase, size: int) -> Frame:
    table = Table(size, size, cell=32, first=0)
    canvas, side, last = Canvas.on(_outer_walls(table)), table.cell - LINE, size - 1
    inner = [cell for cell in chase.walls if 0 < cell[0] < last and 0 < cell[1] < last]
    table.fill_all(canvas, inner, WALL)
    for cell in chase.beans - {*chase.ghosts}:
        canvas.paste(_bean(side), *table.corner(cell))
    canvas.paste(_pacman(side, chase.way), *table.corner(chase.pacman))
    for number, cell in enumerate(chase.ghosts):
        canvas.paste(_ghost(side, number, cell in chase.beans), *table.corner(cell))
    return canvas.frame


@lru_cache(maxsize=16)
def _outer_walls(table: Table) -> Frame:
    canvas, last = table.canvas(), table.rows - 1
    outer = [cell for cell in cells(table.rows, table.rows) if 0 in cell or last in cell]
    table.fill_all(canvas, outer, WALL)
    return canvas.frame


@lru_cache(maxsize=4)
def _bean(side: int) -> Frame:
    canvas = Canvas(side, side, SHEET)
    canvas.disc(side / 2, side / 2, 4, WOOD)
    return canvas.frame


@lru_cache(maxsize=8)
def _pacman(side: int, way: int) -> Frame:
    canvas, middle = Canvas(side, side, SHEET), 90 * (1 - way)
    canvas.sector(side / 2, side / 2, 0.45 * side, middle + 40, middle + 320, YELLOW)
    return canvas.frame


@lru_cache(maxsize=8)
def _ghost(side: int, number: int, bean: bool) -> Frame:
    canvas, fill, half = Canvas(side, side, SHEET), (RED, PIECES[7])[number], side / 2
    canvas.rect(4, 3, side - 8, side - 10, fill, radius=10)
    canvas.rect(4, side // 2, side - 8, side // 2 - 4, fill)
    for x in (half - 5, half + 5):
        canvas.disc(x, half - 4, 3.5, SHEET)
        canvas.disc(x, half - 4, 1.7, INK)
    if bean:
        canvas.disc(half, half + 6, 4, WOOD)
    return canvas.frame


def as_rows(chase: Chase, size: int) -> str:
    signs = dict.fromkeys(chase.walls, "#") | dict.fromkeys(chase.beans, "o")
    for cell, sign in zip(chase.ghosts, "RP", strict=True):
        signs[cell] = sign.lower() if cell in chase.beans else sign
    return signs_as_text(size, size, signs | {chase.pacman: "^>v<"[chase.way]})

"""The well: jewels fall in threes, equal ones in a line vanish, and what stood on them falls."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from visgym.authoring import Cell, Dice

COLUMNS, ROWS = 6, 13
KINDS = "abcdef"
MIDDLE, HIGH = 2, ROWS - 3  # where a piece begins: its column, and the row of its lowest jewel
FALL, REPEAT = 10, 4  # ticks for a row, and from one shift or turn to the next
_STRIDE = COLUMNS + 2  # bits of a row, with a gap so that no line runs around a side
_LINES = (1, _STRIDE, _STRIDE + 1, _STRIDE - 1)

Stacks = tuple[str, ...]
"""The jewels of each column from the floor up, capitals where they are marked."""


@dataclass(frozen=True, slots=True)
class Jewels:
    stacks: Stacks
    piece: str
    """The jewels that fall, the lowest first."""
    coming: str
    dice: Dice
    removed: int = 0
    chain: int = 0
    """Times that jewels vanished one after the other at the last landing."""
    column: int = MIDDLE
    row: int = HIGH
    """The row of the lowest jewel of the piece, from the floor."""
    clock: int = 0
    """Ticks, or pieces where nothing moves by itself."""
    falls_in: int = FALL
    rests: int = 0
    """Ticks until the piece may be shifted or turned again."""
    sparks: tuple[Cell, ...] = ()
    """Columns and rows in which jewels vanished at the last landing."""


def drawn(rng: Random, colors: int) -> str:
    """A piece; three equal jewels would be too easy."""
    while len(set(piece := "".join(rng.choices(KINDS[:colors], k=3)))) == 1:
        pass
    return piece


def lines(stacks: Stacks) -> list[Cell]:
    """The columns and rows of jewels that stand three or more in a line of one kind."""
    kinds = dict[str, int]()
    for column, stack in enumerate(stacks):
        for row, jewel in enumerate(stack.lower()):
            kinds[jewel] = kinds.get(jewel, 0) | 1 << row * _STRIDE + column
    found = 0
    for bits in kinds.values():
        for step in _LINES:
            if ends := bits & bits >> step & bits >> 2 * step:
                found |= ends | ends << step | ends << 2 * step
    return list(_cells(found)) if found else []


def _cells(bits: int) -> Iterator[Cell]:
    while bits:
        place = (bits & -bits).bit_length() - 1
        yield place % _STRIDE, place // _STRIDE
        bits &= bits - 1


def settled(stacks: Stacks) -> tuple[Stacks, int, int, tuple[Cell, ...]]:
    """Stacks after all lines vanished, how many jewels, how often, and where at first."""
    removed, chain, sparks = 0, 0, list[Cell]()
    while gone := lines(stacks):
        sparks = sparks or gone
        kept = [list(stack) for stack in stacks]
        for column, row in sorted(gone, reverse=True):
            del kept[column][row]
        stacks = tuple("".join(stack) for stack in kept)
        removed, chain = removed + len(gone), chain + 1
    return stacks, removed, chain, tuple(sparks)


def grown(stacks: Stacks, column: int, jewels: str) -> Stacks:
    """Stacks with more jewels on one of them."""
    return (*stacks[:column], stacks[column] + jewels, *stacks[column + 1 :])


def landed(well: Jewels, column: int, piece: str, colors: int) -> Jewels:
    """The well after a piece came down in a column, with the next piece at the top."""
    stacks, removed, chain, sparks = settled(grown(well.stacks, column, piece))
    later, dice = _dealt(well.dice, colors)
    return Jewels(
        stacks,
        well.coming,
        later,
        dice,
        well.removed + removed,
        chain,
        clock=well.clock,
        sparks=sparks,
    )


@lru_cache(maxsize=1024)
def _dealt(dice: Dice, colors: int) -> tuple[str, Dice]:
    """The piece that dice bring, and the dice after it; a search asks for it many times."""
    rng, after = dice.roll()
    return drawn(rng, colors), after


def turned(piece: str, turns: int) -> str:
    """A piece after its lowest jewel went to the top so many times."""
    return piece[turns:] + piece[:turns]


def ticked(well: Jewels, buttons: frozenset[str], colors: int) -> Jewels:
    """The well a tick later, where pieces fall by themselves."""
    column, piece, row, rests = well.column, well.piece, well.row, max(well.rests - 1, 0)
    aside = column + ("right" in buttons) - ("left" in buttons)
    can_shift = 0 <= aside < COLUMNS and len(well.stacks[aside]) <= row
    if not well.rests and aside != column and can_shift:
        column, rests = aside, REPEAT - 1
    elif not well.rests and "turn" in buttons:
        piece, rests = turned(piece, 1), REPEAT - 1
    falls_in = 0 if "drop" in buttons else well.falls_in - 1
    well = replace(well, clock=well.clock + 1)
    if falls_in <= 0:
        if len(well.stacks[column]) >= row:
            return landed(well, column, piece, colors)
        row, falls_in = row - 1, FALL
    return replace(well, column=column, piece=piece, row=row, rests=rests, falls_in=falls_in)

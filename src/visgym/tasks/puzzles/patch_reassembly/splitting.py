"""How a board falls into patches; cells are bits of a number, in reading order."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from visgym.kit.chance import below
from visgym.kit.grid import Cell, cells, neighbours

Patch = list[Cell]
"""Cells in reading order."""


def split(rows: int, columns: int, count: int, rng: Random) -> list[Patch]:
    """The board in patches that grew in turns by one cell."""
    near = _near(rows, columns)
    grown = [[seed] for seed in rng.sample(range(len(near)), count)]
    around = [near[seed] for (seed,) in grown]  # the cells beside each patch, free or not
    free = (1 << len(near)) - 1 - sum(1 << seed for (seed,) in grown)
    bits = rng.getrandbits
    while free:
        for number, patch in enumerate(grown):
            border = around[number] & free
            if border:
                for _ in range(below(border.bit_count(), bits)):
                    border &= border - 1  # which drops the first cell
                chosen = border & -border
                free ^= chosen
                cell = chosen.bit_length() - 1
                around[number] |= near[cell]
                patch.append(cell)
    return [[divmod(cell, columns) for cell in sorted(patch)] for patch in grown]


@lru_cache(maxsize=16)
def _near(rows: int, columns: int) -> tuple[int, ...]:
    """The cells beside each cell of a board."""
    bits = {cell: 1 << number for number, cell in enumerate(cells(rows, columns))}
    return tuple(sum(bits.get(near, 0) for near in neighbours(cell)) for cell in bits)


def fits(patch: Patch, slot: int) -> bool:
    """Whether a patch is no single cell and fits into a square of so many cells."""
    if len(patch) < 2 or patch[-1][0] - patch[0][0] >= slot:
        return False
    columns = [column for _, column in patch]
    return max(columns) - min(columns) < slot

"""Strips, which are grids of one row: their blocks, and strips to show rules on."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeAlias

from visgym.kit.arc.grids import KEPT, ColourGrid
from visgym.kit.arc.rule import Rule
from visgym.kit.arc.scenes import palette

Strip: TypeAlias = tuple[int, ...]
FULLEST = 0.75  # part of a strip that is coloured, gaps between blocks included


class Block(NamedTuple):
    """Neighbours of one colour."""

    start: int
    size: int
    colour: int

    @property
    def end(self) -> int:
        """The cell behind it."""
        return self.start + self.size


@dataclass(frozen=True)
class StripRule(Rule):
    """A rule on strips."""

    @abstractmethod
    def drawn(self, rng: Random, length: int) -> Strip:
        """A strip that shows the rule."""

    @abstractmethod
    def change(self, strip: Strip) -> Strip:
        """What the rule makes of a strip."""

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return (self.drawn(rng, size),)

    def apply(self, grid: ColourGrid) -> ColourGrid:
        return (self.change(grid[0]),)


@lru_cache(maxsize=KEPT)
def blocks(strip: Strip) -> tuple[Block, ...]:
    """The blocks from left to right."""
    found, start = [], 0
    for place in range(1, len(strip) + 1):
        if place == len(strip) or strip[place] != strip[start]:
            if strip[start]:
                found.append(Block(start, place - start, strip[start]))
            start = place
    return tuple(found)


def laid(length: int, found: Iterable[Block]) -> Strip:
    """A strip with these blocks, as far as they lie in it; later ones on top."""
    cells = [0] * length
    for start, size, colour in found:
        for place in range(max(start, 0), min(start + size, length)):
            cells[place] = colour
    return tuple(cells)


def painted(strip: Strip, places: Iterable[int], colour: int) -> Strip:
    """A strip with a colour in some cells, as far as these lie in it."""
    cells = list(strip)
    for place in places:
        if 0 <= place < len(cells):
            cells[place] = colour
    return tuple(cells)


def spread(rng: Random, sizes: Sequence[int], length: int, gap: int = 1) -> list[int]:
    """Where blocks of these sizes begin, with at least `gap` cells between two."""
    free = length - sum(sizes) - gap * (len(sizes) - 1)
    room = sorted(rng.randint(0, max(free, 0)) for _ in sizes)
    return [space + sum(sizes[:number]) + gap * number for number, space in enumerate(room)]


def block_strip(
    rng: Random,
    length: int,
    count: tuple[int, int] = (2, 3),
    sizes: tuple[int, int] = (1, 4),
    colours: Sequence[int] = (),
    avoid: Sequence[int] = (),
    gap: int = 1,
    fullest: float = FULLEST,
) -> Strip:
    """Blocks apart from each other, in the colours given or in a few of their own."""
    chosen = colours or palette(rng, rng.randint(1, 3), avoid)
    wanted = [rng.randint(*sizes) for _ in range(rng.randint(*count) + length // 12)]
    while len(wanted) > 1 and sum(wanted) + gap * (len(wanted) - 1) > fullest * length:
        widest = wanted.index(max(wanted))
        if wanted[widest] > sizes[0]:
            wanted[widest] -= 1
        else:
            wanted.pop()
    starts = spread(rng, wanted, length, gap)
    return laid(
        length,
        (
            Block(start, size, chosen[number % len(chosen)])
            for number, (start, size) in enumerate(zip(starts, wanted, strict=True))
        ),
    )


def dot_strip(rng: Random, length: int, count: tuple[int, int], gap: int = 1) -> Strip:
    """Single cells of several colours."""
    return block_strip(rng, length, count, (1, 1), palette(rng, 3), gap=gap)


def reverse(strip: Strip, way: str) -> Strip:
    """The strip as it is for `left`, mirrored for `right`; twice is the strip itself."""
    return strip if way == "left" else strip[::-1]


def extremes(strip: Strip, which: str) -> list[Block]:
    """The longest or the shortest blocks."""
    found = blocks(strip)
    if not found:
        return []
    pick = max if which == "longest" else min
    size = pick(block.size for block in found)
    return [block for block in found if block.size == size]

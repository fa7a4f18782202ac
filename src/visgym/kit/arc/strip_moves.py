"""Rules on strips that shift cells and blocks."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.rule import Way
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.strips import (
    Block,
    Strip,
    StripRule,
    block_strip,
    blocks,
    dot_strip,
    laid,
    painted,
    reverse,
    spread,
)

By = Literal[1, 2, 3, 4]


@dataclass(frozen=True)
class Shift(StripRule):
    """Everything shifted by some cells, and what leaves the strip is gone."""

    way: Way
    by: By

    def drawn(self, rng: Random, length: int) -> Strip:
        return reverse((0,) * self.by + block_strip(rng, length - self.by), self.way)

    def change(self, strip: Strip) -> Strip:
        strip = reverse(strip, self.way)
        return reverse(strip[self.by :] + (0,) * self.by, self.way)


@dataclass(frozen=True)
class StripGravity(StripRule):
    """Every cell falls to one end."""

    way: Way

    kind = "move"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 4), (1, 3))

    def change(self, strip: Strip) -> Strip:
        strip = reverse(strip, self.way)
        return reverse(tuple(sorted(strip, key=lambda colour: not colour)), self.way)


@dataclass(frozen=True)
class Gather(StripRule):
    """Blocks move to one end, with one empty cell between two."""

    way: Way

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 3), (1, 4), gap=2)

    def change(self, strip: Strip) -> Strip:
        at, found = 0, []
        for block in blocks(reverse(strip, self.way)):
            found.append(Block(at, block.size, block.colour))
            at += block.size + 1
        return reverse(laid(len(strip), found), self.way)


@dataclass(frozen=True)
class Part(StripRule):
    """Cells of either half fall to the middle, or to the ends."""

    to: Literal["middle", "ends"]

    kind = "move"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (3, 4), (1, 3))

    def change(self, strip: Strip) -> Strip:
        middle = len(strip) // 2
        inward = self.to == "middle"
        left = sorted(strip[:middle], key=lambda colour: bool(colour) == inward)
        right = sorted(strip[middle:], key=lambda colour: bool(colour) != inward)
        return (*left, *right)


@dataclass(frozen=True)
class StepBySize(StripRule):
    """Every block moves by its own length."""

    way: Way

    def drawn(self, rng: Random, length: int) -> Strip:
        sizes = [rng.randint(1, 2 + length // 16) for _ in range(2)]
        starts = spread(rng, [2 * size for size in sizes], length)
        colours = palette(rng, 2)
        found = (
            Block(start + size, size, colour)
            for start, size, colour in zip(starts, sizes, colours, strict=True)
        )
        return reverse(laid(length, found), self.way)

    def change(self, strip: Strip) -> Strip:
        found = blocks(reverse(strip, self.way))
        moved = (Block(start - size, size, colour) for start, size, colour in found)
        return reverse(laid(len(strip), moved), self.way)


@dataclass(frozen=True)
class MoveOne(StripRule):
    """The first or the last block moves by some cells away from the others."""

    which: Literal["first", "last"]
    by: Literal[1, 2, 3]

    def drawn(self, rng: Random, length: int) -> Strip:
        strip = (0,) * self.by + block_strip(rng, length - self.by, (2, 3), (1, 3))
        return reverse(strip, "left" if self.which == "first" else "right")

    def change(self, strip: Strip) -> Strip:
        way = "left" if self.which == "first" else "right"
        strip = reverse(strip, way)
        found = blocks(strip)
        if not found:
            return strip
        start, size, colour = found[0]
        rest = painted(strip, range(start, start + size), 0)
        return reverse(painted(rest, range(start - self.by, start - self.by + size), colour), way)


@dataclass(frozen=True)
class Swell(StripRule):
    """Every cell falls to one end, and the gaps between blocks stay as wide as they are."""

    way: Way

    kind = "move"

    def drawn(self, rng: Random, length: int) -> Strip:
        return (0, *block_strip(rng, length - 2, (2, 3), (1, 3)), 0)

    def change(self, strip: Strip) -> Strip:
        strip = reverse(strip, self.way)
        empty = next((place for place, colour in enumerate(strip) if colour), 0)
        return reverse(strip[empty:] + strip[:empty], self.way)


@dataclass(frozen=True)
class ToMiddle(StripRule):
    """All that is there moves to the middle as one, half a cell to the left if it must."""

    kind = "move"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (1, 2), (1, 4))

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        if not found:
            return strip
        body = strip[found[0].start : found[-1].end]
        left = (len(strip) - len(body)) // 2
        return (0,) * left + body + (0,) * (len(strip) - len(body) - left)


@dataclass(frozen=True)
class TradePlaces(StripRule):
    """Neighbouring single cells of a pair trade places."""

    kind = "move"

    def drawn(self, rng: Random, length: int) -> Strip:
        colours = palette(rng, 4)
        starts = spread(rng, [2] * rng.randint(1, 1 + length // 8), length)
        found = []
        for start in starts:
            one, other = rng.sample(colours, 2)
            found += [Block(start, 1, one), Block(start + 1, 1, other)]
        return laid(length, found)

    def change(self, strip: Strip) -> Strip:
        cells, place = list(strip), 0
        while place + 1 < len(cells):
            one, other = cells[place], cells[place + 1]
            if one and other and one != other:
                cells[place], cells[place + 1] = other, one
                place += 1
            place += 1
        return tuple(cells)


@dataclass(frozen=True)
class Fan(StripRule):
    """Single cells move apart until every gap between them is one cell wider."""

    way: Way

    def drawn(self, rng: Random, length: int) -> Strip:
        strip = dot_strip(rng, length - 3, (2, 3))
        return reverse((*strip, 0, 0, 0)[:length], self.way)

    def change(self, strip: Strip) -> Strip:
        strip = reverse(strip, self.way)
        moved = (
            Block(start + number, size, colour)
            for number, (start, size, colour) in enumerate(blocks(strip))
        )
        return reverse(laid(len(strip), moved), self.way)

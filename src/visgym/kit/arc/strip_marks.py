"""Rules on strips that mark something with a colour, or copy a pattern."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.rule import Colour
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.strips import (
    Block,
    Strip,
    StripRule,
    block_strip,
    blocks,
    laid,
    painted,
    spread,
)


@dataclass(frozen=True)
class Pad(StripRule):
    """Every block gets a cell of a colour on both sides."""

    colour: Colour

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        return (0, *block_strip(rng, length - 2, (1, 3), (1, 3), avoid=(self.colour,), gap=2), 0)

    def change(self, strip: Strip) -> Strip:
        beside = (place for b in blocks(strip) for place in (b.start - 1, b.end))
        free = (place for place in beside if 0 <= place < len(strip) and not strip[place])
        return painted(strip, free, self.colour)


@dataclass(frozen=True)
class MarkEnds(StripRule):
    """Both ends of every block take a colour, or its first cell does, or its last."""

    ends: Literal["both", "first", "last"]
    colour: Colour

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (1, 3), (3, 5), avoid=(self.colour,))

    def change(self, strip: Strip) -> Strip:
        first = [block.start for block in blocks(strip) if self.ends != "last"]
        last = [block.end - 1 for block in blocks(strip) if self.ends != "first"]
        return painted(strip, first + last, self.colour)


@dataclass(frozen=True)
class MarkMiddle(StripRule):
    """The middle cell of every block that has one takes a colour."""

    colour: Colour

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 3), (2, 5), avoid=(self.colour,))

    def change(self, strip: Strip) -> Strip:
        odd = (block for block in blocks(strip) if block.size % 2)
        return painted(strip, (block.start + block.size // 2 for block in odd), self.colour)


@dataclass(frozen=True)
class MarkPairs(StripRule):
    """The empty cell between two of one colour takes a colour."""

    colour: Colour

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        colours, found = palette(rng, 3, (self.colour,)), []
        count = 2 + length // 10
        for number, start in enumerate(spread(rng, [3] * count, length, gap=0)):
            one, other = rng.choice(colours), rng.choice(colours)
            other = one if number == 0 else other
            found += [Block(start, 1, one), Block(start + 2, 1, other)]
        return laid(length, found)

    def change(self, strip: Strip) -> Strip:
        around = enumerate(zip(strip, strip[1:], strip[2:], strict=False), start=1)
        marked = [
            place for place, (one, cell, other) in around if one == other and one and not cell
        ]
        return painted(strip, marked, self.colour)


@dataclass(frozen=True)
class Stripe(StripRule):
    """Every second cell of a block takes a colour."""

    colour: Colour

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (1, 3), (2, 6), avoid=(self.colour,))

    def change(self, strip: Strip) -> Strip:
        second = (place for b in blocks(strip) for place in range(b.start + 1, b.end, 2))
        return painted(strip, second, self.colour)


@dataclass(frozen=True)
class RepeatPattern(StripRule):
    """A pattern at the beginning goes on to the end."""

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        period = rng.randint(2, 3 + length // 12)
        colours = [*palette(rng, 3), 0]
        tile = [rng.choice(colours) for _ in range(period)]
        tile[0], tile[-1] = rng.sample(colours[:3], 2)
        seen = rng.randint(period + 1, 2 * period)
        return tuple(tile[place % period] if place < seen else 0 for place in range(length))

    def change(self, strip: Strip) -> Strip:
        seen = max((place + 1 for place, cell in enumerate(strip) if cell), default=0)
        for period in range(1, seen):
            if strip[period:seen] == strip[: seen - period]:
                return tuple(strip[place % period] for place in range(len(strip)))
        return strip


@dataclass(frozen=True)
class CopyToDots(StripRule):
    """The block of several colours at the beginning is copied to where single cells stand."""

    def drawn(self, rng: Random, length: int) -> Strip:
        size = rng.randint(2, 3)
        colours = palette(rng, size + 1)
        *pattern, dot = colours
        starts = spread(rng, [size] * rng.randint(1, length // 8), length - size - 1)
        found = [Block(start + size + 1, 1, dot) for start in starts]
        return painted(tuple(pattern) + laid(length, found)[size:], (), 0)

    def change(self, strip: Strip) -> Strip:
        size = strip.index(0) if 0 in strip else 0
        if not size:
            return strip
        found = strip
        for place in range(size, len(strip) - size + 1):
            if strip[place] and not strip[place - 1]:
                for step in range(size):
                    found = painted(found, (place + step,), strip[step])
        return found


@dataclass(frozen=True)
class CountBlocks(StripRule):
    """As many cells from the left as there are blocks, in the colour of the blocks."""

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 4), (1, 3), palette(rng, 1))

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        return laid(len(strip), (Block(0, len(found), max(strip)),))

"""Rules on strips about blocks, gaps and noise."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid
from visgym.kit.arc.removing import DropColour
from visgym.kit.arc.rule import Way
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.strips import (
    Block,
    Strip,
    StripRule,
    block_strip,
    blocks,
    dot_strip,
    extremes,
    laid,
    painted,
    reverse,
    spread,
)

Longest = Literal["longest", "shortest"]


@dataclass(frozen=True)
class StripDenoise(StripRule):
    """Single cells are taken away."""

    kind = "remove"

    def drawn(self, rng: Random, length: int) -> Strip:
        colours = palette(rng, 2)
        sizes = [rng.randint(2, 3) for _ in range(1 + length // 12)] + [1] * rng.randint(1, 3)
        rng.shuffle(sizes)
        found = zip(spread(rng, sizes, length), sizes, strict=True)
        return laid(length, (Block(*each, rng.choice(colours)) for each in found))

    def change(self, strip: Strip) -> Strip:
        return laid(len(strip), (block for block in blocks(strip) if block.size > 1))


@dataclass(frozen=True)
class Heal(StripRule):
    """A single other cell between two of one colour takes that colour."""

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        strip = block_strip(rng, length, (1, 2), (4, 6), palette(rng, 2))
        wrong = palette(rng, 1, strip)[0]
        inner = [place for b in blocks(strip) for place in range(b.start + 1, b.end - 1, 3)]
        return (
            painted(strip, rng.sample(inner, rng.randint(1, len(inner))), wrong) if inner else strip
        )

    def change(self, strip: Strip) -> Strip:
        around = zip(strip, strip[1:], strip[2:], strict=False)
        healed = (one if one and one == other and cell else cell for one, cell, other in around)
        return (strip[0], *healed, strip[-1])


@dataclass(frozen=True)
class FillBetween(StripRule):
    """The gap between two neighbours of one colour is filled."""

    fill: Literal[0, 1, 2, 3, 4, 5, 6, 7, 8, 9]
    """0 is their own colour."""

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        sizes = [rng.randint(3, 5) for _ in range(1 + length // 10)]
        found = []
        for start, size in zip(spread(rng, sizes, length), sizes, strict=True):
            colour = palette(rng, 1, (self.fill,))[0]
            found += [Block(start, 1, colour), Block(start + size - 1, 1, colour)]
        return laid(length, found)

    def change(self, strip: Strip) -> Strip:
        found, last = strip, -1
        for place, colour in enumerate(strip):
            if colour:
                if last >= 0 and strip[last] == colour:
                    found = painted(found, range(last + 1, place), self.fill or colour)
                    last = -1
                else:
                    last = place
        return found


@dataclass(frozen=True)
class KeepEnds(StripRule):
    """Of every block, only the two ends stay."""

    kind = "remove"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (1, 3), (2, 5))

    def change(self, strip: Strip) -> Strip:
        inner = (
            place for block in blocks(strip) for place in range(block.start + 1, block.end - 1)
        )
        return painted(strip, inner, 0)


@dataclass(frozen=True)
class Thicken(StripRule):
    """Every single cell grows on both sides."""

    by: Literal[1, 2]

    def drawn(self, rng: Random, length: int) -> Strip:
        inner = dot_strip(rng, length - 2 * self.by, (1, 3), gap=2 * self.by)
        return (0,) * self.by + inner + (0,) * self.by

    def change(self, strip: Strip) -> Strip:
        grown = (Block(b.start - self.by, b.size + 2 * self.by, b.colour) for b in blocks(strip))
        return laid(len(strip), grown)


@dataclass(frozen=True)
class StripRay(StripRule):
    """Every block goes on to one side until the next one, or to the end."""

    way: Way

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        return dot_strip(rng, length, (1, 3), gap=2)

    def change(self, strip: Strip) -> Strip:
        colour, found = 0, []
        for cell in reverse(strip, "left" if self.way == "right" else "right"):
            colour = cell or colour
            found.append(colour)
        return reverse(tuple(found), "left" if self.way == "right" else "right")


@dataclass(frozen=True)
class Trim(StripRule):
    """Every block loses a cell at one end, or at both."""

    end: Literal["left", "right", "both"]

    kind = "remove"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (1, 3), (3, 5))

    def change(self, strip: Strip) -> Strip:
        left, right = int(self.end != "right"), int(self.end != "left")
        trimmed = (Block(s + left, size - left - right, c) for s, size, c in blocks(strip))
        return laid(len(strip), trimmed)


@dataclass(frozen=True)
class Lengthen(StripRule):
    """Every block becomes twice as long, to one side."""

    way: Way

    def drawn(self, rng: Random, length: int) -> Strip:
        strip = block_strip(rng, length - 2, (1, 2), (1, 2 + length // 12), gap=3 + length // 12)
        return reverse((0, 0, *strip), self.way)

    def change(self, strip: Strip) -> Strip:
        found = blocks(reverse(strip, self.way))
        grown = (Block(start - size, 2 * size, colour) for start, size, colour in found)
        return reverse(laid(len(strip), grown), self.way)


@dataclass(frozen=True)
class KeepOne(StripRule):
    """Only the longest or the shortest block stays."""

    which: Longest

    kind = "remove"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 3), (1, 5))

    def change(self, strip: Strip) -> Strip:
        return laid(len(strip), extremes(strip, self.which))


@dataclass(frozen=True)
class StripDrop(DropColour):
    """Everything in a colour is taken away."""

    def sample(self, rng: Random, size: int) -> ColourGrid:
        colours = [self.dropped, *palette(rng, 2, (self.dropped,))]
        return (block_strip(rng, size, (3, 4), (1, 3), colours),)


@dataclass(frozen=True)
class Invert(StripRule):
    """What is empty takes the one colour, and what had it becomes empty."""

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 4), (1, 4), palette(rng, 1))

    def change(self, strip: Strip) -> Strip:
        colour = max(strip)
        return tuple(0 if cell else colour for cell in strip)


@dataclass(frozen=True)
class MeetHalfway(StripRule):
    """The gap between neighbours is filled by both, each up to the middle."""

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        return dot_strip(rng, length, (2, 3), gap=2)

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        for one, other in pairwise(found):
            half = (other.start - one.end) // 2
            strip = painted(strip, range(one.end, one.end + half), one.colour)
            strip = painted(strip, range(other.start - half, other.start), other.colour)
        return strip

"""Rules on strips that sort and recolour."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from random import Random
from typing import Literal

from visgym.kit.arc.grids import ColourGrid
from visgym.kit.arc.rule import Colour, Way
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.shading import PaintCommon
from visgym.kit.arc.strip_blocks import Longest
from visgym.kit.arc.strips import (
    Block,
    Strip,
    StripRule,
    block_strip,
    blocks,
    extremes,
    laid,
    painted,
    reverse,
    spread,
)

Order = Literal["rising", "sinking"]


@dataclass(frozen=True)
class SortBlocks(StripRule):
    """Blocks are sorted by length; the gaps between them stay."""

    order: Order

    kind = "move"

    def drawn(self, rng: Random, length: int) -> Strip:
        sizes = rng.sample(range(1, 4 + length // 6), 3)
        sizes = sizes if sum(sizes) + 2 <= length else [1, 3, 2]
        colours = palette(rng, 3)
        found = zip(spread(rng, sizes, length), sizes, colours, strict=True)
        return laid(length, (Block(*each) for each in found))

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        if not found:
            return strip
        ordered = sorted(found, key=lambda block: block.size, reverse=self.order == "sinking")
        gaps = [other.start - one.end for one, other in pairwise(found)]
        at, moved = found[0].start, []
        for block, gap in zip(ordered, [*gaps, 0], strict=True):
            moved.append(Block(at, block.size, block.colour))
            at += block.size + gap
        return laid(len(strip), moved)


@dataclass(frozen=True)
class SortColours(StripRule):
    """Single cells trade places so that the numbers of their colours rise or sink."""

    order: Order

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (3, 4), (1, 1), palette(rng, 6))

    def change(self, strip: Strip) -> Strip:
        places = [place for place, cell in enumerate(strip) if cell]
        cells = sorted((strip[place] for place in places), reverse=self.order == "sinking")
        found = dict(zip(places, cells, strict=True))
        return tuple(found.get(place, 0) for place in range(len(strip)))


@dataclass(frozen=True)
class PaintOne(StripRule):
    """The longest or the shortest block takes a colour."""

    which: Longest
    colour: Colour

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 3), (1, 5), palette(rng, 1, (self.colour,)))

    def change(self, strip: Strip) -> Strip:
        chosen = extremes(strip, self.which)
        return painted(strip, (p for b in chosen for p in range(b.start, b.end)), self.colour)


@dataclass(frozen=True)
class PaintParity(StripRule):
    """Blocks with an odd, or an even, number of cells take a colour."""

    parity: Literal["odd", "even"]
    colour: Colour

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (3, 4), (1, 5), avoid=(self.colour,))

    def change(self, strip: Strip) -> Strip:
        odd = self.parity == "odd"
        chosen = (block for block in blocks(strip) if bool(block.size % 2) == odd)
        return painted(strip, (p for b in chosen for p in range(b.start, b.end)), self.colour)


@dataclass(frozen=True)
class PaintBySize(StripRule):
    """Every block takes the colour whose number is that of its cells."""

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (2, 3), (1, 5), palette(rng, 1))

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        return laid(len(strip), (Block(b.start, b.size, min(b.size, 9)) for b in found))


@dataclass(frozen=True)
class StripKey(StripRule):
    """All blocks take the colour of the first or the last cell of the strip."""

    key: Literal["first", "last"]

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        own, *others = palette(rng, 3)
        strip = (own, 0, *block_strip(rng, length - 2, (1, 3), (1, 4), others))
        return reverse(strip, "left" if self.key == "first" else "right")

    def change(self, strip: Strip) -> Strip:
        colour = strip[0] if self.key == "first" else strip[-1]
        return tuple(colour if cell and colour else cell for cell in strip)


@dataclass(frozen=True)
class StripCommon(PaintCommon):
    """Everything takes the colour that most cells have, or the fewest."""

    def sample(self, rng: Random, size: int) -> ColourGrid:
        return (block_strip(rng, size, (3, 4), (1, 4), palette(rng, 3)),)


@dataclass(frozen=True)
class KeepRepeated(StripRule):
    """Only blocks whose colour is there more than once stay, or only the others."""

    repeated: bool

    kind = "remove"

    def drawn(self, rng: Random, length: int) -> Strip:
        one, two, three = palette(rng, 3)
        colours = rng.sample([one, one, two, three], 4)
        return block_strip(rng, length, (4, 4), (1, 3), colours, fullest=1.0)

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        many = Counter(block.colour for block in found)
        return laid(len(strip), (b for b in found if (many[b.colour] > 1) == self.repeated))


@dataclass(frozen=True)
class PassColours(StripRule):
    """Every block takes the colour of its neighbour on one side, the last one that of the first."""

    source: Way

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_strip(rng, length, (3, 3), (1, 4), palette(rng, 3))

    def change(self, strip: Strip) -> Strip:
        found, step = blocks(strip), -1 if self.source == "left" else 1
        colours = [block.colour for block in found]
        passed = [colours[(number + step) % len(colours)] for number in range(len(colours))]
        return laid(
            len(strip), (Block(b.start, b.size, c) for b, c in zip(found, passed, strict=True))
        )

"""Rules on strips about a block and a dot."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from random import Random
from typing import Literal

from visgym.kit.arc.scenes import palette
from visgym.kit.arc.strips import Block, Strip, StripRule, blocks, laid, reverse, spread


def block_and_dot(rng: Random, length: int) -> Strip:
    """A block and a single cell of another colour, in either order."""
    size = rng.randint(2, 2 + length // 6)
    starts = spread(rng, [size, 1], length, gap=rng.randint(2, 4))
    colour, dot = palette(rng, 2)
    strip = laid(length, (Block(starts[0], size, colour), Block(starts[1], 1, dot)))
    return reverse(strip, rng.choice(("left", "right")))


@dataclass(frozen=True)
class DotRule(StripRule):
    """A rule about what becomes of the block; the dot stays."""

    @abstractmethod
    def moved(self, block: Block, dot: Block) -> Block:
        """The block after the rule, where the dot is on its right."""

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_and_dot(rng, length)

    def change(self, strip: Strip) -> Strip:
        found = blocks(strip)
        if len(found) != 2 or (found[0].size == 1) == (found[1].size == 1):
            return strip
        way = "right" if found[0].size == 1 else "left"
        block, dot = blocks(reverse(strip, way))
        return reverse(laid(len(strip), (self.moved(block, dot), dot)), way)


@dataclass(frozen=True)
class GrowToDot(DotRule):
    """The block grows until it touches the dot."""

    kind = "add"

    def moved(self, block: Block, dot: Block) -> Block:
        return Block(block.start, dot.start - block.start, block.colour)


@dataclass(frozen=True)
class MoveToDot(DotRule):
    """The block moves towards the dot, up to a gap."""

    gap: Literal[0, 1, 2]

    def moved(self, block: Block, dot: Block) -> Block:
        return Block(dot.start - self.gap - block.size, block.size, block.colour)


@dataclass(frozen=True)
class JumpDot(DotRule):
    """The block jumps over the dot and lands next to it, or as far away as it was."""

    near: bool

    def drawn(self, rng: Random, length: int) -> Strip:
        size, far = rng.randint(2, 2 + length // 12), rng.randint(1, 1 + length // 12)
        room = length - 2 * (size + far) - 1
        before = rng.randint(0, max(room, 0))
        colour, dot = palette(rng, 2)
        found = (Block(before, size, colour), Block(before + size + far, 1, dot))
        return reverse(laid(length, found), rng.choice(("left", "right")))

    def moved(self, block: Block, dot: Block) -> Block:
        gap = 0 if self.near else dot.start - block.end
        return Block(dot.end + gap, block.size, block.colour)

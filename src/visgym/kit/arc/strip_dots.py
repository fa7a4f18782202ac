"""Rules on strips about a block and a dot."""

from __future__ import annotations

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


def _with_dot_last(strip: Strip) -> tuple[Block, Block, bool] | None:
    """The block and the dot, as if the dot came last, and whether it does not."""
    found = blocks(strip)
    if len(found) != 2 or (found[0].size == 1) == (found[1].size == 1):
        return None
    turned = found[0].size == 1
    block, dot = blocks(strip[::-1]) if turned else found
    return block, dot, turned


@dataclass(frozen=True)
class GrowToDot(StripRule):
    """The block grows until it touches the dot."""

    kind = "add"

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_and_dot(rng, length)

    def change(self, strip: Strip) -> Strip:
        pair = _with_dot_last(strip)
        if pair is None:
            return strip
        block, dot, turned = pair
        grown = Block(block.start, dot.start - block.start, block.colour)
        return reverse(laid(len(strip), (grown, dot)), "right" if turned else "left")


@dataclass(frozen=True)
class MoveToDot(StripRule):
    """The block moves towards the dot, up to a gap."""

    gap: Literal[0, 1, 2]

    def drawn(self, rng: Random, length: int) -> Strip:
        return block_and_dot(rng, length)

    def change(self, strip: Strip) -> Strip:
        pair = _with_dot_last(strip)
        if pair is None:
            return strip
        block, dot, turned = pair
        moved = Block(dot.start - self.gap - block.size, block.size, block.colour)
        return reverse(laid(len(strip), (moved, dot)), "right" if turned else "left")


@dataclass(frozen=True)
class JumpDot(StripRule):
    """The block jumps over the dot and lands next to it, or as far away as it was."""

    near: bool

    def drawn(self, rng: Random, length: int) -> Strip:
        size, far = rng.randint(2, 2 + length // 12), rng.randint(1, 1 + length // 12)
        room = length - 2 * (size + far) - 1
        before = rng.randint(0, max(room, 0))
        colour, dot = palette(rng, 2)
        found = (Block(before, size, colour), Block(before + size + far, 1, dot))
        return reverse(laid(length, found), rng.choice(("left", "right")))

    def change(self, strip: Strip) -> Strip:
        pair = _with_dot_last(strip)
        if pair is None:
            return strip
        block, dot, turned = pair
        gap = 0 if self.near else dot.start - block.end
        moved = Block(dot.end + gap, block.size, block.colour)
        return reverse(laid(len(strip), (moved, dot)), "right" if turned else "left")

"""Rules on strips that copy and reflect parts of them."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from visgym.kit.arc.rule import Way
from visgym.kit.arc.scenes import palette
from visgym.kit.arc.strips import (
    Block,
    Strip,
    StripRule,
    block_strip,
    dot_strip,
    laid,
    reverse,
    spread,
)


@dataclass(frozen=True)
class CopyHalf(StripRule):
    """One half is copied to the other, as it is or mirrored."""

    source: Way
    mirrored: bool

    def drawn(self, rng: Random, length: int) -> Strip:
        half = block_strip(rng, (length + 1) // 2, (1, 2), (1, 3), palette(rng, 3), fullest=0.9)
        return reverse(half + (0,) * (length - len(half)), self.source)

    def change(self, strip: Strip) -> Strip:
        half = reverse(strip, self.source)[: (len(strip) + 1) // 2]
        whole = half + (half[::-1] if self.mirrored else half)[len(strip) % 2 :]
        return reverse(whole, self.source)


@dataclass(frozen=True)
class TurnBlocks(StripRule):
    """Every run of colours between empty cells is mirrored where it stands."""

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        sizes = [rng.randint(2, 4) for _ in range(1 + length // 8)]
        colours, found = palette(rng, 4), []
        for start, size in zip(spread(rng, sizes, length), sizes, strict=True):
            found += [Block(start + step, 1, rng.choice(colours)) for step in range(size)]
        return laid(length, found)

    def change(self, strip: Strip) -> Strip:
        found, run = list[int](), list[int]()
        for cell in (*strip, 0):
            if cell:
                run.append(cell)
            else:
                found += [*run[::-1], cell]
                run = []
        return tuple(found[:-1])


@dataclass(frozen=True)
class FlipOrder(StripRule):
    """Single cells trade places, the first with the last and so on, where they stand."""

    kind = "paint"

    def drawn(self, rng: Random, length: int) -> Strip:
        return dot_strip(rng, length, (3, 4))

    def change(self, strip: Strip) -> Strip:
        cells = [cell for cell in strip if cell]
        return tuple(cells.pop() if cell else 0 for cell in strip)

"""Monochrome Towers: how many towers of single-coloured layers can be built of a heap of blocks."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, NumberQuestion, Span, action, levels, redrawn
from visgym.kit.canvas import INK, SHEET, Canvas

ROW = 10  # blocks
SIDE, GAP, MARGIN = 28, 6, 24  # pixels: a block, between blocks, around


@dataclass(frozen=True, slots=True)
class Heap:
    blocks: str
    """B or W for every block."""

    @property
    def black(self) -> int:
        return self.blocks.count("B")

    @property
    def white(self) -> int:
        return self.blocks.count("W")


@dataclass(frozen=True, kw_only=True)
class MonochromeTowers(NumberQuestion[Heap]):
    most: int = 6
    """Blocks of a colour, at most."""

    tags = frozenset({"synthetic", "full", "known", "counting", "arithmetic"})
    pictured = "The heap is spread out in rows of ten blocks."
    written = "B is a black block, W a white one; the heap is spread out in rows of ten."

    def validate(self) -> None:
        if not 3 <= self.most <= 60:
            raise ValueError("most must be from 3 to 60.")

    def generate(self, rng: Random) -> Heap:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Heap | None:
        counts = {color: rng.randint(self.most // 3, self.most) for color in "BW"}
        blocks = [color for color, count in counts.items() for _ in range(count)]
        rng.shuffle(blocks)
        heap = Heap("".join(blocks))
        return heap if self.solution(heap) > 1 else None

    def rules(self) -> str:
        return (
            "A tower is built of the black and the white blocks of a heap. Its top layer has 1 "
            "block, the layer below it 2 blocks, the next 3, and so on; all blocks of a layer have "
            "the same colour. Build as many layers as the heap allows; blocks may be left over. "
            "How many different towers of that height can be built, if towers differ when some "
            "layer has another colour?"
        )

    @action
    def answer(self, heap: Heap, count: Annotated[int, Span(0, 1000000)]) -> None:
        """Give the number of different towers."""

    def right(self, heap: Heap) -> int:
        return _counted(heap)

    def solution(self, heap: Heap) -> int:
        """Any height for which there are blocks enough can be reached; sums of black layers."""
        height = 0
        while (height + 1) * (height + 2) // 2 <= heap.black + heap.white:
            height += 1
        ways = [1] + [0] * heap.black
        for layer in range(1, height + 1):
            for black in range(heap.black, layer - 1, -1):
                ways[black] += ways[black - layer]
        return sum(ways[max(0, height * (height + 1) // 2 - heap.white) :])

    def effort(self, state: Asked[Heap]) -> float:
        return float(self.solution(state.problem))

    def draw(self, heap: Heap) -> Frame:
        lines, step = -(-2 * self.most // ROW), SIDE + GAP
        canvas = Canvas(2 * MARGIN + ROW * step - GAP, 2 * MARGIN + lines * step - GAP)
        for number, color in enumerate(heap.blocks):
            x, y = MARGIN + number % ROW * step, MARGIN + number // ROW * step
            canvas.rect(x, y, SIDE, SIDE, INK, radius=4)
            if color == "W":
                canvas.rect(x + 2, y + 2, SIDE - 4, SIDE - 4, SHEET, radius=3)
        return canvas.frame

    def describe(self, heap: Heap) -> str:
        starts = range(0, len(heap.blocks), ROW)
        return "\n".join(heap.blocks[start : start + ROW] for start in starts)


def _counted(heap: Heap) -> int:
    """The colourings of the highest towers, layer by layer from the top, with what they use."""
    towers: dict[tuple[int, int], int] = {(0, 0): 1}
    for layer in range(1, heap.black + heap.white + 1):
        grown: dict[tuple[int, int], int] = {}
        for (black, white), count in towers.items():
            for used in ((black + layer, white), (black, white + layer)):
                if used[0] <= heap.black and used[1] <= heap.white:
                    grown[used] = grown.get(used, 0) + count
        if not grown:
            break
        towers = grown
    return sum(towers.values())


PRESETS = levels(MonochromeTowers, most=(6, 12, 25))

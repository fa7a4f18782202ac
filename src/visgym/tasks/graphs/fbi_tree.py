"""FBI Tree: name all halves of halves of a row of bits.

Four bits would leave ten problems, so levels begin with eight.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Canvas, Frame, Letters, Question, action, levels, redrawn, share
from visgym.kit.canvas import INK, MUTED, SHEET
from visgym.kit.graphs.binary_trees import MARGIN, skeleton

TALL = 40  # pixels of a tile
WIDTHS = {2: 64, 3: 52, 4: 40, 5: 24}  # pixels of a tile, by how often bits are halved


@dataclass(frozen=True, slots=True)
class Bits:
    row: str
    """Of 0 and 1."""


@dataclass(frozen=True, kw_only=True)
class FbiTree(Question[Bits]):
    halvings: int = 3
    """How often the row can be halved."""
    repeat: float = 0.5
    """The chance that a bit is as the one before it."""

    distinct_starts = 0.6
    tags = frozenset({"synthetic", "full", "known", "graphs", "ordering"})
    pictured = "A white tile is a 0, a black one a 1; the row of bits is read from left to right."
    written = "The row of bits is read from left to right."

    @property
    def bits(self) -> int:
        return 1 << self.halvings

    @property
    def nodes(self) -> int:
        return 2 * self.bits - 1

    def validate(self) -> None:
        if self.halvings not in WIDTHS or not 0.2 <= self.repeat <= 0.8:
            raise ValueError("halvings must be from 2 to 5 and repeat from 0.2 to 0.8.")

    def generate(self, rng: Random) -> Bits:
        return redrawn(self._draw, rng)

    def _draw(self, rng: Random) -> Bits | None:
        """A row of both bits with some piece, longer than one, that is all zeros or all ones."""
        row = [rng.randrange(2)]
        while len(row) < self.bits:
            row.append(row[-1] ^ (rng.random() >= self.repeat))
        names = self.solution(bits := Bits("".join(map(str, row))))
        inner = names.count("B") + names.count("I") > self.bits
        return bits if names[-1] == "F" and inner else None

    def rules(self) -> str:
        return (
            "A row of bits is the root of a binary tree. The two children of a piece are its left "
            "and its right half, down to single bits. A piece of zeros alone is called B, a piece "
            "of ones alone I, and a piece of both F. Name all pieces in postorder: first all of "
            "the left half in postorder, then all of the right half, then the piece itself."
        )

    @action
    def answer(self, bits: Bits, names: Annotated[str, Letters("FBI", longest="nodes")]) -> None:
        """Give the names of all pieces in postorder."""

    def grade(self, bits: Bits, names: str) -> float:
        return float(names == _by_ends(bits.row))

    def metrics(self, bits: Bits, names: str = "") -> dict[str, float]:
        right = share(names, _by_ends(bits.row))
        return {"share": right, "published_reward": right**5}

    def solution(self, bits: Bits) -> str:
        return _by_halves(bits.row)

    def effort(self, state: Asked[Bits]) -> float:
        return float(self.nodes)

    def draw(self, bits: Bits) -> Frame:
        wide = WIDTHS[self.halvings]
        canvas = Canvas.on(skeleton(self.halvings + 1, wide, TALL + MARGIN))
        top = canvas.pixels.shape[0] - MARGIN - TALL
        canvas.rect(MARGIN, top, self.bits * wide, TALL, MUTED)
        for at, bit in enumerate(bits.row):
            fill = INK if bit == "1" else SHEET
            canvas.rect(MARGIN + at * wide + 1, top + 2, wide - 2, TALL - 4, fill)
        return canvas.frame

    def describe(self, bits: Bits) -> str:
        return bits.row


def _name(length: int, ones: int) -> str:
    return "B" if not ones else "I" if ones == length else "F"


def _by_halves(row: str) -> str:
    half = len(row) // 2
    below = _by_halves(row[:half]) + _by_halves(row[half:]) if half else ""
    return below + _name(len(row), row.count("1"))


def _by_ends(row: str) -> str:
    """Pieces that end at a bit come after it, the longer ones later."""
    found, ones = "", [0]
    for end, bit in enumerate(row, start=1):
        ones.append(ones[-1] + int(bit))
        size = 1
        while end % size == 0 and size <= len(row):
            found += _name(size, ones[end] - ones[end - size])
            size *= 2
    return found


PRESETS = levels(FbiTree, halvings=(3, 4, 5), repeat=(0.5, 0.6, 0.7))

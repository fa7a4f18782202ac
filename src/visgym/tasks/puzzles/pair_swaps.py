"""Pair Swaps: empty a row of pairs, which vanish side by side, with as few swaps as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Below, Canvas, Frame, Optimum, action, levels, redrawn
from visgym.kit.canvas import PIECES, ink_on
from visgym.kit.tables.rows import LISTED, Row, as_list

PLACE = 52  # pixels from block to block


@dataclass(frozen=True, slots=True)
class Blocks:
    row: tuple[int, ...]


@dataclass(frozen=True, kw_only=True)
class PairSwaps(Optimum[Blocks]):
    pairs: int = 4
    """Pairs of blocks in the row."""
    fewest_swaps: int = 3
    """Swaps that the shortest way takes at least."""

    tags = frozenset({"synthetic", "full", "known", "planning", "ordering"})
    fewest = True
    pictured = "Each block shows its number; the small numbers beneath are the positions."
    written = LISTED

    def validate(self) -> None:
        if not 2 <= self.pairs <= len(PIECES):
            raise ValueError(f"pairs must be from 2 to {len(PIECES)}.")
        if not 1 <= self.fewest_swaps <= self.pairs * (self.pairs - 1) // 3:
            raise ValueError("fewest_swaps must be from 1 to a third of pairs * (pairs - 1).")

    def generate(self, rng: Random) -> Blocks:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> Blocks | None:
        row = [*range(self.pairs), *range(self.pairs)]
        rng.shuffle(row)
        blocks = Blocks(tuple(row))
        apart = all(one != other for one, other in pairwise(row))
        return blocks if apart and self.best(blocks) >= self.fewest_swaps else None

    def rules(self) -> str:
        return (
            "Blocks stand in a row, and every number stands on two of them. A swap exchanges two "
            "blocks side by side. Whenever equal blocks are side by side, the leftmost such two "
            "vanish at once and the row closes, again and again until no equal ones touch. Empty "
            "the row with as few swaps as possible. A swap is told by a position i and exchanges "
            "the blocks at positions i and i + 1, counted from 0 in the row as it is then."
        )

    @action
    def answer(self, blocks: Blocks, positions: tuple[Annotated[int, Below("gaps")], ...]) -> None:
        """Give the positions of all swaps in order."""

    @property
    def gaps(self) -> int:
        """Positions at which the full row can be swapped."""
        return 2 * self.pairs - 1

    def worth(self, blocks: Blocks, positions: tuple[int, ...]) -> int | None:
        row = list(blocks.row)
        for at in positions:
            if at + 1 >= len(row):
                return None
            row[at], row[at + 1] = row[at + 1], row[at]
            row = _closed(row)
        return None if row else len(positions)

    def best(self, blocks: Blocks) -> int:
        """Pairs that cross each other; a swap undoes one crossing at most."""
        places: dict[int, list[int]] = {}
        for at, value in enumerate(blocks.row):
            places.setdefault(value, []).append(at)
        spans = sorted(places.values())
        return sum(b < c < d for (_, c), (b, d) in combinations(spans, 2))

    def solution(self, blocks: Blocks) -> tuple[int, ...]:
        """The first block whose twin stands before it goes left until they meet."""
        row, swaps = list(blocks.row), list[int]()
        while row:
            second = next(at for at, value in enumerate(row) if value in row[:at])
            swaps.append(second - 1)
            row[second - 1], row[second] = row[second], row[second - 1]
            row = _closed(row)
        return tuple(swaps)

    def effort(self, state: Asked[Blocks]) -> float:
        return float(self.best(state.problem))

    def draw(self, blocks: Blocks) -> Frame:
        row = Row(len(blocks.row), across=2 * self.pairs, place=PLACE, tall=PLACE, first=0)
        canvas = row.canvas()
        for at, value in enumerate(blocks.row):
            canvas.paste(_block(value), row.left(at), row.top(at))
        return canvas.frame

    def describe(self, blocks: Blocks) -> str:
        return as_list(blocks.row)


def _closed(row: Sequence[int]) -> list[int]:
    """The row without equal neighbours, the leftmost two taken out first."""
    rest = list(row)
    while (at := next((i for i, (a, b) in enumerate(pairwise(rest)) if a == b), None)) is not None:
        del rest[at : at + 2]
    return rest


@lru_cache(maxsize=16)
def _block(value: int) -> Frame:
    canvas, fill = Canvas(PLACE, PLACE), PIECES[value]
    canvas.rect(3, 0, PLACE - 6, PLACE, fill, radius=6)
    canvas.text(PLACE / 2, PLACE / 2, str(value), 24, ink_on(fill), bold=True)
    return canvas.frame


PRESETS = levels(PairSwaps, pairs=(4, 6, 9), fewest_swaps=(3, 8, 15))

"""Tables of zeros and ones whose rows and columns are to be ordered so that diagonals hold ones."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from math import factorial, floor, log2
from random import Random
from typing import Annotated

from visgym.core.actions import action
from visgym.core.signatures import Permutation
from visgym.core.task import Frame
from visgym.kit.asking import Asked, Question
from visgym.kit.grid import Cell
from visgym.kit.matching import cheapest_pairs
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.tables.boards import ROWS, Table, Whole, as_text, filled

Order = tuple[int, ...]
Blocks = list[tuple[Order, Order]]
"""Rows and columns that meet in ones only: pairs, and singles in the middle."""


@dataclass(frozen=True, slots=True)
class ZerosAndOnes:
    rows: Whole


@dataclass(frozen=True, kw_only=True)
class DiagonalOrder(Question[ZerosAndOnes]):
    """Ones are planted on the diagonals, some more are added, and all of it is mixed."""

    size: int = 4
    """Rows of the table, and columns."""
    diagonals: int = 1
    """1 for the main diagonal, 2 for the other one as well."""
    more: float = 1.5
    """Ones in a row beside the planted ones, on average."""

    tags = frozenset({"synthetic", "full", "known", "planning", "logic"})
    pictured = "Numbers at the rim count the rows and the columns."
    written = f"{ROWS} Rows and columns are counted from 0."

    def validate(self) -> None:
        if not 3 <= self.size <= 12 or self.diagonals not in (1, 2):
            raise ValueError("size must be from 3 to 12 and diagonals 1 or 2.")
        if not 0 <= self.more <= self.size - 1 - self.diagonals:
            raise ValueError("more must be at least 0 and leave room for a zero in every row.")

    def generate(self, rng: Random) -> ZerosAndOnes:
        return redrawn(self._drawn, rng)

    def _drawn(self, rng: Random) -> ZerosAndOnes | None:
        """None where the order as it is will do, or the first free one in row after row."""
        everything = range(self.size)
        places, ones = rng.sample(everything, self.size), set[Cell]()
        for place, row in enumerate(rng.sample(everything, self.size)):
            ones.add((row, places[place]))
            if self.diagonals == 2:
                ones.add((row, places[-1 - place]))
        for row in everything:
            count = floor(self.more) + (rng.random() < self.more % 1)
            zeros = [column for column in everything if (row, column) not in ones]
            ones.update((row, column) for column in rng.sample(zeros, count))
        bits = ZerosAndOnes(filled(self.size, self.size, lambda cell: int(cell in ones)))
        easy = self.grade(bits, tuple(everything), tuple(everything)) == 1 or (
            self.diagonals == 1 and _greedy_works(bits.rows)
        )
        return None if easy else bits

    def rules(self) -> str:
        which = "diagonal from the top left to the bottom right holds"
        if self.diagonals == 2:
            which = "two diagonals, from corner to corner, hold"
        return (
            "A table holds a 0 or a 1 in every cell. Choose an order of its rows and an order of "
            f"its columns, so that the {which} nothing but ones in the table that is ordered so. "
            "Rows and columns are counted from 0; an order lists their present numbers from the "
            "top, or from the left."
        )

    @action
    def answer(
        self,
        bits: ZerosAndOnes,
        rows: Annotated[tuple[int, ...], Permutation("size")],
        columns: Annotated[tuple[int, ...], Permutation("size")],
    ) -> None:
        """Give the order of the rows and the order of the columns."""

    def grade(self, bits: ZerosAndOnes, rows: Order, columns: Order) -> float:
        return float(self._ones(bits, rows, columns) == 1)

    def metrics(
        self, bits: ZerosAndOnes, rows: Order = (), columns: Order = ()
    ) -> dict[str, float]:
        ones = self._ones(bits, rows, columns) if rows else 0.0
        return {"ones": ones, "published_reward": ones**5}

    def _ones(self, bits: ZerosAndOnes, rows: Order, columns: Order) -> float:
        """The share of ones on the diagonals of the ordered table."""
        ordered = [[bits.rows[row][column] for column in columns] for row in rows]
        on = [ordered[place][place] for place in range(self.size)]
        if self.diagonals == 2:
            on += [ordered[place][-1 - place] for place in range(self.size)]
        return sum(on) / len(on)

    def solution(self, bits: ZerosAndOnes) -> tuple[Order, Order]:
        if self.diagonals == 1:
            pairs = cheapest_pairs([[1 - bit for bit in row] for row in bits.rows])
            return tuple(range(self.size)), tuple(column for _, column in pairs)
        numbers = frozenset(range(self.size))
        rows, columns = [0] * self.size, [0] * self.size
        for place, (some_rows, some_columns) in enumerate(next(_blocks(bits, numbers, numbers))):
            rows[place], rows[-1 - place] = some_rows[0], some_rows[-1]
            columns[place], columns[-1 - place] = some_columns[0], some_columns[-1]
        return tuple(rows), tuple(columns)

    def effort(self, state: Asked[ZerosAndOnes]) -> float:
        return 2 * log2(factorial(self.size))

    def draw(self, bits: ZerosAndOnes) -> Frame:
        return Table(self.size, self.size, first=0).picture(bits.rows)

    def describe(self, bits: ZerosAndOnes) -> str:
        return as_text(bits.rows)


def _greedy_works(rows: Whole) -> bool:
    """Whether each row in turn may take the first one whose column is free."""
    taken = set[int]()
    for row in rows:
        free = [column for column, bit in enumerate(row) if bit and column not in taken]
        if not free:
            return False
        taken.add(free[0])
    return True


def _blocks(bits: ZerosAndOnes, rows: frozenset[int], columns: frozenset[int]) -> Iterator[Blocks]:
    """Ways to pair the rows and the columns, by trying; the middle of an odd table comes last."""
    if len(rows) == 1:
        (row,), (column,) = rows, columns
        if bits.rows[row][column]:
            yield [((row,), (column,))]
        return
    if not rows:
        yield []
        return
    for pair in combinations(sorted(rows), 2):
        if len(rows) % 2 == 0 and pair[0] != min(rows):
            break  # the first row is paired with some other one
        common = [c for c in sorted(columns) if all(bits.rows[row][c] for row in pair)]
        for sides in combinations(common, 2):
            for rest in _blocks(bits, rows - set(pair), columns - set(sides)):
                yield [(pair, sides), *rest]

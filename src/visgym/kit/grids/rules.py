"""Rules over the cells of a puzzle, to be solved: each value once, sums, pairs, lines of sight."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from random import Random

import numpy as np

from visgym.kit.grids.kernels.search import APART, DIFFERENT, PAIR, ROOM, TOTAL, VIEWS, search
from visgym.kit.grids.kernels.striking import HIDDEN, PAIRS, SINGLES, Numbers

MOST_GUESSES = 20_000
WIDEST = 62  # values, from 0
OTHERS = 12  # solutions that a given is chosen against

Values = tuple[int, ...]
"""What stands in each cell."""
Clue = tuple[int, ...]
"""The numbers of the records that a rule is made of, by which it can be taken back."""


class TooHard(ValueError):
    """A puzzle that is not worth the search."""


@dataclass(frozen=True)
class Effort:
    """What it takes to solve a puzzle."""

    strength: int
    """The deductions that are needed: 1 single values, 2 single places, 3 pairs."""
    guesses: int
    """How often a value must be tried where these are not enough."""


class Rules:
    """Rules in the making. Cells are numbered from 0; values are from 0 to 61.

    >>> rules = Rules(2, range(1, 4))
    >>> three = rules.total([0, 1], 3)
    >>> rules.solutions(most=9)
    [(1, 2), (2, 1)]
    """

    def __init__(self, cells: int, values: Iterable[int], keys: int | None = None) -> None:
        """Solutions are different if they differ in the first `keys` cells, all by default."""
        self._cells = cells
        self._keys = cells if keys is None else keys
        self._records: list[list[int]] = []
        self._begins: list[int] = []
        self._tables: dict[tuple[object, ...], tuple[int, list[int]]] = {}
        self._domains = [_mask(values)] * cells
        self._code: tuple[Numbers, Numbers] | None = None

    # What holds; each gives a clue, by which a rule may be spared

    def allow(self, cell: int, values: Iterable[int]) -> None:
        """A cell has one of some values."""
        self._domains[cell] &= _mask(values)

    def different(self, cells: Sequence[int], values: Iterable[int] = ()) -> Clue:
        """No two cells are equal; of the values named, all occur."""
        return self._add(DIFFERENT, cells, _mask(values))

    def total(
        self,
        cells: Sequence[int],
        least: int,
        most: int | None = None,
        weights: Sequence[int] | None = None,
    ) -> Clue:
        """The sum of the values, each times its weight, is in a range."""
        weights = [1] * len(cells) if weights is None else weights
        return self._add(TOTAL, [*cells, *weights], least, least if most is None else most)

    def pair(self, one: int, other: int, fits: Callable[[int, int], bool]) -> Clue:
        """Two cells have values that fit together."""
        there = self._table(one, other, fits, fits)
        back = self._table(other, one, fits, lambda b, a: fits(a, b))
        return *self._add(PAIR, (one, other), there), *self._add(PAIR, (other, one), back)

    def views(self, cells: Sequence[int], front: int = 0, back: int = 0) -> Clue:
        """In a line of different values, so many are higher than all before them; 0 is any."""
        return self._add(VIEWS, cells, front, back)

    def apart(self, cells: Sequence[int], ones: int) -> Clue:
        """In a line of up to 30 zeros and ones, so many are ones and no two of them neighbours."""
        return self._add(APART, cells, ones)

    # What follows

    def solutions(
        self,
        givens: Mapping[int, int] | None = None,
        most: int = 2,
        but: tuple[int, int] | None = None,
        rng: Random | None = None,
    ) -> list[Values]:
        """Some solutions, up to `most`; with `but`, those without a value in a cell.

        With `rng` the values are tried in random order. `TooHard` after many guesses.
        """
        found, _ = self._search(givens or {}, most, HIDDEN, but, rng)
        return found

    def is_unique(self, givens: Mapping[int, int] | None = None) -> bool:
        """Whether there is exactly one solution."""
        return len(self.solutions(givens)) == 1

    def effort(self, givens: Mapping[int, int] | None = None) -> Effort:
        """What it takes to solve a puzzle with one solution."""
        guesses = 0
        for strength in (SINGLES, HIDDEN, PAIRS):
            _, guesses = self._search(givens or {}, 1, strength)
            if not guesses:
                return Effort(strength, 0)
        return Effort(PAIRS, guesses)

    def thinned(self, solution: Values, rng: Random, keep: int = 0) -> dict[int, int]:
        """Givens of a solution in random cells, of which none but `keep` can be spared."""
        givens = dict(enumerate(solution[: self._keys]))
        order = sorted(givens)
        rng.shuffle(order)
        for cell in order:
            if len(givens) > keep:
                value = givens.pop(cell)
                if self.solutions(givens, most=1, but=(cell, value)):
                    givens[cell] = value
        return givens

    def telling(self, solution: Values, rng: Random, most: int) -> dict[int, int] | None:
        """Few givens of a solution that leave no other: each rules out most of those found.

        None where `most` are not enough. Quicker than to thin, and not as few.
        """
        givens = dict[int, int]()
        while True:
            found = self.solutions(givens, most=OTHERS, rng=rng)
            others = [each for each in found if each[: self._keys] != solution[: self._keys]]
            if not others:
                return givens
            if len(givens) == most:
                return None
            apart = [sum(each[n] != solution[n] for each in others) for n in range(self._keys)]
            best = rng.choice([n for n in range(self._keys) if apart[n] == max(apart)])
            givens[best] = solution[best]

    def needed(
        self, clues: Iterable[Clue], givens: Mapping[int, int], rng: Random
    ) -> list[Clue] | None:
        """Those of some clues that are left when one after the other is spared that can be.

        None where even all of them leave several solutions.
        """
        if not self.is_unique(givens):
            return None
        order, kept = list(clues), list[Clue]()
        rng.shuffle(order)
        for clue in order:
            self._spare(clue)
            if not self.is_unique(givens):
                self._restore(clue)
                kept.append(clue)
        return kept

    # How it is searched

    def _add(self, kind: int, payload: Sequence[int], first: int, second: int = 0) -> Clue:
        self._records.append([kind, len(payload), first, second, *payload])
        self._code = None
        return (len(self._records) - 1,)

    def _table(
        self, one: int, other: int, fits: Callable[..., bool], test: Callable[[int, int], bool]
    ) -> int:
        """The number of the table that says which values of another cell go with one's."""
        key = (fits, fits is test, self._domains[one], self._domains[other])
        if key not in self._tables:
            values = _values(self._domains[other])
            rows = [0] * WIDEST
            for value in _values(self._domains[one]):
                rows[value] = _mask(each for each in values if test(value, each))
            self._tables[key] = (len(self._tables), rows)
        return self._tables[key][0]

    def _compiled(self) -> tuple[Numbers, Numbers]:
        if self._code is None:
            rules = np.array([each for record in self._records for each in record], np.int64)
            tables = [rows for _, rows in self._tables.values()] or [[0]]
            self._code = rules, np.array(tables, np.int64)
            self._begins = [0, *accumulate(map(len, self._records))]
        return self._code

    def _spare(self, clue: Clue) -> None:
        rules, _ = self._compiled()
        for record in clue:
            rules[self._begins[record]] = 0

    def _restore(self, clue: Clue) -> None:
        rules, _ = self._compiled()
        for record in clue:
            rules[self._begins[record]] = self._records[record][0]

    def _search(
        self,
        givens: Mapping[int, int],
        most: int,
        strength: int,
        but: tuple[int, int] | None = None,
        rng: Random | None = None,
    ) -> tuple[list[Values], int]:
        start = np.array(self._domains, np.int64)
        for cell, value in givens.items():
            start[cell] &= 1 << value
        if but is not None:
            start[but[0]] &= ~(1 << but[1])
        if not start.all():
            return [], 0
        size = self._cells
        stack, found = np.empty((size + 2, size + 2), np.int64), np.empty((most, size), np.int64)
        info, room = np.zeros(2, np.int64), np.empty(ROOM, np.int64)
        seed = 0 if rng is None else rng.randrange(1, 1 << 31)
        count = search(
            start, *self._compiled(), stack, room, found, info, strength, self._keys, seed,
            MOST_GUESSES,
        )  # fmt: skip
        if info[1]:
            raise TooHard(f"{MOST_GUESSES} guesses were not enough.")
        rows = found[:count].tolist()
        return [tuple(each.bit_length() - 1 for each in row) for row in rows], int(info[0])


def _mask(values: Iterable[int]) -> int:
    mask = 0
    for value in values:
        mask |= 1 << value
    return mask


def _values(mask: int) -> list[int]:
    return [value for value in range(WIDEST) if mask >> value & 1]

"""Crosswords in the making: words laid across each other, none beside another."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from random import Random
from typing import NamedTuple

from visgym.kit.grid import Cell
from visgym.kit.words.lists import words

SHORTEST = 3  # letters


class Laid(NamedTuple):
    """A word with the cell of its first letter."""

    word: str
    start: Cell
    across: bool

    @property
    def cells(self) -> list[Cell]:
        row, column = self.start
        far = range(len(self.word))
        return [(row, column + n) if self.across else (row + n, column) for n in far]


class _Slot(NamedTuple):
    """Cells of a line of which some have letters."""

    crossed: int
    across: bool
    line: int
    first: int
    length: int


@dataclass
class _Sheet:
    """Words laid so far; a line is a row or a column, and its cells are bits."""

    size: int
    laid: list[Laid] = field(default_factory=list)
    letters: dict[Cell, str] = field(default_factory=dict)
    taken: dict[bool, list[int]] = field(init=False)
    """The cells with letters: of each row under True, of each column under False."""
    along: dict[bool, list[int]] = field(init=False)
    """Those of them whose word runs along the line."""

    def __post_init__(self) -> None:
        self.taken, self.along = ({way: [0] * self.size for way in (True, False)} for _ in range(2))

    def lay(self, word: str, start: Cell, across: bool) -> None:
        self.laid.append(Laid(word, start, across))
        for (row, column), letter in zip(self.laid[-1].cells, word, strict=True):
            self.letters[row, column] = letter
            self.taken[True][row] |= 1 << column
            self.taken[False][column] |= 1 << row
            line, place = (row, column) if across else (column, row)
            self.along[across][line] |= 1 << place

    def slots(self, longest: int) -> Iterator[_Slot]:
        """Where a word would cross others, and touch none beside it."""
        for across in (True, False):
            lines = [0, *self.taken[across], 0]
            for line in range(self.size):
                own = lines[line + 1]
                if not own:
                    continue
                beside = (lines[line] | lines[line + 2]) & ~own
                blocked = beside | self.along[across][line]
                for first, length, cells, ends in _spans(self.size, longest):
                    if cells & own and not cells & blocked and not ends & own:
                        yield _Slot((cells & own).bit_count(), across, line, first, length)

    def fitting(self, slot: _Slot) -> list[str]:
        """The words that go with the letters of a slot."""
        start = (slot.line, slot.first) if slot.across else (slot.first, slot.line)
        cells = Laid("?" * slot.length, start, slot.across).cells
        known = [(n, self.letters[cell]) for n, cell in enumerate(cells) if cell in self.letters]
        (place, letter), *others = known
        pool = _by_letter().get((slot.length, place, letter), [])
        return [word for word in pool if all(word[n] == letter for n, letter in others)]


def laid_out(size: int, count: int, longest: int, crossings: int, rng: Random) -> list[Laid] | None:
    """Some words that cross at least so often; None if luck had it otherwise."""
    sheet, most = _Sheet(size), count // 2 + 1  # words of one direction
    length, across = rng.randint(longest - 1, longest), rng.random() < 0.5
    line, first = rng.randint(size // 3, size - 1 - size // 3), rng.randint(0, size - length)
    sheet.lay(rng.choice(words(length, length)), (line, first) if across else (first, line), across)
    met = 0
    while len(sheet.laid) < count:
        ways = [each.across for each in sheet.laid]
        slots = [slot for slot in sheet.slots(longest) if ways.count(slot.across) < most]
        rng.shuffle(slots)
        slots.sort(key=lambda slot: -slot.crossed)
        chosen = next(_filled(sheet, slots, rng), None)
        if chosen is None:
            return None
        slot, word = chosen
        start = (slot.line, slot.first) if slot.across else (slot.first, slot.line)
        sheet.lay(word, start, slot.across)
        met += slot.crossed
    return sheet.laid if met >= crossings else None


def _filled(sheet: _Sheet, slots: list[_Slot], rng: Random) -> Iterator[tuple[_Slot, str]]:
    """Slots with a word that is not used yet."""
    used = {each.word for each in sheet.laid}
    for slot in slots:
        fit = sheet.fitting(slot)
        if fit and (word := rng.choice(fit)) not in used:
            yield slot, word


@lru_cache(maxsize=32)
def _spans(size: int, longest: int) -> list[tuple[int, int, int, int]]:
    """Words in a line: first cell, length, the cells and those beyond the ends as bits."""
    return [
        (first, length, ((1 << length) - 1) << first, (1 << first >> 1) | (1 << first + length))
        for length in range(SHORTEST, longest + 1)
        for first in range(size - length + 1)
    ]


@lru_cache(maxsize=1)
def _by_letter() -> dict[tuple[int, int, str], list[str]]:
    """The words by their length and one letter in its place."""
    found: dict[tuple[int, int, str], list[str]] = {}
    for word in words(SHORTEST, 99):
        for place, letter in enumerate(word):
            found.setdefault((len(word), place, letter), []).append(word)
    return found

"""Crosswords: fill in words that cross each other, by their clues.

Clues are glosses of WordNet that name neither the word nor one of its family. What is written stays
until it is overwritten, be it right or wrong. The honest player looks clues up; from the dictionary
alone, without clues, many other words would fit.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random
from typing import Annotated

from visgym.authoring import (
    Call,
    Frame,
    Illegal,
    Medium,
    OneOf,
    Span,
    Task,
    Word,
    action,
    levels,
    redrawn,
    solver,
)
from visgym.kit.tables.boards import signs_as_text
from visgym.kit.words import crossing, crossword_pages, lists
from visgym.kit.words.crossing import SHORTEST, Laid
from visgym.kit.words.crossword_pages import CrosswordEntry, Entries

Letters = tuple[tuple[int, int, str], ...]
"""Row, column and letter, in this order."""


@dataclass(frozen=True, slots=True)
class Crossword:
    entries: Entries
    answers: tuple[str, ...]
    """The word of each entry; nothing where they are hidden."""
    written: Letters = ()


@dataclass(frozen=True, kw_only=True)
class Crosswords(Task[Crossword]):
    size: int = 7
    """Rows of the grid, and columns."""
    words: int = 4
    """Words to find."""
    longest: int = 5
    """Letters of the longest word, at most."""
    crossings: int = 3
    """Cells that two words share, at least."""

    distance_unit = "letters"
    tags = frozenset({"synthetic", "full", "known", "language", "reasoning"})
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 6 <= self.size <= 13 or not 4 <= self.longest <= min(9, self.size):
            raise ValueError("size must be from 6 to 13, and longest from 4 to 9 and to size.")
        if not 4 <= self.words <= self.size - 2:
            raise ValueError("words must be from 4 to size - 2.")
        if self.crossings > self.words + self.words // 5:
            raise ValueError("crossings must be at most words, and a fifth of words more.")

    def generate(self, rng: Random) -> Crossword:
        def drawn(rng: Random) -> list[Laid] | None:
            return crossing.laid_out(self.size, self.words, self.longest, self.crossings, rng)

        laid = sorted(redrawn(drawn, rng), key=lambda each: (each.start, not each.across))
        starts = list(dict.fromkeys(each.start for each in laid))
        return Crossword(
            tuple(
                CrosswordEntry(
                    starts.index(start) + 1, across, *start, len(word), lists.clues()[word]
                )
                for word, start, across in laid
            ),
            tuple(each.word for each in laid),
        )

    # Rules

    @property
    def entries(self) -> tuple[str, ...]:
        """The names that entries may have."""
        return tuple(f"{n}{way}" for n in range(1, self.words + 1) for way in "AD")

    def rules(self) -> str:
        return (
            "Solve a crossword. Every clue stands for an English word, which is written across or "
            "down from the cell with its number. Write a whole word or a single letter each turn; "
            "it replaces what was there, right or wrong. An entry is called by its number and A "
            "for across or D for down, such as 1A. You succeed as soon as every cell is right."
        )

    def legend(self, medium: Medium) -> str:
        how = "Rows count from 1 at the top, columns from 1 at the left."
        if medium == "text":
            return f"{how} # is an empty cell, . is no cell; the clues stand below."
        return f"{how} The clues stand to the right of the grid."

    @action
    def write(
        self,
        state: Crossword,
        entry: Annotated[str, OneOf("entries")],
        word: Annotated[str, Word("fewest", "longest")],
    ) -> Crossword:
        """Write a word into an entry."""
        place = next((each for each in state.entries if each.name == entry), None)
        if place is None:
            raise Illegal(f"There is no entry {entry}.")
        if place.length != len(word):
            raise Illegal(
                f"CrosswordEntry {entry} has {place.length} cells, and {word} {len(word)} letters."
            )
        return _with(state, dict(zip(place.cells, word, strict=True)))

    @action
    def letter(
        self,
        state: Crossword,
        row: Annotated[int, Span(1, "size")],
        column: Annotated[int, Span(1, "size")],
        letter: Annotated[str, Word(1, 1)],
    ) -> Crossword:
        """Write one letter into a cell."""
        if not any((row - 1, column - 1) in entry.cells for entry in state.entries):
            raise Illegal(f"The crossword has no cell in row {row}, column {column}.")
        return _with(state, {(row - 1, column - 1): letter})

    @property
    def fewest(self) -> int:
        """Letters of the shortest word."""
        return SHORTEST

    def is_over(self, state: Crossword) -> bool:
        return self.score(state) == 1

    def score(self, state: Crossword) -> float:
        return float(_written(state) == _right(state))

    def distance(self, state: Crossword) -> float:
        written = _written(state)
        return float(sum(written.get(cell) != each for cell, each in _right(state).items()))

    def metrics(self, state: Crossword) -> dict[str, float]:
        right, written = _right(state), _written(state)
        return {
            "filled": len(written) / len(right),
            "right": sum(written.get(cell) == letter for cell, letter in right.items())
            / len(right),
        }

    def effort(self, state: Crossword) -> float:
        """Letters to be found."""
        return float(len(_right(state)))

    # Observation

    def visible(self, state: Crossword, player: int) -> Crossword:
        return replace(state, answers=())

    def draw(self, state: Crossword) -> Frame:
        return crossword_pages.picture(self.size, state.entries, _written(state))

    def picture_board(self) -> tuple[float, float, float, float]:
        """Where a browser finds the cells."""
        return crossword_pages.board(self.size)

    def describe(self, state: Crossword) -> str:
        empty = {cell: "#" for entry in state.entries for cell in entry.cells}
        lines = [signs_as_text(self.size, self.size, empty | _written(state))]
        for e in state.entries:
            place = f"row {e.row + 1}, column {e.column + 1}, {e.length} cells"
            lines.append(f"{e.name} ({place}): {e.clue}")
        return "\n".join(lines)

    # Solvers

    @solver
    def by_clues(self, state: Crossword, rng: Random) -> Iterator[Call]:
        """Look the clues up, as somebody would who knows all of them."""
        for entry in state.entries:
            word = lists.by_clue()[entry.clue, entry.length]
            if any(_written(state).get(c) != own for c, own in zip(entry.cells, word, strict=True)):
                yield Call("write", (entry.name, word))
                state = self.write(state, entry.name, word)

    @solver
    def letter_by_letter(self, state: Crossword, rng: Random) -> Iterator[Call]:
        """Write the letters in random order, by somebody who knows the words."""
        missing = [each for each in _right(state).items() if each not in _written(state).items()]
        rng.shuffle(missing)
        for (row, column), letter in missing:
            yield Call("letter", (row + 1, column + 1, letter))


def _written(state: Crossword) -> dict[tuple[int, int], str]:
    return {(row, column): letter for row, column, letter in state.written}


def _right(state: Crossword) -> dict[tuple[int, int], str]:
    """The letters of the solution."""
    return {
        cell: letter
        for entry, word in zip(state.entries, state.answers, strict=True)
        for cell, letter in zip(entry.cells, word, strict=True)
    }


def _with(state: Crossword, letters: dict[tuple[int, int], str]) -> Crossword:
    both = _written(state) | letters
    return replace(state, written=tuple((*cell, both[cell]) for cell in sorted(both)))


PRESETS = levels(
    Crosswords,
    size=(7, 9, 11),
    words=(4, 6, 9),
    longest=(5, 7, 9),
    crossings=(3, 6, 10),
    step_limit=(20, 40, 60),
)

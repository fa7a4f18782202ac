"""Word Search: find the listed words in a grid of letters, and mark each by its ends."""

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
    Span,
    Task,
    action,
    levels,
    redrawn,
    solver,
)
from visgym.kit.words import search_pages
from visgym.kit.words.letter_grids import DIRECTIONS, letter_grid, places, spelled
from visgym.kit.words.search_pages import Found

Place = tuple[Annotated[int, Span(1, "size")], Annotated[int, Span(1, "size")]]


@dataclass(frozen=True, slots=True)
class Search:
    rows: tuple[str, ...]
    words: tuple[str, ...]
    found: Found = ()
    misses: int = 0


@dataclass(frozen=True, kw_only=True)
class WordSearch(Task[Search]):
    size: int = 8
    """Rows of the grid, and columns."""
    words: int = 4
    """Words to find."""
    eight: bool = False
    """Whether words run in all eight directions, and not only right and down."""
    misses: int = 20
    """Marks on something else, after which the game is lost."""

    distance_unit = "words"
    tags = frozenset({"synthetic", "full", "known", "language", "search"})
    can_stop = False

    # Generation

    def validate(self) -> None:
        if not 6 <= self.size <= 16 or not 1 <= self.words <= self.size - 4 or self.misses < 1:
            raise ValueError(
                "size must be from 6 to 16, words from 1 to size - 4, and misses at least 1."
            )

    def generate(self, rng: Random) -> Search:
        steps = list(DIRECTIONS.values())[: 8 if self.eight else 2]
        return Search(*redrawn(lambda rng: letter_grid(self.size, self.words, steps, rng), rng))

    # Rules

    def rules(self) -> str:
        ways = "in any of eight directions" if self.eight else "from left to right or downwards"
        return (
            f"Find the listed words in a grid of letters. Each stands in a straight line, {ways}. "
            f"Mark one word a turn. A mark on anything else is a miss, and {self.misses} misses "
            "end the game. You succeed if you find all words."
        )

    def legend(self, medium: Medium) -> str:
        how = "Rows count from 1 at the top, columns from 1 at the left."
        if medium == "text":
            return f"{how} The list and the words found so far stand below the grid."
        return f"{how} Words that were found have a ring, and are struck out in the list."

    @action
    def mark(self, state: Search, start: Place, end: Place) -> Search:
        """Mark a word by its first and last cell, each a row and a column."""
        line = (start[0] - 1, start[1] - 1), (end[0] - 1, end[1] - 1)
        letters = spelled(state.rows, *line)
        if letters is None:
            raise Illegal("These are not two cells in one row, column or diagonal.")
        word = next((each for each in state.words if each in (letters, letters[::-1])), None)
        if word is None:
            return replace(state, misses=state.misses + 1)
        if any(word == earlier for earlier, _ in state.found):
            raise Illegal(f"{word} was found already.")
        return replace(state, found=(*state.found, (word, line)))

    def is_over(self, state: Search) -> bool:
        return self.score(state) == 1 or state.misses >= self.misses

    def hopeless(self, state: Search) -> bool:
        return self.score(state) < 1 and state.misses >= self.misses

    def score(self, state: Search) -> float:
        return float(len(state.found) == len(state.words))

    def distance(self, state: Search) -> float:
        return float(len(state.words) - len(state.found))

    def metrics(self, state: Search) -> dict[str, float]:
        return {"found": len(state.found) / len(state.words), "misses": float(state.misses)}

    def effort(self, state: Search) -> float:
        """Cells from which a word might start, in every direction that words run."""
        letters = "".join(state.rows)
        return sum(letters.count(word[0]) for word in state.words) * (8.0 if self.eight else 2.0)

    # Observation

    def draw(self, state: Search) -> Frame:
        note, first = self._note(state.misses), self._note(0)
        return search_pages.picture(state.rows, state.words, state.found, note, first)

    def picture_board(self) -> tuple[float, float, float, float]:
        """Where a browser finds the cells."""
        return search_pages.board(self.size, self.words)

    def describe(self, state: Search) -> str:
        text = search_pages.as_text(state.rows, state.words, state.found)
        return f"{text}\n{self._note(state.misses)}"

    def _note(self, misses: int) -> str:
        return f"Misses: {misses} of {self.misses}"

    # Solvers

    @solver
    def scan(self, state: Search, rng: Random) -> Iterator[Call]:
        """Look through every line for the words that are missing."""
        known = {word for word, _ in state.found}
        for word in state.words if not self.hopeless(state) else ():
            if word not in known:
                start, end = places(state.rows, word)[0]
                yield Call("mark", (_from_one(start), _from_one(end)))


def _from_one(cell: tuple[int, int]) -> tuple[int, int]:
    return cell[0] + 1, cell[1] + 1


PRESETS = levels(
    WordSearch,
    size=(8, 11, 14),
    words=(4, 6, 8),
    eight=(False, False, True),
    step_limit=(30, 30, 30),
)

"""Word Search QA: letters of a grid, and where words run in it.

To give the ends of all listed words is asked with options, like everything else here. Of each word,
half of the options have the right place and the others one wrong place, so that options that are
held against each other tell nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed
from visgym.kit.words import search_options, search_pages
from visgym.kit.words.letter_grids import (
    DIRECTIONS,
    Line,
    Rows,
    direction_of,
    letter_grid,
    occurrences,
    places,
    strewn,
)

FEWEST = 3  # words, of whose places options can be made


@dataclass(frozen=True, slots=True)
class LetterGrid:
    rows: Rows
    words: tuple[str, ...]
    kind: str
    subject: str = ""
    """The letter or the word that is asked about."""
    cell: Cell = (0, 0)
    """The cell that is asked about."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class WordSearchQa(MultipleChoice[LetterGrid]):
    size: int = 7
    """Rows of the grid, and columns."""
    words: int = 3
    """Words in the list."""

    kinds = ("letter", "count", "direction", "place", "all")
    letters = "ABCDEFGH"
    version = 2
    tags = frozenset({"synthetic", "full", "known", "language", "search", "perception"})
    pictured = "Rows count from 1 at the top, columns from 1 at the left."
    written = f"{pictured} The list of words stands below the grid."

    def validate(self) -> None:
        super().validate()
        if not 6 <= self.size <= 16 or not 1 <= self.words <= self.size - 4:
            raise ValueError("size must be from 6 to 16, and words from 1 to size - 4.")
        if self.asks("all") and self.words < FEWEST:
            raise ValueError(f"words must be at least {FEWEST} to ask for all of them.")

    def generate(self, rng: Random) -> LetterGrid:
        kind, steps = self.draw_kind(rng), list(DIRECTIONS.values())
        grid = redrawn(lambda rng: letter_grid(self.size, self.words, steps, rng), rng)
        rows, words = grid
        cell, subject = (rng.randrange(self.size), rng.randrange(self.size)), rng.choice(words)
        if kind == "count":
            rows, subject = redrawn(lambda rng: strewn(grid, len(self.letters), rng), rng)
        if kind == "letter":
            near = search_options.near_letters(rows, cell, len(self.letters))
            subject, cell = rng.choice([*near.items()])
            return self.posed(LetterGrid(rows, words, kind, subject, cell), near, rng)
        if kind == "direction":
            cell = places(rows, subject)[0][0]
        problem = LetterGrid(rows, words, kind, subject, cell)
        return self.posed(problem, _candidates(problem, len(self.letters), rng), rng)

    def rules(self) -> str:
        return (
            "Words are hidden in a grid of letters. Each stands in a straight line, in any of "
            "eight directions: right, left, up, down, or along a diagonal, such as up left. Cells "
            "are given as (row, column)."
        )

    def question(self, problem: LetterGrid) -> str:
        row, column = problem.cell
        asked = {
            "letter": f"Which letter is in cell ({row + 1}, {column + 1})?",
            "count": f"How many cells hold the letter {problem.subject}?",
            "direction": f"The word {problem.subject} starts in cell ({row + 1}, {column + 1}). In "
            "which direction does it run?",
            "place": f"In which cell does the word {problem.subject} start, and in which direction "
            "does it run?",
            "all": "Which option gives the first and the last cell of every listed word?",
        }
        return f"{asked[problem.kind]}\n{listed(problem.options)}"

    def right(self, problem: LetterGrid) -> str:
        """Cell by cell."""
        return _answered(problem, occurrences)

    def found(self, problem: LetterGrid) -> str:
        """In whole lines."""
        return _answered(problem, places)

    def effort(self, state: Asked[LetterGrid]) -> float:
        """Letters that are looked at: one, all, or all around each cell that might be a start."""
        problem, letters = state.problem, "".join(state.problem.rows)
        subjects = problem.words if problem.kind == "all" else (problem.subject,)
        starts = sum(letters.count(each[0]) for each in subjects)
        looks = {"letter": 1, "count": len(letters), "direction": 8}
        return float(looks.get(problem.kind, len(letters) * len(subjects) + 8 * starts))

    def draw(self, problem: LetterGrid) -> Frame:
        return search_pages.picture(problem.rows, problem.words)

    def describe(self, problem: LetterGrid) -> str:
        return search_pages.as_text(problem.rows, problem.words)


def _answered(problem: LetterGrid, where: Callable[[Rows, str], Sequence[Line]]) -> str:
    """The right option, once somebody finds where words stand."""
    if problem.kind == "letter":
        return problem.rows[problem.cell[0]][problem.cell[1]]
    if problem.kind == "count":
        return str("".join(problem.rows).count(problem.subject))
    if problem.kind == "all":
        return _told_all({word: where(problem.rows, word)[0] for word in problem.words})
    line = where(problem.rows, problem.subject)[0]
    return direction_of(line) if problem.kind == "direction" else _told(line)


def _told(line: Line) -> str:
    (row, column), _ = line
    return f"({row + 1}, {column + 1}), {direction_of(line)}"


def _told_all(lines: dict[str, Line]) -> str:
    ends = {word: [f"({r + 1}, {c + 1})" for r, c in line] for word, line in lines.items()}
    return ", ".join(f"{word} {start} to {end}" for word, (start, end) in ends.items())


def _candidates(problem: LetterGrid, count: int, rng: Random) -> list[str]:
    """The options, or all but the right one."""
    if problem.kind == "direction":
        return list(DIRECTIONS)
    if problem.kind == "count":
        return [str(number) for number in range(1, count + 1)]
    if problem.kind == "place":
        wrong = search_options.near_misses(problem.rows, problem.subject, rng)
        return [_told(line) for line in islice(wrong, count - 1)]
    right = {word: places(problem.rows, word)[0] for word in problem.words}
    wrongs = {w: next(search_options.near_misses(problem.rows, w, rng)) for w in problem.words}
    return [
        _told_all({word: (right if word in kept else wrongs)[word] for word in problem.words})
        for kept in search_options.mixed(problem.words, count, rng)
    ]


PRESETS = levels(
    WordSearchQa,
    question_kind=("letter+count", "direction+place", "place+all"),
    size=(7, 10, 14),
    words=(1, 3, 6),
)

"""Tangram QA: questions about a board of pieces, some of which were taken out and turned.

The published answers to the last two kinds are random; here they are found by exact fit. The number
of pieces varies by one, since how many are left would be known without looking.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random
from typing import Literal, get_args

from visgym.authoring import Asked, Frame, OptionLetter, Question, action, levels, redrawn
from visgym.kit import options
from visgym.kit.canvas import PIECES
from visgym.kit.polyominoes import regions
from visgym.tasks.geometry.tangram_qa import drawing
from visgym.tasks.geometry.tangram_qa.solvers import looked_up
from visgym.tasks.geometry.tangram_qa.world import (
    GAP,
    Kind,
    Tangram,
    degrees,
    taken_apart,
    truths,
)

COUNTING: tuple[Kind, ...] = ("pieces", "area", "neighbours")
FITTING: tuple[Kind, ...] = ("turn", "place")
OPTIONS = 4


@dataclass(frozen=True, kw_only=True)
class TangramQa(Question[Tangram]):
    size: int = 6
    """Rows and columns of the board."""
    pieces: int = 4
    """Pieces of the board; by chance there is one more or one fewer."""
    out: int = 1
    """Pieces that are taken out."""
    question_kind: Literal["any", "counting", "fitting", Kind] = "any"
    """What is asked: one kind, or any of several."""

    tags = frozenset({"synthetic", "full", "known", "geometry", "counting", "rotation"})
    pictured = (
        "Each piece has a colour and a number. Empty cells of the board are white; rows are "
        "numbered at the left and columns at the top, both from 0. Below the board are the pieces "
        "that were taken out, each perhaps turned."
    )
    written = (
        "Each row of the board is a line, with the number of the piece on every cell and . for an "
        "empty cell; rows and columns count from 0. Below are the pieces that were taken out, each "
        "perhaps turned, with # for a cell and o for a cell with a dot."
    )

    def validate(self) -> None:
        if not 5 <= self.size <= 12 or not 4 <= self.pieces <= len(PIECES) - 1:
            raise ValueError(f"size must be from 5 to 12, pieces from 4 to {len(PIECES) - 1}.")
        if self.pieces > 1.2 * self.size or not 1 <= self.out <= (self.pieces - 1) // 3:
            raise ValueError("There must be room for the pieces, and a third may be taken out.")

    def generate(self, rng: Random) -> Tangram:
        groups = {"any": get_args(Kind), "counting": COUNTING, "fitting": FITTING}
        kind = rng.choice(groups.get(self.question_kind, (self.question_kind,)))
        return redrawn(lambda rng: self._drawn(kind, rng), rng)

    def _drawn(self, kind: Kind, rng: Random) -> Tangram | None:
        apart = taken_apart(self.size, self.pieces + rng.randint(-1, 1), self.out, rng)
        if apart is None:
            return None
        board, removed = apart
        left = sorted({owner for row in board for owner in row} - {GAP})
        every = [*left, *(piece.number for piece in removed)]
        asked = rng.choice(every if kind == "area" else left)
        asked = removed[0].number if kind in FITTING else asked
        if kind == "place":
            removed = (replace(removed[0], dot=rng.choice(removed[0].cells)), *removed[1:])
        tangram = Tangram(board, removed, kind, 0 if kind == "pieces" else asked)
        right = truths(tangram)
        return self._with_options(tangram, right, rng) if len(right) == 1 else None

    def _with_options(self, tangram: Tangram, truths: set[str], rng: Random) -> Tangram:
        """One option is right, the others are near it."""
        (right,) = truths
        if tangram.kind == "turn":
            every = [degrees(quarters) for quarters in range(OPTIONS)]
        elif tangram.kind == "place":
            gap = next(gap for gap in tangram.gaps if right in map(str, gap))
            others = [str(cell) for cell in gap if str(cell) != right]
            every = [right, *rng.sample(others, OPTIONS - 1)]
        else:
            first = int(right) - rng.randint(0, min(OPTIONS - 1, int(right)))
            every = [str(number) for number in range(first, first + OPTIONS)]
        wrong = [option for option in every if option != right]
        found = options.shuffled(right, wrong, truths.__contains__, rng)
        return replace(tangram, options=found)

    def rules(self) -> str:
        return (
            "A square board was cut along the lines of its cells into numbered pieces. Some pieces "
            "were taken out and may have been turned, but not flipped. Answer the question by one "
            "of the options."
        )

    def question(self, tangram: Tangram) -> str:
        number = tangram.piece
        asked = {
            "pieces": "How many pieces are still on the board?",
            "area": f"How many cells does piece {number} have?",
            "neighbours": (
                f"How many other pieces on the board share at least one side of a cell with piece "
                f"{number}?"
            ),
            "turn": (
                f"By how much must piece {number} be turned clockwise, from how it is shown below "
                "the board, to fill a gap of the board exactly?"
            ),
            "place": (
                f"Piece {number} is turned as needed and put back, so that it fills a gap of the "
                "board exactly. On which cell, given as (row, column), does its dot lie then?"
            ),
        }
        return f"{asked[tangram.kind]}\n{options.listed(tangram.options)}"

    @action
    def answer(self, tangram: Tangram, choice: OptionLetter) -> None:
        """Choose the right option."""

    def grade(self, tangram: Tangram, choice: OptionLetter) -> float:
        return float(options.chosen(tangram.options, choice) in truths(tangram))

    def solution(self, tangram: Tangram) -> str:
        return options.letter_of(tangram.options, looked_up(tangram))

    def effort(self, state: Asked[Tangram]) -> float:
        """Pieces to count, or cells of a piece, as often as they are looked at."""
        tangram = state.problem
        found = dict(regions(tangram.board)) | {
            each.number: [*each.cells] for each in tangram.removed
        }
        if tangram.kind == "pieces":
            return float(len(found))
        looks = {"area": 1, "neighbours": 2, "turn": 4 * self.out, "place": 4 * self.out + 1}
        return float(looks[tangram.kind] * len(found[tangram.piece]))

    def draw(self, tangram: Tangram) -> Frame:
        return drawing.picture(tangram, self.out)

    def describe(self, tangram: Tangram) -> str:
        return drawing.in_words(tangram)


PRESETS = levels(
    TangramQa,
    size=(6, 8, 10),
    pieces=(4, 7, 11),
    out=(1, 2, 3),
    question_kind=("counting", "any", "fitting"),
)

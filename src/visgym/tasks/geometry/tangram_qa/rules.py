"""Tangram QA: questions about a board of pieces, some of which were taken out and turned.

The published answers to the last two kinds are random; here they are found by exact fit. The number
of pieces varies by one, since how many are left would be known without looking.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random
from typing import Literal, get_args

from visgym.authoring import Asked, Frame, OptionLetter, Question, action, levels, redrawn
from visgym.kit import options
from visgym.kit.canvas import PIECES
from visgym.kit.multiple_choice import evenly
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

    version = 2
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
        if kind == "pieces":
            least = min(self.pieces - 1, len(PIECES) - OPTIONS + 1)
            counts = range(least, least + OPTIONS)
            count = rng.choice(counts)
            tangram = redrawn(lambda rng: self._drawn(kind, count, rng), rng)
            return _posed(tangram, [str(each - self.out) for each in counts], rng)
        if kind in COUNTING:
            draw = partial(self._drawn, kind, 0, seen=[])
            tangram, values = evenly(draw, lambda each: int(*truths(each)), rng, OPTIONS)
            return _posed(tangram, values, rng)
        tangram = redrawn(lambda rng: self._drawn(kind, 0, rng), rng)
        return _posed(tangram, _near(tangram, rng), rng)

    def _drawn(
        self, kind: Kind, count: int, rng: Random, seen: list[set[str]] | None = None
    ) -> Tangram | None:
        """So many pieces, or about as many as usual if that is 0, and an answer not seen yet."""
        more = rng.randint(0, 2) if kind == "neighbours" else rng.randint(-1, 1)
        pieces = count or min(self.pieces + more, len(PIECES))
        apart = taken_apart(self.size, pieces, self.out, rng)
        if apart is None:
            return None
        board, removed = apart
        left = sorted({owner for row in board for owner in row} - {GAP})
        every = {
            "pieces": [0],
            "area": [*left, *(piece.number for piece in removed)],
            "neighbours": left,
        }.get(kind, [removed[0].number])
        if kind == "place":
            removed = (replace(removed[0], dot=rng.choice(removed[0].cells)), *removed[1:])
        for asked in rng.sample(every, len(every)):
            tangram = Tangram(board, removed, kind, asked)
            found = truths(tangram)
            if len(found) == 1 and (seen is None or found not in seen):
                if seen is not None:
                    seen.append(found)
                return tangram
        return None

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


def _near(tangram: Tangram, rng: Random) -> list[str]:
    """Options for a piece that is put back."""
    if tangram.kind == "turn":
        return [degrees(quarters) for quarters in range(OPTIONS)]
    (right,) = truths(tangram)
    gap = next(gap for gap in tangram.gaps if right in map(str, gap))
    return [right, *rng.sample([str(cell) for cell in gap if str(cell) != right], OPTIONS - 1)]


def _posed(tangram: Tangram, every: Sequence[str], rng: Random) -> Tangram:
    """The problem with options of which one is right."""
    answers = truths(tangram)
    (right,) = answers
    wrong = [option for option in every if option != right]
    found = options.shuffled(right, wrong, answers.__contains__, rng)
    return replace(tangram, options=found)


PRESETS = levels(
    TangramQa,
    size=(6, 8, 10),
    pieces=(4, 7, 11),
    out=(1, 2, 3),
    question_kind=("counting", "any", "fitting"),
)

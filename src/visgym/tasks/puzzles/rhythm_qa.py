"""Rhythm QA: which blocks are where, how long a snake is, and what a column scores.

A green block mirrors the grid and the clicking goes on; columns that are asked about have one, and
what they would score without the mirror is among the options.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.cells import rhythms
from visgym.kit.cells.rhythms import LENGTHS, WORDS, Falling, score, snakes
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed


@dataclass(frozen=True, slots=True)
class Beat:
    falling: Falling
    kind: str
    column: int = 0
    row: int = 0
    """Both from 0, the row at the bottom."""
    seconds: int = 0
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class RhythmQa(MultipleChoice[Beat]):
    rows: int = 20
    """Rows of the grid."""
    columns: int = 8
    """Columns of the grid."""

    kinds = ("block", "snake", "score")
    tags = frozenset({"synthetic", "full", "known", "color", "counting", "arithmetic"})
    pictured = "Blocks are yellow, green, pink, blue or grey; white cells are empty."
    written = (
        "Each line is a row of the grid, from the top, the last one being row 1: y is a yellow, g "
        "a green block, P a pink head, B a blue block and T a grey tail, . is an empty cell."
    )

    def validate(self) -> None:
        super().validate()
        if not 10 <= self.rows <= 30 or not 4 <= self.columns <= 12:
            raise ValueError("rows must be from 10 to 30 and columns from 4 to 12.")

    def generate(self, rng: Random) -> Beat:
        kind, names = self.draw_kind(rng), rng.sample([*WORDS], len(self.letters))
        name, length = rng.choice(names), rng.choice(LENGTHS)

        def drawn(rng: Random) -> Beat | None:
            grid = Beat(rhythms.scattered(self.rows, self.columns, rng), kind)
            if kind == "score":
                return self._scored(grid, rng)
            places = [
                (column, row)
                for column, signs in enumerate(grid.falling)
                for row in range(self.rows)
                if (signs[row] == name if kind == "block" else snakes(signs).get(row) == length)
            ]
            if kind == "snake":
                last = self.rows - LENGTHS[-1]  # above, no snake could be long
                places = [(column, row) for column, row in places if 0 < row <= last]
            if not places:
                return None
            column, row = rng.choice(places)
            seconds = rng.randint(1, row) if kind == "snake" else 0
            texts = [*map(str, LENGTHS)] if kind == "snake" else [WORDS[each] for each in names]
            return Beat(grid.falling, kind, column, row, seconds, tuple(texts))

        grid = redrawn(drawn, rng)
        return self.posed(grid, grid.options, rng)

    def _scored(self, grid: Beat, rng: Random) -> Beat | None:
        """Two columns, each with the mirror and without, so that all scores look alike."""
        column, other = rng.sample(range(self.columns), 2)
        scores = [
            score(grid.falling, each, mirrors)
            for each in (column, other)
            for mirrors in (True, False)
        ]
        texts = tuple(map(str, scores))
        return replace(grid, column=column, options=texts) if len({*texts}) == 4 else None

    def rules(self) -> str:
        return rhythms.LAWS

    def question(self, grid: Beat) -> str:
        row, column = grid.row + 1, grid.column + 1
        late = f"{grid.seconds} second{'s' * (grid.seconds > 1)}"
        asked = {
            "block": f"Which colour has the block in row {row}, column {column}, if there is one?",
            "snake": f"Nothing is clicked, and after {late} the head of a snake is in row "
            f"{row - grid.seconds}, column {column}. How many blocks does this snake have?",
            "score": f"You hold column {column}. How many points do you get in all?",
        }
        return f"{asked[grid.kind]}\n{listed(grid.options)}"

    def right(self, grid: Beat) -> str:
        """Second by second."""
        if grid.kind == "score":
            return str(score(grid.falling, grid.column))
        left = grid.falling[grid.column][grid.row :]
        return WORDS[left[0]] if grid.kind == "block" else str(left.index(rhythms.TAIL) + 1)

    def found(self, grid: Beat) -> str:
        """From places on the grid as it is shown."""
        if grid.kind == "score":
            return str(rhythms.score_by_places(grid.falling, grid.column))
        if grid.kind == "snake":
            return str(snakes(grid.falling[grid.column])[grid.row])
        return WORDS[[*zip(*grid.falling, strict=True)][grid.row][grid.column]]

    def effort(self, state: Asked[Beat]) -> float:
        """Blocks to look at."""
        return {"block": 1.0, "snake": 5.0}.get(state.problem.kind, float(self.rows))

    def draw(self, grid: Beat) -> Frame:
        return rhythms.picture(grid.falling)

    def describe(self, grid: Beat) -> str:
        return rhythms.as_rows(grid.falling)


PRESETS = levels(
    RhythmQa, question_kind=("block", "snake", "score"), rows=(10, 15, 20), columns=(4, 6, 8)
)

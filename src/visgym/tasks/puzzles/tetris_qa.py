"""Tetris QA: what a well holds, how far a piece falls, and where it clears most rows.

Stacks are built around a gap that the piece fits, so that rows can be cleared more often than not.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.cells import wells
from visgym.kit.cells.asked import COUNTED
from visgym.kit.cells.wells import SHAPES, oriented, put, width
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed

ALIKE = ("JLSZ", "JLTI", "SZTO")
CLEARS = range(4)
LOWEST = 4  # rows of which one is asked about
TURNS = ("not turned", "turned by a quarter", "turned by a half", "turned by three quarters")


@dataclass(frozen=True, slots=True)
class Well:
    grey: frozenset[Cell]
    piece: str
    turn: int
    """Quarters clockwise by which the piece is turned from how `SHAPES` has it."""
    column: int
    """That of its leftmost cell."""
    kind: str
    asked: int = 0
    """The row, or the columns by which the piece is shifted."""
    options: tuple[str, ...] = ()

    @property
    def shape(self) -> tuple[Cell, ...]:
        return oriented(self.piece, self.turn)

    @property
    def turned(self) -> list[tuple[Cell, ...]]:
        """What the piece looks like after so many quarters."""
        return [oriented(self.piece, (self.turn + turn) % 4) for turn in range(4)]


@dataclass(frozen=True, kw_only=True)
class TetrisQa(MultipleChoice[Well]):
    rows: int = 20
    """Rows of the well."""
    columns: int = 10
    """Columns of the well."""

    kinds = ("empty", "piece", "fall", "clears", "placement")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "counting", "rotation", "planning"})
    pictured = "The falling piece is red, the cells of the stack are grey, empty cells white."
    written = (
        "Each line is a row of the well, from the top: o is a cell of the falling piece, # a cell "
        "of the stack, . an empty cell."
    )

    def validate(self) -> None:
        super().validate()
        if not 10 <= self.rows <= 24 or not 6 <= self.columns <= 16:
            raise ValueError("rows must be from 10 to 24 and columns from 6 to 16.")

    def generate(self, rng: Random) -> Well:
        kind = self.draw_kind(rng)
        texts = self._texts(kind, rng)
        wanted = rng.choice(texts) if texts else ""
        row = self.rows - rng.randint(1, LOWEST)

        def drawn(rng: Random) -> Well | None:
            well = self._drawn(kind, wanted, row, rng)
            if well is None or (wanted and self.found(well) != wanted):
                return None
            found = texts or self._candidates(well, rng)
            return None if found is None else replace(well, options=tuple(found))

        if kind in ("fall", "empty"):
            return self.posed(*evenly(drawn, lambda each: int(self.found(each)), rng), rng)
        well = redrawn(drawn, rng)
        return self.posed(well, well.options, rng)

    def _texts(self, kind: str, rng: Random) -> list[str]:
        """The options, where they do not depend on the well."""
        return {"piece": [*rng.choice(ALIKE)], "clears": [*map(str, CLEARS)]}.get(kind, [])

    def _drawn(self, kind: str, wanted: str, row: int, rng: Random) -> Well | None:
        piece = wanted if kind == "piece" else rng.choice([*SHAPES])
        full = int(wanted) if kind == "clears" else rng.randint(1, 3)
        turn, last = rng.randrange(4), rng.randrange(4)
        grey = wells.stacked(self.rows, self.columns, oriented(piece, last), full, rng)
        column = rng.randint(0, self.columns - width(oriented(piece, turn)))
        if grey is None:
            return None
        asked = rng.choice((-1, 1)) if kind == "fall" else 0
        if kind == "empty":
            asked = row
            if not any(each == row for each, _ in grey):
                return None
        return Well(grey, piece, turn, column, kind, asked)

    def _candidates(self, well: Well, rng: Random) -> list[str] | None:
        if well.kind == "empty":
            return []
        if well.kind == "fall":
            column = well.column + well.asked
            if not 0 <= column <= self.columns - width(well.shape):
                return None
            landed = self._landed(well)
            return [] if landed[0, well.column][0] != landed[0, column][0] else None
        landed = self._landed(well)
        most = max(full for _, full in landed.values())
        best = [place for place, (_, full) in landed.items() if full == most]
        turn, column = rng.choice(best)
        other, aside = (turn + rng.randint(1, 3)) % 4, rng.randrange(self.columns)
        texts = {(t, c): _told(t, c) for t in (turn, other) for c in (column, aside)}
        told_apart = well.turned[turn] != well.turned[other]
        fits = len(texts) == len(self.letters) and set(texts) <= set(landed) and told_apart
        one = sum(place in texts for place in best) == 1
        return [*texts.values()] if fits and one and most else None

    def _landed(self, well: Well) -> wells.Places:
        size = self.rows, self.columns
        return wells.all_landings_by_heights(well.grey, well.turned, size)

    def rules(self) -> str:
        return (
            f"Pieces of four cells fall into a well. {wells.NAMED} Before it falls, a piece may be "
            "turned and shifted to any column; then it falls straight down until a cell of the "
            "stack or the bottom is right below one of its cells. Rows that are full then are "
            f"cleared. {COUNTED}"
        )

    def question(self, well: Well) -> str:
        side = "left" if well.asked < 0 else "right"
        asked = {
            "empty": f"How many cells of row {well.asked} are empty?",
            "piece": "Which piece is falling?",
            "fall": f"The piece is not turned, but shifted by one column to the {side}. How many "
            "rows does it fall from there?",
            "clears": "How many rows can the piece clear at most?",
            "placement": "How must the piece be turned, clockwise from how it is shown, and in "
            "which column must its leftmost cell be, so that it clears as many rows as possible?",
        }
        return f"{asked[well.kind]}\n{listed(well.options)}"

    def right(self, well: Well) -> str:
        """By letting the piece fall row by row."""
        if well.kind in ("empty", "piece"):
            return self._seen(well)
        landed = wells.all_landings(well.grey, well.turned, (self.rows, self.columns))
        return self._read(well, landed)

    def found(self, well: Well) -> str:
        """By the heights of columns."""
        if well.kind == "empty":
            return str(sum((well.asked, column) not in well.grey for column in range(self.columns)))
        return self._seen(well) if well.kind == "piece" else self._read(well, self._landed(well))

    def _seen(self, well: Well) -> str:
        if well.kind == "piece":
            return well.piece
        return str(self.columns - len([row for row, _ in well.grey if row == well.asked]))

    def _read(self, well: Well, landed: wells.Places) -> str:
        most = max(full for _, full in landed.values())
        if well.kind == "fall":
            return str(landed[0, well.column + well.asked][0])
        best = {_told(*place) for place, (_, full) in landed.items() if full == most}
        return str(most) if well.kind == "clears" else next(t for t in well.options if t in best)

    def effort(self, state: Asked[Well]) -> float:
        """Cells of a row, rows of a fall, or as many as there are turns and columns."""
        kind = state.problem.kind
        return {"empty": 1.0, "piece": 1.0, "fall": self.rows}.get(kind, 4 * self.rows)

    def draw(self, well: Well) -> Frame:
        piece = put(well.shape, 0, well.column)
        return wells.picture(well.grey, piece, self.rows, self.columns)

    def describe(self, well: Well) -> str:
        piece = put(well.shape, 0, well.column)
        return wells.as_rows(well.grey, piece, self.rows, self.columns)


def _told(turn: int, column: int) -> str:
    return f"{TURNS[turn]}, column {column}"


PRESETS = levels(
    TetrisQa,
    question_kind=("empty+piece", "fall", "clears+placement"),
    rows=(10, 14, 20),
    columns=(6, 8, 10),
)

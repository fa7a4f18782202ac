"""Space Invaders QA: which enemies there are, what a shot scores, and what three shots can.

Colours do not follow from rows, and in the last kind of question the enemies move.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.cells import invaders
from visgym.kit.cells.asked import COUNTED
from visgym.kit.cells.invaders import POINTS, lowest
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed
from visgym.kit.tables.boards import ROWS, Whole, signs_as_text

SHOTS = (0, 10, 20, 30)
ASIDE = 3  # columns beside the enemies, on one side or both
SERIES = 3  # shots
EMPTY = 0.25  # of the places of enemies
SIGNS = {10: "g", 20: "b", 30: "p"}


@dataclass(frozen=True, slots=True)
class Fleet:
    enemies: Whole
    """Points by row and column of the board, 0 for no enemy."""
    ship: int
    drift: int
    """Columns that the enemies move after each shot."""
    kind: str
    asked: int = 0
    """The row, the column, the points of the colour, or by how much the ship moves."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class SpaceInvadersQa(MultipleChoice[Fleet]):
    deep: int = 5
    """Rows of enemies."""
    wide: int = 8
    """Columns of enemies."""
    rows: int = 10
    """Rows of the board, with the one of the ship."""

    kinds = ("row", "column", "all", "color", "shot", "moved", "best", "series")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "counting", "color", "planning"})
    pictured = (
        "The dark ship is in the bottom row; enemies are purple, blue or green. The arrow below "
        "the board shows in which direction the enemies move."
    )
    written = (
        f"{ROWS} p, b and g are purple, blue and green enemies, A is the ship. The last line says "
        "in which direction the enemies move."
    )

    def validate(self) -> None:
        super().validate()
        if not 3 <= self.deep <= 8 or not 4 <= self.wide <= 12:
            raise ValueError("deep must be from 3 to 8, wide from 4 to 12.")
        if not self.deep + 2 <= self.rows <= 14:
            raise ValueError("rows must be more than deep by 2, and at most 14.")

    def generate(self, rng: Random) -> Fleet:
        kind, drift = self.draw_kind(rng), rng.choice((-1, 1))
        texts = self._texts(kind, rng)
        wanted = rng.choice(texts) if texts else ""

        def drawn(rng: Random) -> Fleet | None:
            fleet = self._drawn(kind, drift, rng)
            if wanted and self.found(fleet) != wanted:
                return None
            found = texts or self._candidates(fleet, rng)
            return None if found is None else replace(fleet, options=tuple(found))

        if kind in ("all", "color"):
            return self.posed(*evenly(drawn, lambda each: int(self.found(each)), rng), rng)
        fleet = redrawn(drawn, rng)
        return self.posed(fleet, fleet.options, rng)

    def _texts(self, kind: str, rng: Random) -> list[str]:
        """The options, where they do not depend on the enemies."""
        if kind in ("shot", "moved"):
            return [*map(str, SHOTS)]
        if kind == "series":  # none that more than 30 points a shot would take
            first = rng.randint(SERIES, 2 * SERIES)
            return [str(10 * (first + more)) for more in range(len(SHOTS))]
        most = {"row": self.wide, "column": self.deep}.get(kind)
        first = 0 if most is None else rng.randint(0, most - len(SHOTS) + 1)
        return [] if most is None else [str(first + more) for more in range(len(SHOTS))]

    def _drawn(self, kind: str, drift: int, rng: Random) -> Fleet:
        left = rng.randint(0, ASIDE)
        if kind == "series":  # room to move into
            left = 0 if drift > 0 else ASIDE
        filled = rng.uniform(EMPTY, 1) if kind in ("row", "column") else 1 - EMPTY
        rows = []
        for _ in range(self.deep):
            row = [rng.choice(SHOTS[1:]) * (rng.random() < filled) for _ in range(self.wide)]
            rows.append((*[0] * left, *row, *[0] * (ASIDE - left)))
        columns = self.wide + ASIDE
        ship = rng.randrange(columns)
        asked = {
            "row": rng.randrange(self.deep),
            "column": left + rng.randrange(self.wide),
            "color": rng.choice(SHOTS[1:]),
            "moved": rng.choice([by for by in (-3, -2, -1, 1, 2, 3) if 0 <= ship + by < columns]),
        }
        return Fleet(tuple(rows), ship, drift, kind, asked.get(kind, 0))

    def _candidates(self, fleet: Fleet, rng: Random) -> list[str] | None:
        if fleet.kind == "best":
            columns = rng.sample(range(self.wide + ASIDE), len(self.letters))
            points = sorted(lowest(fleet.enemies, column) for column in columns)
            # a column without enemies would be a bad guess, and there are such at the sides
            return [*map(_told, columns)] if points[-1] > points[-2] and points[0] else None
        return []

    def rules(self) -> str:
        return f"{invaders.LAWS} {COUNTED}"

    def question(self, fleet: Fleet) -> str:
        color = next((name for name, points in POINTS.items() if points == fleet.asked), "")
        side, by = "left" if fleet.asked < 0 else "right", abs(fleet.asked)
        asked = {
            "row": f"How many enemies are in row {fleet.asked}?",
            "column": f"How many enemies are in column {fleet.asked}?",
            "all": "How many enemies are there?",
            "color": f"How many {color} enemies are there?",
            "shot": "How many points does the ship score if it shoots from where it is?",
            "moved": f"The ship moves {by} column{'s' * (by > 1)} to the {side} while the enemies "
            "stay, and shoots. How many points does it score?",
            "best": "The enemies do not move. From which of these columns does one shot score the "
            "most points?",
            "series": f"The ship shoots {SERIES} times. Before each shot it may stay or move to "
            "the next column on the left or right. After each shot, all enemies move by one column "
            "in the direction of the arrow. How many points can the ship score at most in all?",
        }
        return f"{asked[fleet.kind]}\n{listed(fleet.options)}"

    def right(self, fleet: Fleet) -> str:
        """By looking at every enemy, and trying all that the ship can do."""
        enemies = [
            (row, column, points)
            for row, line in enumerate(fleet.enemies)
            for column, points in enumerate(line)
            if points
        ]
        if fleet.kind in ("row", "column", "color", "all"):
            part = {"row": 0, "column": 1, "color": 2}.get(fleet.kind)
            return str(sum(part is None or each[part] == fleet.asked for each in enemies))
        if fleet.kind == "series":
            given = fleet.enemies, fleet.ship, fleet.drift, SERIES
            return str(invaders.best_by_trying(*given))
        scored = {column: points for _, column, points in enemies}  # the lowest comes last
        if fleet.kind == "best":
            most = max(scored.get(_column(text), 0) for text in fleet.options)
            return next(text for text in fleet.options if scored.get(_column(text), 0) == most)
        return str(scored.get(fleet.ship + fleet.asked, 0))

    def found(self, fleet: Fleet) -> str:
        """By rows and columns as they are, and by what is best from each moment on."""
        rows, at = fleet.enemies, fleet.asked
        match fleet.kind:
            case "row":
                return str(sum(map(bool, rows[at])))
            case "column":
                return str(sum(bool(row[at]) for row in rows))
            case "all":
                return str(sum(len(row) - row.count(0) for row in rows))
            case "color":
                return str(sum(row.count(at) for row in rows))
            case "series":
                return str(invaders.best_by_stacks(rows, fleet.ship, fleet.drift, SERIES))
            case "best":
                return max(fleet.options, key=lambda text: lowest(rows, _column(text)))
        return str(lowest(rows, fleet.ship + at))

    def effort(self, state: Asked[Fleet]) -> float:
        """Enemies to look at, or shots to be compared."""
        kind, most = state.problem.kind, self.deep * self.wide
        looks = {"shot": 0.5, "moved": 0.5, "best": 1.0, "series": 3.0**SERIES}
        return most * looks.get(kind, 0.1)

    def draw(self, fleet: Fleet) -> Frame:
        return invaders.picture(fleet.enemies, fleet.ship, fleet.drift, self.rows)

    def describe(self, fleet: Fleet) -> str:
        signs = {
            (row, column): SIGNS[points]
            for row, line in enumerate(fleet.enemies)
            for column, points in enumerate(line)
            if points
        }
        signs[self.rows - 1, fleet.ship] = "A"
        board = signs_as_text(self.rows, self.wide + ASIDE, signs)
        return f"{board}\nThe enemies move to the {'right' if fleet.drift > 0 else 'left'}."


def _told(column: int) -> str:
    return f"column {column}"


def _column(text: str) -> int:
    return int(text.removeprefix("column "))


PRESETS = levels(
    SpaceInvadersQa,
    question_kind=("row+column+all+color", "shot+moved+best", "series"),
    deep=(3, 4, 5),
    wide=(4, 6, 8),
    rows=(6, 8, 10),
)

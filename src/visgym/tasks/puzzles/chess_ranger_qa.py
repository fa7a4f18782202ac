"""Chess Ranger QA: which men stand where, and which capture keeps the puzzle solvable.

How many captures solve it is not asked: that is always one less than there are men.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.canvas import SHEET, Canvas, Color
from visgym.kit.capture_search import (
    Capture,
    Men,
    in_order,
    openings,
    taken,
    thins_out,
)
from visgym.kit.chessmen import MEN, SIDE, captures, figure, rays, square_name
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.options import listed
from visgym.kit.tables.boards import LINE, RIM, RIM_TEXT, Table, as_text

DARK: Color = (190, 202, 216)  # squares
TABLE = Table(SIDE, SIDE, cell=56, headings=(" ",) * SIDE)
COMMON = "KQRRBBNNPP"
COUNTS = range(4)


@dataclass(frozen=True, slots=True)
class Ranger:
    men: Men
    kind: str
    man: str = ""
    """Who is asked about."""
    square: int = 0
    """Where somebody stands that is asked about."""
    captures: tuple[Capture, ...] = ()
    """Captures to choose from."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class ChessRangerQa(MultipleChoice[Ranger]):
    count: int = 6
    """Men on the board."""

    kinds = ("count", "where", "what", "capture")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "planning", "search"})
    pictured = "Columns are called a to h from the left, rows 1 to 8 from the bottom."
    written = (
        "Each line is a row of the board, from row 8 at the top to row 1; columns are called a to "
        "h from the left. K is a king, Q a queen, R a rook, B a bishop, N a knight, P a pawn."
    )

    def validate(self) -> None:
        super().validate()
        if not 4 <= self.count <= 8:
            raise ValueError("count must be from 4 to 8.")

    def generate(self, rng: Random) -> Ranger:
        kind, wanted, man = self.draw_kind(rng), rng.choice(COUNTS), rng.choice("RBNP")
        below = rng.randrange(len(self.letters))

        def drawn(rng: Random) -> Ranger | None:
            men = _unplayed(self.count, rng)
            if men is None:
                return None
            held = Counter(men.values())
            if kind == "count":
                fits = held[man] == wanted
                return Ranger(in_order(men), kind, man) if fits else None
            if kind == "where":
                lone = sorted(each for each in held if held[each] == 1)
                return Ranger(in_order(men), kind, rng.choice(lone)) if lone else None
            if kind == "what":
                kinds = len(held) > 2
                return Ranger(in_order(men), kind, square=rng.choice([*men])) if kinds else None
            return _with_captures(men, below, rng)

        ranger = redrawn(drawn, rng)
        return self.posed(ranger, self._candidates(ranger, rng), rng)

    def _candidates(self, ranger: Ranger, rng: Random) -> list[str]:
        men = dict(ranger.men)
        if ranger.kind == "count":
            return [str(count) for count in COUNTS]
        if ranger.kind == "where":
            right = next(square for square in men if men[square] == ranger.man)
            others = [square for square in men if square != right]
            return [square_name(square) for square in (right, *rng.sample(others, 3))]
        if ranger.kind == "what":
            right_man = men[ranger.square]
            others_too = sorted({*MEN} - {right_man})
            return [MEN[man] for man in (right_man, *rng.sample(others_too, 3))]
        return [_told(capture) for capture in ranger.captures]

    def rules(self) -> str:
        return (
            "Chessmen without colours stand on a board. Every move is a capture: a man takes "
            "another one as in chess and stands on its square then. Kings may be taken as well, "
            "and pawns take one square upwards aslant. The puzzle is solved when one man is left."
        )

    def question(self, ranger: Ranger) -> str:
        name = MEN.get(ranger.man, "")
        asked = {
            "count": f"How many men on the board are a {name}?",
            "where": f"On which square is the only {name}?",
            "what": f"Which man is on {square_name(ranger.square)}?",
            "capture": "After which of these captures can the puzzle still be solved?",
        }
        return f"{asked[ranger.kind]}\n{listed(ranger.options)}"

    def right(self, ranger: Ranger) -> str:
        men = dict(ranger.men)
        if ranger.kind == "count":
            return str([*men.values()].count(ranger.man))
        if ranger.kind == "where":
            (square,) = (each for each, man in ranger.men if man == ranger.man)
            return square_name(square)
        if ranger.kind == "what":
            return MEN[men[ranger.square]]
        (right,) = openings(ranger.men) & {*ranger.captures}
        return _told(right)

    def found(self, ranger: Ranger) -> str:
        """Read off the text; captures by all positions that can follow, fewer and fewer men."""
        text = self.describe(ranger).replace("\n", "").replace(" ", "")
        if ranger.kind == "count":
            return str(text.count(ranger.man))
        if ranger.kind == "where":
            return square_name(text.index(ranger.man))
        if ranger.kind == "what":
            return MEN[text[ranger.square]]
        men = dict(ranger.men)
        return next(_told(each) for each in ranger.captures if thins_out(taken(men, each)))

    def effort(self, state: Asked[Ranger]) -> float:
        """Men to look at, or positions after one and two captures."""
        men = dict(state.problem.men)
        if state.problem.kind != "capture":
            return float(len(men))
        firsts = [dict(taken(men, each)) for each in captures(men)]
        return float(len(men) + len(firsts) + sum(len(captures(each)) for each in firsts))

    def draw(self, ranger: Ranger) -> Frame:
        canvas = Canvas.on(_board())
        for square, man in ranger.men:
            row, column = divmod(square, SIDE)
            ground = DARK if (row + column) % 2 else SHEET
            canvas.paste(figure(man, TABLE.cell - LINE, ground), *TABLE.corner((row, column)))
        return canvas.frame

    def describe(self, ranger: Ranger) -> str:
        men = dict(ranger.men)
        rows = [
            [men.get(SIDE * row + column, ".") for column in range(SIDE)] for row in range(SIDE)
        ]
        return as_text(rows)


def _unplayed(count: int, rng: Random) -> dict[int, str] | None:
    """A solvable board, made backwards: somebody goes back and leaves a man where it stood."""
    men = {rng.randrange(SIDE**2): rng.choice(COMMON)}
    for _ in range(count - 1):
        ways = [
            (square, each)
            for square, man in men.items()
            for ray in rays(man, square, True)
            for each in takewhile(lambda each: each not in men, ray)
        ]
        if not ways:
            return None
        square = rng.choice(sorted({start for start, _ in ways}))
        back = rng.choice([each for start, each in ways if start == square])
        men[back] = men[square]
        men[square] = rng.choice(COMMON)
    return men


def _with_captures(men: dict[int, str], below: int, rng: Random) -> Ranger | None:
    """Four captures of which one keeps the puzzle solvable; so many begin in earlier rows."""
    firsts = captures(men)
    if len(firsts) < 4:
        return None
    fine = openings(in_order(men))
    good, bad = (
        [each for each in firsts if (each in fine) is is_good] for is_good in (True, False)
    )
    for right in rng.sample(good, len(good)):
        row = right[0] // SIDE
        placed = [(each[0] // SIDE - row or rng.choice((-1, 1)), each) for each in bad]
        early, late = ([each for at, each in placed if at * side > 0] for side in (-1, 1))
        if len(early) >= below and len(late) >= 3 - below:
            offered = sorted([right, *rng.sample(early, below), *rng.sample(late, 3 - below)])
            return Ranger(in_order(men), "capture", captures=tuple(offered))
    return None


def _told(capture: Capture) -> str:
    """Without the men, since some of them are better to take with than others."""
    return f"{square_name(capture[0])} takes {square_name(capture[1])}"


@lru_cache(maxsize=1)
def _board() -> Frame:
    canvas = TABLE.canvas()
    for square in range(SIDE**2):
        row, column = divmod(square, SIDE)
        if (row + column) % 2:
            TABLE.fill(canvas, (row, column), DARK)
    for number in range(SIDE):
        middle, rim = TABLE.middle((number, number))[0], TABLE.left - RIM / 2
        canvas.text(middle, rim, "abcdefgh"[number], RIM_TEXT)
        canvas.text(rim, middle, str(SIDE - number), RIM_TEXT)
    return canvas.frame


PRESETS = levels(
    ChessRangerQa,
    question_kind=("count+where+what", "capture", "capture"),
    count=(4, 6, 8),
)

"""Ultra Tic Tac Toe QA: marks, free cells and points on nine boards, and the move that pays most.

Boards are neither won nor closed: every line of three is a point.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.canvas import INK, YELLOW, Canvas
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.noughts import line_bits, lines, mark
from visgym.kit.options import listed
from visgym.kit.tables.boards import LINE, Table, as_text

EMPTY, SIGNS = ".", "XO"
TABLE = Table(9, 9, cell=48)
WANTED = {"middles": range(1, 5), "free": range(4, 8), "points": range(4)}
"""Counts that are asked for equally often, since by chance most games have the same."""


@dataclass(frozen=True, slots=True)
class Ultra:
    boards: tuple[str, ...]
    """For each board, what its nine cells hold."""
    last: Cell
    """The board and the cell of the last move."""
    kind: str
    sign: str = ""
    """Whose marks are asked about."""
    offered: tuple[int, ...] = ()
    """Cells to choose from."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class UltraTicTacToeQa(MultipleChoice[Ultra]):
    least: int = 25
    """Marks on the boards, at least."""
    most: int = 35
    """Marks on the boards, at most."""

    kinds = ("marks", "middles", "free", "points", "best")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "counting", "planning"})
    pictured = "Bold lines part the boards. The last move has a yellow ground."
    written = (
        "Each line is a row across three boards; a point is an empty cell. The last move is told "
        "below."
    )

    def validate(self) -> None:
        super().validate()
        if not 8 <= self.least <= self.most <= 60:
            raise ValueError("least must be at least 8, most no less and at most 60.")
        if self.least < 20 and (self.asks("points") or self.asks("best")):
            raise ValueError("For points and best, least must be at least 20.")

    def generate(self, rng: Random) -> Ultra:
        kind = self.draw_kind(rng)
        sign = rng.choice(SIGNS) if kind == "marks" else ""
        wanted = str(rng.choice(WANTED[kind])) if kind in WANTED else ""
        corner = rng.random() < 0.5

        def drawn(rng: Random) -> Ultra | None:
            ultra = _played(rng.randint(self.least, self.most), kind, rng)
            if ultra is None or kind == "best":
                return ultra and _offered(ultra, corner, rng)
            ultra = replace(ultra, sign=sign)
            return ultra if not wanted or self.found(ultra) == wanted else None

        if kind == "marks":
            return self.posed(*evenly(drawn, lambda each: int(self.found(each)), rng), rng)
        ultra = redrawn(drawn, rng)
        texts = map(str, WANTED[kind]) if kind in WANTED else map(_told, ultra.offered)
        return self.posed(ultra, texts, rng)

    def rules(self) -> str:
        return (
            "X and O take turns to mark an empty cell on nine boards of three by three cells; X "
            "began, in the middle board. Boards are numbered from 1 to 9 by rows, from the top "
            "left, and so are the cells of each board. The number of the cell that was marked last "
            "is the number of the board in which the next mark must be. Three marks of a side in a "
            "row, a column or a diagonal of one board are a point; boards are never closed."
        )

    def question(self, ultra: Ultra) -> str:
        asked = {
            "marks": f"How many {ultra.sign} are there on all boards together?",
            "middles": "How many boards have a mark in their middle cell?",
            "free": "How many cells can be marked in the next move?",
            "points": "How many points are there on all boards together, those of X and of O?",
            "best": "Which of these cells, in the board where the next mark must be, gives the "
            "side to move the most new points at once?",
        }
        return f"{asked[ultra.kind]}\n{listed(ultra.options)}"

    def right(self, ultra: Ultra) -> str:
        boards, sign = ultra.boards, ultra.sign
        if ultra.kind == "best":
            board, mover = boards[ultra.last[1]], _mover(ultra)
            gains = {cell: _points(_marked(board, cell, mover), mover) for cell in ultra.offered}
            (best,) = (cell for cell, gain in gains.items() if gain == max(gains.values()))
            return _told(best)
        if ultra.kind == "free":
            return str(boards[ultra.last[1]].count(EMPTY))
        if ultra.kind == "points":
            return str(sum(_points(board, each) for board in boards for each in SIGNS))
        if ultra.kind == "middles":
            return str(sum(board[4] != EMPTY for board in boards))
        return str(sum(board.count(sign) for board in boards))

    def found(self, ultra: Ultra) -> str:
        """From the cells as bits."""
        held = {sign: [_bits(board, sign) for board in ultra.boards] for sign in SIGNS}
        if ultra.kind == "best":
            own = held[_mover(ultra)][ultra.last[1]]
            gains = [(_lines(own | 1 << cell), cell) for cell in ultra.offered]
            return _told(max(gains)[1])
        if ultra.kind == "free":
            taken = held["X"][ultra.last[1]] | held["O"][ultra.last[1]]
            return str(9 - taken.bit_count())
        if ultra.kind == "middles":
            return str(sum(bits >> 4 & 1 for bits in (*held["X"], *held["O"])))
        if ultra.kind == "points":
            return str(sum(map(_lines, (*held["X"], *held["O"]))))
        return str(sum(map(int.bit_count, held[ultra.sign])))

    def effort(self, state: Asked[Ultra]) -> float:
        """Cells to look at, lines to look along."""
        ultra = state.problem
        marks = 81 - "".join(ultra.boards).count(EMPTY)
        looks = {"marks": marks, "middles": 9, "free": 10, "points": 2 * marks}
        return float(looks.get(ultra.kind, 3 * marks))

    def draw(self, ultra: Ultra) -> Frame:
        canvas = Canvas.on(_empty())
        for board, held in enumerate(ultra.boards):
            for cell, sign in enumerate(held):
                if sign != EMPTY:
                    is_last = (board, cell) == ultra.last
                    tile = mark(TABLE.cell - LINE - 2, sign, ground=YELLOW if is_last else None)
                    x, y = TABLE.corner(_place(board, cell))
                    canvas.paste(tile, x + 1, y + 1)
        return canvas.frame

    def describe(self, ultra: Ultra) -> str:
        signs = {
            _place(board, cell): sign
            for board, held in enumerate(ultra.boards)
            for cell, sign in enumerate(held)
        }
        rows = [[signs[row, column] for column in range(9)] for row in range(9)]
        last = f"The last move was cell {ultra.last[1] + 1} of board {ultra.last[0] + 1}."
        return f"{as_text(rows, between='')}\n{last}"


def _played(count: int, kind: str, rng: Random) -> Ultra | None:
    """A game after so many moves; None if a board was full before."""
    boards, board, last = [[EMPTY] * 9 for _ in range(9)], 4, (4, 4)
    for turn in range(count):
        free = [cell for cell in range(9) if boards[board][cell] == EMPTY]
        if not free:
            return None
        last = board, rng.choice(free)
        boards[board][last[1]] = SIGNS[turn % 2]
        board = last[1]
    return Ultra(tuple("".join(each) for each in boards), last, kind)


def _offered(ultra: Ultra, corner: bool, rng: Random) -> Ultra | None:
    """Two corners and two other cells, of which one alone pays most, a corner or not; None where
    there are none. More lines meet in corners, and most in the middle."""
    board, mover = ultra.boards[ultra.last[1]], _mover(ultra)
    free = [cell for cell in range(9) if board[cell] == EMPTY and cell != 4]
    gains = {cell: _lines(_bits(board, mover) | 1 << cell) for cell in free}
    paying = [cell for cell in free if gains[cell] > _lines(_bits(board, mover))]
    fit = [cell for cell in paying if (cell % 2 == 0) is corner]
    if not fit:
        return None
    best = rng.choice(fit)
    less = [cell for cell in free if gains[cell] < gains[best]]
    alike, others = ([c for c in less if (c % 2 == 0) is each] for each in (corner, not corner))
    if not alike or len(others) < 2:
        return None
    return replace(ultra, offered=tuple(sorted([best, rng.choice(alike), *rng.sample(others, 2)])))


def _mover(ultra: Ultra) -> str:
    return SIGNS[(81 - "".join(ultra.boards).count(EMPTY)) % 2]


def _marked(board: str, cell: int, sign: str) -> str:
    return board[:cell] + sign + board[cell + 1 :]


def _points(board: str, sign: str) -> int:
    return sum(all(board[cell] == sign for cell in line) for line in lines(3))


def _bits(board: str, sign: str) -> int:
    return sum(1 << cell for cell in range(9) if board[cell] == sign)


def _lines(bits: int) -> int:
    return sum(line & bits == line for line in line_bits(3))


def _place(board: int, cell: int) -> Cell:
    """The row and column of a cell on all boards together."""
    return board // 3 * 3 + cell // 3, board % 3 * 3 + cell % 3


def _told(cell: int) -> str:
    return f"cell {cell + 1}"


@lru_cache(maxsize=1)
def _empty() -> Frame:
    canvas = TABLE.canvas()
    start, end = TABLE.left, TABLE.left + 9 * TABLE.cell + LINE
    for line in range(0, 10, 3):
        along = start + line * TABLE.cell - 1
        canvas.rect(along, start - 1, 4, end - start + 2, INK)
        canvas.rect(start - 1, along, end - start + 2, 4, INK)
    return canvas.frame


PRESETS = levels(
    UltraTicTacToeQa,
    question_kind=("marks+middles", "free+points", "best"),
    least=(12, 25, 40),
    most=(20, 35, 55),
)

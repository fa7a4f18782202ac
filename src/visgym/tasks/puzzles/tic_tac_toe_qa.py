"""Tic Tac Toe QA: what the cells hold, and which move or reply is best.

A move is best if no other leads to a better end when both sides play on without a mistake; of the
options exactly one is. Games are legal and not over.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from visgym.authoring import Asked, Frame, levels, redrawn
from visgym.kit.multiple_choice import MultipleChoice
from visgym.kit.noughts import MARKS, lines, mark, value
from visgym.kit.options import listed
from visgym.kit.tables.boards import LINE, Table, as_text

EMPTY = "."
HOLDS = {"O": "holds an O", "X": "holds an X", EMPTY: "is empty"}


@dataclass(frozen=True, slots=True)
class Noughts:
    board: str
    """O, X or a point for each cell, row by row."""
    kind: str
    names: tuple[int, ...]
    """The number of each cell, at random, or corners would be good guesses."""
    offered: tuple[int, ...] = ()
    """The cells to choose from."""
    sign: str = ""
    """What is looked for."""
    move: int = -1
    """The cell that is taken before the reply."""
    options: tuple[str, ...] = ()

    def told(self, cell: int) -> str:
        return f"cell {self.names[cell]}"


@dataclass(frozen=True, kw_only=True)
class TicTacToeQa(MultipleChoice[Noughts]):
    size: int = 3
    """Rows of the board and columns, and how many in a line win."""
    least_free: int = 5
    """Cells that are empty, at least."""
    most_free: int = 6
    """Cells that are empty, at most."""

    kinds = ("cell", "best", "reply")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "perception", "planning", "strategy"})
    pictured = "Every cell has its number in the corner; numbers are in no order."
    written = (
        "Each line is a row of the board, with the number and the mark of each cell; . is none."
    )

    def validate(self) -> None:
        super().validate()
        if self.size not in (3, 4) or not 4 <= self.least_free <= self.most_free <= 7:
            raise ValueError("size must be 3 or 4, and from 4 to 7 cells must be free.")
        if self.asks("reply") and self.least_free < 5:
            raise ValueError("To ask for a reply, least_free must be at least 5.")

    def generate(self, rng: Random) -> Noughts:
        kind, free = self.draw_kind(rng), rng.randint(self.least_free, self.most_free)
        sign, names = rng.choice("OX."), tuple(rng.sample(range(1, self.size**2 + 1), self.size**2))

        def drawn(rng: Random) -> Noughts | None:
            board = _played(self.size, free, rng)
            if board is None:
                return None
            move = rng.choice(_cells(board, EMPTY)) if kind == "reply" else -1
            asked = sign if kind == "cell" else ""
            noughts = Noughts(board, kind, names, sign=asked, move=move)
            if kind == "reply" and _wins(_after(noughts), self.size):
                return None
            pool = range(self.size**2) if kind == "cell" else _cells(_after(noughts), EMPTY)
            right = self._fit(noughts)
            fit, wrong = ([c for c in pool if (c in right) is is_fit] for is_fit in (True, False))
            if not fit or len(wrong) < len(self.letters) - 1:
                return None
            offered = [rng.choice(fit), *rng.sample(wrong, len(self.letters) - 1)]
            return replace(noughts, offered=tuple(sorted(offered)))

        noughts = redrawn(drawn, rng)
        return self.posed(noughts, map(noughts.told, noughts.offered), rng)

    def _fit(self, noughts: Noughts) -> list[int]:
        """All cells that are right, whether offered or not."""
        if noughts.kind == "cell":
            return _cells(noughts.board, noughts.sign)
        board = _after(noughts)
        side = MARKS.index(_mover(board))
        own, other = (sum(1 << cell for cell in _cells(board, MARKS[s])) for s in (side, 1 - side))
        worth = {cell: -value(other, own | 1 << cell, self.size) for cell in _cells(board, EMPTY)}
        return [cell for cell in worth if worth[cell] == max(worth.values())]

    def rules(self) -> str:
        return (
            f"O and X take turns to mark an empty cell; O began. Who has {self.size} marks in a "
            "row, a column or a diagonal wins. A move is best if no other leads to a better end "
            "for its side when both sides play without a mistake from then on; a win is better "
            "than a draw, and a draw better than a loss."
        )

    def question(self, noughts: Noughts) -> str:
        mover = _mover(noughts.board)
        asked = {
            "cell": f"Which of these cells {HOLDS.get(noughts.sign)}?",
            "best": f"It is the turn of {mover}. Which of these moves is best?",
            "reply": f"{mover} marks {noughts.told(noughts.move)} now. Which of these replies is "
            "best?",
        }
        return f"{asked[noughts.kind]}\n{listed(noughts.options)}"

    def right(self, noughts: Noughts) -> str:
        (right,) = {*noughts.offered} & {*self._fit(noughts)}
        return noughts.told(right)

    def found(self, noughts: Noughts) -> str:
        """By playing every game to its end, in texts."""
        if noughts.kind == "cell":
            return next(
                noughts.told(cell)
                for cell in noughts.offered
                if noughts.board[cell] == noughts.sign
            )
        board, ends = _after(noughts), dict[str, int]()
        better = max if _mover(board) == "O" else min
        worth = {cell: _end(_marked(board, cell), self.size, ends) for cell in _cells(board, EMPTY)}
        best = better(worth.values())
        return next(noughts.told(cell) for cell in noughts.offered if worth[cell] == best)

    def effort(self, state: Asked[Noughts]) -> float:
        """Positions that may arise."""
        noughts, ends = state.problem, dict[str, int]()
        if noughts.kind != "cell":
            _end(_after(noughts), self.size, ends)
        return float(len(ends) + 1)

    def draw(self, noughts: Noughts) -> Frame:
        table = Table(self.size, self.size, cell=80)
        canvas = table.canvas()
        for cell, sign in enumerate(noughts.board):
            place = table.corner(divmod(cell, self.size))
            canvas.paste(mark(table.cell - LINE, sign, str(noughts.names[cell])), *place)
        return canvas.frame

    def describe(self, noughts: Noughts) -> str:
        both = zip(noughts.names, noughts.board, strict=True)
        signs = [f"{name}{sign}" for name, sign in both]
        return as_text([*zip(*[iter(signs)] * self.size, strict=True)])


def _played(size: int, free: int, rng: Random) -> str | None:
    """A game until so many cells are free; None if it is over before."""
    order, board = rng.sample(range(size**2), size**2 - free), EMPTY * size**2
    for turn, cell in enumerate(order):
        board = board[:cell] + MARKS[turn % 2] + board[cell + 1 :]
    return None if _wins(board, size) else board


def _cells(board: str, sign: str) -> list[int]:
    return [cell for cell, held in enumerate(board) if held == sign]


def _mover(board: str) -> str:
    return MARKS[(len(board) - board.count(EMPTY)) % 2]


def _marked(board: str, cell: int) -> str:
    return board[:cell] + _mover(board) + board[cell + 1 :]


def _after(noughts: Noughts) -> str:
    """The board on which a move is looked for."""
    return noughts.board if noughts.move < 0 else _marked(noughts.board, noughts.move)


def _wins(board: str, size: int) -> str:
    """Who has a line, if anybody."""
    for line in lines(size):
        held = {board[cell] for cell in line}
        if len(held) == 1 and EMPTY not in held:
            return held.pop()
    return ""


def _end(board: str, size: int, ends: dict[str, int]) -> int:
    """1 if O wins, -1 if X does, 0 for a draw; `ends` remembers."""
    if board not in ends:
        if winner := _wins(board, size):
            ends[board] = 1 if winner == "O" else -1
        else:
            better = max if _mover(board) == "O" else min
            free = _cells(board, EMPTY)
            ends[board] = better((_end(_marked(board, c), size, ends) for c in free), default=0)
    return ends[board]


PRESETS = levels(
    TicTacToeQa,
    question_kind=("cell", "best", "best+reply"),
    size=(3, 3, 4),
    least_free=(4, 4, 6),
    most_free=(6, 6, 7),
)

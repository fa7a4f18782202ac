"""Life Game QA: what is alive, what will be, and when a part of the board repeats itself.

A block of three by three that wraps is still or repeats after three generations at the latest; ours
has four by four cells, so that there is something to find out.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice, product
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.canvas import RED
from visgym.kit.cells import life
from visgym.kit.grid import cells
from visgym.kit.grid_search import where
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed
from visgym.kit.tables.boards import Table, Whole, as_text

BLOCK = 4  # rows and columns
REPEATS = range(2, 10)  # generations in which a block repeats itself
FATES = list(product((0, 1), repeat=3))


@dataclass(frozen=True, slots=True)
class Life:
    rows: Whole
    kind: str
    corner: Cell = (0, 0)
    """The cell that is asked about, or the top left one of the block."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LifeGameQa(MultipleChoice[Life]):
    size: int = 5
    """Rows of the board, and columns."""

    kinds = ("now", "next", "history", "block")
    letters = "ABCDEFGH"
    version = 2
    tags = frozenset({"synthetic", "full", "known", "counting", "reasoning"})
    pictured = f"{life.PICTURED} What is asked about, if only a part, has a red frame."
    written = life.WRITTEN

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.size <= 14:
            raise ValueError("size must be from 5 to 14.")

    def generate(self, rng: Random) -> Life:
        kind = self.draw_kind(rng)
        fate, repeat = rng.choice(FATES), rng.choice(REPEATS)
        everywhere = list(cells(self.size, self.size))

        def drawn(rng: Random) -> Life | None:
            board = Life(_crowded(self.size, rng), kind)
            if kind in ("now", "next"):
                return board
            if kind == "block":
                return self._with_block(board, repeat, rng)
            ahead = list(islice(life.spreading(board.rows), 1, 4))
            fates = {cell: tuple(cell in live for live in ahead) for cell in everywhere}
            fit = [cell for cell in everywhere if fates[cell] == fate]
            return Life(board.rows, kind, rng.choice(fit)) if fit else None

        if kind in ("now", "next"):
            width = len(self.letters)
            return self.posed(*evenly(drawn, lambda each: int(self.found(each)), rng, width), rng)
        texts = [str(count) for count in REPEATS] if kind == "block" else [*map(_told, FATES)]
        return self.posed(redrawn(drawn, rng), texts, rng)

    def _with_block(self, board: Life, repeat: int, rng: Random) -> Life:
        """A board with a block in it that repeats itself in a certain generation."""

        def drawn(rng: Random) -> Whole | None:
            rows = _crowded(BLOCK, rng)
            return rows if life.first_repeat(rows) == repeat else None

        top, left = (rng.randint(0, self.size - BLOCK) for _ in range(2))
        return Life(life.pasted(board.rows, redrawn(drawn, rng), (top, left)), "block", (top, left))

    def rules(self) -> str:
        return life.LAWS

    def question(self, board: Life) -> str:
        asked = {
            "now": "How many cells are alive?",
            "next": "How many cells are alive after one generation?",
            "history": "Is the marked cell alive or dead after one, two and three generations?",
            "block": f"Cut out the marked block of {BLOCK} by {BLOCK} cells and let it change as a "
            "board of its own, whose edges wrap as well. Call the block as it is now generation 0. "
            "What is the number of the first generation that looks like an earlier one?",
        }
        return f"{asked[board.kind]}\n{listed(board.options)}"

    def right(self, board: Life) -> str:
        """Cell by cell."""
        if board.kind == "block":
            return str(_looked_before(_block(board)))
        later = list(islice(life.generations(board.rows), 4))
        if board.kind == "history":
            row, column = board.corner
            return _told(tuple(rows[row][column] for rows in later[1:]))
        return str(sum(map(sum, later[board.kind == "next"])))

    def found(self, board: Life) -> str:
        """By counting from the live cells."""
        if board.kind == "block":
            return str(life.first_repeat(_block(board)))
        if board.kind == "history":
            ahead = islice(life.spreading(board.rows), 1, 4)
            return _told(tuple(int(board.corner in live) for live in ahead))
        return str(len(life.spread(board.rows, int(board.kind == "next"))))

    def effort(self, state: Asked[Life]) -> float:
        board = state.problem
        if board.kind == "block":
            return float(9 * BLOCK**2 * life.first_repeat(_block(board)))
        return float(self.size**2 * {"now": 1, "next": 9, "history": 9}[board.kind])

    def draw(self, board: Life) -> Frame:
        table = Table(self.size, self.size, cell=40, first=0)
        canvas = life.shown(table, where(board.rows, 1))
        if board.kind in ("history", "block"):
            table.mark(canvas, board.corner, RED, span=BLOCK if board.kind == "block" else 1)
        return canvas.frame

    def describe(self, board: Life) -> str:
        text, (row, column) = as_text(board.rows, between=""), board.corner
        if board.kind == "history":
            return f"{text}\nThe cell in row {row}, column {column} is marked."
        last = f"row {row + BLOCK - 1}, column {column + BLOCK - 1}"
        told = f"\nThe block from row {row}, column {column} to {last} is marked."
        return text + (told if board.kind == "block" else "")


def _crowded(size: int, rng: Random) -> Whole:
    """A board with a fifth to a half of its cells alive."""
    return life.scattered(size, rng.randint(size**2 // 5, size**2 // 2), rng)


def _block(board: Life) -> Whole:
    return life.cut(board.rows, board.corner, BLOCK)


def _looked_before(rows: Whole) -> int:
    boards: list[Whole] = []
    while rows not in boards:
        boards.append(rows)
        rows = life.next_generation(rows)
    return len(boards)


def _told(fate: tuple[int, ...]) -> str:
    return ", ".join("alive" if lives else "dead" for lives in fate)


PRESETS = levels(LifeGameQa, question_kind=("now", "next+history", "block"), size=(5, 7, 9))

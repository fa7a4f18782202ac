"""Jewel QA: what a board of jewels holds, what commands remove, and which removes most.

Nothing new comes from above, since nobody could foresee it, and of the commands to choose from one
alone removes most.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from visgym.authoring import Asked, Cell, Frame, levels, redrawn
from visgym.kit.cells import jewels
from visgym.kit.cells.asked import COUNTED, crossed, elsewhere, place
from visgym.kit.cells.jewels import BAR, CROSS, EMPTY, NAMES, Command, Jewels, done, removed, told
from visgym.kit.grid_search import where
from visgym.kit.multiple_choice import MultipleChoice, evenly
from visgym.kit.options import listed

SPECIAL = {BAR: "bar", CROSS: "cross"}
WORDS = NAMES | {EMPTY: "nothing"}
LEAST, MOST = 3, 6  # the least number among options for how many jewels one command removes

Effects = dict[Command, frozenset[Cell]]
"""The cells that commands empty."""


@dataclass(frozen=True, slots=True)
class Hoard:
    board: Jewels
    kind: str
    sign: str = ""
    """The jewels that are asked about."""
    commands: tuple[Command, ...] = ()
    """What is done, or what there is to choose from."""
    cell: Cell = (0, 0)
    """What is there in the end is asked for."""
    options: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class JewelQa(MultipleChoice[Hoard]):
    size: int = 8
    """Rows of the board, and columns."""

    kinds = ("count", "where", "removed", "after", "two", "best")
    version = 2
    tags = frozenset({"synthetic", "full", "known", "color", "counting", "planning"})
    pictured = jewels.PICTURED
    written = jewels.WRITTEN

    def validate(self) -> None:
        super().validate()
        if not 5 <= self.size <= 12:
            raise ValueError("size must be from 5 to 12.")

    def generate(self, rng: Random) -> Hoard:
        kind, names = self.draw_kind(rng), rng.sample([*WORDS], len(self.letters))
        cells_of = 1 if kind == "two" else rng.choice((1, 2))  # of a command: to clear or to swap
        first = LEAST if cells_of == 2 else rng.randint(LEAST, MOST)
        numbers = [str(first + more) for more in range(len(self.letters))]
        wanted = rng.choice(names if kind == "after" else numbers)

        def drawn(rng: Random) -> tuple[Hoard, list[str]] | None:
            board = jewels.scattered(self.size, rng)
            if kind in ("count", "where"):
                return self._seen(board, kind, rng)
            gone = _effects(board, cells_of, rng)
            if kind == "best":
                return self._compared(board, gone, rng)
            if kind == "two":
                return self._twice(board, gone, rng)
            if kind == "after":
                return _changed(board, gone, names, wanted, rng)
            fit = [command for command, away in gone.items() if len(away) == int(wanted)]
            return (Hoard(board, kind, commands=(fit[0],)), numbers) if fit else None

        if kind in ("count", "two"):
            (hoard, _), texts = evenly(drawn, lambda each: int(self.found(each[0])), rng)
        else:
            hoard, texts = redrawn(drawn, rng)
        return self.posed(hoard, texts, rng)

    def _seen(self, board: Jewels, kind: str, rng: Random) -> tuple[Hoard, list[str]] | None:
        if kind == "where":
            sign = rng.choice([*SPECIAL])
            (cell,) = where(board, sign)
            texts = crossed(cell, elsewhere(cell, self.size, self.size, rng))
            return Hoard(board, kind, sign), texts
        sign = rng.choice([*NAMES])
        return Hoard(board, kind, sign), []

    def _twice(self, board: Jewels, gone: Effects, rng: Random) -> tuple[Hoard, list[str]] | None:
        first = next(iter(gone))
        later = _effects(done(board, first), 1, rng)
        hoard = Hoard(board, "two", commands=(first, *[*later][:1]))
        return (hoard, []) if later else None

    def _compared(
        self, board: Jewels, gone: Effects, rng: Random
    ) -> tuple[Hoard, list[str]] | None:
        """Commands of which one removes most, and no two of them the same jewels."""
        few = tuple(gone)[: len(self.letters)]
        counts = sorted(len(gone[each]) for each in few)
        distinct = len({gone[each] for each in few}) == len(self.letters)
        if not distinct or counts[-1] == counts[-2]:
            return None
        return Hoard(board, "best", commands=few), [*map(told, few)]

    def rules(self) -> str:
        return f"{jewels.LAWS} {COUNTED}"

    def question(self, hoard: Hoard) -> str:
        names, orders = NAMES | SPECIAL, [*map(told, hoard.commands)]
        asked = {
            "count": f"How many plain {names.get(hoard.sign)} jewels are there?",
            "where": f"Where is the {names.get(hoard.sign)}?",
            "best": "Which of these commands removes the most jewels?",
        }
        if hoard.kind in asked:
            return f"{asked[hoard.kind]}\n{listed(hoard.options)}"
        what = "How many jewels are removed"
        if hoard.kind == "after":
            what = f"Which colour has the plain jewel in {place(hoard.cell)} then, if there is one"
        when = " in all" if hoard.kind == "two" else ""
        done_first = f"This is done: {', then '.join(orders)}."
        return f"{done_first} {what}{when}?\n{listed(hoard.options)}"

    def right(self, hoard: Hoard) -> str:
        """By looking around from every cell of a command."""
        return _answered(hoard, removed)

    def found(self, hoard: Hoard) -> str:
        """By listing all lines of the board."""
        return _answered(hoard, jewels.removed_by_lines)

    def effort(self, state: Asked[Hoard]) -> float:
        """Cells to look at."""
        looks = {"removed": 2, "after": 2, "two": 4, "best": 8}
        return float(looks.get(state.problem.kind, 1) * self.size**2)

    def draw(self, hoard: Hoard) -> Frame:
        return jewels.picture(hoard.board)

    def describe(self, hoard: Hoard) -> str:
        return "\n".join(hoard.board)


def _effects(board: Jewels, cells_of: int, rng: Random) -> Effects:
    """What the commands that are allowed remove, in random order."""
    every = [command for command in jewels.commands(board) if len(command) == cells_of]
    rng.shuffle(every)
    gone = {command: removed(board, command) for command in every}
    return {command: away for command, away in gone.items() if away}


def _changed(
    board: Jewels, gone: Effects, names: list[str], wanted: str, rng: Random
) -> tuple[Hoard, list[str]] | None:
    """A cell that holds what is wanted only after a command."""
    command = next(iter(gone), ())
    later = done(board, command) if command else board
    fit = sorted(where(later, wanted) - where(board, wanted))
    hoard = Hoard(board, "after", commands=(command,), cell=rng.choice(fit) if fit else (0, 0))
    return (hoard, [WORDS[name] for name in names]) if fit else None


def _answered(hoard: Hoard, removed: Callable[[Jewels, Command], frozenset[Cell]]) -> str:
    if hoard.kind == "count":
        return str(sum(row.count(hoard.sign) for row in hoard.board))
    if hoard.kind == "where":
        return place(next(iter(where(hoard.board, hoard.sign))))
    if hoard.kind == "best":
        return told(max(hoard.commands, key=lambda each: len(removed(hoard.board, each))))
    board, total = hoard.board, 0
    for command in hoard.commands:
        away = removed(board, command)
        board, total = jewels.fallen(jewels.traded(board, command), away), total + len(away)
    row, column = hoard.cell
    return WORDS[board[row][column]] if hoard.kind == "after" else str(total)


PRESETS = levels(
    JewelQa, question_kind=("count+where", "removed+after", "two+best"), size=(5, 6, 8)
)

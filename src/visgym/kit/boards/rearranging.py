"""Two boards of numbers, and plans that turn the first into the second.

A board is searched as bytes, row by row; a move says for each cell from which one its number comes.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from random import Random
from typing import Any, ClassVar, Generic, TypeVar

from visgym.core.tags import Tag
from visgym.core.task import Frame
from visgym.kit.asking import Asked, Question
from visgym.kit.boards.tiles import tile
from visgym.kit.caches import cached_layer
from visgym.kit.canvas import INK, PAPER, Canvas
from visgym.kit.rejection_sampling import redrawn
from visgym.kit.scoring import share_of_cells
from visgym.kit.search import meet_in_the_middle, walked
from visgym.kit.tables.boards import LINE, Table, Whole, as_text

TRIES = 300  # of walks that are looked at from both ends
TITLE, TEXT = 30, 18  # pixels above a board, and of its title

Board = bytes
Moved = list[tuple[Any, Board]]
"""Moves, and the board after each."""
Ways = Callable[[Board], Moved]


@dataclass(frozen=True, slots=True)
class TwoBoards:
    """The board that is there and the one that is wanted, row by row."""

    start: Whole
    goal: Whole


Boards = TypeVar("Boards", bound=TwoBoards)


def ways_of(moves: Iterable[tuple[Any, bytes]]) -> Ways:
    """The boards after each of some moves that are possible on any board."""
    known = tuple(moves)

    def ways(board: Board) -> Moved:
        numbers = board.ljust(256)  # a table of what each cell holds
        return [(move, sources.translate(numbers)) for move, sources in known]

    return ways


def flat(rows: Whole) -> Board:
    """The numbers of a board, row by row."""
    return bytes(chain.from_iterable(rows))


def in_rows(numbers: Sequence[int], columns: int) -> Whole:
    """A board from its numbers, row by row."""
    return tuple(tuple(numbers[at : at + columns]) for at in range(0, len(numbers), columns))


@dataclass(frozen=True, kw_only=True)
class Rearrangement(Question[Boards], Generic[Boards]):
    """A question for moves that turn one board into another.

    An author writes how a problem is set up, `ways` to search, and `after` to judge.
    """

    size: int = 3
    """Rows of the boards, and columns."""
    length: int = 4
    """Moves that the shortest plan takes, exactly."""

    tags: ClassVar[frozenset[Tag]] = frozenset({"synthetic", "full", "known", "planning"})
    power: ClassVar[int] = 10
    """Of the share of right cells, as it was published."""
    rim: ClassVar[int | None] = None
    """The number of the first row and column; None where nobody needs them."""
    upright: ClassVar[bool] = False
    """Whether the boards stand one above the other."""
    between: ClassVar[int] = 0
    """Pixels between boards side by side."""

    @abstractmethod
    def set_up(self, rng: Random) -> Boards:
        """A problem whose goal is the start."""

    @abstractmethod
    def ways(self, problem: Boards) -> Ways:
        """The boards that are one move ahead of a board."""

    @abstractmethod
    def after(self, problem: Boards, plan: Any) -> Whole | None:
        """The board after a plan, from the definition; None if a move is impossible."""

    def behind(self, problem: Boards) -> Ways | None:
        """The boards that are one move before a board; None where every move can be undone."""
        return None

    # What the base gives

    def generate(self, rng: Random) -> Boards:
        return redrawn(self._drawn, rng, TRIES)

    def _drawn(self, rng: Random) -> Boards | None:
        problem = self.set_up(rng)
        start, ways = flat(problem.start), self.ways(problem)
        goal = walked(start, ways, self.length, rng)
        if goal is None:
            return None
        behind = self.behind(problem)
        if meet_in_the_middle(start, goal, ways, self.length - 1, behind) is not None:
            return None
        return replace(problem, goal=in_rows(goal, self.size))

    def grade(self, problem: Boards, plan: Any) -> float:
        return float(self.after(problem, plan) == problem.goal)

    def metrics(self, problem: Boards, plan: Any = ()) -> dict[str, float]:
        after = self.after(problem, plan)
        right = share_of_cells(after, problem.goal) if after else 0.0
        fewest = len(self.solution(problem))
        return {
            "valid": float(after is not None),
            "cells": right**self.power,
            "shortest": float(fewest),
            "ratio": fewest / len(plan) if right == 1 and plan else 0.0,
        }

    def solution(self, problem: Boards) -> Any:
        ways, behind = self.ways(problem), self.behind(problem)
        way = meet_in_the_middle(flat(problem.start), flat(problem.goal), ways, behind=behind)
        return tuple(
            next(move for move, board in ways(one) if board == other)
            for one, other in pairwise(way or ())
        )

    def effort(self, state: Asked[Boards]) -> float:
        """The bits of a plan of the shortest length."""
        options = len(self.ways(state.problem)(flat(state.problem.start)))
        return len(self.solution(state.problem)) * math.log2(options)

    @property
    def table(self) -> Table:
        return Table(self.size, self.size, cell=56, first=self.rim)

    def canvas(self, problem: Boards) -> Canvas:
        """A canvas with both boards, to be drawn on."""
        table = self.table
        canvas = Canvas.on(_page(table, self.upright, self.between))
        for number, rows in enumerate((problem.start, problem.goal)):
            left, top = _place(table, self.upright, self.between, number)
            x, y = left + table.left + LINE, top + table.left + LINE
            for row, numbers in enumerate(rows):
                for column, each in enumerate(numbers):
                    face = tile(each, table.cell - LINE)
                    canvas.paste(face, x + column * table.cell, y + row * table.cell)
        return canvas

    def draw(self, problem: Boards) -> Frame:
        return self.canvas(problem).frame

    def describe(self, problem: Boards) -> str:
        return f"Start:\n{_written(problem.start)}\nGoal:\n{_written(problem.goal)}"


def _written(rows: Whole) -> str:
    return as_text([[each or "." for each in row] for row in rows])


def _place(table: Table, upright: bool, between: int, number: int) -> tuple[int, int]:
    """The top left pixel of the picture of a board."""
    if upright:
        return 0, TITLE + number * (table.height + TITLE)
    return number * (table.width + between), TITLE


@cached_layer
def _page(table: Table, upright: bool, between: int) -> Frame:
    """Both boards without numbers."""
    right, bottom = _place(table, upright, between, 1)
    canvas = Canvas(right + table.width, bottom + table.height, PAPER)
    for number, title in enumerate(("Start", "Goal")):
        left, top = _place(table, upright, between, number)
        canvas.paste(table.canvas().frame, left, top)
        middle = left + table.left + table.columns * table.cell / 2
        canvas.text(middle, top + 0.25, title, TEXT, INK, bold=True)
    return canvas.frame

"""Knight Swap: let white and black knights change places, or say that they cannot.

On 11 or 12 squares three knights a side change places from wherever they can move at all, so the
last level has 10. Squares hang together and play goes on for a while in any case, so that it takes
a thought to see that it is impossible.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random
from typing import Annotated

from visgym.authoring import Asked, Frame, OneOf, Pairs, Question, action, levels, redrawn
from visgym.kit.boards.knights import (
    SIDES,
    SQUARES,
    Side,
    Step,
    as_bits,
    as_names,
    connected,
    exchange,
    in_words,
    is_step,
    picture,
    reachable,
)

IMPOSSIBLE = 0.2  # the share of boards without a way
TRIES = 2_000  # boards drawn before an exchange counts as impossible


@dataclass(frozen=True, slots=True)
class Knights:
    usable: frozenset[str]
    white: frozenset[str]
    black: frozenset[str]
    first: Side
    """The side that moves first."""


@dataclass(frozen=True, kw_only=True)
class KnightSwap(Question[Knights]):
    usable: int = 7
    """Squares that knights may enter, out of 12."""
    knights: int = 1
    """Knights of each side."""
    fewest: int = 2
    """Moves that the shortest exchange takes, at least."""
    most: int = 8
    """Moves that the shortest exchange takes, at most."""

    tags = frozenset({"synthetic", "full", "known", "planning"})
    luck = IMPOSSIBLE
    distinct_starts = 0.8  # seven squares have few short exchanges
    pictured = (
        "White knights stand on white discs, black knights on black ones. Knights may enter the "
        "light squares, which are named; grey ones cannot be used."
    )
    written = (
        "Columns are A to D from the left, rows 3 to 1 from the top. W is a white knight, B a "
        "black one, # a square that cannot be used."
    )

    def validate(self) -> None:
        if not 7 <= self.usable <= 10 or not 1 <= self.knights <= 3:
            raise ValueError("usable must be from 7 to 10 and knights from 1 to 3.")
        if not 1 <= self.fewest <= self.most <= 40:
            raise ValueError("fewest must be from 1 to most, and most up to 40.")

    def generate(self, rng: Random) -> Knights:
        is_possible = rng.random() >= IMPOSSIBLE
        return redrawn(lambda rng: self._drawn(rng, is_possible), rng, TRIES)

    def _drawn(self, rng: Random, is_possible: bool) -> Knights | None:
        usable = as_names(rng.choice(connected(self.usable)))
        placed, first = rng.sample(usable, 2 * self.knights), rng.choice(SIDES)
        one, other = placed[: self.knights], placed[self.knights :]
        drawn = Knights(frozenset(usable), frozenset(one), frozenset(other), first)
        way = _exchange(drawn, self.most) if is_possible else _exchange(drawn)
        if is_possible:
            return drawn if way and len(way) >= self.fewest else None
        return drawn if way is None and len(_reachable(drawn)) > self.usable else None

    def rules(self) -> str:
        return (
            "White and black knights stand on a board. The sides move in turn, one knight at a "
            "time, as in chess: two squares in one direction and one square across, onto an empty "
            "square that may be used. Bring the white knights to where the black ones stand now, "
            "and the black ones to where the white ones stand; which knight of a side goes where "
            "does not matter. Give the moves of both sides in order, each as the square that a "
            "knight leaves and the square that it enters, or none if it is impossible."
        )

    def question(self, board: Knights) -> str:
        return f"{board.first.capitalize()} moves first."

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(sorted(SQUARES))

    @action
    def answer(
        self, board: Knights, moves: Annotated[tuple[Step, ...], Pairs(OneOf("names"))]
    ) -> None:
        """Give the moves, or none if there is no way."""

    def grade(self, board: Knights, moves: tuple[Step, ...]) -> float:
        if moves:
            return float(_after(board, moves) == (board.black, board.white))
        wanted = as_bits(board.black), as_bits(board.white)
        return float(all((white, black) != wanted for white, black, _ in _reachable(board)))

    def metrics(self, board: Knights, moves: tuple[Step, ...] = ()) -> dict[str, float]:
        is_right = bool(moves) and self.grade(board, moves) == 1
        shortest = len(_exchange(board) or ())
        return {
            "valid": float(bool(moves) and _after(board, moves) is not None),
            "ratio": shortest / len(moves) if is_right else 0.0,
        }

    def solution(self, board: Knights) -> tuple[Step, ...]:
        return tuple(_exchange(board) or ())

    def effort(self, state: Asked[Knights]) -> float:
        """Positions that play can lead to."""
        return float(len(_reachable(state.problem)))

    def draw(self, board: Knights) -> Frame:
        return picture(board.usable, board.white, board.black)

    def describe(self, board: Knights) -> str:
        return in_words(board.usable, board.white, board.black)


def _exchange(board: Knights, longest: float = math.inf) -> list[Step] | None:
    sides = as_bits(board.white), as_bits(board.black)
    mover, waiting = sides if board.first == "white" else sides[::-1]
    return exchange(as_bits(board.usable), mover, waiting, longest)


def _reachable(board: Knights) -> set[tuple[int, int, bool]]:
    white, black = as_bits(board.white), as_bits(board.black)
    return reachable(as_bits(board.usable), white, black, board.first == "white")


def _after(board: Knights, moves: tuple[Step, ...]) -> tuple[frozenset[str], frozenset[str]] | None:
    """Where white and black stand after some moves; None if one is forbidden."""
    places, turn = {"white": set(board.white), "black": set(board.black)}, board.first
    for source, target in moves:
        free = board.usable - places["white"] - places["black"]
        if source not in places[turn] or target not in free or not is_step(source, target):
            return None
        places[turn] = places[turn] - {source} | {target}
        turn = "black" if turn == "white" else "white"
    return frozenset(places["white"]), frozenset(places["black"])


PRESETS = levels(
    KnightSwap, usable=(7, 9, 10), knights=(1, 2, 3), fewest=(2, 8, 14), most=(8, 14, 24)
)

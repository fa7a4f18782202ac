"""Cars that slide along their length on a square board: exact distances and generated boards."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random

import numpy as np

from visgym.kit.boards.kernels.cars import BITS, RIM, spread
from visgym.kit.boards.kernels.sets import FREE, Numbers
from visgym.kit.grid import Cell

SIZE = 6  # cells along a side
LONG = 0.42  # the share of cars with three cells
CROSSING = 3  # cars that lie across the way out, of a crowded board
CROWDED = 9  # cars
MOST_BOARDS = 1 << 14  # that a generated board may lead to
LONGEST = 100  # moves
POWERS = (14, 18, 22)  # of two: places for boards, more where fewer were not enough
DRAWS = 80  # of places for cars, before a board is given up


@dataclass(frozen=True, slots=True)
class Car:
    """Its uppermost or leftmost cell, how many it covers, and whether it stands upright."""

    row: int
    column: int
    length: int
    upright: bool

    @property
    def place(self) -> int:
        """Along its lane."""
        return self.row if self.upright else self.column

    @property
    def lane(self) -> int:
        return self.column if self.upright else self.row

    def slid(self, cells: int) -> Car:
        """The car so many cells to the right or down."""
        if self.upright:
            return replace(self, row=self.row + cells)
        return replace(self, column=self.column + cells)

    @property
    def cells(self) -> list[Cell]:
        places = range(self.place, self.place + self.length)
        return [(p, self.lane) if self.upright else (self.lane, p) for p in places]

    @property
    def is_out(self) -> bool:
        """Whether it touches the right edge."""
        return not self.upright and self.column + self.length == SIZE


Board = tuple[Car, ...]
"""The car that must get out is the first."""


# Generation


def jammed(count: int, fewest: int, most: int, rng: Random, room: SearchRoom) -> Board | None:
    """A random board of so many cars, from `fewest` to `most` moves by one cell from a way out.

    All boards that some random one leads to are set in order of their distance; one of those that
    are far enough is chosen. None where there is none, or where there are too many boards.
    """
    found = _parked(count, rng)
    if found is None:
        return None
    room.boards[0] = _packed(found)
    ways = _ways(found)
    reached = spread(ways, *room.arrays, 1, FREE)
    out = room.boards[:reached][room.boards[:reached] & 7 == SIZE - 2]
    if not len(out):
        return None
    room.boards[: len(out)] = out
    spread(ways, *room.arrays, len(out), FREE)
    deepest = int(np.searchsorted(room.ends, reached))
    if deepest < fewest:
        return None
    depth = rng.randint(fewest, min(deepest, most))
    chosen = rng.randrange(int(room.ends[depth - 1]), int(room.ends[depth]))
    return _unpacked(found, int(room.boards[chosen]))


class SearchRoom:
    """Memory of a search."""

    def __init__(self, most: int = MOST_BOARDS) -> None:
        self.boards, self.parents = np.empty(most, np.int64), np.empty(most, np.int64)
        self.ends = np.empty(LONGEST, np.int64)
        self.table = np.empty(1 << (2 * most - 1).bit_length(), np.int64)

    @property
    def arrays(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        return self.boards, self.parents, self.ends, self.table


def _parked(count: int, rng: Random) -> Board | None:
    """Cars at random, the first in one of the middle rows; None if they do not fit."""
    exit = rng.choice((SIZE // 2 - 1, SIZE // 2))
    board = [Car(exit, 0, 2, False)]
    taken = covered(board[0])
    for _ in range(DRAWS):
        if len(board) == count:
            return tuple(board)
        spots = _spots(exit, len(board) <= CROSSING and count >= CROWDED)
        car, cells = rng.choice(spots[rng.random() < LONG])
        if not cells & taken:
            board.append(car)
            taken |= cells
    return None


@cache
def _spots(exit: int, crossing: bool) -> tuple[list[tuple[Car, int]], list[tuple[Car, int]]]:
    """Where short and long cars may be, beside or across the row of the exit, with their cells."""
    found: tuple[list[tuple[Car, int]], list[tuple[Car, int]]] = ([], [])
    for length in (2, 3):
        for lane in range(SIZE):
            for place in range(SIZE + 1 - length):
                upright, level = Car(place, lane, length, True), Car(lane, place, length, False)
                is_across = lane >= 2 and place <= exit < place + length
                if is_across or not crossing:
                    found[length - 2].append((upright, covered(upright)))
                if lane != exit and not crossing:
                    found[length - 2].append((level, covered(level)))
    return found


# Ways


def shortest(board: Board) -> list[tuple[int, int]] | None:
    """The fewest moves to a way out, as numbers of cars and cells: one cell each, +1 or -1."""
    if board[0].is_out:
        return []
    ways = _ways(board)
    for power in POWERS:
        room = SearchRoom(1 << power)
        room.boards[0] = _packed(board)
        reached = spread(ways, *room.arrays, 1, SIZE - board[0].length)
        if reached:
            break
    if not reached or room.boards[reached - 1] & 7 != SIZE - board[0].length:
        return None
    line, at = [], reached - 1
    while at != FREE:
        line.append(int(room.boards[at]))
        at = int(room.parents[at])
    return [_move_between(before, after) for before, after in pairwise(line[::-1])]


def joined(moves: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """Moves of one car in a row as one."""
    found: list[tuple[int, int]] = []
    for car, cells in moves:
        if found and found[-1][0] == car:
            cells += found.pop()[1]
        found.append((car, cells))
    return found


def _move_between(before: int, after: int) -> tuple[int, int]:
    change = abs(after - before)
    return (change.bit_length() - 1) // BITS, 1 if after > before else -1


# Numbers for the kernel


def _packed(board: Board) -> int:
    return sum(car.place << (BITS * number) for number, car in enumerate(board))


def _unpacked(board: Board, packed: int) -> Board:
    places = (packed >> (BITS * number) & 7 for number in range(len(board)))
    return tuple(car.slid(place - car.place) for car, place in zip(board, places, strict=True))


def _ways(board: Board) -> Numbers:
    return np.array([_lane(car.lane, car.length, car.upright) for car in board], np.int64)


@cache
def _lane(lane: int, length: int, upright: bool) -> list[tuple[int, int, int]]:
    """For each place the cells that are covered, and those ahead on either side, as bits."""

    def bit(place: int) -> int:
        row, column = (place, lane) if upright else (lane, place)
        return 1 << (row * SIZE + column) if 0 <= place < SIZE else RIM

    places = range(SIZE + 1 - length)
    found = [(sum(bit(p + n) for n in range(length)), bit(p - 1), bit(p + length)) for p in places]
    return found + [(RIM, RIM, RIM)] * (8 - len(found))


def covered(car: Car) -> int:
    """The cells under a car, as bits."""
    return _lane(car.lane, car.length, car.upright)[car.place][0]

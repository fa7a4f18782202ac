"""Lines of Action on boards of bits: pieces move as far as their line has pieces, and gather."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from random import Random

from visgym.kit.games.boards import squares_in
from visgym.kit.games.rules import DRAW, WINS, GameRules, Result
from visgym.kit.games.stepping import Step

SIZE = 8
ALL = (1 << SIZE * SIZE) - 1
NOT_FIRST = ALL ^ sum(1 << row * SIZE for row in range(SIZE))
"""All columns but the first."""
NOT_LAST = NOT_FIRST >> 1
QUIET = 60  # plies without a capture that end a game
APART, SCATTERED, OFF_CENTRE = 0.05, 0.09, 0.02
"""What each further group costs, and a step away from the own middle and from the board's."""

TAKING = 0.03
"""What a capture promises; it may gather the other side as well."""

Line = tuple[int, tuple[tuple[tuple[int, int, int], ...], ...]]
"""The squares of a line, and for each count of pieces on it: target, its bit, what is between."""


@dataclass(frozen=True, slots=True)
class Gatherings:
    """The pieces of both sides as bits, a1 the lowest, row by row; whose turn it is; what was."""

    black: int
    white: int
    turn: int = 0
    past: tuple[int, ...] = ()
    """The positions since the last capture, each as one number."""


@dataclass(frozen=True)
class LinesOfActionRules(GameRules[Gatherings, Step]):
    """Black stands on the lowest and highest row, White on the outer columns.

    >>> rules = LinesOfActionRules()
    >>> len(rules.legal(rules.start(Random(0))))
    36
    """

    def start(self, rng: Random) -> Gatherings:
        row = 0b01111110
        column = sum(1 << SIZE * each for each in range(1, SIZE - 1))
        return Gatherings(row | row << SIZE * (SIZE - 1), column | column << (SIZE - 1))

    def mover(self, position: Gatherings) -> int:
        return position.turn

    def legal(self, position: Gatherings) -> list[Step]:
        return list(self._moves(position))

    def play(self, position: Gatherings, move: Step) -> Gatherings:
        black, white, turn = position.black, position.white, position.turn
        step, target = 1 << move[0] | 1 << move[1], 1 << move[1]
        if (black if turn else white) & target:
            past: tuple[int, ...] = ()
        else:
            past = (*position.past, _number(position))
        if turn:
            return Gatherings(black & ~target, white ^ step, 0, past)
        return Gatherings(black ^ step, white & ~target, 1, past)

    def result(self, position: Gatherings) -> Result | None:
        """Whoever has gathered wins; if one move gathers both sides, whoever made it."""
        sides, last = (position.black, position.white), 1 - position.turn
        for side in (last, 1 - last):
            if groups(sides[side]) == 1:
                return WINS[side]
        past = position.past
        if len(past) >= QUIET or (len(past) > 7 and past.count(_number(position)) >= 2):
            return DRAW
        return None if next(self._moves(position), None) else WINS[last]

    def worth(self, position: Gatherings, side: int) -> float:
        """How much nearer the own pieces are to each other."""
        sign = -1 if side else 1
        return sign * (_gathered(position.black) - _gathered(position.white))

    def ordered(self, position: Gatherings, moves: Sequence[Step]) -> Sequence[Step]:
        own, other = position.black, position.white
        if position.turn:
            own, other = other, own

        def promise(move: Step) -> float:
            step = 1 << move[0] | 1 << move[1]
            return TAKING * (other >> move[1] & 1) + _gathered(own ^ step)

        return sorted(moves, key=promise, reverse=True)

    def _moves(self, position: Gatherings) -> Iterator[Step]:
        own, other = position.black, position.white
        if position.turn:
            own, other = other, own
        taken, lines = own | other, self._lines
        for source in squares_in(own):
            for line, by_count in lines[source]:
                for target, goal, between in by_count[(taken & line).bit_count()]:
                    if not (own & goal or other & between):
                        yield source, target

    @cached_property
    def _lines(self) -> tuple[tuple[Line, ...], ...]:
        """The four lines through each square."""
        ways = ((0, 1), (1, 0), (1, 1), (1, -1))
        return tuple(tuple(_line(square, *way) for way in ways) for square in range(SIZE * SIZE))


def _number(position: Gatherings) -> int:
    return (position.black << 64 | position.white) << 1 | position.turn


def _line(square: int, up: int, across: int) -> Line:
    """A line through a square, and where a piece there goes along it."""
    row, column = divmod(square, SIZE)

    def ahead(count: int, sign: int) -> list[int]:
        places = [(row + sign * n * up, column + sign * n * across) for n in range(1, count + 1)]
        return [r * SIZE + c for r, c in places if 0 <= r < SIZE and 0 <= c < SIZE]

    whole = 1 << square | sum(1 << each for sign in (1, -1) for each in ahead(SIZE, sign))
    by_count = []
    for count in range(SIZE + 1):
        ways = [ahead(count, sign) for sign in (1, -1)]
        ends = [way for way in ways if count and len(way) == count]
        jumps = [(way[-1], 1 << way[-1], sum(1 << each for each in way[:-1])) for way in ends]
        by_count.append(tuple(jumps))
    return whole, tuple(by_count)


def _grown(pieces: int) -> int:
    """Squares with all their neighbours."""
    wide = pieces | (pieces & NOT_LAST) << 1 | (pieces & NOT_FIRST) >> 1
    return (wide | wide << SIZE | wide >> SIZE) & ALL


@lru_cache(maxsize=1 << 15)
def groups(pieces: int) -> int:
    """How many groups of neighbours there are; a side without pieces has none."""
    count = 0
    while pieces:
        group, before = pieces & -pieces, 0
        while group != before:
            before, group = group, _grown(group) & pieces
        pieces ^= group
        count += 1
    return count


def _off_centre(row: int, column: int) -> float:
    middle = (SIZE - 1) / 2
    return max(abs(row - middle), abs(column - middle))


@lru_cache(maxsize=1 << 15)
def _gathered(pieces: int) -> float:
    """How near together pieces are, from -0.5 to 0."""
    places = [divmod(square, SIZE) for square in squares_in(pieces)]
    count = len(places)
    row = sum(place[0] for place in places) / count
    column = sum(place[1] for place in places) / count
    away = sum(max(abs(r - row), abs(c - column)) for r, c in places) / count
    off = sum(_off_centre(*place) for place in places) / count
    cost = APART * (groups(pieces) - 1) + SCATTERED * away + OFF_CENTRE * off
    return -cost / (1 + cost) / 1.01

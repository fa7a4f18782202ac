"""Go on bits: groups, liberties, captures, and what may not be played.

A point is one bit; rows are a bit longer than the board is wide, so that no stone has a neighbour
beyond its edge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

LETTERS = "ABCDEFGHJKLMNOPQRST"
"""Of the columns; I is left out since it looks like J."""


@dataclass(frozen=True, slots=True)
class GoPosition:
    """Stones of who is to move and of the other side."""

    own: int
    other: int
    banned: int = 0
    """The point at which a stone was just taken that may not be taken back at once."""

    @property
    def turned(self) -> GoPosition:
        """After a pass."""
        return GoPosition(self.other, self.own)


@dataclass(frozen=True)
class Goban:
    """A board with so many lines each way."""

    size: int

    @cached_property
    def board(self) -> int:
        row = (1 << self.size) - 1
        return sum(row << start for start in range(0, self.size * self.stride, self.stride))

    @property
    def stride(self) -> int:
        """Bits from a row to the next."""
        return self.size + 1

    @cached_property
    def points(self) -> tuple[int, ...]:
        """Every point, row by row from the top."""
        return tuple(bits(self.board))

    def name(self, point: int) -> str:
        """
        >>> Goban(9).name(1), Goban(9).name(1 << 10 * 8 + 8)
        ('A9', 'J1')
        """
        row, column = divmod(point.bit_length() - 1, self.stride)
        return f"{LETTERS[column]}{self.size - row}"

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Points by their names, from the bottom left."""
        rows = zip(*[iter(self.points)] * self.size, strict=True)
        return {self.name(point): point for row in reversed([*rows]) for point in row}

    def near(self, stones: int) -> int:
        """Points beside stones, those with stones of the same kind among them."""
        stride = self.stride
        return (stones << 1 | stones >> 1 | stones << stride | stones >> stride) & self.board

    def group(self, seed: int, color: int) -> int:
        """The stones of a colour that are connected with some of them."""
        found = seed
        while (grown := (found | self.near(found)) & color) != found:
            found = grown
        return found

    def groups(self, color: int) -> Iterator[int]:
        while color:
            group = self.group(color & -color, color)
            color ^= group
            yield group

    def liberties(self, group: int, position: GoPosition) -> int:
        return self.near(group) & ~(position.own | position.other)

    def is_legal(self, position: GoPosition) -> bool:
        """Whether every group has a liberty."""
        colors = (position.own, position.other)
        return all(
            self.liberties(each, position) for color in colors for each in self.groups(color)
        )

    def play(self, position: GoPosition, point: int) -> GoPosition | None:
        """The position after a move, which the other side is to answer; None if it may not be."""
        own, other = position.own | point, position.other
        if point & (position.own | other | position.banned):
            return None
        free, taken = self.board & ~(own | other), 0
        for group in self.groups_beside(point, other):
            if not self.near(group) & free:
                taken |= group
        if taken:
            other ^= taken
            alone = not self.near(point) & own and self.near(point) & ~other == taken
            return GoPosition(other, own, taken if alone else 0)
        if not self.near(self.group(point, own)) & free:
            return None  # it would take its own life
        return GoPosition(other, own)

    def groups_beside(self, point: int, color: int) -> Iterator[int]:
        beside = self.near(point) & color
        while beside:
            group = self.group(beside & -beside, color)
            beside &= ~group
            yield group

    def moves(self, position: GoPosition) -> Iterator[tuple[int, GoPosition]]:
        """Every point that may be played, with what comes of it."""
        for point in bits(self.board & ~(position.own | position.other)):
            after = self.play(position, point)
            if after is not None:
                yield point, after


def bits(mask: int) -> Iterator[int]:
    """
    >>> [*bits(0b1010)]
    [2, 8]
    """
    while mask:
        bit = mask & -mask
        mask ^= bit
        yield bit

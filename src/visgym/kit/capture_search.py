"""Chessmen that take one another until one is left: which captures keep that possible."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from visgym.kit.chessmen import captures, rays

Capture = tuple[int, int]
Held = tuple[str, ...]
"""Who stands on each square of a list, or nobody."""
Men = tuple[tuple[int, str], ...]
"""Squares, numbered by rows from the top left, and who stands there; in order."""


def in_order(men: dict[int, str]) -> Men:
    return tuple(sorted(men.items()))


def taken(men: dict[int, str], capture: Capture) -> Men:
    start, end = capture
    later = men | {end: men[start]}
    del later[start]
    return in_order(later)


@lru_cache(maxsize=1 << 12)
def openings(men: Men) -> frozenset[Capture]:
    """The captures after which others can leave one man, depth first.

    Men only come to squares where one stood, so that squares are numbered anew and are bits.
    """
    squares = [square for square, _ in men]
    reach = {man: _reach(man, squares) for man in {man for _, man in men}}
    hopeless = set[Held]()

    def leaves_one(held: Held, full: int) -> bool:
        if full & (full - 1) == 0:
            return True
        if held in hopeless:
            return False
        for start, end in _within(held, full, reach):
            later = list(held)
            later[start], later[end] = "", held[start]
            if leaves_one(tuple(later), full ^ 1 << start):
                return True
        hopeless.add(held)
        return False

    held, every = tuple(man for _, man in men), (1 << len(men)) - 1
    found = []
    for start, end in _within(held, every, reach):
        later = list(held)
        later[start], later[end] = "", held[start]
        if leaves_one(tuple(later), every ^ 1 << start):
            found.append((squares[start], squares[end]))
    return frozenset(found)


def solvable(men: Men) -> bool:
    """Whether captures can leave one man."""
    return len(men) == 1 or bool(openings(men))


def _reach(man: str, squares: list[int]) -> list[list[tuple[int, int]]]:
    """The squares that a man may take on from each of them, with those that must be empty."""
    number = {square: place for place, square in enumerate(squares)}
    found: list[list[tuple[int, int]]] = [[] for _ in squares]
    for place, square in enumerate(squares):
        for ray in rays(man, square):
            between = 0
            for other in (number[each] for each in ray if each in number):
                found[place].append((other, between))
                between |= 1 << other
    return found


def _within(
    held: Held, full: int, reach: dict[str, list[list[tuple[int, int]]]]
) -> Iterator[tuple[int, int]]:
    """All captures, by the numbers of squares."""
    for start, man in enumerate(held):
        if man:
            for end, between in reach[man][start]:
                if full >> end & 1 and not between & full:
                    yield start, end


def thins_out(men: Men) -> bool:
    """The same, by all positions with one man less each time."""
    front = {men}
    for _ in range(len(men) - 1):
        boards = map(dict, front)
        front = {taken(board, each) for board in boards for each in captures(board)}
    return bool(front)

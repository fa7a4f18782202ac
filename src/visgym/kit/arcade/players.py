"""The player who proves that an arcade can be won: beam search by trying moves.

Worlds are immutable, so a move is tried by playing it. The beam is greedy at first and wide only
where that fails; ties keep the order in which they were found, so every machine plays alike.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeVar

from visgym.core.calls import Call

World = TypeVar("World")
Move = TypeVar("Move")
Buttons = frozenset[str]
LONGEST = 12  # ticks of one press
WIDTHS = (1, 3, 12, 48)  # of the beam, the wider one where the narrower one fails


class Press(NamedTuple):
    """Buttons that are held, and for how long."""

    buttons: Buttons
    ticks: int


def press(*buttons: str, ticks: int = 6) -> Press:
    """Some buttons held for some ticks."""
    return Press(frozenset(buttons), ticks)


def beam(
    world: World,
    options: Callable[[World], Iterable[tuple[Move, World]]],
    is_won: Callable[[World], bool],
    rank: Callable[[World], float],
    spot: Callable[[World], Hashable],
    width: int,
    depth: int,
    patience: int = 250,
) -> list[Move] | None:
    """Moves that win, or None: the best `width` worlds by rank go on, one of each spot.

    It gives up after `depth` moves, or after `patience` of them without a better world.
    """
    best, since = rank(world), 0
    fringe: list[_Trail[World, Move]] = [(world, None, None)]
    seen = {spot(world)}
    for _ in range(depth):
        found: list[tuple[float, int, _Trail[World, Move]]] = []
        for trail in fringe:
            for move, after in options(trail[0]):
                if is_won(after):
                    return _moves((after, trail, move))
                if (here := spot(after)) not in seen:
                    seen.add(here)
                    found.append((-rank(after), len(found), (after, trail, move)))
        fringe = [trail for _, _, trail in sorted(found, key=_by_rank)[:width]]
        since += 1
        if found and (top := -min(found, key=_by_rank)[0]) > best:
            best, since = top, 0
        if not fringe or since > patience:
            return None
    return None


_Trail = tuple[World, Any, Move | None]
"""A world, the trail before it, and the move that led here."""


def _by_rank(found: tuple[float, int, Any]) -> tuple[float, int]:
    return found[:2]


def _moves(trail: _Trail[World, Move]) -> list[Move]:
    moves = []
    _, before, move = trail
    while move is not None:
        moves.append(move)
        _, before, move = before
    return moves[::-1]


def calls_of(presses: Iterable[Press], order: Sequence[str]) -> list[Call]:
    """As few calls as hold the same buttons at every tick, since presses in a row are joined."""
    ticks = (made.buttons for made in presses for _ in range(made.ticks))
    calls = []
    for buttons, group in groupby(ticks):
        named, left = tuple(each for each in order if each in buttons), sum(1 for _ in group)
        while left > 0:
            calls.append(Call("press", (named, min(left, LONGEST))))
            left -= LONGEST
    return calls

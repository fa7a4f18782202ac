"""What players of Leduc hold'em do in each spot; one of them is an equilibrium."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from importlib.resources import files

from visgym.kit.games.opponents import percent

FOLD, CALL, RAISE = range(3)
RANKS = "JQK"
FILE = files("visgym.data") / "games" / "leduc.txt"

Shares = tuple[float, ...]
"""How often somebody folds, calls and raises."""
Habit = Callable[[str], Shares]
"""What somebody does in a spot."""

_BLIND: dict[str, Shares] = {
    "caller": (0, 1, 0),
    "loose": (0.1, 0.5, 0.4),
    "random": (1, 1, 1),
}
"""Those that do not look at their card."""


def habit(name: str, argument: str = "") -> Habit:
    """What somebody does; `cfr:50` follows the equilibrium every other time, else chance."""
    if name != "cfr":
        return lambda spot: _BLIND[name]
    share = percent(argument) / 100
    return lambda spot: tuple(share * each + (1 - share) / 3 for each in equilibrium()[spot])


def spot(own: int, path: tuple[int, ...]) -> str:
    """What somebody knows who is to move: the own rank, and the path that the hand took.

    >>> spot(2, (RAISE, CALL, 0, CALL)), spot(2, (CALL, RAISE))
    ('KJ21/1', 'K-12')
    """
    first, rest = rounds(path)
    played = "".join(map(str, first))
    if not rest:
        return f"{RANKS[own]}-{played}"
    return f"{RANKS[own]}{RANKS[rest[0]]}{played}/{''.join(map(str, rest[1:]))}"


def rounds(path: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The moves of the first round, and what comes after it."""
    for place, move in enumerate(path):
        if place and move == CALL:
            return path[: place + 1], path[place + 1 :]
    return path, ()


@lru_cache(maxsize=1)
def equilibrium() -> dict[str, Shares]:
    """The shares of an equilibrium in every spot; `tools/solve_leduc.py` worked them out."""
    lines = (line.split() for line in FILE.read_text(encoding="utf-8").splitlines())
    return {line[0]: tuple(int(each) / 1000 for each in line[1:]) for line in lines}

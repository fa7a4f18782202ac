"""Perfect play in games so small that all their positions can be looked at."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from random import Random
from typing import Any, TypeVar

from visgym.kit.games.opponents import percent, player
from visgym.kit.games.rules import Choose, GameRules

Position = TypeVar("Position")
Move = TypeVar("Move")


@lru_cache(maxsize=1 << 18)
def value(rules: GameRules[Any, Any], position: Any) -> float:
    """What the first side gets if both play their best."""
    result = rules.result(position)
    if result is not None:
        return result[0]
    better, most = (min, 0.0) if rules.mover(position) else (max, 1.0)
    best = 1 - most
    for move in rules.legal(position):
        best = better(best, value(rules, rules.play(position, move)))
        if best == most:
            break
    return best


def is_won(rules: GameRules[Position, Move], position: Position, side: int) -> bool:
    """Whether a side wins if it plays its best, whatever the other one does."""
    return value(rules, position) == (0.0 if side else 1.0)


def perfect(
    rules: GameRules[Position, Move], is_small: Callable[[Position], bool]
) -> Callable[[str], Choose[Position, Move]]:
    """The maker of players that choose a best move on so many of a hundred moves.

    As long as too much may follow a position, they play greedily.
    """

    def made(argument: str) -> Choose[Position, Move]:
        often, early = percent(argument), player(rules, "greedy")
        best = partial(_best, rules, often)
        return lambda position, rng: (best if is_small(position) else early)(position, rng)

    return made


def _best(rules: GameRules[Any, Move], often: int, position: Any, rng: Random) -> Move:
    """A best move, and among those one after which the other side can go wrong most easily."""
    moves = list(rules.legal(position))
    rng.shuffle(moves)
    if rng.randrange(100) >= often:
        return moves[0]
    side = rules.mover(position)
    return max(moves, key=lambda move: _promise(rules, rules.play(position, move), side))


def _promise(rules: GameRules[Any, Any], position: Any, side: int) -> tuple[float, float]:
    """What a position is worth to a side, and to what part it gains if the other one errs."""

    def worth(after: Any) -> float:
        known = value(rules, after)
        return 1 - known if side else known

    result = rules.result(position)
    if result is not None:
        return result[side], 1.0  # at once is better than later
    after = [worth(rules.play(position, move)) for move in rules.legal(position)]
    return worth(position), sum(after) / len(after)

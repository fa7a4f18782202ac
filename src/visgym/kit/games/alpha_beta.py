"""Search to a fixed depth, for games where everybody sees everything."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar

from visgym.kit.games.rules import GameRules

Position = TypeVar("Position")
Move = TypeVar("Move")

WON = 1000.0  # above any worth; a win is worth less the later it comes
MOST_NODES = 60_000


class _Budget:
    """Positions that a search may still look at."""

    def __init__(self, nodes: int) -> None:
        self.left = nodes


def best_move(
    rules: GameRules[Position, Move], position: Position, depth: int, rng: Random
) -> Move:
    """The move that promises most after `depth` plies; chance decides between equals."""
    return scored(rules, position, depth, rng)[0]


def scored(
    rules: GameRules[Position, Move], position: Position, depth: int, rng: Random
) -> tuple[Move, float]:
    """The best move and what it promises to the side to move."""
    moves = list(rules.legal(position))
    rng.shuffle(moves)
    mover, budget, known = rules.mover(position), _Budget(MOST_NODES), dict[Any, float]()
    best, chosen = -2 * WON, moves[0]
    for move in rules.ordered(position, moves):
        after = rules.play(position, move)
        value = _value(rules, after, depth - 1, mover, best, 2 * WON, 1, budget, known)
        if value > best:
            best, chosen = value, move
    return chosen, best


def forced_win(rules: GameRules[Position, Move], position: Position, depth: int) -> bool:
    """Whether the side to move wins within `depth` plies whatever the other side does."""
    return scored(rules, position, depth, Random(0))[1] > 1


def _value(
    rules: GameRules[Position, Move],
    position: Position,
    depth: int,
    side: int,
    low: float,
    high: float,
    ply: int,
    budget: _Budget,
    known: dict[Any, float],
) -> float:
    """What a position promises to a side, exact between `low` and `high`."""
    result = rules.result(position)
    if result is not None:
        return (2 * result[side] - 1) * (WON - ply)
    budget.left -= 1
    if depth <= 0 or budget.left < 0:
        if position not in known:
            known[position] = rules.worth(position, side)
        return known[position]
    own = rules.mover(position) == side
    best = -2 * WON if own else 2 * WON
    for move in rules.ordered(position, rules.legal(position)):
        after = rules.play(position, move)
        value = _value(rules, after, depth - 1, side, low, high, ply + 1, budget, known)
        if own:
            best = max(best, value)
            low = max(low, best)
        else:
            best = min(best, value)
            high = min(high, best)
        if low >= high:
            break
    return best

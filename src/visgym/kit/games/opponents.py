"""Players by name: `random`, `greedy`, `search:DEPTH`, `mcts:GAMES`, and those that a game adds.

`greedy:70` is greedy on 70 of a hundred moves and moves by chance on the others.
"""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any, TypeVar

from visgym.kit.games.alpha_beta import best_move
from visgym.kit.games.rules import Choose, GameRules
from visgym.kit.games.tree_search import most_visited

Position = TypeVar("Position")
Move = TypeVar("Move")

OUTSIDE = "outside"
"""Both sides are left to agents."""
LADDER = ("random", "greedy", "search", "mcts", "perfect")
"""General players, the weaker ones first."""
_NUMBERS = {"search": (1, 12), "mcts": (1, 20_000)}
"""The least and the most that may follow a colon."""


def player(rules: GameRules[Position, Move], spec: str) -> Choose[Position, Move]:
    """The player that a name stands for; ValueError with one sentence where there is none."""
    name, _, argument = spec.partition(":")
    experts = rules.experts()
    if name in experts:
        return experts[name](argument)
    if name == "random" and not argument:
        return partial(_at_random, rules)
    if name == "greedy":
        return partial(_greedy, rules, percent(argument))
    if name in _NUMBERS:
        low, high = _NUMBERS[name]
        if not argument.isdecimal() or not low <= int(argument) <= high:
            raise ValueError(f"{name} needs a number from {low} to {high}, as in {name}:{low}.")
        return partial(_searching if name == "search" else _simulating, rules, int(argument))
    known = ", ".join(["random", "greedy", "search:DEPTH", "mcts:GAMES", *experts, OUTSIDE])
    raise ValueError(f"There is no opponent '{spec}'; those of this game are {known}.")


def names(rules: GameRules[Any, Any]) -> list[str]:
    """Players to choose from, each with a number where it needs one."""
    general = ["random", "greedy:50", "greedy", "search:2", "search:4", "mcts:100", "mcts:400"]
    return [*general, *rules.experts()]


def strength(spec: str) -> float:
    """Where a player stands among the general ones, and how far it looks; for comparing levels."""
    name, _, argument = spec.partition(":")
    rank = LADDER.index(name) if name in LADDER else len(LADDER) / 2
    if name in ("greedy", "perfect"):
        return rank - 1 + percent(argument) / 100
    return rank + (min(int(argument), 999) / 1000 if argument.isdecimal() else 0.0)


def percent(argument: str) -> int:
    """What follows the colon of a player that plays well on so many of a hundred moves."""
    if not argument:
        return 100
    if not argument.isdecimal() or not 0 <= int(argument) <= 100:
        raise ValueError("How often a player plays well is said in percent, as in greedy:50.")
    return int(argument)


def _at_random(rules: GameRules[Any, Move], position: Any, rng: Random) -> Move:
    return rng.choice(rules.legal(position))


def _searching(rules: GameRules[Any, Move], depth: int, position: Any, rng: Random) -> Move:
    return best_move(rules, position, depth, rng)


def _simulating(rules: GameRules[Any, Move], games: int, position: Any, rng: Random) -> Move:
    return most_visited(rules, position, games, rng)


def _greedy(rules: GameRules[Any, Move], often: int, position: Any, rng: Random) -> Move:
    """Win at once, else let the other side not win at once, else what looks best now."""
    side, moves = rules.mover(position), list(rules.legal(position))
    rng.shuffle(moves)
    if often < 100 and rng.randrange(100) >= often:
        return moves[0]
    after = [rules.play(position, move) for move in moves]
    ranked = [(_outlook(rules, each, side), -place) for place, each in enumerate(after)]
    return moves[-max(ranked)[1]]


def _outlook(rules: GameRules[Any, Any], position: Any, side: int) -> tuple[int, float]:
    """Whether a position is won, open or about to be lost, and what it is worth to a side."""
    result = rules.result(position)
    if result is not None:
        return round(2 * result[side] - 1), 0.0
    if rules.mover(position) != side:
        for move in rules.legal(position):
            ended = rules.result(rules.play(position, move))
            if ended is not None and ended[side] == 0:
                return -1, 0.0
    return 0, rules.worth(position, side)
